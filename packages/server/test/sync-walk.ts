import { readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyOperation, resolveConflict, type Store } from '@dragoman/store'
import { expect } from 'vitest'
import { MARA } from '../../store/test/sample.ts'
import { type ChangedTexts, dueTexts, type FromCatalog, joinDue, NOTHING_DUE } from '../src/sync/due-files.ts'
import type { SyncContext } from '../src/sync/run/context.ts'
import { type BatchResult, syncBatch } from '../src/sync/run/sync-batch.ts'
import { json, openSyncProject, PATHS, type SyncProject } from './sync-project.ts'

/** Edited by people only, by a program only, and by both. */
const PEOPLE = ['a0', 'a1', 'a2']
const PROGRAM = ['b0', 'b1', 'b2']
const BOTH = ['c0', 'c1']
const KEYS = [...PEOPLE, ...PROGRAM, ...BOTH]
const PATH = 'de/common.json'
/** The process has ended: the store is no longer used. */
class EndedError extends Error {}

export type WalkFigures = { steps: number; saves: number; edits: number; ends: number; conflicts: number }

/**
 * One random walk of the law of folders: people save, a program edits the same file, and the process ends
 * between any two steps of a sync. A conflict must never concern a string that only one side has edited since
 * both agreed, nothing that was saved or edited is lost, and in the end file and catalog agree.
 */
export async function walk(seed: number, kind: 'sqlite' | 'postgres', steps: number): Promise<WalkFigures> {
  const project = await openSyncProject(Object.fromEntries(KEYS.map((key) => [key, 'start'])), kind)
  try {
    return await walkOver(project, generator(seed), steps)
  } finally {
    await project.remove()
  }
}

