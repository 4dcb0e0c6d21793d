import { explainMembership, NOTIFICATIONS, type Principal } from '@dragoman/core'
import {
  addNotifications,
  batchesByIds,
  doneByWork,
  emitNotified,
  joinBatch,
  lookLater,
  type NewNotification,
  noteWorked,
  openBatches,
  openHolders,
  openIn,
  type ProjectPerson,
  projectPeople,
  recountBatch,
  removeBatch,
  type StringBatch,
  settingFor,
  settingsOfPeople,
  userById,
  type Writer,
} from '@dragoman/store'
import { principalOf } from '../access/principal-of.ts'
import { interestIn, WORKED_MS } from './interested-people.ts'
import { maySee } from './may-see.ts'
import type { Effect } from './rule.ts'

/** Writes the effects of events, in one transaction. `bundleMs`: how long emails wait for further ones. */
export async function applyEffects(
  w: Writer,
  effects: readonly Effect[],
  { now, bundleMs }: { readonly now: Date; readonly bundleMs: number },
): Promise<void> {
  const work: Work = {
    w,
    at: now.toISOString(),
    people: peopleReader(w, now),
    changed: new Set(),
    notified: new Set(),
    batches: new Set(),
    interested: new Map(),
  }
  for (const effect of effects) await apply(work, effect)
  for (const id of work.batches) await recount(work, id)
  await lookLater(w, [...work.notified], new Date(now.getTime() + bundleMs).toISOString())
  emitNotified(w, work.changed)
}

type People = ReadonlyMap<number, ProjectPerson>

/** The writing of several effects in one transaction. */
type Work = {
  readonly w: Writer
  readonly at: string
  readonly people: PeopleReader
  /** People whose notifications have changed. */
  readonly changed: Set<number>
  /** People who have a new notification. */
  readonly notified: Set<number>
  /** Batches to be counted once all effects are written. */
  readonly batches: Set<number>
  /** Who is interested in a batch: the people at the time of its last operation, before what they did later. */
  readonly interested: Map<number, People>
}

async function apply(work: Work, effect: Effect): Promise<void> {
  const { w, at, people } = work
  switch (effect.kind) {
    case 'notify':
      return notify(work, effect.notifications)
    case 'done':
      return close(work, effect)
    case 'worked':
      for (const language of effect.languages) await noteWorked(w, { ...effect, language }, at)
      return people.forget(effect.projectId)
    case 'batch':
      for (const language of effect.languages) {
        const { projectId, batch: kind, operationId, actorId } = effect
        const now = await people.of(projectId)
        // No one would be notified.
        if (!hasInterest(now, language)) continue
        const batch = await joinBatch(w, { projectId, kind, language, operationId, actorId, at })
        work.batches.add(batch.id)
        work.interested.set(batch.id, now)
      }
      return
    case 'recount':
      for (const batch of await openBatches(w, effect.projectId, effect.languages)) work.batches.add(batch.id)
      return
    default:
      effect satisfies never
  }
}

async function notify(
  { w, at, people, changed, notified }: Work,
  notifications: readonly NewNotification[],
): Promise<void> {
  const wanted = await withoutUnwanted(w, notifications, people)
  for (const userId of await addNotifications(w, wanted, at)) {
    changed.add(userId)
    notified.add(userId)
  }
}

/** Closes notifications whose work is done. */
async function close(
  { w, at, changed }: Work,
  what: Omit<Parameters<typeof doneByWork>[1], 'at'>,
): Promise<void> {
  for (const userId of await doneByWork(w, { ...what, at })) changed.add(userId)
}

/** Counts a batch, notifies people of new strings in it, and closes the notifications of those who have none left. */
async function recount(work: Work, id: number): Promise<void> {
  const { w, people, interested, changed } = work
  // As it is now: several events might have joined it.
  const batch = (await batchesByIds(w, [id])).get(id)
  if (batch === undefined) return
  const counted = await recountBatch(w, batch)
  if (counted.total === 0) return removeBatch(w, id)
  const subject = `strings:${id}`
  const { notifications, over } = shareOf(counted, interested.get(id) ?? (await people.of(batch.projectId)))
  if (counted.open > batch.open) await notify(work, notifications)
  const holders = new Set(await openHolders(w, batch.projectId, subject))
  const finished = counted.open === 0 ? [...holders] : over.filter((userId) => holders.has(userId))
  await close(work, { projectId: batch.projectId, subjects: [subject], userIds: finished })
  // Their line shows fewer strings now.
  if (counted.open !== batch.open) for (const userId of holders) changed.add(userId)
}

