import { Failure } from '@dragoman/contract'
import { kindsOf, NOTIFICATION_FILTERS, type NotificationFilter, type Principal } from '@dragoman/core'
import {
  actOnNotifications,
  countNotifications,
  listNotifications,
  lookLater,
  type NotificationAct,
  type NotificationCursor,
  type NotificationQuery,
  notificationById,
  type ProjectRow,
  putNotificationSetting,
  putNotifiedPerson,
  type Reader,
} from '@dragoman/store'
import { readableProjectsAndBranches } from '../../access/readable-projects.ts'
import { requireProject } from '../../access/require-rows.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { detailOf } from '../../notifications/detail-of.ts'
import { kindsToSee, maySee } from '../../notifications/may-see.ts'
import { presentNotifications } from '../../notifications/present-notifications.ts'
import { unsubscribe } from '../../notifications/unsubscribe.ts'
import { applyProposal } from './apply-proposal.ts'
import { personOf } from './person-of.ts'
import { presentSettings } from './settings.ts'

const DAY_MS = 24 * 60 * 60_000

export function notificationsHandlers(deps: Deps): Handlers['notifications'] {
  const { store, now } = deps

  async function act(caller: Caller, ids: readonly number[], what: NotificationAct) {
    const { userId } = personOf(caller)
    return { ids: [...(await caller.write((w) => actOnNotifications(w, userId, ids, what)))] }
  }

  return {
    list: list(deps),
    counts: counts(deps),
    get: get(deps),
    done: ({ body, caller }) => act(caller, body.ids, { kind: 'done', at: now().toISOString() }),
    later: ({ body, caller }) =>
      act(caller, body.ids, { kind: 'later', until: new Date(body.until).toISOString() }),
    reopen: ({ body, caller }) => act(caller, body.ids, { kind: 'open' }),
    settings: ({ caller }) => store.read((r) => presentSettings(r, deps, caller)),
    saveSettings: saveSettings(deps),
    saveLocale: saveLocale(deps),
    applyProposal: applyProposalOf(deps),
    unsubscribe: ({ body }) => unsubscribe(deps, body.token),
  }
}

/** Returns a page of the inbox. */
function list({ store, now }: Deps): Handlers['notifications']['list'] {
  return ({ query, caller }) =>
    store.read(async (r) => {
      const projects = await readableProjectsAndBranches(r, caller.actor)
      const cursor = query.cursor === undefined ? null : readCursor(query.cursor)
      const request = { ...queryOf(caller, projects, query, now()), limit: query.limit, cursor }
      const { rows, next } = await listNotifications(r, request)
      const items = await presentNotifications(r, rows, { principal: caller.actor, projects }, now())
      return { items, next: next === null ? null : `${next.createdAt} ${next.id}` }
    })
}

/** Parses a cursor. Throws `invalid-input` for one that `list` did not return. */
function readCursor(cursor: string): NotificationCursor {
  const [createdAt = '', id] = cursor.split(' ')
  if (!Number.isSafeInteger(Number(id))) throw new Failure('invalid-input')
  return { createdAt, id: Number(id) }
}

/** Returns how many notifications each filter shows, and how many are snoozed or done. */
function counts({ store, now }: Deps): Handlers['notifications']['counts'] {
  return ({ query, caller }) =>
    store.read(async (r) => {
      const projects = await readableProjectsAndBranches(r, caller.actor)
      const count = (state: NotificationQuery['state']) =>
        countNotifications(r, queryOf(caller, projects, { filter: 'all', state, since: query.since }, now()))
      const open = await count('open')
      const sum = (counts: readonly { readonly count: number }[]) =>
        counts.reduce((total, one) => total + one.count, 0)
      const ofFilter = (filter: NotificationFilter) =>
        sum(open.filter(({ kind }) => kindsOf(filter).some((known) => known === kind)))
      const byFilter = Object.fromEntries(NOTIFICATION_FILTERS.map((filter) => [filter, ofFilter(filter)]))
      return {
        open: byFilter as Record<NotificationFilter, number>, // each filter was just counted
        projects: new Set(open.map(({ projectId }) => projectId)).size,
        later: sum(await count('later')),
        doneToday: sum(await count('done')),
      }
    })
}

/** Returns a notification with the texts that it is about. */
function get({ store, now }: Deps): Handlers['notifications']['get'] {
  return ({ params, caller }) =>
    store.read(async (r) => {
      const { row, project, projects } = await ownNotification(r, caller, params.notification)
      const [item] = await presentNotifications(r, [row], { principal: caller.actor, projects }, now())
      if (item === undefined) throw new Failure('not-found', { what: 'notification' })
      return { item, ...(await detailOf(r, project, row)) }
    })
}

/** Saves which notifications a person gets of a project, or of all. Emails about open ones are planned again. */
function saveSettings(deps: Deps): Handlers['notifications']['saveSettings'] {
  return ({ body, caller }) =>
    caller.write(async (w) => {
      const { userId } = personOf(caller)
      const project = body.project === null ? null : await readableOf(w, body.project, caller.actor)
      // A translation branch has the settings of its project.
      const projectId = project && (project.parentId ?? project.id)
      await putNotificationSetting(w, userId, { projectId, mail: body.mail, muted: body.muted })
      await lookLater(w, [userId], deps.now().toISOString())
      return presentSettings(w, deps, caller)
    })
}

/** Saves the language and the time zone of a person's emails, which are planned again. */
function saveLocale(deps: Deps): Handlers['notifications']['saveLocale'] {
  return ({ body, caller }) =>
    caller.write(async (w) => {
      if (!isTimeZone(body.timeZone)) throw new Failure('invalid-input')
      const { userId } = personOf(caller)
      await putNotifiedPerson(w, { userId, ...body })
      await lookLater(w, [userId], deps.now().toISOString())
      return presentSettings(w, deps, caller)
    })
}

/** Saves the wording that a rejection proposes. */
function applyProposalOf({ now }: Deps): Handlers['notifications']['applyProposal'] {
  return ({ params, body, caller }) =>
    caller.write(async (w) => {
      const { row, project } = await ownNotification(w, caller, params.notification)
      return applyProposal(w, caller, { project, row, ...body, at: now().toISOString() })
    })
}

function queryOf(
  caller: Caller,
  projects: readonly ProjectRow[],
  asked: {
    readonly filter: NotificationFilter
    readonly state: NotificationQuery['state']
    readonly since?: string | undefined
  },
  now: Date,
): NotificationQuery {
  return {
    userId: personOf(caller).userId,
    shown: kindsToSee(caller.actor, projects, kindsOf(asked.filter)),
    state: asked.state,
    now: now.toISOString(),
    since: asked.since ?? new Date(now.getTime() - DAY_MS).toISOString(),
  }
}

/** Returns a notification of the caller. Throws `not-found`, also if they can no longer see it. */
async function ownNotification(r: Reader, caller: Caller, id: number) {
  const { userId } = personOf(caller)
  const row = await notificationById(r, userId, id)
  const projects = await readableProjectsAndBranches(r, caller.actor)
  const project = projects.find((one) => one.id === row?.projectId)
  if (row === null || project === undefined || !maySee(caller.actor, row))
    throw new Failure('not-found', { what: 'notification' })
  return { row, project, projects }
}

async function readableOf(r: Reader, slug: string, principal: Principal | null): Promise<ProjectRow> {
  const project = await requireProject(r, slug)
  const all = await readableProjectsAndBranches(r, principal)
  if (!all.some(({ id }) => id === project.id)) throw new Failure('not-found', { what: 'project' })
  return project
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false // a name that Intl does not know
  }
}
