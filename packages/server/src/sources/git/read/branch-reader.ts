import type { Format } from '@dragoman/formats'
import {
  type GitPullRequest,
  type GitSource,
  type GitSourceRow,
  listGitChanges,
  type Store,
} from '@dragoman/store'
import type { History } from '../../../git/history.ts'
import type { Mirror } from '../../../git/mirror.ts'
import { isBranchMerged } from '../branches/is-branch-merged.ts'
import type { ForeignVersions } from '../send/request-branch.ts'
import { adoptNewest } from './adopt-newest.ts'
import { noteMerged } from './arriving-texts.ts'
import { type BranchFile, type BranchFiles, changedPaths } from './branch-files.ts'
import type { ForeignFile } from './git-files.ts'
import { filesAt, filesRead, lookAtBranch } from './look-at-branch.ts'
import type { PushOnTarget } from './push-on-target.ts'

export type BranchReaderParts = {
  readonly store: Store
  readonly now: () => Date
  readonly row: GitSource
  readonly projectId: number
  readonly format: Format
  readonly mirror: Mirror
  readonly history: History
  /** Reads our pull request at the forge; null if there is none. Throws GitProblemError. */
  readonly readRequest: (state: GitSourceRow) => Promise<GitPullRequest | null>
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
  /** Whether the files are those of the newest commit; a translation branch first reads its merge base. */
  readonly isAtTip: () => boolean
  /** Whether the last round failed to adopt what was fetched; the next look starts another round. */
  readonly isStuck: () => boolean
  readonly changed: () => ReadonlySet<string>
  readonly foreign: () => ReadonlyMap<string, ForeignFile>
  readonly noteChanged: (path: string) => void
  /** Files match the branch again: from the next round on they do not count as changed. */
  readonly noteChangedBack: (paths: readonly string[]) => void
  /** From the next round on, pending changes are at their places in the files of the branch. */
  readonly spliceChanged: () => void
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
  /** Notes files to merge that others changed on the branch of our pull request. */
  readonly takeIn: (files: ReadonlyMap<string, ForeignVersions>) => void
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

/** What a process knows of a branch; the functions of its reader change it. */
export type ReaderState = {
  current: BranchFiles | null
  newest: BranchFiles | null
  /** The newest commit of the repository, even if its files were not read yet. */
  tip: string | null
  /** What the newest commit has of our last push to the branch of the pull request; null if nothing, or unknown. */
  push: PushOnTarget | null
  /** Commits that we pushed and no round has adopted yet; others can commit on top before one does. */
  pushed: readonly BranchFiles[]
  changed: ReadonlySet<string>
  foreign: ReadonlyMap<string, ForeignFile>
  toTakeIn: ReadonlyMap<string, ForeignVersions>
  changedBack: readonly string[]
  /** Whether pending changes are at places of another branch: that of our pull request, which is given up. */
  isMisplaced: boolean
  isDamaged: boolean
  /** Whether the last round could not adopt what was fetched. */
  isStuck: boolean
  /** For a translation branch: the commits that were last found not to be merged. */
  compared: { readonly tip: string; readonly target: string } | null
  /** Whether its files were ever read: a translation branch first reads those of its merge base. */
  wasRead: boolean
  /** Files of the newest commit that are not merged yet, and the last operation before they arrived. */
  arriving: { readonly paths: Set<string>; readonly after: number; readonly commit: string } | null
}

export type BranchReading = BranchReaderParts & { readonly state: ReaderState }

export function openBranchReader(parts: BranchReaderParts): BranchReader {
  const { row, mirror, store, onFound } = parts
  const state = unreadState()
  const reader: BranchReading = { ...parts, state }
  return {
    current: () => state.current,
    isBehind: () => state.newest !== null && state.newest !== state.current,
    isAtTip: () => state.tip !== null && (state.current ?? state.newest)?.commit === state.tip,
    isStuck: () => state.isStuck,
    changed: () => state.changed,
    foreign: () => state.foreign,
    noteChanged(path) {
      if (!state.changed.has(path)) state.changed = new Set([...state.changed, path])
    },
    noteChangedBack(paths) {
      state.changedBack = paths
      onFound(paths)
    },
    spliceChanged() {
      state.isMisplaced = true
      state.foreign = new Map()
      onFound([...state.changed])
    },
    noteDamage() {
      state.isDamaged = true
    },
    async start({ commit }) {
      const rows = await store.read((r) => listGitChanges(r, row.id))
      state.changed = new Set(rows.map(({ path }) => path))
      if (commit !== null && (await mirror.has(commit)))
        // If it cannot be read, the first look finds out why.
        state.current = await filesRead(reader, commit).catch(() => null)
      state.wasRead = commit !== null
    },
    look: () => lookAtBranch(reader),
    async noteOwn(commit, files) {
      const before = state.newest ?? state.current
      const isKnown = files !== null && before !== null && row.into === undefined
      const own = isKnown
        ? { ...before, commit, files: new Map([...before.files, ...files]) }
        : await filesAt(reader, commit)
      state.newest = own
      state.pushed = [...state.pushed, own]
      onFound(changedPaths(before, own))
    },
    takeIn(files) {
      state.toTakeIn = files
    },
    adopt: () => adoptNewest(reader),
    isMerged: () => isBranchMerged(reader),
    merged: (paths) => noteMerged(reader, paths),
  }
}

function unreadState(): ReaderState {
  return {
    current: null,
    newest: null,
    tip: null,
    push: null,
    pushed: [],
    changed: new Set(),
    foreign: new Map(),
    toTakeIn: new Map(),
    changedBack: [],
    isMisplaced: false,
    isDamaged: false,
    isStuck: false,
    compared: null,
    wasRead: false,
    arriving: null,
  }
}