type PeopleReader = {
  readonly of: (projectId: number) => Promise<People>
  /** They have changed: reads them again the next time. */
  readonly forget: (projectId: number) => void
}

/** Reads the people of each project once. */
function peopleReader(w: Writer, now: Date): PeopleReader {
  const known = new Map<number, People>()
  const since = new Date(now.getTime() - WORKED_MS).toISOString()
  return {
    async of(projectId) {
      const people = known.get(projectId) ?? (await projectPeople(w, projectId, since))
      known.set(projectId, people)
      return people
    },
    forget(projectId) {
      known.delete(projectId)
    },
  }
}

function hasInterest(people: People, language: string): boolean {
  for (const person of people.values()) if (interestIn(person, language) !== null) return true
  return false
}

/** Returns who is notified of a batch, and who has nothing left to do in it. */
function shareOf(
  batch: StringBatch,
  people: People,
): { readonly notifications: readonly NewNotification[]; readonly over: readonly number[] } {
  const notifications: NewNotification[] = []
  const over: number[] = []
  for (const person of people.values()) {
    const interest = interestIn(person, batch.language)
    if (interest === null || openIn(batch, interest.namespaces).size === 0) {
      over.push(person.userId)
      continue
    }
    if (batch.actorId === `user:${person.userId}`) continue
    notifications.push({
      userId: person.userId,
      projectId: batch.projectId,
      kind: batch.kind,
      subject: `strings:${batch.id}`,
      keyId: null,
      language: batch.language,
      subjectId: batch.id,
      payload: {},
      actorId: batch.actorId,
    })
  }
  return { notifications, over }
}

/** Keeps notifications for people who can see them, are not suspended, and want notifications of that kind. */
async function withoutUnwanted(
  w: Writer,
  notifications: readonly NewNotification[],
  people: PeopleReader,
): Promise<readonly NewNotification[]> {
  const wanted: NewNotification[] = []
  for (const projectId of new Set(notifications.map((one) => one.projectId))) {
    const own = notifications.filter((one) => one.projectId === projectId)
    const seen = await seenBy(w, own, await people.of(projectId))
    const settings = await settingsOfPeople(w, projectId, [...new Set(seen.map(({ userId }) => userId))])
    for (const one of seen) {
      const { muted } = settingFor(settings.get(one.userId) ?? [], projectId)
      if (!muted.includes(one.kind)) wanted.push(one)
    }
  }
  return wanted
}

/** Keeps notifications of one project for people who can see them and are not suspended. */
async function seenBy(
  w: Writer,
  all: readonly NewNotification[],
  people: People,
): Promise<readonly NewNotification[]> {
  const seen: NewNotification[] = []
  const principals = new Map<number, Principal | null>()
  for (const one of all) {
    if (isForMember(people.get(one.userId), one)) {
      seen.push(one)
      continue
    }
    // Others can see it if the project is shared with them.
    let principal = principals.get(one.userId)
    if (principal === undefined) {
      const user = await userById(w, one.userId)
      principal = user === null || user.suspendedAt !== null ? null : await principalOf(w, user)
      principals.set(one.userId, principal)
    }
    if (maySee(principal, one)) seen.push(one)
  }
  return seen
}

/** Returns whether someone can see a notification as an owner or a member, without reading anything. */
function isForMember(person: ProjectPerson | undefined, { kind, projectId }: NewNotification): boolean {
  if (person === undefined) return false
  const on = { on: 'project', projectId } as const
  const allows = (own: ProjectPerson['memberships'][number]) =>
    explainMembership({ ...own, groupId: null }, NOTIFICATIONS[kind].needs, on) === null
  return person.isOwner || person.memberships.some(allows)
}
