import { Failure } from '@dragoman/contract'
import { definedOf } from '@dragoman/core'
import {
  jobById,
  listLanguages,
  listNamespaces,
  projectById,
  type Reader,
  recordAudit,
} from '@dragoman/store'
import { requireActor } from '../../access/require-actor.ts'
import type { Deps } from '../../deps.ts'
import { listFormats, requireFormat } from '../../exports/export-file.ts'
import { EXPORT, type ExportPayload, type ExportResult } from '../../exports/export-job.ts'
import type { Handlers } from '../../http/mount.ts'
import { presentJob } from '../../jobs/present-job.ts'

/** Exports of one file and of a whole project. */
export function exportHandlers(
  deps: Deps,
): Pick<Handlers['files'], 'formats' | 'export' | 'exportAll' | 'exported'> {
  const { store, workers, archives, jobs } = deps
  return {
    formats: async () => ({ formats: [...listFormats()] }),

    async export({ query: { content, ...query }, caller, project }) {
      const withContent = content !== 'skip'
      const file = await workers.run('exportFile', { projectId: project.id, ...query, withContent })
      if (!withContent) return file
      const entry = { kind: 'export.made', target: file.fileName, details: { ...query } } as const
      await caller.write((w) => recordAudit(w, { ...entry, projectId: project.id, origin: caller.origin }))
      return file
    },

    async exportAll({ body, caller, project }) {
      const payload: ExportPayload = { ...body, format: requireFormat(body.format).id }
      await store.read((r) => requireChoice(r, project.id, payload))
      const { id } = await caller.write(async (w) => {
        const entry = { kind: 'export.made', target: project.slug, details: definedOf(payload) } as const
        await recordAudit(w, { ...entry, projectId: project.id, origin: caller.origin })
        const startedBy = requireActor(caller)
        // Each archive is kept for a day: one of the same texts that is being created is not created again.
        const revision = (await projectById(w, project.id))?.revision
        const dedupeKey = `export ${project.id} ${revision} ${startedBy.id} ${JSON.stringify(payload)}`
        return jobs.add(w, EXPORT, { projectId: project.id, payload, startedBy, dedupeKey })
      })
      return presentJob(await jobs.endedSoon(id))
    },

    async exported({ params, read }) {
      const job = await read(async (r, { project }) => {
        const row = await jobById(r, params.job)
        return row?.projectId === project.id && row.kind === EXPORT.kind ? row : null
      })
      if (job === null) throw new Failure('not-found', { what: 'job' })
      if (job.endedAt === null) throw new Failure('still-running')
      if (job.state !== 'done') throw new Failure('not-found', { what: 'export' })
      const { file } = job.result as ExportResult // written by its handler
      return archives.read(job.id, file.name)
    },
  }
}

/** Throws `not-found` if a chosen language or namespace is not in the project. */
async function requireChoice(
  r: Reader,
  projectId: number,
  { languages = [], namespaces = [] }: ExportPayload,
): Promise<void> {
  const tags = new Set((await listLanguages(r, projectId)).map(({ tag }) => tag))
  if (languages.some((tag) => !tags.has(tag))) throw new Failure('not-found', { what: 'language' })
  const names = new Set((await listNamespaces(r, projectId)).map(({ name }) => name))
  if (namespaces.some((name) => !names.has(name))) throw new Failure('not-found', { what: 'namespace' })
}
