import { mkdirSync, renameSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { WAIT_DEADLINE_MS } from '../../../scripts/lib/deadlines.ts'
import { rootStampOf } from '../src/sources/folder/file-stamp.ts'
import { type FollowRequest, followFolder } from '../src/sources/folder/follow-folder.ts'
import { findLeftOut } from '../src/sources/folder/left-out.ts'
import { watchFolder } from '../src/sources/folder/watch-folder.ts'
import { NEVER_MS } from './timings.ts'

const WAIT = { timeout: WAIT_DEADLINE_MS }

/** Returns a scan that the test ends. */
function openScan() {
  let end = () => {}
  const ready = new Promise<void>((resolve) => {
    end = resolve
  })
  return { watch: { ready, close: async () => end() }, end }
}

/** Follows a new folder on disk, or with some parts replaced. */
async function openFollowed(parts: Pick<FollowRequest, 'pollMs'> & Partial<FollowRequest>) {
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
  const watch = followFolder({
    source,
    leftOut: findLeftOut(source, () => undefined),
    log: () => undefined,
    stampRoot: () => rootStampOf(source),
    watchFiles: (listener) => watchFolder(locales, source.pattern, listener),
    ...parts,
  })
  onTestFinished(watch.close)
  let comparisons = 0
  const onReplaced = async () => {
    comparisons++
  }
  return {
    locales,
    watch,
    start: () => watch.start({ onFound() {}, onReplaced, async mergeFound() {} }),
    comparisons: () => comparisons,
  }
}

test('a folder that was replaced is watched again, even if it was scanned in the meantime', async () => {
  const { locales, watch, start, comparisons } = await openFollowed({ pollMs: 300 })
  await start()
  renameSync(locales, `${locales}-before`)
  mkdirSync(locales)
  await watch.noteRoot()
  await expect.poll(comparisons, WAIT).toBe(1)
})

test('a scan that takes longer than the pause between comparisons ends, and is not repeated', async () => {
  const scan = openScan()
  let scans = 0
  let stamps = 0
  const { start, comparisons } = await openFollowed({
    pollMs: 1,
    async stampRoot() {
      stamps += 1
      return 'same'
    },
    watchFiles() {
      scans += 1
      return scan.watch
    },
  })
  const started = start()
  await expect.poll(() => scans, WAIT).toBeGreaterThan(0)
  const before = stamps
  await expect.poll(() => stamps, WAIT).toBeGreaterThan(before + 3)
  scan.end()
  await started
  expect([scans, comparisons()]).toEqual([1, 0])
})

test('a folder that was replaced during a scan is watched again after it', async () => {
  const scans = [openScan(), openScan()] as const
  const next = scans.values()
  let opened = 0
  let stamp = 'before'
  const { start, comparisons } = await openFollowed({
    pollMs: 1,
    stampRoot: async () => stamp,
    watchFiles() {
      opened += 1
      return (next.next().value ?? openScan()).watch
    },
  })
  const started = start()
  await expect.poll(() => opened, WAIT).toBe(1)
  stamp = 'after'
  scans[0].end()
  await started
  await expect.poll(() => opened, WAIT).toBe(2)
  expect(comparisons()).toBe(0)
  scans[1].end()
  await expect.poll(comparisons, WAIT).toBe(1)
  expect(opened).toBe(2)
})

test('a start ends when the folder is closed during the scan', async () => {
  let opened = 0
  const { watch, start } = await openFollowed({
    pollMs: NEVER_MS,
    watchFiles() {
      opened += 1
      return openScan().watch
    },
  })
  const started = start()
  await expect.poll(() => opened, WAIT).toBe(1)
  await watch.close()
  await started
  expect(watch.isWatching()).toBe(false)
})

test('comparisons do not overlap', async () => {
  const slow = openScan()
  let stamps = 0
  const { start, comparisons } = await openFollowed({
    pollMs: 1,
    async stampRoot() {
      stamps += 1
      if (stamps === 2) await slow.watch.ready
      return 'same'
    },
    watchFiles: () => ({ ready: Promise.resolve(), close: async () => {} }),
  })
  await start()
  await expect.poll(() => stamps, WAIT).toBe(2)
  slow.end()
  await expect.poll(() => stamps, WAIT).toBeGreaterThan(2)
  expect(comparisons()).toBe(0)
})
