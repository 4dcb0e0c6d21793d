import type { Forms } from './dragoman-api.ts'

/** Unsaved text, and the version of the text on which it is based. */
export type Draft = { readonly forms: Forms; readonly baseVersion: number }

/** In memory only, so that the next user of the machine does not see it. */
const drafts = new Map<string, Draft>()

export const draftName = (...parts: readonly (string | number)[]): string => JSON.stringify(parts)
export const draftOf = (name: string): Draft | undefined => drafts.get(name)

/** Null: deletes the draft. */
export function keepDraft(name: string, draft: Draft | null): void {
  if (draft === null) drafts.delete(name)
  else drafts.set(name, draft)
}

export function isSame(one: Forms, other: Forms): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) => (one[name] ?? '') === (other[name] ?? ''))
}
