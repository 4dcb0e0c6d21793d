import { isDeepStrictEqual } from 'node:util'
import { Failure } from '@dragoman/contract'
import { definedOf } from '@dragoman/core'
import {
  type GitSource,
  type GitSourceRow,
  gitSource,
  leaveRequestBranch,
  listBranches,
  type Reader,
  recordAudit,
  updateGitSource,
  type Writer,
} from '@dragoman/store'
import { requireActor } from '../../access/require-actor.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { refusedField } from '../../refused-field.ts'
import { signInOfInput } from '../../sources/git/access/sign-in-of-input.ts'
import { requireSigningKey } from '../../sources/git/access/signing-key.ts'
import { requireFreeRequestBranch } from '../../sources/git/connect/request-branch-name.ts'
import { requireRemoteAddress } from '../../sources/git/connect/unusable-repository.ts'
import { locationOfSource } from '../../sources/git/source-forge.ts'
import { isOfSending } from '../../sources/git/source-problems.ts'
import { forgeOf, knownSource, requireOtherBranch, storeSigningKey } from './known-source.ts'

type UpdateBody = Parameters<Handlers['git']['update']>[0]['body']

/**
 * Changes how texts of a source are sent and how Dragoman signs in, and syncs with it. Throws `not-found`,
 * `unusable-repository`, `invalid-input`, and `stale-setting` if the source is at another repository by now.
 */
export async function updateSource(
  deps: Deps,
  { params, body, caller, project, writeLocked }: Parameters<Handlers['git']['update']>[0],
): Promise<void> {
  const { store } = deps
  requireRepositoryOfSecrets(body)
  const { row: known, state } = await store.read((r) => knownSource(r, project, params.source))
  const { mode, isPaused } = body
  const address = requireRemoteAddress(body.repository ?? known.repository)
  const { projectId } = state
  const given =
    body.signIn === undefined
      ? null
      : await signInOfInput(deps, { address, input: body.signIn, source: state })
  await writeLocked(async (w) => {
    // Someone else might have changed or moved it in the meantime.
    const { row, state: before } = await knownSource(w, project, params.source)
    if (body.repository !== undefined && address.url !== row.repository) throw new Failure('stale-setting')
    const settings = { ...before.settings, ...definedOf(body.settings ?? {}) }
    requireOtherBranch(row.branch, settings)
    const kept = given && (await given.keep(w, projectId))
    const keyId = kept?.keyId ?? (await storeSigningKey(w, deps, { before, ...body })) ?? before.keyId
    if (body.settings?.signCommits === true) requireSigningKey(settings, keyId)
    const forge = body.forge === undefined ? null : forgeOf(deps, body.forge, before.forge)
    const { pullRequestBranch: branch } = settings
    const isRenamed = branch !== before.settings.pullRequestBranch
    if (isRenamed) await requireFreeRequestBranch(w, { repository: row.repository, branch, sourceId: row.id })
    const withRequests = await sourcesWithRequests(w, { row, projectId })
    const { pullRequestBranch: name } = before.settings
    if (isRenamed)
      await leaveRequestBranch(w, { sourceId: row.id, intoSourceId: row.into?.sourceId ?? row.id, name })
    // Whether this solves the problem is known with the next answer of the repository.
    await updateGitSource(w, row.id, {
      settings,
      ...definedOf({ mode, isPaused }),
      ...kept,
      keyId,
      ...(forge === null ? {} : { forge }),
    })
    await forgetOfOtherForge(w, deps, { row, before })
    await leaveRequests(w, withRequests)
    await forgetProblemsOfSending(w, { row, projectId })
    const changed = Object.keys(body).sort()
    const entry = { kind: 'source.changed', projectId, target: row.repository } as const
    await recordAudit(w, { ...entry, origin: caller.origin, details: { changed } })
  }, requireActor(caller).id)
  syncInBackground(deps, projectId, known.id)
  // Translation branches use the connection of their project's source.
  for (const branch of await store.read((r) => listBranches(r, projectId)))
    if (branch.intoSourceId === known.id) syncInBackground(deps, branch.projectId, branch.sourceId)
}

/**
 * Requires the repository that secrets were entered for: a source can have moved since its settings were shown, and
 * they must not be sent to another repository. Throws `invalid-input`.
 */
function requireRepositoryOfSecrets({ repository, signIn, signingKey, forge }: UpdateBody): void {
  const hasSecret = signIn !== undefined || signingKey !== undefined || typeof forge?.token === 'string'
  if (hasSecret && repository === undefined) throw refusedField('/repository', 'missing')
}

type SourceOfProject = { readonly row: GitSource; readonly projectId: number }

/** Returns a source and the translation branches compared with it, as far as they use pull requests. */
async function sourcesWithRequests(r: Reader, source: SourceOfProject): Promise<readonly number[]> {
  const found: number[] = []
  for (const id of await withTranslationBranches(r, source))
    if ((await gitSource(r, id))?.mode === 'pull-request') found.push(id)
  return found
}

async function withTranslationBranches(
  r: Reader,
  { row, projectId }: SourceOfProject,
): Promise<readonly number[]> {
  const branches = await listBranches(r, projectId)
  const translated = branches.filter(({ intoSourceId }) => intoSourceId === row.id)
  return [row.id, ...translated.map(({ sourceId }) => sourceId)]
}

/** Nothing is sent any more: no push would remove the problem, and it would hide others. */
async function forgetProblemsOfSending(w: Writer, source: SourceOfProject): Promise<void> {
  for (const id of await withTranslationBranches(w, source)) {
    const state = await gitSource(w, id)
    if (state?.mode === 'read-only' && state.problem !== null && isOfSending(state.problem))
      await updateGitSource(w, id, { problem: null })
  }
}

/** What a pull request contains is sent the new way as well. The next sync closes the pull request. */
async function leaveRequests(w: Writer, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const state = await gitSource(w, id)
    if (state === null || state.mode === 'pull-request') continue
    const isAboutRequest = state.problem?.code === 'pull-request-closed'
    await updateGitSource(w, id, { sentAt: null, ...(isAboutRequest ? { problem: null } : {}) })
  }
}

/** A pull request has another number at another forge; there it is found by its branch. */
async function forgetOfOtherForge(
  w: Writer,
  { sealing }: Pick<Deps, 'sealing'>,
  { row, before }: { readonly row: GitSource; readonly before: GitSourceRow },
): Promise<void> {
  const after = await gitSource(w, row.id)
  if (after === null) return
  const [now, then] = [after, before].map((state) => locationOfSource({ row, sealing }, state))
  if (isDeepStrictEqual(now, then)) return
  for (const id of await withTranslationBranches(w, { row, projectId: before.projectId }))
    await updateGitSource(w, id, { pullRequest: null, sentAt: null })
}

/** Syncs with the new settings; if that fails, the reason becomes the repository's problem. */
function syncInBackground({ store, sources, log }: Deps, projectId: number, sourceId: number): void {
  store
    .read((r) => gitSource(r, sourceId))
    .then(async (state) => {
      if (state?.isPaused === false) await sources.sync(projectId, sourceId)
    })
    .catch((error: unknown) => {
      if (!(error instanceof Failure)) log({ level: 'error', event: 'sync-failed', source: sourceId, error })
    })
}
