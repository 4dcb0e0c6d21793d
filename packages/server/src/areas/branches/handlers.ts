import { type BranchReply, Failure } from '@dragoman/contract'
import {
  type BranchRow,
  branchEndsAt,
  branchOfProject,
  countDiscussions,
  countsByLanguage,
  type GitForge,
  type GitSource,
  gitSource,
  listBranches,
  listSources,
  NameTakenError,
  openBranch,
  type ProjectRow,
  projectById,
  type Reader,
  recordAudit,
  reopenBranch,
  requestBranchesOf,
  sourceById,
} from '@dragoman/store'
import { actsFreely, requesterOf } from '../../access/requester-of.ts'
import { requireActor } from '../../access/require-actor.ts'
import type { Deps } from '../../deps.ts'
import { forgeLocationOf } from '../../forges/read-forge.ts'
import { openMirror } from '../../git/mirror.ts'
import { readRemoteAddress } from '../../git/remote-address.ts'
import type { Handlers } from '../../http/mount.ts'
import { unsentTexts } from '../../sources/git/branches/branch-texts.ts'
import { isOursAmong } from '../../sources/git/branches/follow-branches.ts'
import { mergeBranch } from '../../sources/git/branches/merge-branch.ts'
import { prepareTexts } from '../../sources/git/branches/texts-in-files.ts'
import { connectedLocation, signInOf } from '../../sources/git/connect/connect-mirror.ts'
import { unusableOf, unusableRepository } from '../../sources/git/connect/unusable-repository.ts'

const LISTED_BRANCHES = 500

export function branchesHandlers(deps: Deps): Handlers['branches'] {
  const { store } = deps
  return {
    list: ({ read, query }) =>
      read(async (r, { project }) => {
        const branches: BranchReply[] = []
        for (const row of await listBranches(r, project.id)) {
          const unsent = query.unsent === 'count' ? (await unsentTexts(r, row)).length : null
          branches.push({ ...(await presentBranch(r, row)), unsent })
        }
        const untranslated = (await targetCounts(r, project)).reduce((sum, one) => sum + one.untranslated, 0)
        return { branches, untranslated }
      }),

    async ofRepository({ params, project }) {
      const source = await store.read((r) => repositoryOf(r, project, params.source))
      const { branches } = await branchesThere(deps, source)
      return { branches: branches.slice(0, LISTED_BRANCHES), branchCount: branches.length }
    },

    open: open(deps),
    close: close(deps),
  }
}

/** Opens a translation branch for a branch of a repository, again if it was closed. */
function open(deps: Deps): Handlers['branches']['open'] {
  const { store, now } = deps
  return async ({ body, caller, project, write }) => {
    const { branch } = body
    const source = await store.read((r) => repositoryOf(r, project, body.source))
    const { branches, ours } = await branchesThere(deps, source)
    if (ours.has(branch)) throw unusableRepository('request-branch-taken', { branch })
    if (!branches.includes(branch)) throw unusableRepository('branch-missing', { branch })
    const by = actsFreely(requireActor(caller))
    const opened = await write(async (w, { project: parent }) => {
      const entry = { kind: 'source.added', projectId: parent.id, target: source.repository } as const
      await recordAudit(w, { ...entry, origin: caller.origin, details: { branch } })
      const closed = (await listBranches(w, parent.id)).find(
        (one) => one.intoSourceId === source.id && one.branch === branch && one.state === 'closed',
      )
      if (closed !== undefined) {
        await reopenBranch(w, closed)
        return (await branchOfProject(w, closed.projectId)) ?? closed
      }
      return openBranch(w, { parent, source, branch, by, at: now().toISOString() }).catch(
        (error: unknown) => {
          if (!(error instanceof NameTakenError)) throw error
          throw new Failure('already-exists', { what: 'branch', name: branch })
        },
      )
    }, by.actor.id)
    return store.read(async (r) => ({
      ...(await presentBranch(r, opened)),
      unsent: (await unsentTexts(r, opened)).length,
    }))
  }
}

/** Closes a translation branch and merges its texts into those of the project. */
function close({ store, sources, now }: Deps): Handlers['branches']['close'] {
  return async ({ params, body, caller, read }) => {
    const { project, branch } = await read(async (r, { project }) => {
      const branch = (await listBranches(r, project.id)).find(({ slug }) => slug === params.branch)
      if (branch === undefined) throw new Failure('not-found', { what: 'project' })
      return { project, branch }
    })
    await caller.confirm()
    const request = {
      branch,
      texts: body.texts,
      seen: body.seen,
      because: 'person' as const,
      by: requesterOf(caller, project.id),
      at: now().toISOString(),
      origin: caller.origin,
    }
    const { id: actor } = requireActor(caller)
    const merged = await sources.whileStopped(branch.projectId, async () => {
      const prepared = await prepareTexts(store.read, branch)
      return caller.write((w) => mergeBranch(w, { ...request, prepared }), actor)
    })
    if (merged === null) throw new Failure('not-found', { what: 'project' })
    return merged
  }
}

