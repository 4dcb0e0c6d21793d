import { type Forms, sameForms } from '@dragoman/core'
import { type Format, isWhole, type View } from '@dragoman/formats'
import {
  type ConflictRow,
  deleteFileBase,
  type FileRow,
  fileBase,
  gitChange,
  gitSource,
  keepFileBase,
  listConflicts,
  listFiles,
  noteGitChange,
  projectById,
  putConflict,
  type Store,
  sentVersions,
  upsertFile,
  type Writer,
} from '@dragoman/store'
import { viewOf } from '../../../sync/file-parts.ts'
import { hashOf } from '../../../sync/hash-of.ts'
import type { ForeignVersions } from '../send/request-branch.ts'
import { faultOf } from './branch-files.ts'
import { changedInConflict } from './changed-in-conflict.ts'
import type { ForeignFile } from './git-files.ts'
import { mergeForeign, withTextsOfTarget } from './merge-foreign.ts'

export type AdoptForeignRequest = {
  readonly sourceId: number
  readonly projectId: number
  readonly format: Format
  readonly at: string
  /** By path; `upstream`: as the target has it. */
  readonly files: ReadonlyMap<string, ForeignVersions & { readonly upstream: Uint8Array | null }>
}

/**
 * Prepares the merge of files that others changed on the branch of our pull request, so that it sees their
 * changes and what we changed since. A text in conflict with the target stays as it is: their version becomes
 * a conflict of its own, so that a person sees both. A file that only they have is merged like a new one; one that
 * cannot be read is only reported. One transaction. Returns how to read the files until they are merged.
 */
export async function adoptForeign(
  store: Store,
  { files, ...request }: AdoptForeignRequest,
): Promise<ReadonlyMap<string, ForeignFile>> {
  const { sourceId, projectId, format } = request
  const adopted = new Map<string, ForeignFile>()
  await store.write(async (w) => {
    const rows = await listFiles(w, { sourceId })
    const open = await listConflicts(w, projectId, { state: 'open', ofFiles: true })
    const sourceLanguage = (await projectById(w, projectId))?.sourceLanguage ?? ''
    const branch = (await gitSource(w, sourceId))?.settings.pullRequestBranch ?? ''
    for (const [path, { theirs, upstream, ...given }] of files) {
      const base = await fileBase(w, sourceId, path)
      const isChanged = (await gitChange(w, { sourceId, path })) !== null
      const parts = rows.filter((row) => row.path === path)
      const views = parts.map(viewOf)
      const isUnreadable = isBroken(format, views, theirs)
      // Once it can be read, it is merged like any new file.
      if (isUnreadable && base === null) continue
      await noteGitChange(w, { sourceId, path, upstream, at: request.at })
      if (isUnreadable) {
        await noteUnmerged(w, parts)
        adopted.set(path, { bytes: theirs, baseHash: base && hashOf(base), isBroken: true })
        continue
      }
      const isReadable = (bytes: Uint8Array | null) => bytes !== null && !isBroken(format, views, bytes)
      const earlier = async () => [
        ...(await sentVersions(w, { sourceId, path })).map(({ bytes }) => bytes),
        given.target.after,
      ]
      // If both sides added the file, all that differs is a conflict.
      const known =
        given.sent === null || isReadable(given.sent) ? given.sent : (await earlier()).find(isReadable)
      if (known === null || known === undefined) {
        await deleteFileBase(w, sourceId, path)
        await noteUnmerged(w, parts)
        adopted.set(path, { bytes: theirs, baseHash: null, isBroken: false })
        continue
      }
      const sent = withTextsOfTarget(known, { format, views, theirs, target: given.target, upstream })
      const conflicts = { ...request, open, sourceLanguage, branch }
      const kept = await keepConflicts(w, conflicts, { parts, sent, theirs })
      const own = { base: base ?? sent, now: (isChanged ? base : upstream) ?? sent }
      const merging = views.map((view, index) => ({ view, kept: kept[index] ?? new Set<string>() }))
      const merged = mergeForeign({ format, parts: merging, sent, theirs, ...own })
      // They wrote what the file has here already: no merge would read it, and put its base right again.
      if (base !== null && Buffer.compare(merged.theirs, base) === 0) continue
      await keepFileBase(w, sourceId, path, merged.base)
      await noteUnmerged(w, parts)
      adopted.set(path, { bytes: merged.theirs, baseHash: hashOf(merged.base), isBroken: false })
    }
  })
  return adopted
}

/** If the process ends before the merge, the next start compares the file. */
async function noteUnmerged(w: Writer, parts: readonly FileRow[]): Promise<void> {
  for (const part of parts) if (part.state === 'in-step') await upsertFile(w, { ...part, state: 'writing' })
}

type ConflictsRequest = Pick<AdoptForeignRequest, 'format' | 'at'> & {
  readonly open: readonly ConflictRow[]
  readonly sourceLanguage: string
  /** The branch of the pull request. */
  readonly branch: string
}

/** Stores what others made of texts in conflict. Returns the names of the entries, for each language of the file. */
async function keepConflicts(
  w: Writer,
  { format, at, open, sourceLanguage, branch }: ConflictsRequest,
  {
    parts,
    sent,
    theirs,
  }: { readonly parts: readonly FileRow[]; readonly sent: Uint8Array; readonly theirs: Uint8Array },
): Promise<readonly ReadonlySet<string>[]> {
  const changed = parts.map((row) => {
    const view = viewOf(row)
    const documents = { sent: format.read(sent, view), theirs: format.read(theirs, view) }
    const conflicts = open.filter(({ fileId }) => fileId === row.id)
    return changedInConflict({ format, language: row.language, sourceLanguage, ...documents, conflicts })
  })
  for (const { conflict, forms } of changed.flat())
    if (!isSide(conflict, forms)) await putConflict(w, { ...conflict, theirs: forms, branch, at })
  return changed.map((ofPart) => new Set(ofPart.flatMap(({ names }) => names)))
}

/** Whether a file cannot be read in one of its languages; `views`: those that are known. */
export function isBroken(format: Format, views: readonly View[], bytes: Uint8Array): boolean {
  const tried = views.length > 0 ? views : [ANY_VIEW]
  return faultOf(bytes) !== null || !tried.every((view) => isWhole(format.read(bytes, view)))
}

/** Of a file whose languages are not known yet: whether it can be parsed rarely depends on them. */
const ANY_VIEW: View = { language: 'en', side: 'target' }

/** Whether the conflict already shows the text to people. */
function isSide({ theirs, ours }: ConflictRow, forms: Forms): boolean {
  return sameForms(theirs, forms) || sameForms(ours, forms)
}
