import type { Format } from '@dragoman/formats'
import {
  deleteConflict,
  deleteFileBase,
  dropGitChange,
  dropSent,
  gitChange,
  gitSource,
  keepFileBase,
  listConflicts,
  listFiles,
  noteFileDue,
  pathsSent,
  projectById,
  putConflict,
  type Store,
  setSentTexts,
  updateGitSource,
  type Writer,
} from '@dragoman/store'
import { viewOf } from '../../../sync/file-parts.ts'
import { conflictsOfRequest } from './changed-in-conflict.ts'
import { type BytesNow, endOf, prepareEnds, type SentEnd } from './ends-of-files.ts'
import { type MoveRequest, moveNamespaces } from './move-namespaces.ts'
import type { PushedFile } from './push-on-target.ts'

export type AdoptRequest = MoveRequest & {
  readonly format: Format
  readonly commit: string
  /** Files that are changed here and not sent yet. */
  readonly changed: ReadonlySet<string>
  /** Whether the file might have changed since the last adopted commit. */
  readonly mayDiffer: (path: string) => boolean
  /** The file in the commit; null if the commit does not have it. */
  readonly bytesOf: (path: string) => Promise<Uint8Array | null>
  /** The file on the branch of our pull request; null if unknown. */
  readonly requestBytesOf: (path: string) => Promise<Uint8Array | null>
  /** Our last push, if the commit can have what others made of its texts. */
  readonly push: {
    readonly isContained: boolean
    readonly fileOf: (path: string) => Promise<PushedFile>
  } | null
}

/**
 * Makes a commit the one that the files of a source are read from. For files that are changed here or were
 * sent, it stores what both sides last agreed on, so that the following merge sees exactly what others
 * changed. One transaction: even if the process ends, base and file match. Returns the files that are still
 * changed here.
 */
export async function adoptCommit(store: Store, request: AdoptRequest): Promise<ReadonlySet<string>> {
  const { sourceId, commit, mayDiffer, bytesOf, requestBytesOf, push } = request
  const moves = await store.write((w) => moveNamespaces(w, request))
  const changed = new Set([...request.changed].map((path) => moves.get(path) ?? path))
  const sent = await store.read((r) => pathsSent(r, sourceId))
  // If the push was merged, a file that is as it was means that others have changed our texts back.
  const paths = [...new Set([...changed, ...sent])].filter((path) => push?.isContained || mayDiffer(path))
  const now = new Map<string, BytesNow>()
  for (const path of paths)
    now.set(path, {
      onTarget: await bytesOf(path),
      onRequest: await requestBytesOf(path),
      push: push && (await push.fileOf(path)),
    })
  const prepared = await prepareEnds(store, request, now)
  return store.write(async (w) => {
    const still = new Set(changed)
    for (const [path, bytes] of now) {
      const file = { sourceId, path }
      const end = (await prepared.endAt(w, path)) ?? (await endOf(w, request, path, bytes))
      switch (end.kind) {
        case 'as-it-was':
          break
        case 'arrived':
        case 'merge':
          await keepConflictsOfRequest(w, request, { path, now: bytes.onTarget })
          await dropGitChange(w, file)
          still.delete(path)
          if (end.kind === 'merge') {
            await keepBase(w, request, path, end.base)
            await noteFileDue(w, file)
          }
          break
        default:
          end satisfies never
      }
      if (end.kind !== 'as-it-was') await keepSentEnd(w, file, end.sent)
    }
    await updateGitSource(w, sourceId, { commit })
    return still
  })
}

/**
 * Keeps conflicts with others' commits on the branch of our pull request apart from those of the file, which
 * is compared with the target again from now on. Resolved ones that were not merged yet are deleted: the
 * target does not have their text, so it would count as changed there, and replace what the person decided.
 */
async function keepConflictsOfRequest(
  w: Writer,
  { sourceId, projectId, format }: AdoptRequest,
  { path, now }: { readonly path: string; readonly now: Uint8Array | null },
): Promise<void> {
  const state = await gitSource(w, sourceId)
  const upstream = (await gitChange(w, { sourceId, path }))?.bytes ?? null
  const all = await listConflicts(w, projectId, { ofFiles: true })
  if (state?.mode !== 'pull-request' || upstream === null || all.length === 0) return
  const sourceLanguage = (await projectById(w, projectId))?.sourceLanguage ?? ''
  const branch = state.settings.pullRequestBranch
  const versions = now === null ? [upstream] : [upstream, now]
  for (const row of (await listFiles(w, { sourceId })).filter((one) => one.path === path)) {
    const conflicts = all.filter(({ fileId }) => fileId === row.id)
    // Other writes wait while a file is parsed here.
    if (conflicts.length === 0) continue
    const targets = versions.map((bytes) => format.read(bytes, viewOf(row)))
    const file = { format, language: row.language, sourceLanguage, conflicts, targets }
    for (const conflict of conflictsOfRequest(file)) {
      if (conflict.state === 'open') await putConflict(w, { ...conflict, branch, at: conflict.createdAt })
      await deleteConflict(w, conflict.id)
    }
  }
}

async function keepSentEnd(
  w: Writer,
  file: { sourceId: number; path: string },
  sent: SentEnd,
): Promise<void> {
  if (sent === 'all') return
  if (sent === 'nothing') await dropSent(w, file)
  else for (const version of sent) await setSentTexts(w, { ...file, ...version })
}

async function keepBase(
  w: Writer,
  { sourceId }: AdoptRequest,
  path: string,
  base: Uint8Array | null,
): Promise<void> {
  if (base === null) await deleteFileBase(w, sourceId, path)
  else await keepFileBase(w, sourceId, path, base)
}
