import { isDeepStrictEqual } from 'node:util'
import { explainMembership, NOTIFICATIONS, type Principal } from '@dragoman/core'
import {
  addNotifications,
  type CountedBatch,
  carryMovedKeys,
  countBatches,
  doneByWork,
  emitNotified,
  joinBatch,
  lookLater,
  markBatches,
  markedBatches,
  type NewNotification,
  noteWorked,
  openHolders,
  openIn,
  type ProjectPerson,
  projectPeople,
  removeBatches,
  type StringBatch,
  settingsIn,
  subjectOfBatch,
  sumOf,
  userById,
  type Writer,
} from '@dragoman/store'
import { principalOf } from '../access/principal-of.ts'
import { interestIn, namespacesOfInterest, WORKED_MS } from './interested-people.ts'
import { maySee } from './may-see.ts'
import type { Effect } from './rule.ts'

type Options = {
  readonly now: Date
  /** How long emails wait for further ones. */
  readonly bundleMs: number
}

/** Batches of strings that are counted in one transaction, in addition to those that operations have joined. */
const COUNTED_AT_ONCE = 100

/** Writes the effects of events, in one transaction. Leaves batches to `countMarked` if there are many. */
export async function applyEffects(w: Writer, effects: readonly Effect[], options: Options): Promise<void> {
  const work = startWork(w, options)
  for (const effect of effects) await apply(work, effect)
  await count(work, [...work.batches])
  await count(work, await markedBatches(w, COUNTED_AT_ONCE))
  await finish(work, options)
}

/** Counts some of the batches that effects have marked; returns true if there can be more. */
export async function countMarked(w: Writer, options: Options): Promise<boolean> {
  const work = startWork(w, options)
  const ids = await markedBatches(w, COUNTED_AT_ONCE)
  await count(work, ids)
  await finish(work, options)
  return ids.length === COUNTED_AT_ONCE
}

function startWork(w: Writer, { now }: Options): Work {
  return {
    w,
    at: now.toISOString(),
    people: peopleReader(w, new Date(now.getTime() - WORKED_MS).toISOString()),
    everyone: peopleReader(w, ''),
    changed: new Set(),
    notified: new Set(),
    batches: new Set(),
    interested: new Map(),
  }
}

async function finish({ w, notified, changed }: Work, { now, bundleMs }: Options): Promise<void> {
  await lookLater(w, [...notified], new Date(now.getTime() + bundleMs).toISOString())
  emitNotified(w, changed)
}

type People = ReadonlyMap<number, ProjectPerson>

/** The writing of several effects in one transaction. */
type Work = {
  readonly w: Writer
  readonly at: string
  /** With the languages in which they worked lately. */
  readonly people: PeopleReader
  /** With all languages in which they have ever worked. */
  readonly everyone: PeopleReader
  /** People whose notifications have changed. */
  readonly changed: Set<number>
  /** People who have a new notification. */
  readonly notified: Set<number>
  /** Batches that operations have joined, to be counted once all effects are written. */
  readonly batches: Set<number>
  /** Who is interested in a batch: the people at the time of its last operation, before what they did later. */
  readonly interested: Map<number, People>
}

