import { Failure } from '@dragoman/contract'
import { type Reader, recordAudit, updateGitSource } from '@dragoman/store'
import { requireActor } from '../../access/require-actor.ts'
import { requireSomeReview } from '../../access/require-on-text.ts'
import type { Deps } from '../../deps.ts'
import { ForgeError } from '../../forges/forge-error.ts'
import type { Handlers } from '../../http/mount.ts'
import { presentJob } from '../../jobs/present-job.ts'
import { makeWebhookSecret, sealWebhookSecret } from '../../sources/git/access/git-secrets.ts'
import { testAccess } from '../../sources/git/connect/test-access.ts'
import { unusableRepository } from '../../sources/git/connect/unusable-repository.ts'
import { readWaitingFiles } from '../../sources/git/send/waiting-files.ts'
import { openSourceForge } from '../../sources/git/source-forge.ts'
import { requireTag } from '../projects/require-tag.ts'
import { presentSource } from '../sources/present-source.ts'
import { connectBranch, prepareBranch } from './connect-branch.ts'
import { createNewKey } from './create-new-key.ts'
import { knownSource } from './known-source.ts'
import { lookAtRepository, readHostKeys } from './look-at-repository.ts'
import { inspectLocationOf, moveRepository } from './move-repository.ts'
import { type KnownSource, presentGit, webhookAddress } from './present-git.ts'
import { updateSource } from './update-source.ts'

type Git = Handlers['git']
/** A call about one source. */
type SourceCall = Omit<Parameters<Git['webhookSecret']>[0], 'body'>

const LISTED_CHECKS = 50

export function gitHandlers(deps: Deps): Git {
  return { ...connecting(deps), ...reading(deps), ...changing(deps), ...webhooks(deps) }
}

const presentSourceNow = (r: Reader, deps: Deps, known: KnownSource, history = 20) =>
  presentGit(r, deps, { ...known, history })

/** What is needed to connect a repository. */
function connecting(deps: Deps): Pick<Git, 'createKey' | 'hostKeys' | 'look' | 'connect'> {
  return {
    createKey: ({ project }) => createNewKey(deps, `dragoman ${project.slug}`),

    hostKeys: ({ body }) => readHostKeys(deps, body.repository),

    look: ({ body }) => lookAtRepository(deps, body),

    async connect({ body, caller, project }) {
      if (body.countAsReviewed === true) requireSomeReview(caller, project.id)
      const sourceLanguage =
        body.sourceLanguage === undefined ? project.sourceLanguage : requireTag(body.sourceLanguage)
      const branch = await prepareBranch(deps, { sourceLanguage, body })
      const startedBy = requireActor(caller)
      const { source, job } = await caller.write(
        (w) => connectBranch(w, deps, { project, branch, startedBy, origin: caller.origin }),
        startedBy.id,
      )
      return { ...presentSource(deps, source, caller), job: presentJob(job) }
    },
  }
}

/** What a connected repository shows. */
function reading(deps: Deps): Pick<Git, 'get' | 'waiting' | 'checks' | 'inspectLocation' | 'test'> {
  const { store, repositories, now } = deps
  return {
    get: ({ params, query, project }) =>
      store.read(async (r) =>
        presentSourceNow(r, deps, await knownSource(r, project, params.source), query.history),
      ),

    async waiting({ params, query, project }) {
      const known = await store.read((r) => knownSource(r, project, params.source))
      return readWaitingFiles(store, known, query.files)
    },

    async checks({ params, project }) {
      const { row, state } = await store.read((r) => knownSource(r, project, params.source))
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

    inspectLocation: (request) => inspectLocationOf(deps, request),

    async test({ params, project }) {
      const { row, state } = await store.read((r) => knownSource(r, project, params.source))
      const { canRead, canWrite, problem } = await testAccess({ ...repositories, store }, row, state)
      return {
        canRead,
        canWrite,
        problem: problem && { code: problem.code, params: { ...problem.params } },
      }
    },
  }
}

/** What changes a connected repository. */
function changing(deps: Deps): Pick<Git, 'update' | 'move' | 'send'> {
  const { store, sources } = deps
  const presentNow = ({ project, params }: SourceCall) =>
    store.read(async (r) => presentSourceNow(r, deps, await knownSource(r, project, params.source)))
  return {
    async update(request) {
      await updateSource(deps, request)
      return presentNow(request)
    },

    async move(request) {
      await moveRepository(deps, request)
      return presentNow(request)
    },

    async send(request) {
      const { params, caller, project } = request
      const { row, state } = await store.read((r) => knownSource(r, project, params.source))
      if (state.mode === 'read-only') throw unusableRepository('mode')
      await caller.confirm()
      await sources.send(state.projectId, row.id)
      return presentNow(request)
    },
  }
}

function webhooks(deps: Deps): Pick<Git, 'setWebhookSecret' | 'webhookSecret'> {
  const { store, sealing } = deps

  /** Returns the address that the forge has to call. */
  async function storeSecret(
    { params, caller, project, write }: SourceCall,
    sealed: string,
  ): Promise<string> {
    const { row, state } = await store.read((r) => knownSource(r, project, params.source))
    await write(async (w) => {
      await updateGitSource(w, row.id, { webhookSecret: sealed })
      const entry = { kind: 'source.changed', projectId: state.projectId, target: row.repository } as const
      await recordAudit(w, { ...entry, origin: caller.origin, details: { changed: ['webhookSecret'] } })
    }, requireActor(caller).id)
    return webhookAddress(deps, row.id)
  }

  return {
    async setWebhookSecret(request) {
      const sealed = sealWebhookSecret(sealing, request.body.secret.trim())
      return { address: await storeSecret(request, sealed) }
    },

    async webhookSecret(request) {
      const { secret, sealed } = makeWebhookSecret(sealing)
      return { address: await storeSecret(request, sealed), secret }
    },
  }
}
