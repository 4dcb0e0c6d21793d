import { createProject, recordAudit } from '@dragoman/store'
import { requireActor } from '../../access/require-actor.ts'
import { requireProject } from '../../access/require-rows.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { presentJob } from '../../jobs/present-job.ts'
import { connectBranch, prepareBranch } from '../git/connect-branch.ts'
import { createNewKey } from '../git/create-new-key.ts'
import { lookAtRepository, readHostKeys } from '../git/look-at-repository.ts'
import { presentProject } from '../projects/present.ts'
import { requireSlug } from '../projects/require-slug.ts'
import { requireTag } from '../projects/require-tag.ts'

/** Repositories of new projects: nothing is stored until the project is created with all of it. */
export function repositoriesHandlers(deps: Deps): Handlers['repositories'] {
  const { store, now } = deps
  return {
    createKey: () => createNewKey(deps, 'dragoman'),

    hostKeys: ({ body }) => readHostKeys(deps, body.repository),

    look: ({ body }) => lookAtRepository(deps, body),

    async createProject({ body, caller }) {
      requireSlug(body.slug)
      const sourceLanguage = requireTag(body.sourceLanguage)
      const { slug, name, deliverPublic = false } = body
      const branch = await prepareBranch(deps, { sourceLanguage, body })
      const startedBy = requireActor(caller)
      const job = await caller.write(async (w) => {
        const at = now().toISOString()
        const project = await createProject(w, { slug, name, sourceLanguage, deliverPublic, at })
        const made = { kind: 'project.made', projectId: project.id, target: project.name } as const
        await recordAudit(w, { ...made, origin: caller.origin, details: {} })
        return (await connectBranch(w, deps, { project, branch, startedBy, origin: caller.origin })).job
      }, startedBy.id)
      const project = await store.read(async (r) => presentProject(r, (await requireProject(r, slug)).id))
      return { ...project, job: presentJob(job) }
    },
  }
}
