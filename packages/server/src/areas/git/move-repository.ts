import { Failure, type GitSignInInput } from '@dragoman/contract'
import {
  type GitForge,
  isConnected,
  isSameRepository,
  moveSource,
  recordAudit,
  updateGitSource,
} from '@dragoman/store'
import { requireActor } from '../../access/require-actor.ts'
import type { Deps } from '../../deps.ts'
import type { RemoteAddress } from '../../git/remote-address.ts'
import type { Handlers } from '../../http/mount.ts'
import type { RemoteAccess } from '../../sources/git/access/open-remote.ts'
import { openSignIn } from '../../sources/git/access/sign-in.ts'
import { type GivenSignIn, signInOfInput } from '../../sources/git/access/sign-in-of-input.ts'
import { signInOf } from '../../sources/git/connect/connect-mirror.ts'
import {
  inspectLocation,
  type LocationInspection,
  requireNoTranslationBranch,
  requireOwnSignIn,
} from '../../sources/git/connect/inspect-place.ts'
import { requireFreeRequestBranch } from '../../sources/git/connect/request-branch-name.ts'
import { requireOwnNamespaces } from '../../sources/git/connect/require-own-namespaces.ts'
import { requireRemoteAddress, unusableOf } from '../../sources/git/connect/unusable-repository.ts'
import { forgeOf, knownSource, requireOtherBranch } from './known-source.ts'
import { listedBranches } from './look-at-repository.ts'
import type { KnownSource } from './present-git.ts'

type Git = Handlers['git']

/** Compares the files of a source with those of another place. Throws `unusable-repository`, `busy`. */
export async function inspectLocationOf(
  deps: Deps,
  { params, body, project }: Parameters<Git['inspectLocation']>[0],
): ReturnType<Git['inspectLocation']> {
  const known = await deps.store.read((r) => knownSource(r, project, params.source))
  const address = requireRemoteAddress(body.repository)
  const { found } = await inspectAt(deps, known, { address, ...body })
  const { branches, defaultBranch, branch, commit, files, waitingFiles } = found
  return {
    repository: address.url,
    branches: listedBranches(found),
    branchCount: branches.length,
    defaultBranch,
    branch,
    commit,
    files,
    waitingFiles,
  }
}

/**
 * Moves a source, and the translation branches compared with it, to another repository or branch. Unsent texts
 * are sent there, and files are merged with what they were last synced with. Throws `unusable-repository`,
 * `already-exists`, `invalid-input`, `busy`, and `stale-setting` if its repository or credentials were changed
 * meanwhile.
 */
export async function moveRepository(
  deps: Deps,
  { params, body, caller, project, writeLocked }: Parameters<Git['move']>[0],
): Promise<void> {
  const { store, sources } = deps
  const known = await store.read((r) => knownSource(r, project, params.source))
  const { row, state } = known
  const address = requireRemoteAddress(body.repository)
  const place = { repository: address.url, branch: body.branch }
  requireOtherBranch(place.branch, state.settings)
  const { found, given } = await inspectAt(deps, known, { address, ...body })
  const { projectId } = state
  const move = () =>
    writeLocked(async (w) => {
      const { row: from, state: before } = await knownSource(w, project, params.source)
      if (from.repository !== row.repository || (given === null && before.signIn !== state.signIn))
        throw new Failure('stale-setting')
      if (given === null)
        requireOwnSignIn(from.repository, address, openSignIn(deps.sealing, before.signIn)?.kind ?? null)
      requireOtherBranch(place.branch, before.settings)
      const isSame = isSameRepository(from.repository, place.repository)
      const isElsewhere = !isSame || from.branch !== place.branch
      if (isElsewhere && (await isConnected(w, { kind: 'git', ...place }, from.pattern)))
        throw new Failure('already-exists', { what: 'repository', repository: place.repository })
      await requireNoTranslationBranch(w, { projectId, sourceId: row.id, branch: place.branch })
      const files = { pattern: from.pattern, paths: found.paths }
      await requireOwnNamespaces(w, { ...place, projectId, ...files, movedId: row.id })
      const { pullRequestBranch: branch } = before.settings
      await requireFreeRequestBranch(w, { repository: place.repository, branch, sourceId: row.id })
      const kept = given && (await given.keep(w, projectId))
      await moveSource(w, row.id, place)
      await updateGitSource(w, row.id, {
        problem: null,
        // What was sent to the old place is sent to the new one as well, unless it is there.
        sentAt: null,
        // A pull request has another number in another repository; it is found there by its branch.
        ...(isSame ? {} : { pullRequest: null }),
        // A key of its own signs commits at the new place as well.
        ...(kept === null ? {} : { ...kept, keyId: kept.keyId ?? before.keyId }),
        forge:
          body.forge === undefined
            ? keptForge(before.forge, from.repository, address)
            : forgeOf(deps, body.forge, keptForge(before.forge, from.repository, address)),
      })
      const entry = { kind: 'source.changed', projectId, target: place.repository } as const
      await recordAudit(w, { ...entry, origin: caller.origin, details: { changed: ['place'] } })
    }, requireActor(caller).id)
  await sources.move(row.id, move)
}

/** A token that was entered for a repository is not used for another one. */
function keptForge(forge: GitForge, from: string, to: RemoteAddress): GitForge {
  return from === to.url ? forge : { ...forge, token: null }
}

type Inspected = { readonly found: LocationInspection; readonly given: GivenSignIn | null }

async function inspectAt(
  { store, repositories, ...deps }: Deps,
  { row, state }: KnownSource,
  {
    address,
    branch,
    signIn: input,
  }: {
    readonly address: RemoteAddress
    readonly branch: string | null
    readonly signIn?: GitSignInInput | undefined
  },
): Promise<Inspected> {
  const parts = { ...repositories, store }
  const given =
    input === undefined
      ? null
      : await signInOfInput({ ...deps, store, repositories }, { address, input, source: state })
  let signIn: RemoteAccess['signIn']
  if (given === null) {
    const stored = openSignIn(repositories.sealing, state.signIn)
    requireOwnSignIn(row.repository, address, stored?.kind ?? null)
    signIn = await signInOf(parts, { repository: address.url }, state).catch((error: unknown) => {
      throw unusableOf(error, true) ?? error
    })
  } else signIn = await given.use()
  return { found: await inspectLocation(parts, { row, address, branch, signIn }), given }
}
