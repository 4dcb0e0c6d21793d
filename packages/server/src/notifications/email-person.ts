import type { MailTime } from '@dragoman/core'
import {
  forgetPerson,
  holdPerson,
  type NotificationRow,
  noteMailed,
  notifiedPerson,
  settingsIn,
  type UserRow,
  unmailedOf,
  userById,
  type Writer,
} from '@dragoman/store'
import { principalOf } from '../access/principal-of.ts'
import { readableProjectsAndBranches } from '../access/readable-projects.ts'
import type { Deps } from '../deps.ts'
import { describeForMail } from './describe-for-mail.ts'
import { mailDue } from './mail-times.ts'
import { mailToOf } from './mail-to.ts'
import { maySee } from './may-see.ts'
import { presentNotifications } from './present-notifications.ts'
import { unsubscribeToken } from './unsubscribe.ts'

export type NotificationMailsOptions = Pick<
  Deps,
  'store' | 'now' | 'log' | 'mail' | 'publicOrigin' | 'sealing' | 'timings'
> & {
  readonly mailTo?: typeof mailToOf
}

/** The maximum number that an email lists; the inbox has all. */
const LISTED = 200

/** Returns when an email about each notification of someone is due: outside of the transaction that sends it. */
export async function dueTimes(
  { store, timings, mailTo = mailToOf }: NotificationMailsOptions,
  userId: number,
): Promise<ReadonlyMap<number, Date | null>> {
  return store.read(async (r) => {
    const unmailed = await unmailedOf(r, userId)
    const projectIds = [...new Set(unmailed.map((row) => row.projectId))]
    const settingOf = await settingsIn(r, { projectIds, userIds: [userId] })
    const person = await notifiedPerson(r, userId)
    const to = await mailTo(r, userId)
    const timeZone = person?.timeZone ?? 'UTC'
    const dueOf = (row: NotificationRow): Date | null => {
      const time: MailTime = to === null ? 'off' : settingOf(userId, row.projectId).mail
      return mailDue(time, openSince(row), { timeZone, bundleMs: timings.mailBundleMs })
    }
    return new Map(unmailed.map((row) => [row.id, dueOf(row)]))
  })
}

/** Returns since when a notification is open. One that comes back at the time of an email is part of that email. */
function openSince({ laterUntil, createdAt }: NotificationRow): Date {
  return laterUntil !== null && laterUntil > createdAt
    ? new Date(Date.parse(laterUntil) - 1)
    : new Date(createdAt)
}

/** Sends what is due of one person; for someone who is suspended, it waits. */
export async function sendDue(
  w: Writer,
  options: NotificationMailsOptions,
  { userId, times }: { readonly userId: number; readonly times: ReadonlyMap<number, Date | null> },
): Promise<void> {
  const { now, mailTo = mailToOf } = options
  const at = now()
  // Several processes can check the same person; the first one holds the row.
  await holdPerson(w, userId)
  // They might have been suspended or removed since the check was found due.
  const user = await userById(w, userId)
  if (user === null) return forgetPerson(w, userId)
  if (user.suspendedAt !== null) return
  const open = await unmailedOf(w, userId)
  const person = await notifiedPerson(w, userId)
  const to = await mailTo(w, userId)
  // A notification that was added meanwhile is due as soon as its time is known: at the next check.
  const soon = new Date(at.getTime() + 1)
  const due = open.map((row) => ({ row, at: times.has(row.id) ? (times.get(row.id) ?? null) : soon }))
  const ready = due.filter((one) => one.at !== null && one.at <= at).map(({ row }) => row)
  const never = due.filter((one) => one.at === null).map(({ row }) => row)
  const waiting = due.flatMap((one) => (one.at !== null && one.at > at ? [one.at.getTime()] : []))
  if (to !== null && ready.length > 0)
    await send(w, options, {
      user,
      to,
      rows: ready,
      // Chosen by the person, or that of their browser.
      language: user.settings.language ?? person?.language ?? null,
    })
  await noteMailed(w, userId, {
    ids: [...ready, ...never].map(({ id }) => id),
    at: at.toISOString(),
    lookAt: waiting.length === 0 ? null : new Date(Math.min(...waiting)).toISOString(),
  })
}

async function send(
  w: Writer,
  { now, mail, publicOrigin, sealing }: NotificationMailsOptions,
  emailed: {
    readonly user: UserRow
    readonly to: { readonly name: string; readonly address: string }
    readonly rows: readonly NotificationRow[]
    readonly language: string | null
  },
): Promise<void> {
  const principal = await principalOf(w, emailed.user)
  const projects = await readableProjectsAndBranches(w, principal)
  const byId = new Map(projects.map((project) => [project.id, project]))
  const seen = emailed.rows.filter((row) => byId.has(row.projectId) && maySee(principal, row))
  if (seen.length === 0) return
  const items = await presentNotifications(w, seen.slice(0, LISTED), { principal, projects }, now())
  const origin = publicOrigin()
  // A single project, with its translation branches: the link stops only its emails.
  const [only = null, ...others] = new Set(
    seen.map(({ projectId }) => byId.get(projectId)?.parentId ?? projectId),
  )
  const token = unsubscribeToken(sealing, {
    userId: emailed.user.id,
    projectId: others.length === 0 ? only : null,
  })
  await mail.send(w, {
    to: emailed.to,
    kind: 'notifications',
    language: emailed.language,
    params: { count: seen.length, listed: items.length },
    ...(items.length < seen.length ? { context: 'some' } : {}),
    url: `${origin}/inbox`,
    sections: describeForMail(items, emailed.language, origin),
    unsubscribeUrl: `${origin}/unsubscribe/${token}`,
  })
}
