import { Failure, type GitForgeInput, type GitSignInInput } from '@dragoman/contract'
import {
  type GitForge,
  type GitSettings,
  type GitSourceRow,
  gitSource,
  listSources,
  type ProjectRow,
  type Reader,
  type Writer,
} from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import { refusedField } from '../../refused-field.ts'
import { sealForgeToken } from '../../sources/git/access/git-secrets.ts'
import { openSignIn } from '../../sources/git/access/sign-in.ts'
import { requireNewKey, storeKey } from '../../sources/git/access/sign-in-of-input.ts'
import { unusableRepository } from '../../sources/git/connect/unusable-repository.ts'
import type { KnownSource } from './present-git.ts'

/** Returns a Git source of a project. Throws `not-found`. */
export async function knownSource(
  r: Reader,
  project: Pick<ProjectRow, 'id'>,
  id: number,
): Promise<KnownSource> {
  const row = (await listSources(r, project.id)).find((one) => one.id === id)
  const state = row?.kind === 'git' ? await gitSource(r, id) : null
  if (row?.kind !== 'git' || state === null) throw new Failure('not-found', { what: 'source' })
  return { row, state }
}

/** A branch cannot have pull requests into itself. */
export function requireOtherBranch(branch: string, { pullRequestBranch }: GitSettings): void {
  if (branch === pullRequestBranch) throw unusableRepository('same-branch', { branch })
}

/**
 * A stored token is sent only to the forge it was entered for: people or tokens that can change settings must
 * not be able to send it elsewhere. Throws `invalid-input`.
 */
export function forgeOf(
  { sealing }: Pick<Deps, 'sealing'>,
  { kind, origin, token }: GitForgeInput,
  before: GitForge | null,
): GitForge {
  const kept = token === undefined ? (before?.token ?? null) : null
  // Null is an address as well: the host of the repository itself.
  if (kept !== null && origin !== (before?.origin ?? null))
    throw refusedField('/forge/token', 'token-of-other-forge')
  return { kind, origin, token: token ? sealForgeToken(sealing, token) : kept }
}

/**
 * Stores a new key to sign commits with and returns its id; null if none was given, or a deploy key is used,
 * which signs as well. Throws `not-found` for a key that was not created here.
 */
export async function storeSigningKey(
  w: Writer,
  deps: Pick<Deps, 'sealing' | 'now'>,
  {
    before: { projectId, signIn: sealed },
    signIn,
    signingKey,
  }: {
    readonly before: Pick<GitSourceRow, 'projectId' | 'signIn'>
    readonly signIn?: GitSignInInput | undefined
    readonly signingKey?: string | undefined
  },
): Promise<number | null> {
  const kind = signIn?.kind ?? openSignIn(deps.sealing, sealed)?.kind
  if (signingKey === undefined || kind === 'deploy-key') return null
  return storeKey(w, deps, { projectId, key: requireNewKey(deps.sealing, signingKey) })
}
