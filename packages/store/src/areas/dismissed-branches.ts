import type { Reader, Writer } from '../store.ts'

/** Why a branch does not open automatically for the same pull request. */
export type Dismissal = {
  /** Null: it had none. */
  readonly pullRequest: number | null
  /** The commit that was merged: with another one, it opens. Null: a person has closed it. */
  readonly mergedTip: string | null
}

/**
 * Remembers that a person has closed a branch, or that it was merged: it does not open automatically for the same pull
 * request.
 */
export async function dismissBranch(
  { db }: Writer,
  { intoSourceId, branch }: { readonly intoSourceId: number; readonly branch: string },
  { pullRequest, mergedTip }: Dismissal,
): Promise<void> {
  const dismissal = { pull_request: pullRequest, tip: mergedTip }
  await db
    .insertInto('dismissed_branch')
    .values({ source_id: intoSourceId, branch, ...dismissal })
    .onConflict((on) => on.columns(['source_id', 'branch']).doUpdateSet(dismissal))
    .execute()
}

/** Returns the branches of a source that do not open automatically, by name. */
export async function dismissedBranches(
  { db }: Reader,
  sourceId: number,
): Promise<ReadonlyMap<string, Dismissal>> {
  const rows = await db
    .selectFrom('dismissed_branch')
    .select(['branch', 'pull_request', 'tip'])
    .where('source_id', '=', sourceId)
    .execute()
  return new Map(rows.map((row) => [row.branch, { pullRequest: row.pull_request, mergedTip: row.tip }]))
}

export async function forgetDismissal(
  { db }: Writer,
  { sourceId, branch }: { readonly sourceId: number; readonly branch: string },
): Promise<void> {
  await db
    .deleteFrom('dismissed_branch')
    .where('source_id', '=', sourceId)
    .where('branch', '=', branch)
    .execute()
}
