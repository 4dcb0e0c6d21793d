import { type DetectionReply, Failure, type SourceReply } from '@dragoman/contract'
import type { Detection } from '@dragoman/formats'
import {
  isConnected,
  listSources,
  type Reader,
  recordAudit,
  type SourceRow,
  setSyntaxOfEmpty,
} from '@dragoman/store'
import { requireActor } from '../../access/require-actor.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { presentJob } from '../../jobs/present-job.ts'
import { chooseDetection } from '../../sources/folder/choose-detection.ts'
import { connectFolder, folderToConnect, sourcesOfJobs } from '../../sources/folder/connect-folder.ts'
import { placesOf } from '../../sources/folder/places-of.ts'
import { projectOf } from '../project-of.ts'
import { requireTag } from '../projects/require-tag.ts'
import { syntaxOf } from '../projects/syntax-of.ts'

/** Files named in a reply; the count says how many there are. */
const LISTED_FILES = 500

export function sourcesHandlers(deps: Deps): Handlers['sources'] {
  const { store, folders, jobs } = deps
  const present = (row: SourceRow): SourceReply => {
    const { id, kind, folder, pattern, format, writable, createdAt } = row
    return { id, kind, folder, pattern, format, writable, watching: folders.isWatching(id), createdAt }
  }

  return {
    async inspect({ body }) {
      const { folder, candidates } = await folders.inspect(body.folder)
      const places = placesOf(candidates)
      return store.read(async (r) => {
        const found: DetectionReply[] = []
        for (const detection of candidates) {
          const place = places.get(detection) ?? detection.pattern
          found.push({
            ...presentDetection(detection),
            place,
            isConnected: await isConnected(r, { kind: 'folder', folder }, detection.pattern),
          })
        }
        return { folder, candidates: found }
      })
    },

    list: ({ params }) =>
      store.read(async (r) => {
        const project = await projectOf(r, params.project)
        return { sources: (await listSources(r, project.id)).map(present) }
      }),

    async create({ params, body, caller }) {
      const project = await store.read((r) => projectOf(r, params.project))
      const { folder, pattern, format, remember } = body
      const sourceLanguage =
        body.sourceLanguage === undefined ? project.sourceLanguage : requireTag(body.sourceLanguage)
      const chosen = await chooseDetection(await folders.inspect(folder), {
        pattern,
        format,
        sourceLanguage,
        remember,
      })
      const files = await folderToConnect({ sourceLanguage, ...chosen })
      const { source, job } = await store.write(async (w) => {
        const entry = { kind: 'source.added', projectId: project.id, target: folder } as const
        await recordAudit(w, { ...entry, origin: caller.origin })
        await setSyntaxOfEmpty(w, project.id, syntaxOf(chosen.folder, chosen.pattern))
        return connectFolder(w, deps, { projectId: project.id, files, startedBy: requireActor(caller) })
      }, requireActor(caller).id)
      return { ...present(source), job: presentJob(job) }
    },

    async remove({ params, caller }) {
      const source = await store.read((r) => sourceOf(r, params.project, params.source))
      const job = (await store.read(sourcesOfJobs)).get(source.id)
      if (job !== undefined) {
        await jobs.cancel(job.id, 'keep')
        await jobs.ended(job.id)
      }
      await folders.disconnect(source.id)
      const { id: projectId } = await store.read((r) => projectOf(r, params.project))
      const entry = { kind: 'source.removed', projectId, target: source.folder } as const
      await store.write((w) => recordAudit(w, { ...entry, origin: caller.origin }))
      return {}
    },

    async sync({ params }) {
      const { project, source } = await store.read(async (r) => ({
        project: await projectOf(r, params.project),
        source: await sourceOf(r, params.project, params.source),
      }))
      return { changed: await folders.sync(project.id, source.id) }
    },
  }
}

async function sourceOf(r: Reader, slug: string, id: number): Promise<SourceRow> {
  const project = await projectOf(r, slug)
  const source = (await listSources(r, project.id)).find((row) => row.id === id)
  if (source === undefined) throw new Failure('not-found', { what: 'source' })
  return source
}

function presentDetection(detection: Detection): Omit<DetectionReply, 'place' | 'isConnected'> {
  const { pattern, format, formats, formatReason, layout, sourceLanguage, files, skipped } = detection
  return {
    pattern,
    format,
    formats: [...formats],
    formatReason,
    sourceLanguage,
    reason: layout,
    files: files
      .slice(0, LISTED_FILES)
      .map(({ path, language, namespace }) => ({ path, language, namespace })),
    // A file of several languages is there once for each.
    fileCount: new Set(files.map((file) => file.path)).size,
    skipped: skipped.slice(0, LISTED_FILES).map(({ path, reason }) => ({ path, reason })),
  }
}
