import { setImmediate as breathe } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Format } from '@dragoman/formats'
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
  type Reader,
  type Store,
  upsertFile,
  type Writer,
} from '@dragoman/store'
import { hashOf } from '../../../sync/hash-of.ts'
import type { ForeignFile } from './git-files.ts'
import { type FileBefore, type ForeignOfRequest, type ForeignPlan, planForeign } from './plan-foreign.ts'

export type AdoptForeignRequest = {
  readonly sourceId: number
  readonly projectId: number
  readonly format: Format
  readonly at: string
  /** By path. */
  readonly files: ReadonlyMap<string, ForeignOfRequest>
}

/**
 * Prepares the merge of files that others changed on the branch of our pull request, so that it sees their
 * changes and what we changed since. A text in conflict with the target stays as it is: their version becomes
 * a conflict of its own, so that a person sees both. A file that only they have is merged like a new one; one that
 * cannot be read is only reported. One transaction, before which the files are parsed. Returns how to read the files until
 * they are merged.
 */
export async function adoptForeign(
  store: Store,
  request: AdoptForeignRequest,
): Promise<ReadonlyMap<string, ForeignFile>> {
  const { sourceId } = request
  const prepared = await preparePlans(store, request)
  const adopted = new Map<string, ForeignFile>()
  await store.write(async (w) => {
    const project = await projectBefore(w, request)
    const branch = (await gitSource(w, sourceId))?.settings.pullRequestBranch ?? ''
    for (const [path, versions] of request.files) {
      const before = await fileBefore(w, { sourceId, path, project })
      const known = prepared.get(path)
      const plan =
        known !== undefined && isDeepStrictEqual(known.before, before)
          ? known.plan
          : (await planForeign(w, { ...request, path }, { versions, before })).plan
      const file = await carryOut(w, { ...request, branch, path }, { versions, before, plan })
      if (file !== null) adopted.set(path, file)
    }
  })
  return adopted
}

/** Decides what becomes of the files as they are now, unless that depends on more than the files. */
async function preparePlans(store: Store, request: AdoptForeignRequest) {
  const { sourceId } = request
  const project = await store.read((r) => projectBefore(r, request))
  const prepared = new Map<string, { readonly before: FileBefore; readonly plan: ForeignPlan }>()
  for (const [path, versions] of request.files) {
    // Requests are answered between two files.
    await breathe()
    await store.read(async (r) => {
      const before = await fileBefore(r, { sourceId, path, project })
      const { plan, isOfSent } = await planForeign(r, { ...request, path }, { versions, before })
      if (!isOfSent) prepared.set(path, { before, plan })
    })
  }
  return prepared
}

type ProjectBefore = {
  readonly rows: readonly FileRow[]
  readonly open: readonly ConflictRow[]
  readonly sourceLanguage: string
}

async function projectBefore(
  r: Reader,
  { sourceId, projectId }: Pick<AdoptForeignRequest, 'sourceId' | 'projectId'>,
): Promise<ProjectBefore> {
  return {
    rows: await listFiles(r, { sourceId }),
    open: await listConflicts(r, projectId, { state: 'open', ofFiles: true }),
    sourceLanguage: (await projectById(r, projectId))?.sourceLanguage ?? '',
  }
}

async function fileBefore(
  r: Reader,
  {
    sourceId,
    path,
    project: { rows, open, sourceLanguage },
  }: { readonly sourceId: number; readonly path: string; readonly project: ProjectBefore },
): Promise<FileBefore> {
  const parts = rows.filter((row) => row.path === path)
  return {
    base: await fileBase(r, sourceId, path),
    isChanged: (await gitChange(r, { sourceId, path })) !== null,
    parts,
    conflicts: open.filter(({ fileId }) => parts.some(({ id }) => id === fileId)),
    sourceLanguage,
  }
}

/** Returns how to read the file until it is merged; null: as before. */
async function carryOut(
  w: Writer,
  {
    sourceId,
    path,
    at,
    branch,
  }: Pick<AdoptForeignRequest, 'sourceId' | 'at'> & { readonly path: string; readonly branch: string },
  {
    versions: { theirs, upstream },
    before: { base, parts },
    plan,
  }: { readonly versions: ForeignOfRequest; readonly before: FileBefore; readonly plan: ForeignPlan },
): Promise<ForeignFile | null> {
  if (plan.kind === 'left') return null
  await noteGitChange(w, { sourceId, path, upstream, at })
  switch (plan.kind) {
    case 'unreadable':
      await noteUnmerged(w, parts)
      return { bytes: theirs, baseHash: base && hashOf(base), isBroken: true }
    case 'new':
      await deleteFileBase(w, sourceId, path)
      await noteUnmerged(w, parts)
      return { bytes: theirs, baseHash: null, isBroken: false }
    case 'merge':
      for (const { conflict, forms } of plan.conflicts)
        await putConflict(w, { ...conflict, theirs: forms, branch, at })
      // They wrote what the file has here already: no merge would read it, and put its base right again.
      if (base !== null && Buffer.compare(plan.theirs, base) === 0) return null
      await keepFileBase(w, sourceId, path, plan.base)
      await noteUnmerged(w, parts)
      return { bytes: plan.theirs, baseHash: hashOf(plan.base), isBroken: false }
    default:
      return plan satisfies never
  }
}

/** If the process ends before the merge, the next start compares the file. */
async function noteUnmerged(w: Writer, parts: readonly FileRow[]): Promise<void> {
  for (const part of parts) if (part.state === 'in-step') await upsertFile(w, { ...part, state: 'writing' })
}
