import type { CatalogChange } from './catalog-change.ts'
import { type DueFiles, dueFromCatalog, isNothingDue, joinDue, NOTHING_DUE } from './due-files.ts'

/**
 * When the files of one source are compared and written. Knows no disk, clock or store: events come in,
 * effects go out. One of `scan`, `sort` and `sync` runs at a time, and its end is the next event.
 */
export type SyncState = {
  readonly due: DueFiles
  /** Changes of the catalog whose files have not been determined yet. */
  readonly heard: readonly CatalogChange[]
  /** Changes whose texts are being written. */
  readonly inWork: readonly CatalogChange[]
  /** Requested comparisons that have not started, in order. */
  readonly asked: readonly Comparison[]
  /**
   * What is left of comparisons of all files that failed: the scan, or what it found. Their callers have the error; the
   * rest is done here. Null: nothing.
   */
  readonly unfinished: 'scan' | 'files' | null
  readonly activity: Activity
  /** Consecutive failed rounds. */
  readonly failures: number
  /** When the last round ended. */
  readonly restedSinceMs: number
  /** Pause between two rounds; set by who runs it. */
  readonly restMs: number
  /** From `closing` on nothing new is started, but what is due is still written. */
  readonly lifetime: 'open' | 'closing' | 'closed'
}

/** A requested comparison, whose caller waits for its end. */
export type Comparison = {
  readonly id: number
  /** All files, or only those that are due when it starts. */
  readonly files: 'all' | 'due'
  /** Whether it is a job, which can be stopped and itself retries what fails. */
  readonly isJob: boolean
}

/** Files that are merged together. */
export type Batch = { readonly paths: readonly string[]; readonly due: DueFiles }

type Activity =
  | { readonly kind: 'idle' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'scanning'; readonly run: Run }
  | {
      readonly kind: 'sorting'
      readonly run: Run
      readonly due: DueFiles
      readonly heard: readonly CatalogChange[]
    }
  | {
      readonly kind: 'syncing'
      readonly run: Run
      readonly batch: Batch
      readonly rest: readonly Batch[]
      readonly hasFailed: boolean
    }

/** From starting on what is due until nothing is left. */
type Run = {
  readonly comparison: Comparison | null
  readonly rounds: number
  readonly changed: number
  /** Whether a batch of the last round must be compared once more. */
  readonly isUnfinished: boolean
  /** Started while closing: what it leaves is dropped. */
  readonly isLast: boolean
}

export type SyncEvent =
  /** Files might have changed, or the catalog requires them. */
  | { readonly kind: 'found'; readonly due: DueFiles }
  | { readonly kind: 'changed'; readonly change: CatalogChange }
  | { readonly kind: 'compare'; readonly comparison: Comparison }
  | { readonly kind: 'time-came' }
  | { readonly kind: 'scanned'; readonly due: DueFiles }
  /** The `heard` changes without this sync's own, and all that is due in batches. */
  | {
      readonly kind: 'sorted'
      readonly inWork: readonly CatalogChange[]
      readonly batches: readonly Batch[]
    }
  /** A batch is merged; `again` must be compared once more. */
  | { readonly kind: 'synced'; readonly changed: number; readonly again: DueFiles }
  /** The job wants no further batches. */
  | { readonly kind: 'stopped' }
  /** The running step has failed. */
  | { readonly kind: 'failed' }
  | { readonly kind: 'close' }

export type SyncEffect =
  | { readonly kind: 'wait'; readonly ms: number }
  /** Without a comparison: repeats a scan that failed. */
  | { readonly kind: 'scan'; readonly comparison: Comparison | null }
  | {
      readonly kind: 'sort'
      readonly due: DueFiles
      readonly heard: readonly CatalogChange[]
      readonly comparison: Comparison | null
      readonly round: number
    }
  | {
      readonly kind: 'sync'
      readonly batch: Batch
      readonly comparison: Comparison | null
      readonly round: number
    }
  /** Everything that was saved is written. `isCompared`: a comparison that failed at first is complete now. */
  | { readonly kind: 'all-written'; readonly isCompared: boolean }
  | {
      readonly kind: 'compared'
      readonly comparison: Comparison
      readonly changed: number
      readonly hasFailed: boolean
    }
  | { readonly kind: 'closed' }

export type Step = readonly [SyncState, readonly SyncEffect[]]

/** After a change, so that a burst is handled in one round. */
const SETTLE_MS = 60
const LONGEST_PAUSE_MS = 30_000
/** Rounds without a pause, before others get their turn. */
const ROUNDS_AT_MOST = 20

export const START: SyncState = {
  due: NOTHING_DUE,
  heard: [],
  inWork: [],
  asked: [],
  unfinished: null,
  activity: { kind: 'idle' },
  failures: 0,
  restedSinceMs: Number.NEGATIVE_INFINITY,
  restMs: 0,
  lifetime: 'open',
}

