import { mkdirSync, renameSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { WAIT_DEADLINE_MS } from '../../../scripts/lib/deadlines.ts'
import { followFolder } from '../src/sources/folder/follow-folder.ts'
import { findLeftOut } from '../src/sources/folder/left-out.ts'

test('a folder that was replaced is watched again, even if it was scanned in the meantime', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-folder-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const locales = join(folder, 'locales')
  mkdirSync(locales)
  const source = {
    id: 1,
    kind: 'folder',
    folder: locales,
    pattern: '{lng}.json',
    format: 'i18next-json',
    writable: true,
    createdAt: '2026-01-01T00:00:00.000Z',
  } as const
  const leftOut = findLeftOut(source, () => undefined)
  const watch = followFolder({ source, leftOut, log: () => undefined, pollMs: 300 })
  onTestFinished(watch.close)
  let comparisons = 0
  const onReplaced = async () => {
    comparisons++
  }
  await watch.start({ onFound() {}, onReplaced, async mergeFound() {} })
  renameSync(locales, `${locales}-before`)
  mkdirSync(locales)
  await watch.noteRoot()
  await expect.poll(() => comparisons, { timeout: WAIT_DEADLINE_MS }).toBe(1)
})
