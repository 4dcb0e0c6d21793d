/**
 * Returns the branch to open; null: none. If not all branches are listed, a typed name can be one of the others, even
 * if it is a part of listed names; the server refuses unknown names.
 */
export function wantedBranch({
  chosen,
  typed,
  unlisted,
}: {
  readonly chosen: string | null
  readonly typed: string
  /** Number of branches that are not listed. */
  readonly unlisted: number
}): string | null {
  const name = typed.trim()
  return chosen ?? (unlisted > 0 && name !== '' ? name : null)
}
