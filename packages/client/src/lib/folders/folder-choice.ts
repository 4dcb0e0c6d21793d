import type { DetectionReply } from '@dragoman/contract'

/** A person's choice among what was found in a folder. */
export type FolderChoice = {
  readonly pattern: string
  readonly format: string
  /** Save it in the folder's `dragoman.json`. */
  readonly remember: boolean
}

/** Returns an unchanged detection as a choice. */
export function choiceOf({ pattern, format }: DetectionReply): FolderChoice {
  return { pattern, format, remember: false }
}

/**
 * Whether the choice differs from the program's own guess and is not saved in the folder yet, so that saving
 * it makes sense.
 */
export function isCorrected(
  { pattern, format }: FolderChoice,
  candidates: readonly DetectionReply[],
): boolean {
  const [best] = candidates
  return best !== undefined && (best.pattern !== pattern || best.format !== format)
}
