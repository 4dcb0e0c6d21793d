import { type DetectionReply, Failure, type SourceReply } from '@dragoman/contract'
import type { Detection } from '@dragoman/formats'
import { listSources, type Reader, type SourceRow, setSyntaxOfEmpty } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { chooseDetection } from '../../sources/folder/choose-detection.ts'
import { projectOf } from '../project-of.ts'
import { demandTag } from '../projects/demand-tag.ts'
import { syntaxOf } from '../projects/syntax-of.ts'

/** Files named in a reply; the count says how many there are. */
const LISTED_FILES = 500

export function sourcesHandlers({ store, folders }: Deps): Handlers['sources'] {
  const present = (row: SourceRow): SourceReply => {
    const { id, kind, folder, pattern, format, writable, createdAt } = row
    return { id, kind, folder, pattern, format, writable, watching: folders.isWatching(id), createdAt }
  }

  return {
    async inspect({ body }) {
      const { folder, candidates } = await folders.inspect(body.folder)
      return { folder, candidates: candidates.map(presentDetection) }
    },

    list: ({ params }) =>
      store.read(async (r) => {
        const project = await projectOf(r, params.project)
        return { sources: (await listSources(r, project.id)).map(present) }
      }),

    async create({ params, body }) {
      const project = await store.read((r) => projectOf(r, params.project))
      const { folder, pattern, format, remember } = body
      const sourceLanguage = body.sourceLanguage === undefined ? project.sourceLanguage : demandTag(body.sourceLanguage)
      const chosen = await chooseDetection(await folders.inspect(folder), { pattern, format, sourceLanguage, remember })
      await store.write((w) => setSyntaxOfEmpty(w, project.id, syntaxOf(chosen.folder, chosen.pattern)))
      return present(await folders.connect({ projectId: project.id, sourceLanguage, ...chosen }))
    },

    async remove({ params }) {
      const source = await store.read((r) => sourceOf(r, params.project, params.source))
      await folders.disconnect(source.id)
      return {}
    },

    async sync({ params }) {
      const source = await store.read((r) => sourceOf(r, params.project, params.source))
      return { changed: await folders.sync(source.id) }
    },
  }
}

async function sourceOf(r: Reader, slug: string, id: number): Promise<SourceRow> {
  const project = await projectOf(r, slug)
  const source = (await listSources(r, project.id)).find((row) => row.id === id)
  if (source === undefined) throw new Failure('not-found', { what: 'source' })
  return source
}

function presentDetection({ pattern, format, formats, formatReason, layout, sourceLanguage, files, skipped }: Detection): DetectionReply {
  return {
    pattern,
    format,
    formats: [...formats],
    formatReason,
    sourceLanguage,
    reason: layout,
    files: files.slice(0, LISTED_FILES).map(({ path, language, namespace }) => ({ path, language, namespace })),
    // A file of several languages is there once for each.
    fileCount: new Set(files.map((file) => file.path)).size,
    skipped: skipped.slice(0, LISTED_FILES).map(({ path, reason }) => ({ path, reason })),
  }
}
