import { Failure } from '@dragoman/contract'
import {
  createGitKey,
  gitSource,
  listBranches,
  type Reader,
  recordAudit,
  setSyntaxOfEmpty,
  updateGitSource,
} from '@dragoman/store'
import { requireActor } from '../../access/require-actor.ts'
import { requireSomeReview } from '../../access/require-on-text.ts'
import type { Deps } from '../../deps.ts'
import { ForgeError } from '../../forges/forge-error.ts'
import { readForge } from '../../forges/read-forge.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { presentJob } from '../../jobs/present-job.ts'
import { chooseOfBranch } from '../../sources/git/choose-of-branch.ts'
import { connectRepository } from '../../sources/git/connect-repository.ts'
import { makeWebhookSecret, sealWebhookSecret } from '../../sources/git/git-secrets.ts'
import { inspectRepository } from '../../sources/git/inspect-repository.ts'
import { describeHostKey } from '../../sources/git/known-hosts.ts'
import { freeRequestBranch, requireFreeRequestBranch } from '../../sources/git/request-branch-name.ts'
import { requireOwnNamespaces } from '../../sources/git/require-own-namespaces.ts'
import { makeDeployKey, scanHostKeys } from '../../sources/git/run-ssh-program.ts'
import { sealPrivateKey } from '../../sources/git/sign-in.ts'
import { signInOfInput } from '../../sources/git/sign-in-of-input.ts'
import { requireSigningKey } from '../../sources/git/signing-key.ts'
import { openSourceForge } from '../../sources/git/source-forge.ts'
import { testAccess } from '../../sources/git/test-access.ts'
import {
  requireRemoteAddress,
  unusableOf,
  unusableRepository,
} from '../../sources/git/unusable-repository.ts'
import { USUAL_SETTINGS } from '../../sources/git/usual-settings.ts'
import { readWaitingFiles } from '../../sources/git/waiting-files.ts'
import { definedOf } from '../defined-of.ts'
import { lockedProjectOf, projectOf } from '../project-of.ts'
import { requireTag } from '../projects/require-tag.ts'
import { presentDetections } from '../sources/present-detection.ts'
import { presentSource } from '../sources/present-source.ts'
import { forgeOf, knownSource, requireOtherBranch, signingKeyOfInput } from './known-source.ts'
import { inspectPlaceOf, moveRepository } from './move-repository.ts'
import { type KnownSource, presentGit, presentKey, webhookAddress } from './present-git.ts'

const LISTED_BRANCHES = 500
const LISTED_LEFT_OUT = 200
const LISTED_CHECKS = 50

