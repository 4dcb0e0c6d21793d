import { createProject, recordAudit } from '@dragoman/store'
import { requireActor } from '../../access/require-actor.ts'
import { requireProject } from '../../access/require-rows.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { presentJob } from '../../jobs/present-job.ts'
import { makeDeployKey } from '../../sources/git/run-ssh-program.ts'
import { sealNewKey } from '../../sources/git/sign-in.ts'
import { connectBranch, prepareBranch } from '../git/connect-branch.ts'
import { lookAtRepository, readHostKeys } from '../git/look-at-repository.ts'
import { fingerprintOfKey } from '../git/present-git.ts'
import { presentProject } from '../projects/present.ts'
import { requireSlug } from '../projects/require-slug.ts'
import { requireTag } from '../projects/require-tag.ts'

/** Repositories of new projects: nothing is stored until the project is created with all of it. */
export function repositoriesHandlers(deps: Deps): Handlers['repositories'] {
  const { store, sealing, repositories, now } = deps
  return {
    async createKey() {
      const key = await makeDeployKey(repositories, 'dragoman')
      const { publicKey } = key
      return { key: sealNewKey(sealing, key), publicKey, fingerprint: fingerprintOfKey(publicKey) }
    },

    hostKeys: ({ body }) => readHostKeys(deps, body.repository),

    look: ({ body }) => lookAtRepository(deps, { projectId: null, ...body }),

    async createProject({ body, caller }) {
      requireSlug(body.slug)
      const sourceLanguage = requireTag(body.sourceLanguage)
      const { slug, name, deliverPublic = false } = body
      const branch = await prepareBranch(deps, { projectId: null, sourceLanguage, body })
      const startedBy = requireActor(caller)
      const job = await caller.write(async (w) => {
        const at = now().toISOString()
        const project = await createProject(w, { slug, name, sourceLanguage, deliverPublic, at })
        const made = { kind: 'project.made', projectId: project.id, target: project.name } as const
        await recordAudit(w, { ...made, origin: caller.origin, details: {} })
        return (await connectBranch(w, deps, { project, branch, startedBy, origin: caller.origin })).job
      }, startedBy.id)
      const project = await store.read(async (r) => presentProject(r, await requireProject(r, slug)))
      return { ...project, job: presentJob(job) }
    },
  }
}
