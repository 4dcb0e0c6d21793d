import type { DomainEvent } from '@dragoman/contract'
import { kindsAbout } from '@dragoman/core'
import {
  batchesByIds,
  type OpenOfPeople,
  openIn,
  openOfPeople,
  type ProjectPerson,
  projectPeople,
  type Reader,
  userById,
} from '@dragoman/store'
import { namespacesOfInterest } from './interested-people.ts'
import type { Effect } from './rule.ts'
import { subjectIdsOf } from './subject-ids-of.ts'

/**
 * Ends notifications about strings in languages and namespaces that people have lost. Those of suspended people stay,
 * because they get their rights back.
 */
export async function endLostStrings(r: Reader, event: DomainEvent): Promise<readonly Effect[]> {
  const changed = rightsChangedBy(event)
  if (changed === null) return []
  const rows = await openOfPeople(r, { ...changed, kinds: kindsAbout('strings') })
  const batches = await batchesByIds(r, subjectIdsOf(rows))
  const people = peopleReader(r)
  const effects: Effect[] = []
  for (const { userId, projectId, subject, subjectId } of rows) {
    const batch = batches.get(subjectId ?? 0)
    if (batch === undefined) continue
    const person = await people(projectId, userId)
    if (person === 'suspended') continue
    if (openIn(batch, namespacesOfInterest(person, batch.language)).size > 0) continue
    effects.push({ kind: 'done', projectId, subjects: [subject], userIds: [userId] })
  }
  return effects
}

/** Returns the people whose rights an event changes, and where; null: it changes no rights. */
function rightsChangedBy(event: DomainEvent): Omit<OpenOfPeople, 'kinds'> | null {
  const { projectId } = event
  switch (event.kind) {
    case 'user.changed':
      return { projectId: null, userIds: [event.payload.userId] }
    case 'membership.changed':
      return { projectId, userIds: [event.payload.userId] }
    case 'group.changed':
      // Of the whole server: there is an event of each of its projects, too.
      return projectId === null ? null : { projectId, userIds: event.payload.userIds ?? null }
    default:
      return null
  }
}

/** Reads people of projects, each project once; undefined: not in the project. */
function peopleReader(
  r: Reader,
): (projectId: number, userId: number) => Promise<ProjectPerson | 'suspended' | undefined> {
  const known = new Map<number, ReadonlyMap<number, ProjectPerson>>()
  return async (projectId, userId) => {
    const people = known.get(projectId) ?? (await projectPeople(r, projectId, ''))
    known.set(projectId, people)
    const person = people.get(userId)
    if (person !== undefined) return person
    return (await userById(r, userId))?.suspendedAt ? 'suspended' : undefined
  }
}
