import type { MentionCandidate } from '@dragoman/contract'
import { fold, memberRef } from '@dragoman/core'
import { mentionableGroups, mentionablePeople, type Reader } from '@dragoman/store'
import { hasWord } from '../has-word.ts'

const SHOWN = 8

/**
 * Returns members and groups whose name, or a word of it, starts with the typed text; names that start with
 * it come first.
 */
export async function mentionCandidates(
  r: Reader,
  projectId: number,
  typed: string,
): Promise<MentionCandidate[]> {
  const wanted = fold(typed)
  const people = (await mentionablePeople(r, projectId)).map((one) => ({ ...one, kind: 'user' as const }))
  const groups = (await mentionableGroups(r, projectId)).map((one) => ({ ...one, kind: 'group' as const }))
  const ranked = [...people, ...groups].flatMap(({ kind, id, name, role }) => {
    const rank = rankOf(fold(name), wanted)
    return rank === null ? [] : [{ rank, ref: memberRef(kind, id), name, role }]
  })
  return ranked
    .sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1))
    .slice(0, SHOWN)
    .map(({ ref, name, role }) => ({ ref, name, role }))
}

function rankOf(name: string, wanted: string): number | null {
  if (name.startsWith(wanted)) return 0
  return hasWord(name, wanted) ? 1 : null
}
