import { Failure, type ImportChoice } from '@dragoman/contract'
import { openJobs, type ProjectRow, type Reader } from '@dragoman/store'
import { requireActor } from '../../access/require-actor.ts'
import { requireSomeReview } from '../../access/require-on-text.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { addImport } from '../../imports/add-import.ts'
import { IMPORT } from '../../imports/import-type.ts'
import { presentJob } from '../../jobs/present-job.ts'

/** Throws `still-running` while an import reads an upload. */
async function requireUnused(
  r: Reader,
  { projectId, folder }: { readonly projectId: number; readonly folder: string },
): Promise<void> {
  const isRead = (await openJobs(r, IMPORT.kind)).some(
    (job) => job.projectId === projectId && IMPORT.payloadOf(job).folder === folder,
  )
  if (isRead) throw new Failure('still-running')
}

export function importsHandlers({ uploads, workers, jobs }: Deps): Handlers['imports'] {
  const uploadOf = async ({ id: projectId }: ProjectRow, upload: string) => ({
    projectId,
    folder: await uploads.folderOf(projectId, upload),
  })

  return {
    async create({ caller, project }) {
      // It writes files, not rows.
      await caller.confirm()
      return { upload: await uploads.create(project.id) }
    },

    async upload({ params, query, stream: body, caller: { confirm }, project }) {
      return uploads.use(project.id, params.upload, async (folder) => ({
        files: await uploads.receive(folder, query.path, { body, confirm }),
      }))
    },

    async plan({ params, body, project }) {
      return uploads.use(project.id, params.upload, (folder) =>
        workers.run('planUpload', { projectId: project.id, folder, ...body }),
      )
    },

    async start({ params, body, caller, project }) {
      const { id: projectId } = project
      if (body.countAsReviewed === true) requireSomeReview(caller, projectId)
      const job = await uploads.use(projectId, params.upload, (folder) => {
        const payload = { folder, ...body } satisfies ImportChoice & { readonly folder: string }
        const startedBy = requireActor(caller)
        const { upload } = params
        return caller.write((w) => addImport(w, jobs, { projectId, upload, payload, startedBy }))
      })
      return presentJob(job)
    },

    async remove({ params, caller, project }) {
      const { projectId, folder } = await uploadOf(project, params.upload)
      await caller.write((w) => requireUnused(w, { projectId, folder }))
      await uploads.remove(folder)
      return {}
    },
  }
}
