import { Failure } from '@dragoman/contract'
import {
  listSources,
  type ProjectRow,
  type Reader,
  recordAudit,
  type SourceRow,
  setSyntaxOfEmpty,
} from '@dragoman/store'
import { requireActor } from '../../access/require-actor.ts'
import { requireSomeReview } from '../../access/require-on-text.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { presentJob } from '../../jobs/present-job.ts'
import { sourcesOfJobs } from '../../sources/connect-job.ts'
import { chooseDetection } from '../../sources/folder/choose-detection.ts'
import { connectFolder, folderToConnect } from '../../sources/folder/connect-folder.ts'
import { inspectForBrowser } from '../../sources/folder/inspect-folder.ts'
import { requireOwnFolder, requireSeparateFolder } from '../../sources/folder/require-connectable.ts'
import { lockNothingUnsent, requireNothingUnsent } from '../../sources/git/branches/require-nothing-unsent.ts'
import { sourceOrigin } from '../../sync/run/sync-of.ts'
import { requireTag } from '../projects/require-tag.ts'
import { syntaxOf } from '../projects/syntax-of.ts'
import { presentDetections } from './present-detection.ts'
import { presentSource } from './present-source.ts'

export function sourcesHandlers(deps: Deps): Handlers['sources'] {
  const { store, sources, jobs } = deps
  const present = (row: SourceRow, caller: Caller) => presentSource(deps, row, caller)

  return {
    async inspect({ body }) {
      const { folder, candidates } = await inspectForBrowser(body.folder)
      return store.read(async (r) => ({
        folder,
        candidates: await presentDetections(r, { kind: 'folder', folder }, candidates),
      }))
    },

    list: ({ caller, read }) =>
      read(async (r, { project }) => {
        return { sources: (await listSources(r, project.id)).map((row) => present(row, caller)) }
      }),

    async create({ body, caller, project }) {
      const actor = requireActor(caller)
      const { folder, pattern, format, remember, countAsReviewed = false } = body
      if (countAsReviewed) requireSomeReview(caller, project.id)
      await requireOwnFolder(deps, actor, folder)
      const sourceLanguage =
        body.sourceLanguage === undefined ? project.sourceLanguage : requireTag(body.sourceLanguage)
      const found = await inspectForBrowser(folder)
      const where = { folder: found.folder, projectId: project.id, actor }
      await store.read((r) => requireSeparateFolder(r, deps, where))
      const chosen = await chooseDetection(found, {
        pattern,
        format,
        sourceLanguage,
        remember,
      })
      const files = await folderToConnect({ sourceLanguage, ...chosen })
      const { source, job } = await caller.write(async (w) => {
        await requireSeparateFolder(w, deps, where)
        const entry = { kind: 'source.added', projectId: project.id, target: folder, details: {} } as const
        await recordAudit(w, { ...entry, origin: caller.origin })
        await setSyntaxOfEmpty(w, project.id, syntaxOf(chosen.folder, chosen.pattern))
        return connectFolder(w, deps, { projectId: project.id, files, startedBy: actor, countAsReviewed })
      }, actor.id)
      await chosen.store()
      return { ...present(source, caller), job: presentJob(job) }
    },

    async remove({ params, query, caller, project }) {
      const source = await store.read((r) => sourceOf(r, project, params.source))
      const { id: projectId } = project
      const of = { projectId, sourceId: source.id, answer: query }
      const prepared = await requireNothingUnsent(store.read, of)
      const job = (await store.read(sourcesOfJobs)).get(source.id)
      await caller.confirm()
      if (job !== undefined) {
        await jobs.cancel(caller.write, job.id, 'keep', requireActor(caller))
        caller.endTurn()
        await jobs.ended(job.id)
      }
      await sources.disconnect(caller.write, source.id, (w) => lockNothingUnsent(w, of, prepared))
      const target = sourceOrigin(source)
      const entry = { kind: 'source.removed', projectId, target, details: {} } as const
      await caller.write((w) => recordAudit(w, { ...entry, origin: caller.origin }))
      return {}
    },

    async sync({ params, caller, project }) {
      const source = await store.read((r) => sourceOf(r, project, params.source))
      await caller.confirm()
      return { changed: await sources.sync(project.id, source.id) }
    },
  }
}

async function sourceOf(r: Reader, project: ProjectRow, id: number): Promise<SourceRow> {
  const source = (await listSources(r, project.id)).find((row) => row.id === id)
  if (source === undefined) throw new Failure('not-found', { what: 'source' })
  return source
}
