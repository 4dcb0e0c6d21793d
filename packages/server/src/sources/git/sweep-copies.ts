import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { listAllSources, type Store } from '@dragoman/store'
import type { Log } from '../../log.ts'
import { type Loop, openLoop } from '../../open-loop.ts'
import { PROCESS_MARK, stateOfProcess } from '../../process-mark.ts'
import { KEYS_FOLDER, markOfTemporary } from './access/temporary-folders.ts'
import { REMOVED_WHOLE } from './source-problems.ts'

type SweepParts = {
  readonly store: Pick<Store, 'read' | 'dialect'>
  readonly log: Log
  /** The folder of all copies. */
  readonly folder: string
}

/** What a killed process leaves; no call of Git takes nearly as long. */
const OLD_MS = 24 * 60 * 60_000
/** The copy of a source, and that of its history. */
const COPY = /^(\d+)(?:-history)?$/
const TEMPORARY = /^(?:look|test)-/

/** Opens what removes keys of killed processes, and copies that no source needs. `wake`: a source was removed. */
export function openCopySweep(parts: SweepParts): Pick<Loop, 'wake' | 'start' | 'close'> {
  return openLoop(
    () => sweepCopies(parts),
    (error) => parts.log({ level: 'warn', event: 'git-copies-not-removed', error }),
  )
}

async function sweepCopies(parts: SweepParts): Promise<void> {
  const { store, folder } = parts
  const keys = join(folder, KEYS_FOLDER)
  for (const name of await namesIn(keys)) await removeUnused(parts, join(keys, name), name)
  // Before the sources: the row of a source is there before its copy.
  const names = await namesIn(folder)
  const sources = new Set((await store.read(listAllSources)).map(({ row }) => String(row.id)))
  for (const name of names) {
    const source = COPY.exec(name)?.[1]
    if (source !== undefined && !sources.has(source)) await rm(join(folder, name), REMOVED_WHOLE)
    if (TEMPORARY.test(name)) await removeUnused(parts, join(folder, name), name)
  }
}

/** Removes a temporary folder unless a running process can need it. */
async function removeUnused({ store }: SweepParts, path: string, name: string): Promise<void> {
  const mark = markOfTemporary(name)
  if (mark === PROCESS_MARK) return
  // With SQLite no other process uses the data folder; processes on one PostgreSQL share it.
  if (store.dialect === 'sqlite' || stateOfProcess(mark) === 'dead' || (await isOld(path)))
    await rm(path, REMOVED_WHOLE)
}

async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null) // it is gone by now
  return found !== null && Date.now() - found.mtimeMs > OLD_MS
}

function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => [])
}
