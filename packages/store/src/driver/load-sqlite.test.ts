import { expect, test } from 'vitest'
import { DataUnusableError } from '../errors.ts'
import { loadSqlite, requireComplete } from './load-sqlite.ts'

test('loads the SQLite of Node.js without a warning', () => {
  const { emitWarning } = process
  const { DatabaseSync } = loadSqlite()
  const database = new DatabaseSync(':memory:', { readOnly: false, timeout: 60_000 }) // gate: of SQLite
  expect(database.prepare('select 1 as one').columns()).toMatchObject([{ name: 'one' }])
  database.close()
  expect(process.emitWarning).toBe(emitWarning)
})

test.each([
  ['has no SQLite', undefined],
  ['has an SQLite without backups', { DatabaseSync: class {} }],
])('names the version to use if Node.js %s', (_, module) => {
  const load = () => requireComplete(module)
  expect(load).toThrow(DataUnusableError)
  expect(load).toThrow(expect.objectContaining({ code: 'driver-missing' }))
  expect(load).toThrow(/Use Node\.js 22\.16 or later/)
})
