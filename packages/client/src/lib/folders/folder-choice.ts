import type { DetectionReply } from '@dragoman/contract'

/** A person's choice among what was found in a folder. */
export type FolderChoice = {
  readonly pattern: string
  readonly format: string
  /** Save it in the folder's `dragoman.json`. */
  readonly remember: boolean
}

/** The source language of a new project, which can be chosen. */
export type SourceChoice = {
  readonly language: string | null
  readonly onChange: (language: string) => void
}

/** Whether the choice is of a detection, or of the other way to read its files. */
export function hasPattern({ pattern, doubts }: DetectionReply, choice: FolderChoice | null): boolean {
  if (choice === null) return false
  return (
    pattern === choice.pattern ||
    doubts.some(({ kind, choices }) => kind === 'pattern' && choices.includes(choice.pattern))
  )
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
