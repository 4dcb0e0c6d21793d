import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { checkpointThread } from './checkpoint-thread.ts'
import type { SqliteConnection } from './driver/connection.ts'
import { openConnection } from './driver/open-connection.ts'

const scratch = mkdtempSync(path.join(os.tmpdir(), 'dragoman-checkpoint-'))
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
  writer = openConnection(file)
  opened.push(writer)
  writer.pragma('journal_mode = wal')
  writer.pragma('wal_autocheckpoint = 0')
  writer.exec('create table note (body text)')
})

function pagesLeft(): number {
  const [state] = writer.pragma('wal_checkpoint(noop)') as { log: number; checkpointed: number }[] // columns of the pragma
  return state ? state.log - state.checkpointed : Number.NaN
}

test('each checkpoint copies what was written since the last one, and the thread can start again', async () => {
  const thread = checkpointThread(file)
  for (const isSameThread of [true, true, false]) {
    writer.exec(`insert into note values ('text')`)
    expect(pagesLeft()).toBeGreaterThan(0)
    expect(await thread.run()).toBe(true)
    expect(pagesLeft()).toBe(0)
    if (!isSameThread) await thread.end()
  }
  writer.exec(`insert into note values ('after the end')`)
  expect(await thread.run()).toBe(true)
  expect(pagesLeft()).toBe(0)
  await thread.end()
})

test('a checkpoint that is impossible returns false, and the next one is tried again', async () => {
  const place = path.join(scratch, 'none', 'data.db')
  const thread = checkpointThread(place)
  expect(await thread.run()).toBe(false)
  writeFileSync(path.join(scratch, 'none'), '')
  expect(await thread.run()).toBe(false)
  await thread.end()
})

test.skipIf(process.platform !== 'linux')(
  'an idle thread closes its connection, as does its end',
  async () => {
    const openFiles = () => readdirSync('/proc/self/fd').filter((fd) => placeOf(fd).startsWith(file)).length
    const first = checkpointThread(file)
    await first.run()
    await first.end()
    // SQLite keeps one descriptor for the next connection, because closing it would end the locks of `writer`.
    const before = openFiles()
    const brief = checkpointThread(file, 1)
    await brief.run()
    await expect.poll(openFiles).toBe(before)
    const kept = checkpointThread(file)
    await kept.run()
    expect(openFiles()).toBeGreaterThan(before)
    await kept.end()
    expect(openFiles()).toBe(before)
  },
)

/** Returns the file of a descriptor; one that was closed meanwhile has none. */
function placeOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return ''
  }
}
