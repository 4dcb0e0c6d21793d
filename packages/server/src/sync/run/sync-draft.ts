import type { TextLimits, UnitConflict } from '@dragoman/core'
import type { Format } from '@dragoman/formats'
import type {
  ChangeRequest,
  ConflictRow,
  FileProblem,
  FileRow,
  FileState,
  PackedBytes,
  SourceRow,
} from '@dragoman/store'
import type { MovedText } from '../carry-texts.ts'
import type { FromCatalog } from '../due-files.ts'
import type { EditedFile } from '../edit-file.ts'
import type { Place } from '../file-parts.ts'
import type { FilesToRead, StoreRead } from '../source-files.ts'
import type { Replaced } from './context.ts'

/** Some files that have to be compared with the catalog. */
export type DraftRequest = {
  readonly projectId: number
  readonly source: SourceRow
  readonly paths: readonly string[]
  /** Changes of the catalog: merged even if the file is unchanged. */
  readonly fromCatalog: FromCatalog
  readonly memory: ReadonlyMap<string, FileMemory>
  /** The operation with which a job imports the files; null: it has not started, or there is no job. */
  readonly begunBy: number | null
  /** Whether new files are left to a job that is about to import them. */
  readonly onlyKnown: boolean
}

/** What the process remembers about one file in addition to the store. */
export type FileMemory = {
  /** Hash of the last synced bytes; null: unknown. */
  readonly baseHash: string | null
  /** Bytes that are no longer in any file and are merged instead of it. */
  readonly concurrentWrite: Uint8Array | null
  /** Recent replacements by this program, newest first; null: none remembered. */
  readonly replaced: readonly Replaced[] | null
}

/** What a draft is made from. */
export type DraftAccess = {
  readonly read: StoreRead
  readonly files: FilesToRead
  readonly format: Format
}

/**
 * What a sync of some files will do to the catalog and to each file, before any of it is done. Data only, so
 * that another thread can make it.
 */
export type SyncDraft = {
  /** Revision of the project when the catalog was read: if it changed, the draft is made again. */
  readonly revision: number
  readonly changes: readonly ChangeRequest[]
  /** Namespaces whose files are all new. */
  readonly newNamespaces: readonly string[]
  /** Files that exist and are valid. */
  readonly files: readonly DraftFile[]
  /** Files of languages with their first text. */
  readonly newFiles: readonly NewFile[]
  /** New states of files that cannot take part. */
  readonly states: readonly FileTrouble[]
  /** Files that need a text which the changes write to a key that was moved to another namespace. */
  readonly movedTo: readonly MovedText[]
  /** Files of languages that were removed here. */
  readonly detached: readonly Place[]
  /** Parts that another file replaces from now on; their rows are removed. */
  readonly displaced: readonly FileRow[]
  /** Whether some of the paths lead through a symbolic link. */
  readonly linked: boolean
  /** Computed hashes of last synced bytes. */
  readonly baseHashes: ReadonlyMap<string, string>
}

export type FileTrouble = Place & { readonly state: FileState; readonly problem: FileProblem | null }

export type DraftFile = {
  readonly path: string
  readonly bytes: Uint8Array
  readonly hash: string
  /** The bytes as stored, if they become the last synced state. */
  readonly newBase: PackedBytes | null
  readonly parts: readonly DraftPart[]
  /** Null: there is nothing to write. */
  readonly next: PackedFile | null
}

/** A file after its edits, with its new bytes as stored. */
export type PackedFile = Omit<EditedFile, 'replacement'> & {
  readonly replacement: (NonNullable<EditedFile['replacement']> & { readonly packed: PackedBytes }) | null
}

/** One language of a file, and what happens to it. */
export type DraftPart = Place & {
  readonly entries: number
  readonly limits: TextLimits | null
  /** New, or not as last synced. */
  readonly isChanged: boolean
  /** Whether these bytes become the last synced state. */
  readonly isNewBase: boolean
  /** Whether the file matches the catalog. */
  readonly isInStep: boolean
  readonly conflicts: readonly DraftConflict[]
  /** Conflicts in the store. */
  readonly conflictRows: readonly ConflictRow[]
}

export type DraftConflict = UnitConflict & { readonly keyId: number | null }

export type NewFile = { readonly path: string; readonly parts: readonly Place[]; readonly next: PackedFile }
