import type { Format } from '@dragoman/formats'
import {
  addGitSync,
  branchOfProject,
  dropGitChange,
  fileBase,
  type GitSource,
  type GitSourceRow,
  gitChange,
  gitSource,
  listGitChanges,
  listNamespaces,
  listOperations,
  projectById,
  type Store,
  updateBranch,
} from '@dragoman/store'
import { blobId } from '../../git/blob-id.ts'
import type { History } from '../../git/history.ts'
import type { Mirror } from '../../git/mirror.ts'
import { sourceOrigin } from '../../sync/run/sync-of.ts'
import { adoptCommit } from './adopt-commit.ts'
import { adoptForeign } from './adopt-foreign.ts'
import { hasAllOfBranch, readBranchDifferences } from './branch-differences.ts'
import { type BranchFile, type BranchFiles, changedPaths, readBranchFiles } from './branch-files.ts'
import type { ForeignFile } from './git-files.ts'
import { GitProblemError } from './git-problem.ts'
import { movedNamespaces, type NamespaceMove } from './move-namespaces.ts'
import { openRequestFiles } from './request-files.ts'

export type BranchReaderParts = {
  readonly store: Store
  readonly now: () => Date
  readonly row: GitSource
  readonly projectId: number
  readonly format: Format
  readonly mirror: Mirror
  readonly history: History
  /** Files have changed and need to be compared. */
  readonly onFound: (paths: readonly string[]) => void
  readonly onLeftOut: () => void
}

/** What the files of a source are read from: the newest commit that a round of the sync has adopted. */
export type BranchReader = {
  /** Null if none was read yet. */
  readonly current: () => BranchFiles | null
  /** Whether a newer commit was fetched that no round of the sync has adopted yet. */
  readonly isBehind: () => boolean
  /** Whether the last round failed to adopt what was fetched; the next look starts another round. */
  readonly isStuck: () => boolean
  readonly changed: () => ReadonlySet<string>
  readonly foreign: () => ReadonlyMap<string, ForeignFile>
  readonly noteChanged: (path: string) => void
  /** Files match the branch again: from the next round on they do not count as changed. */
  readonly noteChangedBack: (paths: readonly string[]) => void
  /** The copy lacks something it should have: the next look fetches it again. */
  readonly noteDamage: () => void
  /** Reads the commit that was read last, even if the repository cannot be reached. */
  readonly start: (state: Pick<GitSourceRow, 'commit'>) => Promise<void>
  /** Fetches the newest commit of the branch. Throws GitProblemError, GitError and OutgoingError. */
  readonly look: () => Promise<void>
  /**
   * Makes a commit that we pushed onto the branch the newest one. `files`: the files it changes, which are in
   * the copy; null if unknown.
   */
  readonly noteOwn: (commit: string, files: ReadonlyMap<string, BranchFile> | null) => Promise<void>
  /** Notes files to merge that others changed on the branch of our pull request, with what we sent. */
  readonly takeIn: (files: ReadonlyMap<string, { sent: Uint8Array; theirs: Uint8Array }>) => void
  /**
   * Called between two rounds of the sync: files are read from the newest commit from now on. Throws GitError
   * and OutgoingError; the next call does the rest.
   */
  readonly adopt: () => Promise<void>
  /**
   * For a translation branch: whether the branch it is compared with has everything that it changes, however
   * it got there. Throws like `look`.
   */
  readonly isMerged: () => Promise<boolean>
  /** Some files were merged; once all files of a commit are, what came in is added to the history. */
  readonly merged: (paths: readonly string[]) => Promise<void>
}

/** Number of recent operations searched for what a commit brought in. */
const RECENT_OPERATIONS = 100

