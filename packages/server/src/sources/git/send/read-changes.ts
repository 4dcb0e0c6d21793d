import { type Format, formatById } from '@dragoman/formats'
import {
  type FileRow,
  fileBase,
  gitChange,
  gitSource,
  listFiles,
  listGitChanges,
  projectById,
  type Reader,
  type SentTexts,
} from '@dragoman/store'
import { viewOf } from '../../../sync/file-parts.ts'
import type { FileTakenBack } from '../read/changed-back.ts'
import { namesChanged } from '../read/edits-between.ts'
import { type ChangedFile, type ChangeGroup, groupChanges } from './group-changes.ts'

/** Data only, so that another thread can read the changes. */
export type ChangesRequest = {
  readonly sourceId: number
  readonly projectId: number
  /** The id of the format. */
  readonly format: string
  /** Files that are not sent now. */
  readonly held: ReadonlySet<string>
  readonly takenBack: readonly FileTakenBack[]
}

/** Everything that is changed here and can be sent. */
export type ReadChanges = {
  readonly files: readonly FileToSend[]
  readonly groups: readonly ChangeGroup[]
  /** Files that were changed, and match their branch again. */
  readonly changedBack: readonly string[]
  /** Time of the newest change that was read, even if it was changed back; null if there is none. */
  readonly lastAt: string | null
  readonly slug: string
}

export type FileToSend = {
  readonly path: string
  readonly own: Uint8Array
  /** Which of its texts are ours: in later versions of the file they can be someone else's. */
  readonly texts: SentTexts
}

/** Returns null if the project was deleted. */
export async function readChanges(r: Reader, request: ChangesRequest): Promise<ReadChanges | null> {
  const { sourceId, projectId, takenBack } = request
  const format = formatById(request.format)
  if (format === null) throw new Error(`The format ${request.format} of source ${sourceId} is not known`)
  const project = await projectById(r, projectId)
  if (project === null) return null
  const { sourceLanguage, slug } = project
  // Before the files: what changes in the meantime is later than this, and is due again.
  const before = (await gitSource(r, sourceId))?.droppedAt ?? null
  const changes = await listGitChanges(r, sourceId)
  const lastAt = changes.reduce((last, { lastAt: at }) => (last === null || at > last ? at : last), before)
  const rows = await listFiles(r, { sourceId })
  const { files, changedBack } = await changedFiles(r, request, {
    paths: changes.map(({ path }) => path),
    rows,
  })
  for (const { path, onRequest, own } of takenBack)
    files.push({ path, upstream: onRequest, own, rows: rowsAt(rows, path) })
  const groups = await groupChanges(r, { projectId, format, sourceLanguage, files })
  const toSend = files.map((file) => ({ path: file.path, own: file.own, texts: textsChanged(format, file) }))
  return { files: toSend, groups, changedBack, lastAt, slug }
}

async function changedFiles(
  r: Reader,
  { sourceId, held }: ChangesRequest,
  { paths, rows }: { readonly paths: readonly string[]; readonly rows: readonly FileRow[] },
): Promise<{ readonly files: ChangedFile[]; readonly changedBack: readonly string[] }> {
  const files: ChangedFile[] = []
  const changedBack: string[] = []
  for (const path of paths.filter((one) => !held.has(one))) {
    const change = await gitChange(r, { sourceId, path })
    const own = await fileBase(r, sourceId, path)
    if (change === null || own === null) continue
    const { bytes: upstream } = change
    if (upstream !== null && Buffer.compare(upstream, own) === 0) changedBack.push(path)
    else files.push({ path, upstream, own, rows: rowsAt(rows, path) })
  }
  return { files, changedBack }
}

function rowsAt(rows: readonly FileRow[], path: string): readonly FileRow[] {
  return rows.filter((row) => row.path === path)
}

function textsChanged(format: Format, { upstream, own, rows }: ChangedFile): SentTexts {
  return new Map(
    rows.map((row) => {
      const view = viewOf(row)
      const before = upstream === null ? null : format.read(upstream, view)
      return [row.language, new Set(namesChanged(before, format.read(own, view)))]
    }),
  )
}
