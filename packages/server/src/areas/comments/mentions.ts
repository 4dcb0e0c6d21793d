import { can, LIMITS, type MentionRef, mentionedGroup, mentionedUser, mentionsIn } from '@dragoman/core'
import { mentionableGroups, type Reader, userById } from '@dragoman/store'
import { principalOf } from '../../access/principal-of.ts'
import { refusedField } from '../../refused-field.ts'

/** People and groups that a comment mentions, by whether they can see it. */
export type SortedMentions = {
  readonly mentions: readonly MentionRef[]
  /** Names as the author wrote them; the answer does not reveal whether such people exist. */
  readonly cannotSee: string[]
}

/** Throws `invalid-input` if a comment mentions too many people. */
export async function sortMentions(r: Reader, projectId: number, text: string): Promise<SortedMentions> {
  const named = mentionsIn(text)
  if (named.length > LIMITS.mentionsMax) throw refusedField('/text', 'too-many-mentions')
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