export function openBranchReader(parts: BranchReaderParts): BranchReader {
  const { store, now, row, projectId, format, mirror, history, onFound, onLeftOut } = parts
  const sourceId = row.id
  let current: BranchFiles | null = null
  let newest: BranchFiles | null = null
  /** Commits that we pushed and no round has adopted yet; others can commit on top before one does. */
  let pushed: readonly BranchFiles[] = []
  let changed: ReadonlySet<string> = new Set()
  let foreign: ReadonlyMap<string, ForeignFile> = new Map()
  let toTakeIn: ReadonlyMap<string, { sent: Uint8Array; theirs: Uint8Array }> = new Map()
  let changedBack: readonly string[] = []
  let isDamaged = false
  /** Whether the last round could not adopt what was fetched. */
  let isStuck = false
  /** For a translation branch: the commits that were last found not to be merged. */
  let compared: { readonly tip: string; readonly target: string } | null = null
  /** Whether its files were ever read: a translation branch first reads those of its merge base. */
  let wasRead = false
  /** Files of the newest commit that are not merged yet, and the last operation before they arrived. */
  let arriving: { readonly paths: Set<string>; readonly after: number; readonly commit: string } | null = null

  async function look(): Promise<void> {
    const known = newest ?? current
    const isThere = known === null || (!isDamaged && (await mirror.has(known.commit)))
    if (!isThere) mirror.forget()
    const tip = await mirror.fetchBranch(row.branch, isThere ? known?.commit : undefined)
    if (tip === null) throw new GitProblemError('branch-missing', { branch: row.branch })
    if (tip === known?.commit && isThere) return tryAgain()
    const found = await filesAt(tip)
    if (known === null || !isThere) await fetchKeptCommits()
    isDamaged = false
    if (tip === known?.commit) {
      if (row.into !== undefined && current === known) current = found
      return tryAgain()
    }
    const paths = changedPaths(known, found)
    const isFirst = current === null
    newest = found
    if (isFirst) return
    arriving = {
      paths: new Set([...(arriving?.paths ?? []), ...paths]),
      after: arriving?.after ?? (await newestOperation()),
      commit: tip,
    }
    if (paths.length === 0) await noteArrived()
    else onFound(paths)
  }

  /** Starts another round if the last one could not adopt what was fetched. */
  function tryAgain(): void {
    if (isStuck && newest !== null) onFound(changedPaths(current, newest))
  }

  /** Fetches what a recreated copy lacks of our pull request's branch, if others have committed onto it. */
  async function fetchKeptCommits(): Promise<void> {
    const { keptBase = null, pushedHead = null } = (await store.read((r) => gitSource(r, sourceId))) ?? {}
    if (keptBase === null || pushedHead === null) return
    for (const commit of [keptBase, pushedHead])
      if (!(await mirror.has(commit)) && !(await mirror.fetchCommit(commit))) return
    await readBranchFiles(mirror, pushedHead, row.pattern)
  }

  /**
   * Returns the files of the newest commit; for a translation branch, first those of its merge base, with the
   * same keys.
   */
  async function filesAt(tip: string): Promise<BranchFiles> {
    if (row.into === undefined) return readBranchFiles(mirror, tip, row.pattern)
    const mergeBase = await history.mergeBase(row.branch, row.into.branch)
    if (mergeBase === null) throw new GitProblemError('branch-missing', { branch: row.into.branch })
    await store.write(async (w) => {
      const own = await branchOfProject(w, projectId)
      if (own !== null && own.mergeBase !== mergeBase) await updateBranch(w, own, { mergeBase })
    })
    return differencesAt(wasRead ? tip : mergeBase, { mergeBase, tip })
  }

  async function differencesAt(
    commit: string,
    compared: { readonly mergeBase: string; readonly tip: string },
  ): Promise<BranchFiles> {
    const { project, namespaces } = await store.read(async (r) => ({
      project: await projectById(r, projectId),
      namespaces: await listNamespaces(r, projectId),
    }))
    const known = namespaces.map(({ name }) => name)
    const sourceLanguage = project?.sourceLanguage ?? ''
    return readBranchDifferences(mirror, { source: row, format, sourceLanguage, commit, known, ...compared })
  }

  async function bytesIn({ files }: BranchFiles, path: string): Promise<Uint8Array | null> {
    const file = files.get(path)
    if (file === undefined) return null
    const { id } = file
    // In most cases this is what we sent, unchanged.
    const base = await store.read((r) => fileBase(r, sourceId, path))
    if (base !== null && blobId(base, id.length) === id) return base
    return (await mirror.blobs([id])).get(id) ?? null
  }

  async function adopt(): Promise<void> {
    try {
      await adoptAll()
      isStuck = false
    } catch (error) {
      isStuck = true
      throw error
    }
  }

  async function adoptAll(): Promise<void> {
    const own = pushed
    for (const next of own) await adoptFiles(next)
    pushed = pushed.slice(own.length)
    await adoptFiles(newest)
    await dropChangedBack()
    if (toTakeIn.size > 0 && current !== null) await adoptTakenIn(current)
  }

  async function adoptFiles(next: BranchFiles | null): Promise<void> {
    if (next === null || next === current) return
    const before = current
    const differs = before && new Set(changedPaths(before, next))
    const moves = before === null ? [] : await movesTo(before, next)
    const requestBytesOf = await openRequestFiles(mirror, { store, sourceId, pattern: row.pattern })
    changed = await adoptCommit(store, {
      source: row,
      projectId,
      sourceId,
      at: now().toISOString(),
      moves,
      format,
      commit: next.commit,
      changed,
      mayDiffer: (path) => differs === null || differs.has(path),
      bytesOf: (path) => bytesIn(next, path),
      requestBytesOf,
    })
    current = next
    wasRead = true
    if (before === null || JSON.stringify(before.leftOut) !== JSON.stringify(next.leftOut)) onLeftOut()
  }

  /** Drops files that match the branch again. Called between two rounds, when nothing else changes them. */
  async function dropChangedBack(): Promise<void> {
    const paths = changedBack
    changedBack = []
    for (const path of paths) {
      const file = { sourceId, path }
      const isBack = await store.write(async (w) => {
        const change = await gitChange(w, file)
        const own = await fileBase(w, sourceId, path)
        if (!change?.bytes || own === null || Buffer.compare(change.bytes, own) !== 0) return false
        await dropGitChange(w, file)
        return true
      })
      if (isBack) changed = new Set([...changed].filter((one) => one !== path))
    }
  }

  async function movesTo(before: BranchFiles, after: BranchFiles): Promise<readonly NamespaceMove[]> {
    const moved = await mirror.moves(idsOnlyIn(before, after), idsOnlyIn(after, before))
    return movedNamespaces(row.pattern, { before, after, moved })
  }

  async function adoptTakenIn(branch: BranchFiles): Promise<void> {
    const taken = toTakeIn
    const files = new Map<string, { sent: Uint8Array; theirs: Uint8Array; upstream: Uint8Array | null }>()
    for (const [path, versions] of taken)
      files.set(path, { ...versions, upstream: await bytesIn(branch, path) })
    foreign = await adoptForeign(store, { sourceId, projectId, format, at: now().toISOString(), files })
    changed = new Set([...changed, ...taken.keys()])
    toTakeIn = new Map()
  }

  async function newestOperation(): Promise<number> {
    const { rows } = await store.read((r) => listOperations(r, { projectId, limit: 1 }))
    return rows[0]?.id ?? 0
  }

  async function noteArrived(): Promise<void> {
    if (arriving === null) return
    const { commit, after } = arriving
    arriving = null
    const { author, subject } = await mirror.describe(commit)
    const { rows } = await store.read((r) => listOperations(r, { projectId, limit: RECENT_OPERATIONS }))
    const own = rows.filter(({ id, summary }) => id > after && summary.origin === sourceOrigin(row))
    if (own.length === 0) return
    const texts = own.reduce((sum, { summary }) => sum + summary.translations, 0)
    const at = now().toISOString()
    const note = `${author}: ${subject}`
    await store.write((w) =>
      addGitSync(w, sourceId, {
        at,
        kind: 'in',
        commit,
        texts,
        files: 0,
        people: [],
        attempts: 1,
        note,
        problem: null,
      }),
    )
  }

  async function filesRead(commit: string): Promise<BranchFiles | null> {
    if (row.into === undefined) return readBranchFiles(mirror, commit, row.pattern)
    const branch = await store.read((r) => branchOfProject(r, projectId))
    const mergeBase = branch?.mergeBase ?? null
    return mergeBase === null ? null : differencesAt(commit, { mergeBase, tip: commit })
  }

  return {
    current: () => current,
    isBehind: () => newest !== null && newest !== current,
    isStuck: () => isStuck,
    changed: () => changed,
    foreign: () => foreign,
    noteChanged(path) {
      if (!changed.has(path)) changed = new Set([...changed, path])
    },
    noteChangedBack(paths) {
      changedBack = paths
      onFound(paths)
    },
    noteDamage() {
      isDamaged = true
    },
    async start({ commit }) {
      const rows = await store.read((r) => listGitChanges(r, sourceId))
      changed = new Set(rows.map(({ path }) => path))
      if (commit !== null && (await mirror.has(commit)))
        // If it cannot be read, the first look finds out why.
        current = await filesRead(commit).catch(() => null)
      wasRead = commit !== null
    },
    look,
    async noteOwn(commit, files) {
      const before = newest ?? current
      const isKnown = files !== null && before !== null && row.into === undefined
      const own = isKnown
        ? { ...before, commit, files: new Map([...before.files, ...files]) }
        : await filesAt(commit)
      newest = own
      pushed = [...pushed, own]
      onFound(changedPaths(before, own))
    },
    takeIn(files) {
      toTakeIn = files
    },
    adopt,
    async isMerged() {
      const { into } = row
      const tip = (newest ?? current)?.commit
      // After a start, nothing newer than the last commit read is known.
      const isBehind = newest !== null && newest !== current
      if (into === undefined || tip === undefined || isBehind || !wasRead) return false
      const { project, hasKeys, mergeBase } = await store.read(async (r) => ({
        project: await projectById(r, projectId),
        hasKeys: (await listNamespaces(r, projectId)).some(({ keys }) => keys > 0),
        mergeBase: (await branchOfProject(r, projectId))?.mergeBase ?? null,
      }))
      // A branch without differences yet is new, not merged.
      if (!hasKeys || mergeBase === null || project === null) return false
      if (mergeBase === tip) return true
      const target = await mirror.fetchBranch(into.branch)
      if (target === null || target === mergeBase) return false
      if (compared?.target === target && compared.tip === tip) return false
      // The target has its commits, even if they were reverted since.
      if ((await history.mergeBase(row.branch, into.branch)) === tip) return true
      const { sourceLanguage } = project
      const commits = { mergeBase, tip, target }
      if (await hasAllOfBranch(mirror, { source: row, format, sourceLanguage }, commits)) return true
      compared = { tip, target }
      return false
    },
    async merged(paths) {
      if (foreign.size > 0) foreign = new Map([...foreign].filter(([path]) => !paths.includes(path)))
      if (arriving === null) return
      for (const path of paths) arriving.paths.delete(path)
      if (arriving.paths.size === 0 && newest === current) await noteArrived()
    },
  }
}

/** Returns the ids of the files that another commit does not have, by path. */
function idsOnlyIn({ files }: BranchFiles, other: BranchFiles): ReadonlyMap<string, string> {
  return new Map([...files].filter(([path]) => !other.files.has(path)).map(([path, { id }]) => [path, id]))
}
