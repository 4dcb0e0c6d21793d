import type { DetectionReply } from '@dragoman/contract'

/** What a person takes of what was found in a folder. */
export type FolderChoice = {
  readonly pattern: string
  readonly format: string
  /** Write it into the folder's `dragoman.json`. */
  readonly remember: boolean
}

/** A detection as it is. */
export function choiceOf({ pattern, format }: DetectionReply): FolderChoice {
  return { pattern, format, remember: false }
}

/**
 * Whether it is another than the program's own guess, and the folder does not say it itself: worth
 * remembering there.
 */
export function isCorrected(
  { pattern, format }: FolderChoice,
  candidates: readonly DetectionReply[],
): boolean {
  const [best] = candidates
  return best !== undefined && (best.pattern !== pattern || best.format !== format)
}
