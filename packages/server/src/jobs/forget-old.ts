import {
  forgetAttempts,
  forgetAudit,
  forgetJobs,
  forgetMails,
  forgetNotifications,
  removeOldEvents,
  type Store,
} from '@dragoman/store'
import { readAuditDays } from '../areas/audit/audit-days.ts'

const DAY_MS = 24 * 60 * 60_000
const KEEP_JOBS_MS = 30 * DAY_MS
const KEEP_MAILS_MS = 30 * DAY_MS
const KEEP_DONE_MS = 90 * DAY_MS
/** Long enough for whoever follows events and was away over some holidays. */
const KEEP_EVENTS_MS = 7 * DAY_MS

/** Removes what nobody looks at any more, in short transactions. */
export async function forgetOld(store: Store, now: () => Date): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms).toISOString()
  await store.write((w) => forgetJobs(w, before(KEEP_JOBS_MS)))
  await store.write((w) => forgetNotifications(w, before(KEEP_DONE_MS)))
  await store.write((w) => forgetMails(w, before(KEEP_MAILS_MS)))
  await store.write((w) => forgetAttempts(w, now().getTime()))
  const auditDays = await store.read(readAuditDays)
  while (await store.write((w) => forgetAudit(w, before(auditDays * DAY_MS)))) {
    // some more
  }
  while (await store.write((w) => removeOldEvents(w, before(KEEP_EVENTS_MS)))) {
    // some more
  }
}
