import { Failure } from '@dragoman/contract'
import { can, LIMITS, type MentionRef, mentionedGroup, mentionedUser, mentionsIn } from '@dragoman/core'
import { mentionableGroups, type Reader, userById } from '@dragoman/store'
import { principalOf } from '../../access/principal-of.ts'

/** Those a comment mentions, by whether they can see it. */
export type SortedMentions = {
  readonly mentions: readonly MentionRef[]
  /** Names, as the author wrote them: whether there are such people is not told. */
  readonly cannotSee: string[]
}

/** Throws `invalid-input` for a comment that mentions too many. */
export async function sortMentions(r: Reader, projectId: number, text: string): Promise<SortedMentions> {
  const named = mentionsIn(text)
  if (named.length > LIMITS.mentionsMax)
    throw new Failure('invalid-input', {}, { fields: [{ pointer: '/text', code: 'too-many-mentions' }] })
  const mentions: MentionRef[] = []
  const cannotSee: string[] = []
  for (const { ref, name } of named) {
    if (await canSee(r, projectId, ref)) mentions.push(ref)
    else cannotSee.push(name)
  }
  return { mentions, cannotSee }
}

async function canSee(r: Reader, projectId: number, ref: MentionRef): Promise<boolean> {
  const userId = mentionedUser(ref)
  if (userId === null) {
    const groups = await mentionableGroups(r, projectId)
    return groups.some(({ id }) => id === mentionedGroup(ref))
  }
  const user = await userById(r, userId)
  return user !== null && can(await principalOf(r, user), 'history.read', { on: 'project', projectId })
}
