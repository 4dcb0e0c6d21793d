import { type Forms, sameForms } from '@dragoman/core'
import type { Format } from '@dragoman/formats'
import {
  type ConflictRow,
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
  upsertFile,
} from '@dragoman/store'
import { viewOf } from '../../sync/file-parts.ts'
import { hashOf } from '../../sync/hash-of.ts'
import { type ChangedInConflict, changedInConflict } from './changed-in-conflict.ts'
import type { ForeignFile } from './git-files.ts'
import { mergeForeign } from './merge-foreign.ts'

export type AdoptForeignRequest = {
  readonly sourceId: number
  readonly projectId: number
  readonly format: Format
  readonly at: string
  /** By path: the file as we sent it, as others changed it on our branch, and as the target has it. */
  readonly files: ReadonlyMap<
    string,
    { readonly sent: Uint8Array; readonly theirs: Uint8Array; readonly upstream: Uint8Array | null }
  >
}

/**
 * Prepares the merge of files that others changed on the branch of our pull request, so that it sees their
 * changes and what we changed since. A text in conflict with the target stays as it is: their version becomes
 * a conflict of its own, so that a person sees both. One transaction. Returns how to read the files until
 * they are merged.
 */
export async function adoptForeign(
  store: Store,
  { sourceId, projectId, format, at, files }: AdoptForeignRequest,
): Promise<ReadonlyMap<string, ForeignFile>> {
  const adopted = new Map<string, ForeignFile>()
  await store.write(async (w) => {
    const rows = await listFiles(w, { sourceId })
    const open = await listConflicts(w, projectId, { state: 'open', ofFiles: true })
    const sourceLanguage = (await projectById(w, projectId))?.sourceLanguage ?? ''
    const branch = (await gitSource(w, sourceId))?.settings.pullRequestBranch ?? ''
    for (const [path, { sent, theirs, upstream }] of files) {
      const base = await fileBase(w, sourceId, path)
      const isChanged = (await gitChange(w, { sourceId, path })) !== null
      const own = { base: base ?? sent, now: (isChanged ? base : upstream) ?? sent }
      const parts = rows.filter((row) => row.path === path)
      const changed = parts.map((row) => {
        const view = viewOf(row)
        const documents = { sent: format.read(sent, view), theirs: format.read(theirs, view) }
        const conflicts = open.filter(({ fileId }) => fileId === row.id)
        return changedInConflict({ format, language: row.language, sourceLanguage, ...documents, conflicts })
      })
      const merged = mergeForeign({
        format,
        parts: parts.map((row, index) => ({ view: viewOf(row), kept: namesOf(changed[index]) })),
        sent,
        theirs,
        ...own,
      })
      for (const { conflict, forms } of changed.flat())
        if (!isSide(conflict, forms)) await putConflict(w, { ...conflict, theirs: forms, branch, at })
      await noteGitChange(w, { sourceId, path, upstream, at })
      // They wrote what the file has here already: no merge would read it, and put its base right again.
      if (base !== null && Buffer.compare(merged.theirs, base) === 0) continue
      await keepFileBase(w, sourceId, path, merged.base)
      // If the process ends before the merge, the next start compares the file.
      for (const part of parts)
        if (part.state === 'in-step') await upsertFile(w, { ...part, state: 'writing' })
      adopted.set(path, { bytes: merged.theirs, baseHash: hashOf(merged.base) })
    }
  })
  return adopted
}

function namesOf(changed: readonly ChangedInConflict[] = []): ReadonlySet<string> {
  return new Set(changed.flatMap(({ names }) => names))
}

/** Whether the conflict already shows the text to people. */
function isSide({ theirs, ours }: ConflictRow, forms: Forms): boolean {
  return sameForms(theirs, forms) || sameForms(ours, forms)
}
