import type { GitPullRequest, GitSettings } from '../git-types.ts'
import { parseJson } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import { dismissBranch } from './dismissed-branches.ts'
import { isSameRepository } from './same-repository.ts'
import { sourceLocation } from './source-settings.ts'

/** The branch that a source uses for its pull requests. */
export type RequestBranchName = {
  readonly sourceId: number
  readonly name: string
  /** Of a translation branch: the source that it is compared with, and its branch. Null: another source. */
  readonly translated: { readonly intoSourceId: number; readonly branch: string } | null
}

/** Returns the branches that the sources of a repository use for their pull requests. */
export async function requestBranchesOf(
  r: Reader,
  repository: string,
): Promise<readonly RequestBranchName[]> {
  return (await sourcesOf(r, repository)).map(({ sourceId, name, branch, intoSourceId }) => ({
    sourceId,
    name,
    translated: intoSourceId === null ? null : { intoSourceId, branch },
  }))
}

/** Returns the usual name of the branch that the texts of a translation branch are sent to. */
export function requestBranchOf(pullRequestBranch: string, branch: string): string {
  return `${pullRequestBranch}-${branch.replaceAll('/', '-')}`
}

/**
 * Gives each translation branch of a source a request branch of its own. It keeps the one that it has while no
 * other source of the repository uses it. Called after a translation branch was opened, or the source was moved
 * or its request branch renamed.
 */
export async function assignRequestBranches(w: Writer, intoSourceId: number): Promise<void> {
  const into = await w.db
    .selectFrom('source')
    .innerJoin('git_source', 'git_source.source_id', 'source.id')
    .select(['source.kind', 'source.settings as place', 'git_source.settings'])
    .where('source.id', '=', intoSourceId)
    .executeTakeFirst()
  const place = into && sourceLocation({ kind: into.kind, settings: into.place })
  if (into === undefined || place?.kind !== 'git') return
  const { pullRequestBranch } = parseJson<GitSettings>(into.settings)
  const sources = await sourcesOf(w, place.repository)
  const names = new Map(sources.map(({ sourceId, name }) => [sourceId, name]))
  const branches = new Set(sources.map(({ branch }) => branch))
  for (const own of sources) {
    if (own.intoSourceId !== intoSourceId) continue
    names.delete(own.sourceId)
    const name = freeName(requestBranchOf(pullRequestBranch, own.branch), {
      taken: new Set([...names.values(), ...branches]),
      kept: own.name,
    })
    names.set(own.sourceId, name)
    if (name === own.name) continue
    await leaveRequestBranch(w, { ...own, intoSourceId })
    const settings: GitSettings = { ...own.settings, pullRequestBranch: name }
    await w.db
      .updateTable('git_source')
      .set({ settings: JSON.stringify(settings) })
      .where('source_id', '=', own.sourceId)
      .execute()
  }
}

/**
 * Called before the branch of a source's pull request gets another name. What was sent to it is sent to the other branch
 * as well; if that exists, it is not ours. The old one does not open as a translation branch while it is at our commit.
 */
export async function leaveRequestBranch(
  w: Writer,
  {
    sourceId,
    intoSourceId,
    name,
  }: { readonly sourceId: number; readonly intoSourceId: number; readonly name: string },
): Promise<void> {
  const { pushed_head: head, pull_request: request } = await w.db
    .selectFrom('git_source')
    .select(['pushed_head', 'pull_request'])
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow()
  const pullRequest = request === null ? null : parseJson<GitPullRequest>(request).number
  if (head !== null) await dismissBranch(w, { intoSourceId, branch: name }, { pullRequest, mergedTip: head })
  await w.db
    .updateTable('git_source')
    .set({ sent_at: null, pushed_head: null, pushing: '[]' })
    .where('source_id', '=', sourceId)
    .execute()
}

/** Returns the usual name, numbered if it is taken; the name that it has if that is one of these, and free. */
function freeName(
  usual: string,
  { taken, kept }: { readonly taken: ReadonlySet<string>; readonly kept: string },
): string {
  const isNumbered = kept.startsWith(`${usual}-`) && /^\d+$/.test(kept.slice(usual.length + 1))
  if ((kept === usual || isNumbered) && !taken.has(kept)) return kept
  for (let number = 1; ; number++) {
    const name = number === 1 ? usual : `${usual}-${number}`
    if (!taken.has(name)) return name
  }
}

type RequestSource = {
  readonly sourceId: number
  readonly name: string
  readonly settings: GitSettings
  /** The branch that it reads. */
  readonly branch: string
  /** Null: it is no translation branch. */
  readonly intoSourceId: number | null
}

async function sourcesOf({ db }: Reader, repository: string): Promise<readonly RequestSource[]> {
  const rows = await db
    .selectFrom('source')
    .innerJoin('git_source', 'git_source.source_id', 'source.id')
    .select(['source.id', 'source.kind', 'source.settings as place', 'git_source.settings'])
    .where('source.kind', '=', 'git')
    .orderBy('source.id')
    .execute()
  return rows.flatMap(({ id, kind, place: written, settings: stored }) => {
    const place = sourceLocation({ kind, settings: written })
    if (place.kind !== 'git' || !isSameRepository(place.repository, repository)) return []
    const settings = parseJson<GitSettings>(stored)
    const { branch, into } = place
    const intoSourceId = into?.sourceId ?? null
    return [{ sourceId: id, name: settings.pullRequestBranch, settings, branch, intoSourceId }]
  })
}
