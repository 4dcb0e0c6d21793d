import type { GitConnectInput } from '@dragoman/contract'
import type { Actor } from '@dragoman/core'
import { definedOf } from '@dragoman/core'
import {
  type GitSettings,
  type GitSource,
  type JobRow,
  type ProjectRow,
  recordAudit,
  setSyntaxOfEmpty,
  type Writer,
} from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type GivenSignIn, signInOfInput } from '../../sources/git/access/sign-in-of-input.ts'
import { requireSigningKey } from '../../sources/git/access/signing-key.ts'
import { type ChosenFiles, chooseOfBranch } from '../../sources/git/connect/choose-of-branch.ts'
import { connectRepository, type RepositoryToConnect } from '../../sources/git/connect/connect-repository.ts'
import { inspectRepository } from '../../sources/git/connect/inspect-repository.ts'
import { freeRequestBranch, requireFreeRequestBranch } from '../../sources/git/connect/request-branch-name.ts'
import { requireOwnNamespaces } from '../../sources/git/connect/require-own-namespaces.ts'
import { requireRemoteAddress } from '../../sources/git/connect/unusable-repository.ts'
import { USUAL_SETTINGS } from '../../sources/git/connect/usual-settings.ts'
import { forgeOf, requireOtherBranch } from './known-source.ts'

/** A branch that was read and can be connected. */
export type PreparedBranch = ChosenFiles &
  Pick<RepositoryToConnect, 'repository' | 'branch' | 'mode' | 'forge'> & {
    readonly given: Partial<GitSettings>
    readonly signIn: GivenSignIn
    /** All files of the branch. */
    readonly paths: readonly string[]
    readonly countAsReviewed: boolean
  }

/**
 * Reads a branch before it is connected, and stores nothing. Throws `unusable-repository`, `no-locale-files`, `invalid-input`, `not-found`.
 */
export async function prepareBranch(
  deps: Deps,
  { sourceLanguage, body }: { readonly sourceLanguage: string; readonly body: GitConnectInput },
): Promise<PreparedBranch> {
  const address = requireRemoteAddress(body.repository)
  const { branch, pattern, format, mode, countAsReviewed = false } = body
  const given = definedOf(body.settings ?? {})
  requireOtherBranch(branch, { ...USUAL_SETTINGS, ...given })
  const signIn = await signInOfInput(deps, { address, input: body.signIn, source: null })
  const inspection = await inspectRepository(deps.repositories, {
    address,
    branch,
    signIn: await signIn.use(),
    sourceLanguage,
  })
  const chosen = chooseOfBranch(inspection, { pattern, format, sourceLanguage })
  const forge = forgeOf(deps, body.forge ?? { kind: 'none', origin: null }, null)
  const { paths } = inspection
  return { ...chosen, repository: address.url, branch, mode, forge, given, signIn, paths, countAsReviewed }
}

/**
 * Connects a prepared branch to a project; once the transaction is committed, a job reads its files. Throws
 * `already-exists` and `unusable-repository`.
 */
export async function connectBranch(
  w: Writer,
  deps: Deps,
  {
    project,
    branch: prepared,
    startedBy,
    origin,
  }: {
    readonly project: Pick<ProjectRow, 'id' | 'slug'>
    readonly branch: PreparedBranch
    readonly startedBy: Actor
    readonly origin: Caller['origin']
  },
): Promise<{ readonly source: GitSource; readonly job: JobRow }> {
  const { repository, branch, mode, pattern, format, languages, forge, given, countAsReviewed } = prepared
  const projectId = project.id
  const entry = { kind: 'source.added', projectId, target: repository } as const
  await recordAudit(w, { ...entry, origin, details: { branch, mode } })
  await setSyntaxOfEmpty(w, projectId, prepared.syntax)
  await requireOwnNamespaces(w, { repository, branch, projectId, pattern, paths: prepared.paths })
  if (given.pullRequestBranch !== undefined)
    await requireFreeRequestBranch(w, { repository, branch: given.pullRequestBranch, sourceId: null })
  const pullRequestBranch = await freeRequestBranch(w, { repository, project: project.slug })
  const settings = { ...USUAL_SETTINGS, pullRequestBranch, ...given }
  const kept = await prepared.signIn.keep(w, projectId)
  requireSigningKey(settings, kept.keyId)
  return connectRepository(w, deps, {
    projectId,
    repository: { repository, branch, pattern, format, mode, settings, forge, ...kept },
    languages,
    startedBy,
    countAsReviewed,
  })
}
