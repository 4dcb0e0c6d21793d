import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkpointer } from './checkpoint.ts'
import type { SqliteConnection } from './driver/connection.ts'
import { openConnection } from './driver/open-connection.ts'

/** More than the commits between two looks at the log, and more pages than a checkpoint is worth. */
const COMMITS = 20
const PAGES = 4100
const PAGE_BYTES = 4096

let folder: string
let database: SqliteConnection
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'dragoman-checkpoints-'))
  database = openConnection(path.join(folder, 'data.db'))
  database.pragma('journal_mode = wal')
  database.pragma('wal_autocheckpoint = 0')
  database.exec('create table note (body blob)')
  database.exec(`insert into note values (zeroblob(${PAGES * PAGE_BYTES}))`)
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

test.each([
  ['on the thread and on this one', () => {}],
  ['after a commit', () => void database.pragma('wal_checkpoint(passive)')],
])('a checkpoint that fails on a full disk, %s, fails no commit', async (_, prepare) => {
  const asked: string[] = []
  const full: SqliteConnection = {
    ...database,
    pragma(text) {
      asked.push(text)
      if (text === 'wal_checkpoint(passive)') throw new Error('database or disk is full')
      return database.pragma(text)
    },
  }
  prepare()
  const { consider, close } = checkpointer(full, path.join(folder, 'missing', 'data.db'))
  for (let commit = 0; commit < COMMITS; commit++) consider()
  await expect(close()).resolves.toBeUndefined()
  expect(asked).toContain('wal_checkpoint(passive)')
})