/** Returns the state after an event, and the next steps. */
export function next(state: SyncState, event: SyncEvent, nowMs: number): Step {
  if (state.lifetime === 'closed') return [state, endedAtOnce(event)]
  const { activity } = state
  switch (event.kind) {
    case 'found':
      return wake({ ...state, due: joinDue(state.due, event.due) }, nowMs)
    case 'changed':
      return wake({ ...state, heard: [...state.heard, event.change] }, nowMs)
    case 'compare':
      if (state.lifetime === 'closing') return [state, endedAtOnce(event)]
      return begin({ ...state, asked: [...state.asked, event.comparison] })
    case 'time-came':
      return activity.kind === 'waiting' ? begin(state) : [state, []]
    case 'scanned':
      if (activity.kind !== 'scanning') throw unexpected(state, event)
      return sort(scanned(state, event.due), activity.run)
    case 'sorted':
      if (activity.kind !== 'sorting') throw unexpected(state, event)
      return proceed(
        { ...state, inWork: [...state.inWork, ...event.inWork] },
        { run: activity.run, rest: event.batches, hasFailed: false },
        nowMs,
      )
    case 'synced':
      if (activity.kind !== 'syncing') throw unexpected(state, event)
      return proceed(
        { ...state, due: joinDue(state.due, event.again) },
        { ...activity, run: afterBatch(activity.run, event) },
        nowMs,
      )
    case 'stopped':
      if (activity.kind !== 'syncing') throw unexpected(state, event)
      return proceed(dropped(state, [activity.batch, ...activity.rest]), { ...activity, rest: [] }, nowMs)
    case 'failed':
      return fail(state, nowMs)
    case 'close':
      return close(state)
    default:
      return event satisfies never
  }
}

/** Starts a round soon, unless one is running. */
function wake(state: SyncState, nowMs: number): Step {
  return state.activity.kind === 'idle' ? wait(state, SETTLE_MS, nowMs) : [state, []]
}

function wait(state: SyncState, ms: number, nowMs: number): Step {
  const rest = state.restedSinceMs + state.restMs - nowMs
  return [{ ...state, activity: { kind: 'waiting' } }, [{ kind: 'wait', ms: Math.max(ms, rest) }]]
}

/** Starts the next comparison, or else what is due, unless something is running. */
function begin(state: SyncState): Step {
  if (state.activity.kind !== 'idle' && state.activity.kind !== 'waiting') return [state, []]
  const [comparison, ...asked] = state.asked
  const isLast = state.lifetime === 'closing'
  const run: Run = { comparison: comparison ?? null, rounds: 0, changed: 0, isUnfinished: false, isLast }
  const scans = comparison === undefined ? state.unfinished === 'scan' : comparison.files === 'all'
  if (!scans) return sort({ ...state, asked }, run)
  return [
    { ...state, asked, activity: { kind: 'scanning', run } },
    [{ kind: 'scan', comparison: run.comparison }],
  ]
}

function scanned(state: SyncState, due: DueFiles): SyncState {
  const unfinished = state.unfinished === null ? null : 'files'
  return { ...state, due: joinDue(state.due, due), unfinished }
}

function sort(state: SyncState, before: Run): Step {
  const { due, heard } = state
  const run: Run = { ...before, rounds: before.rounds + 1, isUnfinished: false }
  const { comparison } = run
  return [
    { ...state, due: NOTHING_DUE, heard: [], activity: { kind: 'sorting', run, due, heard } },
    [{ kind: 'sort', due, heard, comparison, round: run.rounds }],
  ]
}

type Round = { readonly run: Run; readonly rest: readonly Batch[]; readonly hasFailed: boolean }

/** Starts the next batch of the round, or ends it. */
function proceed(state: SyncState, { run, rest, hasFailed }: Round, nowMs: number): Step {
  const [batch, ...later] = rest
  if (batch === undefined) return endRound(state, { run, hasFailed }, nowMs)
  // A job continues after the next start.
  if (state.lifetime === 'closing' && run.comparison?.isJob)
    return endRound(dropped(state, rest), { run, hasFailed }, nowMs)
  return [
    { ...state, activity: { kind: 'syncing', run, batch, rest: later, hasFailed } },
    [{ kind: 'sync', batch, comparison: run.comparison, round: run.rounds }],
  ]
}

function endRound(state: SyncState, { run, hasFailed }: Omit<Round, 'rest'>, nowMs: number): Step {
  if (isMoreDue(state) && continuesImmediately(state, run) && !hasFailed && run.rounds < ROUNDS_AT_MOST)
    return sort(state, run)
  return endRun(state, { run, hasFailed }, nowMs)
}

/**
 * Returns whether the next round starts without a pause. What was saved or found meanwhile waits for it, so that
 * someone who saves string after string does not cause a write of the file for each.
 */
