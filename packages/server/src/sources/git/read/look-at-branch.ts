import {
  branchOfProject,
  gitSource,
  listFiles,
  listGitChanges,
  listNamespaces,
  projectById,
  updateBranch,
} from '@dragoman/store'
import { type BranchDifferences, readBranchDifferences } from '../branches/branch-differences.ts'
import { GitProblemError } from '../git-problem.ts'
import { newestOperation, noteArrived } from './arriving-texts.ts'
import { type BranchFiles, changedPaths, readBranchFiles } from './branch-files.ts'
import type { BranchReading } from './branch-reader.ts'
import { readPushOnTarget } from './push-on-target.ts'

/** Fetches the newest commit of the branch. Throws GitProblemError, GitError and OutgoingError. */
export async function lookAtBranch(reader: BranchReading): Promise<void> {
  const { mirror, row, onFound, state } = reader
  const known = state.newest ?? state.current
  const isThere = known === null || (!state.isDamaged && (await mirror.has(known.commit)))
  if (!isThere) mirror.forget()
  const tip = await mirror.fetchBranch(row.branch, isThere ? known?.commit : undefined)
  if (tip === null) throw new GitProblemError('branch-missing', { branch: row.branch })
  state.tip = tip
  if (tip === known?.commit && isThere) return tryAgain(reader)
  const found = await filesAt(reader, tip)
  if (await hasLostFiles(reader, found))
    throw new GitProblemError('files-gone', { branch: row.branch, pattern: row.pattern })
  if (known === null || !isThere) await fetchKeptCommits(reader)
  state.isDamaged = false
  if (tip === known?.commit) {
    if (row.into !== undefined && state.current === known) state.current = found
    return tryAgain(reader)
  }
  const paths = changedPaths(known, found)
  const isFirst = state.current === null
  const push = await readPushOnTarget(reader, found)
  state.push = push
  state.newest = found
  if (isFirst) return
  state.arriving = {
    paths: new Set([...(state.arriving?.paths ?? []), ...paths]),
    after: state.arriving?.after ?? (await newestOperation(reader)),
    commit: tip,
  }
  if (paths.length === 0) await noteArrived(reader)
  else onFound(paths)
}

/**
 * Whether a commit has none of the files that the source was synced with: developers have moved the folder, or deleted
 * it. It is not read then: each save would write its file again at the old path, and apps would not load it. If
 * something else is at their paths, the files are reported one by one.
 */
async function hasLostFiles(
  { store, mirror, row }: BranchReading,
  found: BranchFiles | BranchDifferences,
): Promise<boolean> {
  if ('hasLostFiles' in found) return found.hasLostFiles
  if (found.files.size > 0) return false
  const paths = await store.read(async (r) => {
    const changes = await listGitChanges(r, row.id)
    const added = new Set(changes.filter(({ isNew }) => isNew).map(({ path }) => path))
    return (await listFiles(r, { sourceId: row.id })).flatMap(({ path, syncedAt }) =>
      syncedAt === null || added.has(path) ? [] : [path],
    )
  })
  return paths.length > 0 && (await mirror.taken(found.commit, paths)).size === 0
}

/** Starts another round if the last one could not adopt what was fetched. */
function tryAgain(reader: BranchReading): void {
  const { onFound, state } = reader
  if (state.isStuck && state.newest !== null) onFound(changedPaths(state.current, state.newest))
}

/** Fetches what a recreated copy lacks of our pull request's branch, if others have committed onto it. */
async function fetchKeptCommits(reader: BranchReading): Promise<void> {
  const { store, mirror, row } = reader
  const { keptBase = null, pushedHead = null } = (await store.read((r) => gitSource(r, row.id))) ?? {}
  if (keptBase === null || pushedHead === null) return
  for (const commit of [keptBase, pushedHead])
    if (!(await mirror.has(commit)) && !(await mirror.fetchCommit(commit))) return
  await readBranchFiles(mirror, pushedHead, row.pattern)
}

/**
 * Returns the files of the newest commit; for a translation branch, first those of its merge base, with the
 * same keys.
 */
export async function filesAt(reader: BranchReading, tip: string): Promise<BranchFiles | BranchDifferences> {
  const { store, mirror, history, row, projectId, state } = reader
  if (row.into === undefined) return readBranchFiles(mirror, tip, row.pattern)
  const mergeBase = await history.mergeBase(row.branch, row.into.branch)
  if (mergeBase === null) throw await withoutBase(reader, row.into.branch)
  const found = await differencesAt(reader, state.wasRead ? tip : mergeBase, { mergeBase, tip })
  await store.write(async (w) => {
    const own = await branchOfProject(w, projectId)
    if (own === null) return
    const changes = found.keys.size > 0 ? { mergeBase, tip } : own.changes
    const isSame = own.changes?.tip === changes?.tip && own.changes?.mergeBase === changes?.mergeBase
    if (own.mergeBase !== mergeBase || !isSame) await updateBranch(w, own, { mergeBase, changes })
  })
  return found
}

/** Returns why there is no merge base: the other branch is gone, or one of them was rewritten. */
async function withoutBase({ mirror, row }: BranchReading, into: string): Promise<GitProblemError> {
  const { tips } = await mirror.listBranches()
  return tips.has(into)
    ? new GitProblemError('no-common-commit', { branch: row.branch, into })
    : new GitProblemError('branch-missing', { branch: into })
}

async function differencesAt(
  reader: BranchReading,
  commit: string,
  compared: { readonly mergeBase: string; readonly tip: string },
): Promise<BranchDifferences> {
  const { store, mirror, row, projectId, format } = reader
  const { project, namespaces } = await store.read(async (r) => ({
    project: await projectById(r, projectId),
    namespaces: await listNamespaces(r, projectId),
  }))
  const known = namespaces.map(({ name }) => name)
  const sourceLanguage = project?.sourceLanguage ?? ''
  return readBranchDifferences(mirror, { source: row, format, sourceLanguage, commit, known, ...compared })
}

/** Returns the files of the commit that was read last; null if it is not known what they were compared with. */
export async function filesRead(reader: BranchReading, commit: string): Promise<BranchFiles | null> {
  const { store, mirror, row, projectId } = reader
  if (row.into === undefined) return readBranchFiles(mirror, commit, row.pattern)
  const branch = await store.read((r) => branchOfProject(r, projectId))
  const mergeBase = branch?.mergeBase ?? null
  return mergeBase === null ? null : differencesAt(reader, commit, { mergeBase, tip: commit })
}
