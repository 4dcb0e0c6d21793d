import type { TextLimits, UnitConflict } from '@dragoman/core'
import type { Format } from '@dragoman/formats'
import type {
  ChangeRequest,
  ConflictRow,
  FileProblem,
  FileState,
  PackedBytes,
  Reader,
  SourceRow,
} from '@dragoman/store'
import type { FromCatalog } from '../due-files.ts'
import type { EditedFile } from '../edit-file.ts'
import type { Place } from '../file-parts.ts'
import type { SourceFiles } from '../source-files.ts'
import type { Replaced } from './context.ts'

/** Some files that are to be compared with the catalog. */
export type DraftRequest = {
  readonly projectId: number
  readonly source: SourceRow
  readonly paths: readonly string[]
  /** What the catalog has changed: it is merged although the file is as it was. */
  readonly fromCatalog: FromCatalog
  readonly memory: ReadonlyMap<string, FileMemory>
  /** The operation with which a job reads the files in; null: it has not begun, or there is no job. */
  readonly begunBy: number | null
  /** A job is about to read the other files in: they are left to it. */
  readonly onlyKnown: boolean
}

/** What the process remembers of one file beside what the store knows. */
export type FileMemory = {
  /** Hash of the last synced bytes; null: not known. */
  readonly baseHash: string | null
  /** Bytes that stand nowhere any more and are merged instead of the file. */
  readonly concurrentWrite: Uint8Array | null
  /** What this program has put in its place of late, newest first; null: nothing that it remembers. */
  readonly replaced: readonly Replaced[] | null
}

/** What a draft is made from. */
export type DraftAccess = {
  readonly read: <T>(job: (r: Reader) => Promise<T>) => Promise<T>
  readonly files: Pick<SourceFiles, 'list' | 'read'>
  readonly format: Format
}

/**
 * What a sync of some files will do to the catalog and to each file: nothing of it is done yet. Data alone, so
 * that it can be made in another thread.
 */
export type SyncDraft = {
  /** Of the project, when the catalog was looked at: with another one the draft is made anew. */
  readonly revision: number
  readonly changes: readonly ChangeRequest[]
  /** All of their files come for the first time. */
  readonly newNamespaces: readonly string[]
  /** Of files that are there and whole. */
  readonly files: readonly DraftFile[]
  /** Files of languages that have their first text. */
  readonly newFiles: readonly NewFile[]
  /** New states of files that cannot take part. */
  readonly states: readonly FileTrouble[]
  /** Their language was removed here, although their files are still there. */
  readonly detached: readonly Place[]
  /** Some of the paths lead through a link. */
  readonly linked: boolean
  /** Hashes of last synced bytes that were worked out. */
  readonly baseHashes: ReadonlyMap<string, string>
}

export type FileTrouble = Place & { readonly state: FileState; readonly problem: FileProblem | null }

export type DraftFile = {
  readonly path: string
  readonly bytes: Uint8Array
  readonly hash: string
  /** The bytes as the store keeps them, where they become what the file was last synced as. */
  readonly newBase: PackedBytes | null
  readonly parts: readonly DraftPart[]
  /** Null: there is nothing to write. */
  readonly next: PackedFile | null
}

/** A file as it will be, with its new bytes as the store keeps them. */
export type PackedFile = Omit<EditedFile, 'replacement'> & {
  readonly replacement: (NonNullable<EditedFile['replacement']> & { readonly packed: PackedBytes }) | null
}

/** One language of a file, and what becomes of it. */
export type DraftPart = Place & {
  readonly entries: number
  readonly limits: TextLimits | null
  /** New, or not as it was last synced. */
  readonly isChanged: boolean
  /** These bytes become what the file was last synced as. */
  readonly isNewBase: boolean
  /** The file says what the catalog says. */
  readonly isInStep: boolean
  readonly conflicts: readonly DraftConflict[]
  /** Those that the store knows. */
  readonly conflictRows: readonly ConflictRow[]
}

export type DraftConflict = UnitConflict & { readonly keyId: number | null }

export type NewFile = { readonly path: string; readonly parts: readonly Place[]; readonly next: PackedFile }
