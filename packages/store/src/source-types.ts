import type { EntryPath, Forms, PluralKind, TextLimits } from '@dragoman/core'

/** Rows of connected folders, their files, and what is in dispute between both. */

/** Where the files of a source are, by its kind. */
export type SourcePlace = { readonly kind: 'folder'; readonly folder: string }

export type SourceRow = SourcePlace & {
  readonly id: number
  readonly pattern: string
  readonly format: string
  readonly writable: boolean
  readonly createdAt: string
}

export type FileSide = 'source' | 'target'

export type FileState = 'in-step' | 'writing' | 'unreadable' | 'unwritable' | 'missing'

/**
 * The texts of one language in a file. A file of several languages has as many rows, which share path and
 * last synced bytes.
 */
export type FileRow = {
  readonly id: number
  readonly sourceId: number
  readonly path: string
  readonly language: string
  readonly namespace: string
  /** Which texts these are, where the file holds the texts to translate beside the translations. */
  readonly side: FileSide
  readonly state: FileState
  /** Code, place and parameters of what is wrong, where something is. */
  readonly problem: FileProblem | null
  /** Saved texts that the file cannot hold. All others are written. */
  readonly held: readonly HeldText[]
  /** What its texts must be; null: any text, or not known yet. */
  readonly limits: TextLimits | null
  /** False: it was last taken when keys with control characters were left out. */
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
 * A key that was changed in the folder and here since the last sync. Nothing is overwritten until a person
 * resolves it.
 */
export type ConflictRow = {
  readonly id: number
  readonly fileId: number
  readonly language: string
  readonly namespace: string
  readonly name: string
  readonly plural: PluralKind
  readonly path: EntryPath
  /** Null where the catalog has no such key any more. */
  readonly keyId: number | null
  readonly base: Forms
  /** Text in the folder; empty where it was removed there. */
  readonly theirs: Forms
  readonly ours: Forms
  readonly state: 'open' | 'resolved'
  readonly createdAt: string
}
