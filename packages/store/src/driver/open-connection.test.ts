import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { sqliteCode } from '../explain-sqlite.ts'
import type { SqliteConnection, SqliteStatement } from './connection.ts'
import { openConnection } from './open-connection.ts'

const scratch = mkdtempSync(path.join(os.tmpdir(), 'dragoman-connection-'))
const opened: SqliteConnection[] = []
afterAll(() => {
  for (const connection of opened) connection.close()
  rmSync(scratch, { recursive: true, force: true })
})

let count = 0
let file = ''
let writer: SqliteConnection
beforeEach(() => {
  file = path.join(scratch, `${++count}.db`)
  writer = open(file)
  writer.exec('create table note (id integer primary key, body text not null unique) strict')
})

function open(path: string, options: Parameters<typeof openConnection>[1] = {}): SqliteConnection {
  const connection = openConnection(path, options)
  opened.push(connection)
  return connection
}

const WAYS: readonly (readonly [string, (statement: SqliteStatement) => unknown])[] = [
  ['get', (statement) => statement.get([])],
  ['all', (statement) => statement.all([])],
  ['run', (statement) => statement.run([])],
  ['iterate', (statement) => [...statement.iterate([])]],
]

describe.each(WAYS)('errors of %s', (_, runStatement) => {
  test('name the code of a read-only connection', () => {
    const reader = open(file, { readonly: true })
    const statement = reader.prepare("insert into note (body) values ('a') returning id")
    expect(codeOf(() => runStatement(statement))).toBe('SQLITE_READONLY')
  })

  test('name the code of a locked database', () => {
    const other = open(file, { busyTimeoutMs: 0 })
    const statement = other.prepare("insert into note (body) values ('a') returning id")
    writer.exec('begin exclusive')
    expect(codeOf(() => runStatement(statement))).toBe('SQLITE_BUSY')
    writer.exec('rollback')
  })

  test('name the code of a violated constraint', () => {
    writer.exec("insert into note (body) values ('a')")
    const statement = writer.prepare("insert into note (body) values ('a') returning id")
    expect(codeOf(() => runStatement(statement))).toMatch(/^SQLITE_CONSTRAINT/)
  })

  test('are the error that a function of ours throws', () => {
    const budget = new RangeError('no time left')
    writer.defineFunction('out_of_time', () => {
      throw budget
    })
    const statement = writer.prepare('select out_of_time() as n')
    expect(errorOf(() => runStatement(statement))).toBe(budget)
    const next = writer.prepare('insert into note (body) values (null) returning id')
    expect(codeOf(() => runStatement(next))).toMatch(/^SQLITE_CONSTRAINT/)
  })
})

test.each([
  ['a file that is missing', 'missing.db', null, 'SQLITE_CANTOPEN'],
  ['a file that is no database', 'text.db', 'a text, not a database. '.repeat(100), 'SQLITE_NOTADB'],
])('reading %s names the code', (_, name, content, code) => {
  const place = path.join(scratch, name)
  if (content !== null) writeFileSync(place, content)
  expect(codeOf(() => open(place, { readonly: true }).prepare('select * from sqlite_schema').all([]))).toBe(
    code,
  )
})

test('reading a damaged page names the code', () => {
  writer.exec("insert into note (body) select hex(zeroblob(2000)) || value from json_each('[1,2,3,4,5,6]')")
  writer.close()
  opened.splice(opened.indexOf(writer), 1)
  damage(file)
  const reader = open(file, { readonly: true })
  expect(codeOf(() => reader.prepare('select id, body from note order by body desc').all([]))).toMatch(
    /^SQLITE_CORRUPT/,
  )
})

test('a text with U+0000 is stored whole, with a replacement character', () => {
  writer.prepare('insert into note (body) values (?)').run(['before\0after'])
  expect(writer.prepare('select body from note').all([])).toEqual([{ body: 'before\ufffdafter' }])
})

test.each([
  ['of their own', () => new Uint8Array()],
  ['that share memory', () => Buffer.from(new Uint8Array().buffer)],
  ['that were read', () => writer.prepare("select x'' as bytes").get([])],
])('empty bytes %s are stored as bytes', (_, create) => {
  const created = create()
  const bytes = created instanceof Uint8Array ? created : (created as { bytes: Uint8Array }).bytes
  expect(writer.prepare('select typeof(?) as type').get([bytes])).toEqual({ type: 'blob' })
})

test('a backup is a copy of the database', async () => {
  writer.exec("insert into note (body) values ('kept')")
  const copy = path.join(scratch, 'copy.db')
  await writer.backup(copy, 1)
  expect(open(copy, { readonly: true }).prepare('select body from note').all([])).toEqual([{ body: 'kept' }])
})

function errorOf(call: () => unknown): unknown {
  try {
    call()
  } catch (error) {
    return error
  }
  throw new Error('It did not throw.')
}

function codeOf(call: () => unknown): string {
  return sqliteCode(errorOf(call))
}

/** Overwrites every page but the first, which has the schema. */
function damage(place: string): void {
  const bytes = readFileSync(place)
  bytes.fill(0xff, 4096)
  writeFileSync(place, bytes)
}
