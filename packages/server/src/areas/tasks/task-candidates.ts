import type { TaskCandidate } from '@dragoman/contract'
import {
  explainInLanguage,
  fold,
  type MemberRef,
  memberRef,
  type Principal,
  readMemberRef,
} from '@dragoman/core'
import {
  groupRights,
  mentionableGroups,
  mentionablePeople,
  type Reader,
  type TaskAssignee,
  type TaskGoal,
  userById,
} from '@dragoman/store'
import { principalOf, principalWith } from '../../access/principal-of.ts'
import { hasWord } from '../has-word.ts'

export type TaskAsked = {
  readonly projectId: number
  readonly goal: TaskGoal
  readonly languages: readonly string[]
  /** The namespaces of its strings; empty: any. */
  readonly namespaces: readonly string[]
}

/** How many are listed; in larger teams, people type a part of the name. */
const SHOWN = 50

/**
 * Returns groups and people of a project by name, with the languages in which they cannot do what a task
 * requires.
 */
export async function taskCandidates(
  r: Reader,
  asked: TaskAsked & { readonly q: string },
): Promise<{ candidates: TaskCandidate[]; hasMore: boolean }> {
  const { projectId } = asked
  const wanted = fold(asked.q.trim())
  const groups = (await mentionableGroups(r, projectId)).map(({ id, name }) => ({
    id: memberRef('group', id),
    name,
  }))
  const people = (await mentionablePeople(r, projectId)).map(({ id, name }) => ({
    id: memberRef('user', id),
    name,
  }))
  const found = [...groups, ...people].filter(({ name }) => hasWord(fold(name), wanted))
  const candidates: TaskCandidate[] = []
  for (const { id, name } of found.slice(0, SHOWN))
    candidates.push({ id, name, refusals: await refusalsOf(r, id, asked) })
  return { candidates, hasMore: found.length > SHOWN }
}

/** Returns why someone cannot work on any string of a task, by language; null if they can. */
export async function refusalsOf(
  r: Reader,
  id: AssigneeRef,
  { projectId, goal, languages, namespaces }: TaskAsked,
): Promise<TaskCandidate['refusals']> {
  const action = goal === 'reviewed' ? 'translations.review' : 'translations.save'
  const principal = await principalFor(r, projectId, id)
  return languages.map((language) => ({
    language,
    refusal: explainInLanguage(principal, action, { projectId, language, among: namespaces }),
  }))
}

export type AssigneeRef = MemberRef<'user' | 'group'>

export function assigneeId(one: TaskAssignee): AssigneeRef {
  return 'userId' in one ? memberRef('user', one.userId) : memberRef('group', one.groupId)
}

/** Returns a person, or for a group someone with the rights that it gives. */
async function principalFor(r: Reader, projectId: number, ref: AssigneeRef): Promise<Principal | null> {
  const { kind, id } = readMemberRef(ref)
  if (kind === 'user') {
    const user = await userById(r, id)
    return user && principalOf(r, user)
  }
  const own = (await groupRights(r, projectId)).find(({ groupId }) => groupId === id)?.rights
  return own === undefined ? null : principalWith(projectId, own)
}
