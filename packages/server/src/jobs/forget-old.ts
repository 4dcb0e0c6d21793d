import { SYSTEM_ACTOR } from '@dragoman/core'
import {
  type BranchRow,
  branchesToRemove,
  countDiscussions,
  forgetAttempts,
  forgetAudit,
  forgetChannelRequests,
  forgetDeliveries,
  forgetJobs,
  forgetMails,
  forgetNotifications,
  forgetSessions,
  forgetStringBatches,
  forgetUnfinishedFiles,
  joinOldBatches,
  minuteOf,
  recordAudit,
  removeBranch,
  removeOldEvents,
  type Store,
  type Writer,
} from '@dragoman/store'
import { readAuditDays } from '../areas/audit/audit-days.ts'
import type { Deps } from '../deps.ts'
import { IMPORT } from '../imports/import-type.ts'
import { openLoop } from '../open-loop.ts'
import { unsentTexts } from '../sources/git/branches/branch-texts.ts'
import { prepareTexts } from '../sources/git/branches/texts-in-files.ts'
import { openSureClock } from './sure-clock.ts'

const DAY_MS = 24 * 60 * 60_000
/** After their end. */
const KEEP_SESSIONS_MS = 30 * DAY_MS
const KEEP_JOBS_MS = 30 * DAY_MS
const KEEP_MAILS_MS = 30 * DAY_MS
const KEEP_DELIVERIES_MS = 30 * DAY_MS
const KEEP_DONE_MS = 90 * DAY_MS
/** After their last operation; until then, each batch of strings has a line of its own in inboxes. */
const KEEP_BATCHES_APART_MS = 30 * DAY_MS
/** Much longer than is shown. */
const KEEP_REQUESTS_MS = 3 * 60 * 60_000
/** Long enough for programs that follow events and were offline over some holidays. */
const KEEP_EVENTS_MS = 7 * DAY_MS
/** For followers that have not processed them: notifications, webhooks and tasks depend on it. */
const KEEP_UNFOLLOWED_MS = 30 * DAY_MS

/**
 * Removes what is no longer needed, in short transactions; only while the clock is sure (see sure-clock.ts). What cannot
 * be removed stops nothing else: throws its error, or an AggregateError, at the end.
 */
export async function forgetOld(store: Store, now: () => Date): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms).toISOString()
  /** Some in each transaction, until there are none left. */
  const inSteps = async (some: (w: Writer) => Promise<boolean>) => {
    while (await store.write(some)) {
      // some more
    }
  }
  const branches = await store.read((r) => branchesToRemove(r, now()))
  await doEach([
    () => inSteps((w) => forgetSessions(w, before(KEEP_SESSIONS_MS))),
    () => inSteps((w) => forgetJobs(w, before(KEEP_JOBS_MS))),
    () => inSteps((w) => forgetNotifications(w, before(KEEP_DONE_MS))),
    () => inSteps((w) => forgetStringBatches(w, before(KEEP_DONE_MS))),
    () => inSteps((w) => forgetMails(w, before(KEEP_MAILS_MS))),
    () => inSteps((w) => forgetDeliveries(w, before(KEEP_DELIVERIES_MS))),
    () => inSteps((w) => forgetAttempts(w, now().getTime())),
    () => store.write((w) => forgetChannelRequests(w, minuteOf(now().getTime() - KEEP_REQUESTS_MS))),
    () => store.write((w) => forgetUnfinishedFiles(w, IMPORT.kind)),
    ...branches.map((branch) => () => removeEndedBranch(store, branch, now())),
    () => inSteps((w) => joinOldBatches(w, before(KEEP_BATCHES_APART_MS))),
    async () => {
      const auditDays = await store.read(readAuditDays)
      await inSteps((w) => forgetAudit(w, before(auditDays * DAY_MS)))
    },
    () => inSteps((w) => removeOldEvents(w, before(KEEP_EVENTS_MS), before(KEEP_UNFOLLOWED_MS))),
  ])
}

/** Does one after the other, also after one that fails. Throws what failed, at the end. */
async function doEach(all: readonly (() => Promise<unknown>)[]): Promise<void> {
  const failed: unknown[] = []
  for (const one of all) await one().catch((error: unknown) => void failed.push(error))
  if (failed.length > 1) throw new AggregateError(failed, `${failed.length} of ${all.length} failed`)
  if (failed.length === 1) throw failed[0]
}

/**
 * Removes an ended translation branch, with texts that were not sent, comments and suggestions: managers were notified when it closed.
 */
async function removeEndedBranch(store: Store, ended: BranchRow, now: Date): Promise<void> {
  const prepared = await prepareTexts(store.read, ended)
  await store.write(async (w) => {
    // Opened again, or moved, since.
    const branch = (await branchesToRemove(w, now)).find((one) => one.projectId === ended.projectId)
    if (branch === undefined) return
    const discarded = (await unsentTexts(w, branch, prepared)).length + (await countDiscussions(w, branch))
    await removeBranch(w, branch)
    const origin = { actor: SYSTEM_ACTOR, address: null, tokenId: null }
    const entry = { kind: 'source.removed', projectId: branch.parentId, target: branch.branch } as const
    await recordAudit(w, { ...entry, origin, details: { texts: 'discard', discarded } })
  })
}

/** Shorter than what the clock can be off by, so that a quick restart does not look like a jump. */
const FORGET_EVERY_MS = 30 * 60_000

/** Removes old rows now and then, if the clock is right. */
export function openForgetting({ store, now, log }: Pick<Deps, 'store' | 'now' | 'log'>) {
  const clock = openSureClock({ store, now })
  const loop = openLoop(forget, (error) => log({ level: 'warn', event: 'old-not-forgotten', error }))

  async function forget(): Promise<void> {
    if (await clock.isSure()) await forgetOld(store, now)
  }

  return {
    /** Resolves when the first time is over. */
    start(): Promise<void> {
      loop.start(FORGET_EVERY_MS)
      loop.wake()
      return loop.idle()
    },
    close: loop.close,
  }
}
