import type { EntryPath, Forms, PluralKind, TextLimits } from '@dragoman/core'

/** Rows of connected folders, their files, and their conflicts. */

/** Where the files of a source are, depending on its kind. */
export type SourceLocation = FolderLocation | GitLocation

export type FolderLocation = { readonly kind: 'folder'; readonly folder: string }

/** A branch of a repository; the address contains neither user nor password. */
export type GitLocation = {
  readonly kind: 'git'
  readonly repository: string
  readonly branch: string
  /** Of a translation branch: the source it is compared with, whose copy of the repository it shares. */
  readonly into?: { readonly sourceId: number; readonly branch: string }
}

export type SourceRow = SourceLocation & SourceFields
export type FolderSource = FolderLocation & SourceFields
export type GitSource = GitLocation & SourceFields

type SourceFields = {
  readonly id: number
  readonly pattern: string
  readonly format: string
  readonly writable: boolean
  readonly createdAt: string
}

export type FileSide = 'source' | 'target'

export type FileState = 'in-step' | 'writing' | 'unreadable' | 'unwritable' | 'missing'

/**
 * The texts of one language in a file. A file with several languages has one row for each; they share path
 * and last synced bytes.
 */
export type FileRow = {
  readonly id: number
  readonly sourceId: number
  readonly path: string
  readonly language: string
  readonly namespace: string
  /** Which texts these are, if the file contains the source texts in addition to the translations. */
  readonly side: FileSide
  readonly state: FileState
  /** Code, location and parameters of the problem, if there is one. */
  readonly problem: FileProblem | null
  /** Saved texts that the file cannot store. All others are written. */
  readonly held: readonly HeldText[]
  /** Limits on its texts; null: none, or not known yet. */
  readonly limits: TextLimits | null
  /** False: it was last read when keys with control characters were still left out. */
  readonly hasAnyKeys: boolean
  readonly entries: number
  readonly conflicts: number
  readonly syncedAt: string | null
}

/** A saved text that is not in its file, and the code of the reason. */
export type HeldText = { readonly keyId: number; readonly name: string; readonly code: string }

export type FileProblem = {
  readonly code: string
  readonly line?: number
  readonly column?: number
  readonly params?: Readonly<Record<string, string | number>>
}

/**
 * A key that was changed both in the folder and here since the last sync. Nothing is overwritten until a
 * person resolves it.
 */
export type ConflictRow = {
  readonly id: number
  readonly fileId: number
  readonly language: string
  readonly namespace: string
  readonly name: string
  readonly plural: PluralKind
  readonly path: EntryPath
  /** Null if the catalog no longer has this key. */
  readonly keyId: number | null
  readonly base: Forms
  /** Text in the folder; empty if it was removed there. */
  readonly theirs: Forms
  readonly ours: Forms
  readonly state: 'open' | 'resolved'
  readonly createdAt: string
  /**
   * The branch that `theirs` comes from: a translation branch, or that of the pull request; null: from the
   * file.
   */
  readonly branch: string | null
}