export function gitHandlers(deps: Deps): Handlers['git'] {
  const { store, sealing, repositories, sources, now, log } = deps
  const reply = (r: Reader, known: KnownSource, history = 20) => presentGit(r, deps, { ...known, history })

  /**
   * Syncs with the new settings, in the background; if that fails, the reason becomes the repository's
   * problem.
   */
  function pollSource(projectId: number, sourceId: number): void {
    store
      .read((r) => gitSource(r, sourceId))
      .then(async (state) => {
        if (state?.isPaused === false) await sources.sync(projectId, sourceId)
      })
      .catch((error: unknown) => {
        if (!(error instanceof Failure))
          log({ level: 'error', event: 'sync-failed', source: sourceId, error })
      })
  }

  /** Returns the address that the forge has to call. */
  async function storeWebhookSecret(
    params: Parameters<typeof knownSource>[1],
    sealed: string,
    caller: Caller,
  ): Promise<string> {
    const { row, state } = await store.read((r) => knownSource(r, params))
    await caller.write(async (w) => {
      await updateGitSource(w, row.id, { webhookSecret: sealed })
      const entry = { kind: 'source.changed', projectId: state.projectId, target: row.repository } as const
      await recordAudit(w, { ...entry, origin: caller.origin, details: { changed: ['webhookSecret'] } })
    }, requireActor(caller).id)
    return webhookAddress(deps, row.id)
  }

  return {
    async createKey({ params, caller }) {
      const project = await store.read((r) => projectOf(r, params.project))
      const { publicKey, privateKey } = await makeDeployKey(repositories, `dragoman ${project.slug}`)
      const sealed = sealPrivateKey(sealing, privateKey)
      const key = { projectId: project.id, publicKey, sealed, createdAt: now().toISOString() }
      return presentKey(await caller.write((w) => createGitKey(w, key)))
    },

    async hostKeys({ body }) {
      const address = requireRemoteAddress(body.repository)
      if (address.transport !== 'ssh') throw unusableRepository('needs-ssh')
      try {
        const keys = await scanHostKeys(repositories, address)
        return { host: address.host, keys: keys.map((key) => describeHostKey(address.host, key)) }
      } catch (error) {
        throw unusableOf(error, true) ?? error
      }
    },

    async look({ params, body }) {
      const project = await store.read((r) => projectOf(r, params.project))
      const address = requireRemoteAddress(body.repository)
      const { use } = await signInOfInput(deps, { projectId: project.id, address, input: body.signIn })
      const signIn = await use()
      const [found, forge] = await Promise.all([
        inspectRepository(repositories, { address, branch: body.branch, signIn }),
        readForge(repositories.outgoing, address),
      ])
      const { branches, defaultBranch, branch, commit, candidates, paths, leftOut, isWhole } = found
      const named = [...new Set([...(defaultBranch === null ? [] : [defaultBranch]), branch, ...branches])]
      const place = { kind: 'git', repository: address.url, branch } as const
      return {
        repository: address.url,
        branches: named.slice(0, LISTED_BRANCHES),
        branchCount: branches.length,
        defaultBranch,
        branch,
        forge: forge?.kind ?? null,
        commit,
        candidates: await store.read((r) => presentDetections(r, place, candidates)),
        fileCount: paths.length,
        leftOut: leftOut.slice(0, LISTED_LEFT_OUT),
        leftOutCount: leftOut.length,
        isWhole,
      }
    },

    async connect({ params, body, caller }) {
      const project = await store.read((r) => projectOf(r, params.project))
      const address = requireRemoteAddress(body.repository)
      const { branch, pattern, format, mode } = body
      const { countAsReviewed = false } = body
      if (countAsReviewed) requireSomeReview(caller, project.id)
      const given = definedOf(body.settings ?? {})
      requireOtherBranch(branch, { ...USUAL_SETTINGS, ...given })
      const sourceLanguage =
        body.sourceLanguage === undefined ? project.sourceLanguage : requireTag(body.sourceLanguage)
      const { use, kept } = await signInOfInput(deps, { projectId: project.id, address, input: body.signIn })
      const inspection = await inspectRepository(repositories, {
        address,
        branch,
        signIn: await use(),
        sourceLanguage,
      })
      const { languages, syntax, ...chosen } = chooseOfBranch(inspection, { pattern, format, sourceLanguage })
      const forge = forgeOf(deps, body.forge ?? { kind: 'none', origin: null }, null)
      const place = { repository: address.url, branch }
      const startedBy = requireActor(caller)
      const { source, job } = await caller.write(async (w) => {
        const entry = { kind: 'source.added', projectId: project.id, target: address.url } as const
        await recordAudit(w, { ...entry, origin: caller.origin, details: { branch, mode } })
        await setSyntaxOfEmpty(w, project.id, syntax)
        const { repository: url } = place
        const { pattern: own } = chosen
        await requireOwnNamespaces(w, {
          ...place,
          projectId: project.id,
          pattern: own,
          paths: inspection.paths,
        })
        if (given.pullRequestBranch !== undefined)
          await requireFreeRequestBranch(w, {
            repository: url,
            branch: given.pullRequestBranch,
            sourceId: null,
          })
        const pullRequestBranch = await freeRequestBranch(w, { repository: url, project: project.slug })
        const settings = { ...USUAL_SETTINGS, pullRequestBranch, ...given }
        requireSigningKey(settings, kept.keyId)
        const repository = { ...place, ...chosen, mode, settings, ...kept, forge }
        return connectRepository(w, deps, {
          projectId: project.id,
          repository,
          languages,
          startedBy,
          countAsReviewed,
        })
      }, startedBy.id)
      return { ...presentSource(deps, source, caller), job: presentJob(job) }
    },

    get: ({ params, query }) =>
      store.read(async (r) => reply(r, await knownSource(r, params), query.history)),

    async checks({ params }) {
      const { row, state } = await store.read((r) => knownSource(r, params))
      const { pullRequest, pushedHead } = state
      const forge = openSourceForge({ ...repositories, row, now }, state)
      if (forge === null || pushedHead === null || pullRequest?.state !== 'open') return { checks: [] }
      try {
        return { checks: (await forge.checks(pushedHead)).slice(0, LISTED_CHECKS) }
      } catch (error) {
        if (!(error instanceof ForgeError)) throw error
        throw new Failure('source-unreachable', { ...error.params, reason: error.code })
      }
    },

    async waiting({ params, query }) {
      const known = await store.read((r) => knownSource(r, params))
      return readWaitingFiles(store, known, query.files)
    },

    async update({ params, body, caller }) {
      const { row, state } = await store.read((r) => knownSource(r, params))
      const { mode, isPaused } = body
      const address = requireRemoteAddress(row.repository)
      const { projectId } = state
      const given =
        body.signIn === undefined
          ? null
          : await signInOfInput(deps, { projectId, address, input: body.signIn })
      await caller.write(async (w) => {
        await lockedProjectOf(w, params.project)
        // Someone else might have changed them in the meantime.
        const { state: before } = await knownSource(w, params)
        const settings = { ...before.settings, ...definedOf(body.settings ?? {}) }
        requireOtherBranch(row.branch, settings)
        const keyId =
          given?.kept.keyId ?? (await signingKeyOfInput(w, deps, { before, ...body })) ?? before.keyId
        if (body.settings?.signCommits === true) requireSigningKey(settings, keyId)
        const forge = body.forge === undefined ? null : forgeOf(deps, body.forge, before.forge)
        const { pullRequestBranch } = settings
        if (pullRequestBranch !== before.settings.pullRequestBranch)
          await requireFreeRequestBranch(w, {
            repository: row.repository,
            branch: pullRequestBranch,
            sourceId: row.id,
          })
        // Whether this solves the problem is known with the next answer of the repository.
        await updateGitSource(w, row.id, {
          settings,
          ...(mode === undefined ? {} : { mode }),
          ...(isPaused === undefined ? {} : { isPaused }),
          ...(given === null ? {} : given.kept),
          keyId,
          ...(forge === null ? {} : { forge }),
        })
        const changed = Object.keys(body).sort()
        const entry = { kind: 'source.changed', projectId, target: row.repository } as const
        await recordAudit(w, { ...entry, origin: caller.origin, details: { changed } })
      }, requireActor(caller).id)
      pollSource(projectId, row.id)
      // Translation branches use the connection of their project's source.
      for (const branch of await store.read((r) => listBranches(r, projectId)))
        if (branch.intoSourceId === row.id) pollSource(branch.projectId, branch.sourceId)
      return store.read(async (r) => reply(r, await knownSource(r, params)))
    },

    inspectPlace: (request) => inspectPlaceOf(deps, request),

    async move(request) {
      await moveRepository(deps, request)
      return store.read(async (r) => reply(r, await knownSource(r, request.params)))
    },

    async send({ params, caller }) {
      const { row, state } = await store.read((r) => knownSource(r, params))
      if (state.mode === 'read-only') throw unusableRepository('mode')
      await caller.confirm()
      await sources.send(state.projectId, row.id)
      return store.read(async (r) => reply(r, await knownSource(r, params)))
    },

    async test({ params }) {
      const { row, state } = await store.read((r) => knownSource(r, params))
      const { mayRead, mayWrite, problem } = await testAccess({ ...repositories, store }, row, state)
      return {
        mayRead,
        mayWrite,
        problem: problem && { code: problem.code, params: { ...problem.params } },
      }
    },

    async setWebhookSecret({ params, body, caller }) {
      return {
        address: await storeWebhookSecret(params, sealWebhookSecret(sealing, body.secret.trim()), caller),
      }
    },

    async webhookSecret({ params, caller }) {
      const { secret, sealed } = makeWebhookSecret(sealing)
      return { address: await storeWebhookSecret(params, sealed, caller), secret }
    },
  }
}
