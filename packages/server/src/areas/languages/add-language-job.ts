import type { JobResult } from '@dragoman/contract'
import {
  addLanguages,
  countKeys,
  dropPreparedRows,
  isLanguagePrepared,
  type JobRow,
  type LanguageToCome,
  prepareLanguageRows,
  reserveLanguage,
  type Writer,
} from '@dragoman/store'
import { starterOf } from '../../access/requester-of.ts'
import type { Deps } from '../../deps.ts'
import type { JobContext, JobEnd, JobKind } from '../../jobs/job-kind.ts'
import { type JobType, jobType } from '../../jobs/job-type.ts'
import { openPace } from '../../jobs/pace.ts'
import { failureOfRefusals } from '../run-operation.ts'

type AddLanguagePayload = { readonly tag: string; readonly fallback?: string | null }

export const ADD_LANGUAGE: JobType<'add-language', AddLanguagePayload> = jobType('add-language')

type Cursor = {
  readonly language: LanguageToCome
  /** Rows of keys up to this one have been created. */
  readonly after: number
  /** How often all rows were created. */
  readonly passes: number
}

type LanguageDeps = Pick<Deps, 'store' | 'now' | 'lastRequestMs'>

/** Rows of one step; the database creates them, about as fast as it can write. */
const ROWS = 2500
/**
 * Keys that are added, removed or moved while the rows are created require another pass. If that never ends,
 * the rows are created once more in the transaction that adds the language.
 */
const PASSES = 5

/**
 * Adds a language to a large project. Its rows are created first, in short transactions, under an id that
 * belongs to no language yet, so that no one sees them; the operation that then adds the language is short.
 */
export function addLanguageJob(deps: LanguageDeps): JobKind<'add-language'> {
  const take = (context: JobContext) => openRun(deps, context)
  return {
    kind: ADD_LANGUAGE.kind,
    afterCrash: 'run-again',
    maxAttempts: 5,
    run: (context) => take(context).run(),
    abandon: (context) => take(context).drop(),
  }
}

function openRun(deps: LanguageDeps, { job, step, report, signal, cancelRequested }: JobContext) {
  const { projectId } = job
  const payload = ADD_LANGUAGE.payloadOf(job)
  const { tag } = payload
  const place = { projectId, tag }
  const result: JobResult = {
    files: 0,
    keysAdded: 0,
    translations: 0,
    languagesAdded: [tag],
    keptNewer: 0,
  }
  const pace = openPace(deps.lastRequestMs)
  let cursor = job.cursor as Cursor | null // written below

  async function run(): Promise<JobEnd> {
    report({ total: await deps.store.read((r) => countKeys(r, projectId)), detail: tag })
    if (cursor === null) cursor = (await step((w) => reserve(w, place))).next
    let { done } = job
    while (cursor !== null) {
      signal.throwIfAborted()
      if (cancelRequested() !== null) {
        await drop()
        return { state: 'cancelled' }
      }
      const at: Cursor = cursor
      const fromMs = performance.now()
      const { prepared, next } = await step((w) => prepareMore(w, place, at, done))
      if (prepared === null) break
      cursor = next
      done += prepared.keys
      pace.took(performance.now() - fromMs)
      await pace.rest()
      if (prepared.last !== null) continue
      const added = await step((w) => addOrPrepareAgain(w, { job, payload, now: deps.now() }, next))
      if (added.next === null) return { state: 'done', result }
      cursor = added.next
      done = 0
    }
    // Added by a run that ended before it could report it, or by someone else.
    await drop()
    return { state: 'done', ...(job.operationId === null ? {} : { result }) }
  }

  async function drop(): Promise<void> {
    if (cursor === null) return
    const { language } = cursor
    for (let isMore = true; isMore; ) {
      signal.throwIfAborted()
      const { left } = await step(async (w) => ({
        left: await dropPreparedRows(w, { projectId, language, limit: ROWS }),
      }))
      isMore = left
    }
  }

  return { run, drop }
}

type Place = { readonly projectId: number; readonly tag: string }

/** Reserves an id for the language; `next` is null if the project has it already. */
async function reserve(w: Writer, place: Place) {
  const language = await reserveLanguage(w, place)
  const next: Cursor | null = language && { language, after: 0, passes: 0 }
  return { next, ...(next === null ? {} : { cursor: next }) }
}

/** Creates the next rows of the language. */
async function prepareMore(w: Writer, place: Place, { language, after, passes }: Cursor, done: number) {
  const prepared = await prepareLanguageRows(w, { ...place, language, after, limit: ROWS })
  const next: Cursor = { language, after: prepared?.last ?? after, passes }
  return { prepared, next, cursor: next, done: done + (prepared?.keys ?? 0) }
}

type Addition = { readonly job: JobRow; readonly payload: AddLanguagePayload; readonly now: Date }

/** Adds the language; `next` is not null if its rows have to be created again. */
async function addOrPrepareAgain(w: Writer, { job, payload, now }: Addition, { language, passes }: Cursor) {
  const { projectId } = job
  const { tag, fallback } = payload
  const isPrepared = await isLanguagePrepared(w, { projectId, tag, language })
  if (!isPrepared && passes < PASSES) {
    const next: Cursor = { language, after: 0, passes: passes + 1 }
    return { next, cursor: next, done: 0 }
  }
  const added = await addLanguages(w, {
    projectId,
    tags: [tag],
    fallback,
    by: await starterOf(w, job),
    at: now.toISOString(),
    ...(isPrepared ? { prepared: language } : {}),
  })
  if (!added.ok) throw failureOfRefusals(added.refusals)
  return { next: null, ...(added.operationId === 0 ? {} : { operationId: added.operationId }) }
}