/**
 * Returns the branches of the repository that can be opened, and those of our pull requests: if people translated
 * those, their texts would count as commits of others to them. Throws `unusable-repository` with the reason.
 */
async function branchesThere(
  { store, repositories }: Deps,
  source: GitSource,
): Promise<{ readonly branches: readonly string[]; readonly ours: ReadonlySet<string> }> {
  const { id, repository } = source
  const { state, requestBranches } = await store.read(async (r) => ({
    state: await gitSource(r, id),
    requestBranches: await requestBranchesOf(r, repository),
  }))
  if (state === null) throw new Failure('not-found', { what: 'source' })
  try {
    const access = () => signInOf({ ...repositories, store }, source, state)
    const mirror = openMirror(connectedLocation(repositories, { repository, folder: '', access }))
    const { tips } = await mirror.listBranches()
    const names = [...tips.keys()]
    const ours = new Set(names.filter(isOursAmong(requestBranches, tips, state)))
    const branches = names.filter((name) => name !== source.branch && !ours.has(name)).sort()
    return { branches, ours }
  } catch (error) {
    throw unusableOf(error, true) ?? error
  }
}

/** Throws `not-found` if the project has no repository with that id. */
async function repositoryOf(r: Reader, project: ProjectRow, id: number): Promise<GitSource> {
  const row = (await listSources(r, project.id)).find((one) => one.id === id)
  if (row?.kind !== 'git' || row.into !== undefined) throw new Failure('not-found', { what: 'source' })
  return row
}

async function presentBranch(r: Reader, row: BranchRow): Promise<Omit<BranchReply, 'unsent'>> {
  const project = await projectById(r, row.projectId)
  const counts = await countsByLanguage(r, row.projectId)
  const sourceLanguage = project?.sourceLanguage ?? ''
  const languages = await targetCounts(r, { id: row.projectId, sourceLanguage })
  const state = await gitSource(r, row.sourceId)
  const place = await sourceById(r, row.sourceId)
  const { slug, branch, intoSourceId, sourceId, openedBy, openedAt, endedAt } = row
  return {
    slug,
    branch,
    into: intoSourceId,
    source: sourceId,
    state: row.state,
    closeReason: row.closeReason,
    endsAt: branchEndsAt(row),
    pullRequest: row.pullRequest,
    pullRequestUrl:
      state === null || place?.kind !== 'git'
        ? null
        : pullRequestUrl(place.repository, state.forge, row.pullRequest),
    // Its merge base is read first; without commits of its own it stays there.
    isRead:
      state !== null && state.commit !== null && (state.commit !== row.mergeBase || state.checkedAt !== null),
    openedBy,
    openedAt,
    endedAt,
    keys: counts.get(sourceLanguage)?.total ?? 0,
    texts: languages.reduce((sum, { total }) => sum + total, 0),
    untranslated: languages.reduce((sum, { untranslated }) => sum + untranslated, 0),
    languages,
    discussions: await countDiscussions(r, row),
  }
}

/** Returns how many texts each target language has, and how many are still missing. */
async function targetCounts(
  r: Reader,
  { id, sourceLanguage }: { readonly id: number; readonly sourceLanguage: string },
): Promise<BranchReply['languages']> {
  const counts = await countsByLanguage(r, id)
  return [...counts]
    .filter(([tag]) => tag !== sourceLanguage)
    .map(([tag, { total, untranslated }]) => ({ tag, total, untranslated }))
}

const REQUEST_PATHS = { github: 'pull', gitea: 'pulls', gitlab: '-/merge_requests' } as const

/** Returns null if there is no pull request, or if the address of its page is unknown. */
function pullRequestUrl(repository: string, forge: GitForge, number: number | null): string | null {
  const address = readRemoteAddress(repository)
  if (number === null || forge.kind === 'none' || 'fault' in address) return null
  const { kind, origin } = forge
  const place = forgeLocationOf(address, { kind, origin })
  return place && `${place.origin}/${place.path}/${REQUEST_PATHS[kind]}/${number}`
}
