import type { ConflictReply } from '@dragoman/contract'
import { sameForms } from '@dragoman/core'
import { useState } from 'react'

/**
 * Keeps a conflict, with the texts that its person has read, on the screen until they leave or resolve it: neither another
 * one nor another text takes its place under their pointer. `isKept`: it is no longer among the open ones. `changed`: the
 * same conflict with its new texts.
 */
export function useShownConflict(conflicts: readonly ConflictReply[], resolved: ReadonlySet<number>) {
  const [before, show] = useState<ConflictReply>()
  const listed = conflicts.find(({ id }) => id === before?.id)
  const at = listed === undefined ? 0 : conflicts.indexOf(listed) + 1
  const next = [...conflicts.slice(at), ...conflicts.slice(0, at)].find(
    ({ id }) => id !== before?.id && !resolved.has(id),
  )
  const isLeft = before === undefined || resolved.has(before.id)
  const changed = isLeft || listed === undefined || hasSameTexts(listed, before) ? undefined : listed
  const conflict = isLeft ? next : changed === undefined ? (listed ?? before) : before
  if (conflict !== before) show(conflict)
  const isKept = conflict !== undefined && !conflicts.some(({ id }) => id === conflict.id)
  return { conflict, isKept, changed, next, show }
}

function hasSameTexts(one: ConflictReply, other: ConflictReply): boolean {
  return (['base', 'theirs', 'ours'] as const).every((side) => sameForms(one[side], other[side]))
}