async function apply(work: Work, effect: Effect): Promise<void> {
  const { w, at, people, everyone } = work
  switch (effect.kind) {
    case 'notify':
      return notify(work, effect.notifications)
    case 'done':
      return close(work, effect)
    case 'worked':
      for (const language of effect.languages) await noteWorked(w, { ...effect, language }, at)
      people.forget()
      return everyone.forget()
    case 'batch':
      for (const language of effect.languages) {
        const { projectId, batch: kind, operationId, actorId, keys } = effect
        const now = await people.of(projectId)
        // No one would be notified.
        if (!hasInterest(now, language)) continue
        const id = await joinBatch(w, { projectId, kind, language, operationId, keys, actorId, at })
        work.batches.add(id)
        work.interested.set(id, now)
      }
      return
    case 'moved':
      return carryMovedKeys(w, effect.projectId, effect.moved)
    case 'recount':
      return markBatches(w, effect.batches)
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

/** Counts batches, and removes those that never had anything to do. */
async function count(work: Work, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const counted = await countBatches(work.w, ids)
  for (const one of counted) if (one.batch.total > 0) await notifyOfCounts(work, one)
  await removeBatches(
    work.w,
    counted.flatMap(({ batch }) => (batch.total === 0 ? [batch.id] : [])),
  )
}

/** Notifies people who have more strings in a batch, and closes the notifications of those who have none left. */
async function notifyOfCounts(work: Work, counted: CountedBatch): Promise<void> {
  const { w, interested, changed } = work
  const { before, batch } = counted
  const atTheTime = interested.get(batch.id)
  const isSame = isDeepStrictEqual(before.namespaces, batch.namespaces)
  if (atTheTime === undefined && isSame) return
  const subject = subjectOfBatch(batch.id)
  const people = atTheTime ?? (await work.people.of(batch.projectId))
  await notify(work, notificationsOf(counted, people))
  const holders = await openHolders(w, batch.projectId, subject)
  const finished = batch.open === 0 ? holders : await finishedOf(work, batch, { holders, people })
  await close(work, { projectId: batch.projectId, subjects: [subject], userIds: finished })
  // Their line shows other numbers now.
  if (!isSame) for (const userId of holders) changed.add(userId)
}

/** Returns the holders of a batch who have nothing left to do in it. */
async function finishedOf(
  { everyone }: Work,
  batch: StringBatch,
  { holders, people }: { readonly holders: readonly number[]; readonly people: People },
): Promise<readonly number[]> {
  const over = holders.filter((userId) => !hasLeft(batch, people.get(userId)))
  if (over.length === 0) return []
  // Whenever they worked there: a line that they got stays theirs while they have the rights.
  const all = await everyone.of(batch.projectId)
  return over.filter((userId) => all.has(userId) && !hasLeft(batch, all.get(userId)))
}

function hasLeft(batch: StringBatch, person: ProjectPerson | undefined): boolean {
  return openIn(batch, namespacesOfInterest(person, batch.language)).size > 0
}

type PeopleReader = {
  readonly of: (projectId: number) => Promise<People>
  /** They have changed: reads them again the next time. */
  readonly forget: () => void
}

/** Reads the people of each project once, with the languages in which they have worked since a time. */
function peopleReader(w: Writer, since: string): PeopleReader {
  const known = new Map<number, People>()
  return {
    async of(projectId) {
      const people = known.get(projectId) ?? (await projectPeople(w, projectId, since))
      known.set(projectId, people)
      return people
    },
    forget: () => known.clear(),
  }
}

function hasInterest(people: People, language: string): boolean {
  for (const person of people.values()) if (interestIn(person, language) !== null) return true
  return false
}

/** Returns the notifications of people who have more to do in a batch. */
function notificationsOf({ before, batch }: CountedBatch, people: People): readonly NewNotification[] {
  const notifications: NewNotification[] = []
  for (const person of people.values()) {
    if (batch.actorId === `user:${person.userId}`) continue
    const namespaces = namespacesOfInterest(person, batch.language)
    if (leftIn(batch, namespaces) <= leftIn(before, namespaces)) continue
    notifications.push({
      userId: person.userId,
      projectId: batch.projectId,
      kind: batch.kind,
      subject: subjectOfBatch(batch.id),
      keyId: null,
      language: batch.language,
      subjectId: batch.id,
      payload: {},
      actorId: batch.actorId,
    })
  }
  return notifications
}

function leftIn(batch: StringBatch, namespaces: ReadonlySet<string> | null): number {
  return sumOf(openIn(batch, namespaces))
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
    const userIds = [...new Set(seen.map(({ userId }) => userId))]
    const settingOf = await settingsIn(w, { projectIds: [projectId], userIds })
    wanted.push(...seen.filter((one) => !settingOf(one.userId, projectId).muted.includes(one.kind)))
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
