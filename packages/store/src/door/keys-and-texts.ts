import type { EntryPath, KeyAlias, PluralKind, RecordedActor } from '@dragoman/core'
import type { TextBefore } from './change.ts'

/** A text as the write door sees it: what history records of it, and what follows from that. */
export type WorkText = Omit<TextBefore, 'author'> & {
  readonly languageId: number
  /** Who wrote the words. */
  readonly actor: RecordedActor | null
  /** The same, if not the actor of the operation. */
  readonly author: RecordedActor | undefined
  readonly updatedAt: string | null
  readonly failing: boolean
  /** Empty, as is the source text: there is nothing to translate. */
  readonly sourceless: boolean
}

export type KeyFields = {
  readonly id: number
  readonly namespaceId: number
  readonly name: string
  readonly plural: PluralKind
  readonly path: EntryPath
  readonly description: string
  readonly tags: readonly string[]
  readonly aliases: readonly KeyAlias[]
  readonly maxLength: number | null
  readonly syntax: string | null
  readonly position: number
  readonly version: number
  readonly operationId: number
  readonly fieldsOperationId: number
}

/** Language id → text. */
export type TextsByLanguage = ReadonlyMap<number, WorkText>

/** A key and the texts that the changes can affect, as they are in the database. */
export type LoadedKey = { readonly fields: KeyFields; readonly texts: TextsByLanguage }

/** A key after some changes. */
export type WorkKey = KeyFields & {
  readonly texts: TextsByLanguage
  /** Null: a new key. */
  readonly was: LoadedKey | null
  readonly isEdited: boolean
  readonly isRemoved: boolean
  /** Removed by an undo: the operation whose state that restores; 0: none. */
  readonly backTo?: number
  /** Restored by an undo: the operation that removed it. */
  readonly removedBy?: number
  /** Ids of the languages whose text or state was written. */
  readonly written: ReadonlySet<number>
  /** Of those, the ones written by an undo: they were translated from an older source text. */
  readonly restored: ReadonlySet<number>
  /** Of those, the outdated ones that only got the forms of another plural kind, or are for an earlier source text. */
  readonly stillOutdated?: ReadonlySet<number>
}

/** Identifies a key among those of its project. */
export function identity(namespaceId: number, plural: PluralKind, name: string): string {
  return `${namespaceId} ${plural} ${name}`
}
