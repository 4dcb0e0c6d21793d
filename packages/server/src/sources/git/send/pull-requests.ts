import { isDeepStrictEqual } from 'node:util'
import {
  countsByLanguage,
  type GitPullRequest,
  type GitSourceRow,
  listConflicts,
  listFiles,
  projectById,
  type Reader,
  updateGitSource,
} from '@dragoman/store'
import { composePullRequest } from '../../../forges/compose-pull-request.ts'
import type { Forge, PullRequest } from '../../../forges/forge.ts'
import { asForgeProblem } from '../forge-problem.ts'
import { openSourceForge, type SourceForgeParts } from '../source-forge.ts'
import type { GitSenderParts } from './git-sender.ts'
import { isSameForge } from './is-same-destination.ts'
import { readPullRequest } from './read-pull-request.ts'
import type { SendResult } from './send-changes.ts'

/** The one pull request of a source. With plain Git there are no requests: people open it themselves. */
export type PullRequests = {
  /** Returns its current state at the forge; null if there is none. Throws GitProblemError. */
  readonly read: (state: GitSourceRow) => Promise<GitPullRequest | null>
  /** Opens it, or updates its description; null for plain Git. Throws GitProblemError. */
  readonly describe: (
    state: GitSourceRow,
    request: GitPullRequest | null,
    result: Exclude<SendResult, { kind: 'nothing' | 'moved' }>,
  ) => Promise<GitPullRequest | null>
  /** Closes it because nothing is left in it; the next change opens another one. Throws GitProblemError. */
  readonly close: (state: GitSourceRow, request: GitPullRequest) => Promise<void>
}

type PullRequestsParts = SourceForgeParts &
  Pick<GitSenderParts, 'store' | 'row' | 'projectId' | 'publicOrigin'>

export function openPullRequests(parts: PullRequestsParts): PullRequests {
  const { store, row } = parts

  /** Of a pull request at a forge that the source has left meanwhile, nothing is stored. */
  const storeRequest = (state: GitSourceRow, pullRequest: GitPullRequest) =>
    store.write(async (w) => {
      if (await isSameForge(w, parts, state)) await updateGitSource(w, row.id, { pullRequest })
    })

  async function keep(
    before: GitSourceRow,
    found: PullRequest,
    { saysMergedHead }: Forge,
    known: GitPullRequest | null = null,
  ): Promise<GitPullRequest> {
    const { number, url, title, state, openedAt } = found
    const merged = state === 'merged' && saysMergedHead ? mergedCommitsOf(found) : {}
    const withdrawn = state === 'open' && known?.isWithdrawn ? { isWithdrawn: true } : {}
    const request: GitPullRequest = { number, url, title, state, openedAt, ...merged, ...withdrawn }
    if (known !== null && isDeepStrictEqual(known, request)) return known
    await storeRequest(before, request)
    return request
  }

  const forget = (fields: Partial<Pick<GitSourceRow, 'sentAt'>> = {}) =>
    store.write((w) => updateGitSource(w, row.id, { ...fields, pullRequest: null }))

  /** The branch that it comes from or goes into is another one now: what it contains is sent again. */
  async function leave(found: PullRequest, known: GitPullRequest, forge: Forge): Promise<void> {
    // With another address it is another pull request, which has the number by chance.
    if (found.state === 'open' && found.url === known.url) await forge.closePullRequest(found.number)
    await forget({ sentAt: null })
  }

  async function find(state: GitSourceRow, forge: Forge): Promise<GitPullRequest | null> {
    const { pullRequestBranch: head } = state.settings
    const found = await forge.findPullRequest({ head, base: row.branch })
    return found?.state === 'open' ? keep(state, found, forge) : null
  }

  return {
    read: (state) =>
      asForgeProblem(async () => {
        const forge = openSourceForge(parts, state)
        if (forge === null) return state.pullRequest
        const { pullRequest: known } = state
        if (known === null) return find(state, forge)
        // A closed one might have been reopened; a merged one stays merged.
        if (known.state === 'merged') return known
        const found = await readPullRequest(forge, known.number)
        const { pullRequestBranch } = state.settings
        if (known.isWithdrawn && found?.state === 'closed') {
          await forget()
          return null
        }
        if (found?.base === row.branch && found.headBranch === pullRequestBranch)
          return keep(state, found, forge, known)
        if (found === null) await forget()
        else await leave(found, known, forge)
        return find(state, forge)
      }),

    describe: (state, request, result) =>
      asForgeProblem(async () => {
        const forge = openSourceForge(parts, state)
        if (forge === null) return null
        const { title, body } = await contentOf(parts, state, result)
        if (request?.state !== 'open') {
          const draft = { head: state.settings.pullRequestBranch, base: row.branch, title, body }
          return keep(state, await forge.openPullRequest(draft), forge)
        }
        const isAsDescribed = result.kind === 'as-sent' && request.title === title
        if (isAsDescribed && !request.isWithdrawn) return request
        return keep(state, await forge.updatePullRequest(request.number, { title, body }), forge)
      }),

    close: (state, request) =>
      asForgeProblem(async () => {
        const forge = openSourceForge(parts, state)
        if (forge === null) return
        // Until it is known to be closed, closing it is due. It must not count as closed by a person.
        await storeRequest(state, { ...request, isWithdrawn: true })
        await forge.closePullRequest(request.number)
        await forget()
      }),
  }
}

function mergedCommitsOf({ headCommit, mergeCommit }: PullRequest) {
  return { mergedHead: headCommit, ...(mergeCommit !== null && { mergeCommit }) }
}

/** Composes title and description from what was sent and the state of the project. */
async function contentOf(
  { store, row, projectId, publicOrigin }: PullRequestsParts,
  state: GitSourceRow,
  result: Parameters<PullRequests['describe']>[2],
) {
  const { project, counts, conflicts } = await store.read(async (r) => ({
    project: await projectById(r, projectId),
    counts: await countsByLanguage(r, projectId),
    conflicts: await openConflicts(r, row.id, projectId),
  }))
  const changed = new Map(result.sent.languages.map(({ language, texts }) => [language, texts]))
  const slug = project?.slug ?? ''
  const home = `${publicOrigin()}/p/${slug}`
  return composePullRequest({
    project: { name: project?.name ?? '', slug, url: home },
    languages: [...counts].map(([code, { total, untranslated }]) => ({
      code,
      translated: total - untranslated,
      strings: total,
      changed: changed.get(code) ?? 0,
      url: `${home}/translate/${code}`,
    })),
    people: result.sent.people.map(({ name }) => name),
    files: result.sent.files,
    titleTemplate: state.settings.message,
    conflicts,
    isShared: state.keptBase !== null,
  })
}

/** Returns the number of texts in conflict between the catalog and the files of a source. */
async function openConflicts(r: Reader, sourceId: number, projectId: number): Promise<number> {
  const files = new Set((await listFiles(r, { sourceId })).map(({ id }) => id))
  const open = await listConflicts(r, projectId, { state: 'open', ofFiles: true })
  return open.filter(({ fileId }) => files.has(fileId)).length
}