function continuesImmediately({ lifetime }: SyncState, { comparison, isUnfinished }: Run): boolean {
  return isUnfinished || comparison !== null || lifetime === 'closing'
}

function isMoreDue({ due, heard }: SyncState): boolean {
  return !isNothingDue(due) || heard.length > 0
}

function afterBatch(run: Run, { changed, again }: Extract<SyncEvent, { kind: 'synced' }>): Run {
  return {
    ...run,
    changed: run.changed + changed,
    isUnfinished: run.isUnfinished || !isNothingDue(again),
  }
}

function endRun(state: SyncState, { run, hasFailed }: Omit<Round, 'rest'>, nowMs: number): Step {
  const { comparison, changed } = run
  const reports: SyncEffect[] =
    comparison === null ? [] : [{ kind: 'compared', comparison, changed, hasFailed }]
  const failures = hasFailed ? state.failures + 1 : 0
  const unfinished = state.unfinished ?? (hasFailed && comparesAll(comparison) ? 'files' : null)
  const ended: SyncState = {
    ...state,
    activity: { kind: 'idle' },
    failures,
    unfinished,
    restedSinceMs: nowMs,
  }
  if (ended.lifetime === 'closing') {
    const [then, effects]: Step =
      isMoreDue(ended) && !run.isLast
        ? begin(ended)
        : [{ ...ended, lifetime: 'closed' }, [{ kind: 'closed' }]]
    return [then, [...reports, ...effects]]
  }
  const [rested, written] = noteWritten(ended)
  const [then, effects] = afterRun(rested, hasFailed, nowMs)
  return [then, [...reports, ...written, ...effects]]
}

/** Whether a comparison lists all files, and is no job, which itself retries what fails. */
function comparesAll(comparison: Comparison | null): boolean {
  return comparison !== null && comparison.files === 'all' && !comparison.isJob
}

/** Reports that nothing is left to write. A requested comparison finds more, so none is complete before it. */
function noteWritten(state: SyncState): Step {
  if (isMoreDue(state)) return [state, []]
  const isCompared = state.unfinished === 'files' && state.asked.length === 0
  if (state.inWork.length === 0 && !isCompared) return [state, []]
  const unfinished = isCompared ? null : state.unfinished
  return [{ ...state, inWork: [], unfinished }, [{ kind: 'all-written', isCompared }]]
}

function afterRun(state: SyncState, hasFailed: boolean, nowMs: number): Step {
  if (state.asked.length > 0) return begin(state)
  if (!isMoreDue(state) && state.unfinished !== 'scan') return [state, []]
  const pause = hasFailed ? Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** (state.failures - 1)) : SETTLE_MS
  return wait(state, pause, nowMs)
}

/**
 * Handles a failure: nothing is lost, and the other files continue; what failed is due at the next attempt.
 */
function fail(state: SyncState, nowMs: number): Step {
  const { activity } = state
  switch (activity.kind) {
    case 'scanning': {
      const { comparison } = activity.run
      // The next start compares everything.
      const isRepeated = state.lifetime === 'open' && !comparison?.isJob
      const left: SyncState = isRepeated ? { ...state, unfinished: 'scan' } : state
      return endRun(left, { run: activity.run, hasFailed: true }, nowMs)
    }
    case 'sorting':
      return endRun(
        {
          ...state,
          due: joinDue(state.due, activity.due),
          heard: [...activity.heard, ...state.heard],
        },
        { run: activity.run, hasFailed: true },
        nowMs,
      )
    case 'syncing': {
      const { run, batch } = activity
      const again = run.comparison?.isJob
        ? dropped(state, [batch])
        : { ...state, due: joinDue(state.due, batch.due) }
      return proceed(again, { ...activity, hasFailed: true }, nowMs)
    }
    default:
      throw unexpected(state, { kind: 'failed' })
  }
}

/**
 * Drops batches. What a job has not read is found again by the next scan; what was saved here would not be,
 * so it stays due.
 */
function dropped(state: SyncState, batches: readonly Batch[]): SyncState {
  return { ...state, due: joinDue(state.due, ...batches.map(({ due }) => dueFromCatalog(due))) }
}

/** Closes the schedule: requested comparisons are dropped; what is due is still written. */
function close(state: SyncState): Step {
  if (state.lifetime !== 'open') return [state, []]
  const reports = state.asked.map(ended)
  const closing: SyncState = { ...state, lifetime: 'closing', asked: [], unfinished: null }
  const [then, effects] = begin(closing)
  return [then, [...reports, ...effects]]
}

function endedAtOnce(event: SyncEvent): readonly SyncEffect[] {
  return event.kind === 'compare' ? [ended(event.comparison)] : []
}

function ended(comparison: Comparison): SyncEffect {
  return { kind: 'compared', comparison, changed: 0, hasFailed: false }
}

function unexpected({ activity }: SyncState, { kind }: SyncEvent): Error {
  return new Error(`A sync that is ${activity.kind} reports ${kind}`)
}