async function walkOver(
  project: SyncProject,
  random: (below: number) => number,
  steps: number,
): Promise<WalkFigures> {
  const figures: WalkFigures = { steps, saves: 0, edits: 0, ends: 0, conflicts: 0 }
  const path = join(project.folder, PATH)
  const last = new Map<string, string>(KEYS.map((key) => [key, 'start']))
  const editedBy = { people: new Set<string>(), program: new Set<string>() }
  const faults = faultyStore(project.store, disturb)
  let context: SyncContext = project.freshContext(faults.store)
  /** What people have saved since the last sync processed it. */
  let due: FromCatalog = new Map()
  /**
   * Number of the sync after which another one has to read the file before the process can end; null: it can
   * end.
   */
  let notSeenBy: number | null = null
  let snapshot: {
    readonly texts: Record<string, string>
    readonly atMs: number
    readonly syncs: number
  } | null = null
  let syncs = 0
  let texts = 0

  function readFile(): Record<string, string> {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, string> // the file is flat
  }

  /** Forgets the edits of keys on which file and catalog agree. */
  async function observe(): Promise<void> {
    const [file, catalog] = [readFile(), await project.texts()]
    for (const key of KEYS) {
      if (file[key] !== catalog[key]) continue
      editedBy.people.delete(key)
      editedBy.program.delete(key)
    }
  }

  async function save(): Promise<void> {
    const key = pick([...PEOPLE, ...BOTH])
    await observe()
    texts += 1
    figures.saves += 1
    const keyId = await project.save(key, `saved ${texts}`)
    last.set(key, `saved ${texts}`)
    editedBy.people.add(key)
    addDue(new Set([keyId]))
  }

  function addDue(texts: ChangedTexts): void {
    due = joinDue({ ...NOTHING_DUE, fromCatalog: due }, dueTexts(PATH, ['de'], texts)).fromCatalog
  }

  /** Edits the current file, or what the program read some time ago. */
  async function edit(): Promise<void> {
    await observe()
    const stale = snapshot !== null && syncs - snapshot.syncs <= 1 ? snapshot : null
    // A process that has ended remembers only one of its writes, so it must not end before it has read a file
    // whose writer did not know about two of them.
    if (stale !== null && syncs > stale.syncs) notSeenBy = syncs
    const current = readFile()
    const now = stale?.texts ?? current
    snapshot = null
    // What people had saved is gone from the file again, so the program's next edits do not know it.
    for (const name of BOTH) if (now[name] !== current[name]) editedBy.people.add(name)
    const key = pick(stale !== null ? PROGRAM : [...PROGRAM, ...BOTH])
    texts += 1
    figures.edits += 1
    const bytes = json({ ...now, [key]: `edited ${texts}` })
    if (random(2) === 0) writeFileSync(path, bytes)
    else {
      writeFileSync(`${path}.editing`, bytes)
      renameSync(`${path}.editing`, path)
    }
    // The program writes right after it has read, however long this machine took for what came between: only
    // for two seconds after our write can it write what it had read before (decision 0016).
    if (stale !== null) utimesSync(path, stale.atMs / 1000, stale.atMs / 1000)
    last.set(key, `edited ${texts}`)
    editedBy.program.add(key)
  }

  /** Does what can happen between the steps of a sync. */
  async function disturb(): Promise<void> {
    const chance = random(12)
    if (chance === 0) await save()
    if (chance === 1) await edit()
    if (chance === 2 && snapshot === null) snapshot = { texts: readFile(), atMs: Date.now(), syncs }
  }

  async function resolve(): Promise<void> {
    const [conflict] = await project.conflicts()
    if (conflict === undefined || conflict.keyId === null) return
    const { keyId } = conflict
    await observe()
    texts += 1
    const forms = { other: `resolved ${texts}` }
    await project.store.write(async (w) => {
      const changes = [{ kind: 'translate', keyId, language: 'de', forms }] as const
      await applyOperation(w, {
        projectId: context.projectId,
        kind: 'resolve',
        by: MARA,
        at: new Date().toISOString(),
        changes,
      })
      await resolveConflict(w, conflict.id)
    })
    last.set(conflict.name, forms.other)
    editedBy.people.add(conflict.name)
    addDue('any')
  }

  async function sync(): Promise<BatchResult> {
    syncs += 1
    const fromCatalog = due
    due = new Map()
    const result = await syncBatch(context, { paths: PATHS, fromCatalog, kind: 'sync' })
    if (result.again.length > 0)
      due = joinDue({ ...NOTHING_DUE, fromCatalog }, { ...NOTHING_DUE, fromCatalog: due }).fromCatalog
    if (notSeenBy !== null && syncs > notSeenBy && result.again.length === 0) notSeenBy = null
    return result
  }

  async function end(): Promise<void> {
    figures.ends += 1
    snapshot = null
    faults.endAfter(1 + random(10), random(2) === 0)
    await sync().catch((error: unknown) => {
      if (!(error instanceof EndedError)) throw error
    })
    faults.revive()
    context = project.freshContext(faults.store)
    // A process that starts does not know which texts were saved.
    addDue('any')
    snapshot = null
  }

  async function expectNoFalseConflict(): Promise<void> {
    await observe()
    for (const { name, base, ours, theirs } of await project.conflicts()) {
      figures.conflicts += 1
      const said = `${name}: ${base.other} / ${ours.other} / ${theirs.other}`
      expect([editedBy.people.has(name), editedBy.program.has(name)], `conflict ${said}`).toEqual([
        true,
        true,
      ])
    }
  }

  function pick(keys: readonly string[]): string {
    return keys[random(keys.length)] ?? ''
  }

  for (let step = 0; step < steps; step++) {
    const chance = random(12)
    if (chance < 3) await save()
    else if (chance < 6) await edit()
    else if (chance < 8 && notSeenBy === null) await end()
    else if (chance < 9) await resolve()
    else await sync()
    await expectNoFalseConflict()
  }

  faults.calm()
  snapshot = null
  for (let round = 0; round < 20; round++) {
    const { changed, again } = await sync()
    if (changed === 0 && again.length === 0 && due.size === 0) break
  }
  await expectNoFalseConflict()
  const open = new Set((await project.conflicts()).map(({ name }) => name))
  const [file, catalog] = [readFile(), await project.texts()]
  for (const key of KEYS) {
    if (open.has(key)) continue
    expect([key, file[key]]).toEqual([key, catalog[key]])
    if (!BOTH.includes(key)) expect([key, catalog[key]]).toEqual([key, last.get(key)])
  }
  expect((await project.files()).map((row) => row.state)).toEqual(['in-step', 'in-step'])
  return figures
}

/** A store with other events between its calls, which can end a process before or after any call. */
function faultyStore(store: Store, disturb: () => Promise<void>) {
  let left = Number.POSITIVE_INFINITY
  let isBefore = true
  let hasEnded = false
  let isCalm = false
  async function step<T>(call: () => Promise<T>): Promise<T> {
    if (hasEnded) throw new EndedError()
    if (!isCalm) await disturb()
    left -= 1
    if (left > 0) return call()
    hasEnded = true
    if (!isBefore) await call()
    throw new EndedError()
  }
  const faulty: Store = {
    ...store,
    read: (job) => step(() => store.read(job)),
    write: (job) => step(() => store.write(job)),
  }
  return {
    store: faulty,
    endAfter(calls: number, before: boolean) {
      left = calls
      isBefore = before
    },
    revive() {
      left = Number.POSITIVE_INFINITY
      hasEnded = false
    },
    calm() {
      isCalm = true
    },
  }
}

/** Returns the same numbers for the same seed (mulberry32). */
export function generator(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}
