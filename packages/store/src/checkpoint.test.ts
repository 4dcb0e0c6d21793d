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

test('a quiet moment checkpoints a long log on the thread, and a short one without it', async () => {
  const asked: string[] = []
  const noted: SqliteConnection = {
    ...database,
    pragma(text) {
      asked.push(text)
      return database.pragma(text)
    },
  }
  const left = () => {
    const [state] = database.pragma('wal_checkpoint(noop)') as { log: number; checkpointed: number }[]
    return (state?.log ?? 0) - (state?.checkpointed ?? 0)
  }
  const { tidy, close } = checkpointer(noted, path.join(folder, 'data.db'))
  tidy()
  expect(asked).not.toContain('wal_checkpoint(passive)')
  await expect.poll(left).toBe(0)
  await close()
  asked.length = 0
  database.exec("insert into note values ('short')")
  expect(left()).toBeGreaterThan(0)
  tidy()
  expect(asked).toContain('wal_checkpoint(passive)')
  expect(left()).toBe(0)
})
