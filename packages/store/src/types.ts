import type {
  AccessRefusal,
  EntryPath,
  EventPayloads,
  Forms,
  OperationKind,
  PluralKind,
  RecordedActor,
  RejectionReason,
  Sharing,
  TranslationState,
  Unit,
  VisitorAddress,
} from '@dragoman/core'
import type { Requester } from './operations/requester.ts'

/** Rows as the rest of the program sees them: JSON parsed, 0/1 as booleans, times as ISO text. */

export type ProjectSettings = {
  /** Fill untranslated strings from the fallback chain in the files that apps load. */
  readonly deliverFallback: boolean
  /** Anybody may read the delivered files without a token. */
  readonly deliverPublic: boolean
  /** The project that a new server starts with: its overview says what to try. */
  readonly isSample: boolean
  /** Whoever may review may review what they wrote themselves, and accept their own suggestions. */
  readonly reviewOwn: boolean
  /** What visitors give of themselves before they suggest: their name, and an address, or one that they confirmed. */
  readonly visitorAddress: VisitorAddress
  /** Readers and visitors see who wrote what, as members do. */
  readonly showNames: boolean
  /** Search engines may list the public page. */
  readonly indexed: boolean
}

export type ProjectRow = {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly sourceLanguage: string
  /** Id of the message syntax of its texts, as core knows them. */
  readonly syntax: string
  readonly settings: ProjectSettings
  readonly sharing: Sharing
  readonly createdAt: string
  /** Grows by one with every operation: what live listeners and delivered bundles are compared with. */
  readonly revision: number
}

export type LanguageRow = {
  readonly id: number
  readonly tag: string
  readonly fallback: string | null
  readonly position: number
}
export type NamespaceRow = {
  readonly id: number
  readonly name: string
  readonly position: number
  readonly keys: number
}

export type KeyRow = {
  readonly id: number
  readonly namespace: string
  readonly name: string
  readonly plural: PluralKind
  readonly path: EntryPath
  readonly description: string
  readonly tags: readonly string[]
  readonly maxLength: number | null
  readonly position: number
  readonly version: number
}

export type TranslationRow = {
  readonly keyId: number
  readonly language: string
  readonly forms: Forms
  readonly state: TranslationState
  /** 0: never written. Every write gives a higher one than any before, also over removal and return. */
  readonly version: number
  /** Version of the source text this translation was made for. */
  readonly sourceVersion: number
  readonly outdated: boolean
  readonly failing: boolean
  /** Who wrote the text as it is; null for one that nobody wrote. */
  readonly actor: RecordedActor | null
  readonly updatedAt: string | null
}

/** How many translations of one language and namespace are in which condition. Kept by the write door. */
export type Counts = {
  readonly total: number
  readonly untranslated: number
  readonly draft: number
  readonly translated: number
  readonly reviewed: number
  readonly outdated: number
  readonly failing: number
}

export type OperationRow = {
  readonly id: number
  readonly kind: OperationKind
  readonly actor: RecordedActor
  readonly at: string
  readonly summary: OperationSummary
  /** The operation this one undid. */
  readonly undoes: number | null
  readonly undoneBy: number | null
}

export type OperationSummary = {
  readonly keysAdded: number
  readonly keysRemoved: number
  readonly keysEdited: number
  readonly translations: number
  readonly languages: readonly string[]
  /** For one-string operations: which, so that the activity screen can name it. */
  readonly key?: { readonly namespace: string; readonly name: string }
  /** Suggestions that were accepted, and rejected. */
  readonly accepted?: number
  readonly rejected?: number
  /** File or folder that an import or sync came from. */
  readonly origin?: string
}

/**
 * What a caller asks the write door to do. Keys that are added are named by identity, existing ones by id.
 */
export type ChangeRequest =
  | {
      readonly kind: 'translate'
      readonly keyId: number
      readonly language: string
      readonly forms: Forms
      /** Without it: translated, or untranslated where the forms are empty. */
      readonly state?: TranslationState
      /**
       * The version the person had seen. Omit only where the caller has compared texts itself inside the same
       * write (sync, undo).
       */
      readonly baseVersion?: number
      /** Who wrote the words, where it is not the actor of the operation: of an accepted suggestion. */
      readonly author?: RecordedActor
    }
  | {
      readonly kind: 'add-key'
      readonly namespace: string
      readonly name: string
      readonly plural: PluralKind
      readonly path: EntryPath
      readonly description?: string
      readonly tags?: readonly string[]
      readonly maxLength?: number | null
      /** Key after which the new one goes; null: first of its namespace; omitted: last. */
      readonly after?: number | null
      readonly texts: ReadonlyMap<string, { readonly forms: Forms; readonly state?: TranslationState }>
    }
  | { readonly kind: 'remove-key'; readonly keyId: number }
  | {
      readonly kind: 'edit-key'
      readonly keyId: number
      /** The version of the key that the person had seen. */
      readonly baseVersion?: number
      /**
       * A name without a path keeps the shape the key had (nested or flat); a path without a name names the
       * key.
       */
      readonly fields: {
        readonly namespace?: string
        readonly name?: string
        /**
         * Another plural kind leaves the forms of the texts as they are: the caller adds the changes that fit
         * them.
         */
        readonly plural?: PluralKind
        readonly path?: EntryPath
        readonly description?: string
        readonly tags?: readonly string[]
        readonly maxLength?: number | null
      }
    }

export type OperationRequest = {
  readonly projectId: number
  readonly kind: OperationKind
  readonly by: Requester
  /** ISO time, given by the caller: the store has no clock. */
  readonly at: string
  readonly origin?: string
  readonly undoes?: number
  /**
   * Adds to an operation that a job is writing, so that many short transactions are undone as one. Its kind,
   * actor and time stay.
   */
  readonly continues?: number
  /** What it decides beside its changes: recorded with it, and turned back when it is undone. */
  readonly decides?: Decisions
  /**
   * Walked again from the start when the transaction is retried: an array, or an object whose iterator starts
   * anew.
   */
  readonly changes: Iterable<ChangeRequest>
}

/** Suggestions that an operation decides. */
export type Decisions = {
  readonly language: string
  readonly accepted: readonly number[]
  readonly rejected: readonly number[]
  /** Why those rejected were. */
  readonly reason?: { readonly kind: RejectionReason; readonly text: string }
}

/** Why a change was refused. Any refusal refuses the whole operation: nothing is written. */
export type Refusal =
  | {
      readonly code: 'stale-edit'
      readonly keyId: number
      readonly language: string
      readonly current: TranslationRow
    }
  | { readonly code: 'stale-key'; readonly keyId: number; readonly current: KeyRow }
  | { readonly code: 'gone'; readonly keyId: number }
  | { readonly code: 'not-found'; readonly keyId: number }
  | {
      readonly code: 'not-allowed'
      readonly reason: AccessRefusal
      /** Null: all of them. */
      readonly language: string | null
      readonly namespace: string | null
    }
  | { readonly code: 'unknown-language'; readonly language: string }
  | {
      readonly code: 'already-exists'
      readonly namespace: string
      readonly name: string
      readonly keyId: number
    }

/**
 * `operationId` is 0 where every change asked for was already so: nothing was written, no operation exists.
 */
export type OperationResult =
  | {
      readonly ok: true
      readonly operationId: number
      /** As it was written; null where none was, or an earlier one goes on. */
      readonly operation: OperationRow | null
      readonly revision: number
      readonly summary: OperationSummary
      readonly changeSet: ChangeSet
      /** The text as it stands now, where the operation had one text to write and nothing else. */
      readonly translation: TranslationRow | null
    }
  | { readonly ok: false; readonly refusals: readonly Refusal[] }

/** What an operation changed, as its event says it. */
export type ChangeSet = EventPayloads['content.changed'] & { readonly projectId: number }

/** One row of the editor: a key with its source and one target language. */
export type EditorRow = {
  readonly key: KeyRow
  readonly source: TranslationRow
  readonly target: TranslationRow
}

export type { EditorFilter, EditPeriod } from './editor-filter.ts'

export type Page<T> = {
  readonly rows: readonly T[]
  /** Cursor of the next page, null at the end. */
  readonly next: string | null
  /** How many rows match; exact up to the limit the query may spend, then `atLeast`. */
  readonly total: { readonly count: number; readonly atLeast: boolean }
  /** Place of the first row among all that match. */
  readonly offset: number
}

export type HistoryRow = {
  /** The operation that wrote this version; an undo that brought a text back is one too. */
  readonly operationId: number
  readonly kind: OperationKind
  readonly actor: RecordedActor
  /** Who wrote the words, where it was not the actor. */
  readonly author: RecordedActor | null
  readonly at: string
  /** The text after that operation. */
  readonly forms: Forms
  readonly state: TranslationState
  readonly version: number
}

/** What an undo would do, before it is done. */
export type UndoPlan = {
  readonly operationId: number
  readonly changes: readonly ChangePreview[]
  readonly total: number
  /** Those changed again since; undo refuses unless told to keep the newer. */
  readonly newer: readonly ChangePreview[]
  readonly newerTotal: number
}

export type ChangePreview = {
  /** Null for a change of the project's languages. */
  readonly keyId: number | null
  readonly namespace: string
  readonly name: string
  /** Null for a change of the key itself. */
  readonly language: string | null
  /** What it says now. */
  readonly current: Forms
  /** What it would say after the undo. */
  readonly restored: Forms
  readonly kind:
    | 'translation'
    | 'key-added'
    | 'key-removed'
    | 'key-edited'
    | 'language-added'
    | 'language-removed'
}

/** One row of the keys grid: a key with its texts in the languages that were asked for, in that order. */
export type KeysRow = { readonly key: KeyRow; readonly translations: readonly TranslationRow[] }

/** One key of one file in one language, as sync, export and delivery need it. */
export type UnitRow = {
  readonly keyId: number
  readonly unit: Unit
  readonly version: number
  readonly state: TranslationState
  readonly position: number
}

/**
 * Which part of a long list is wanted: after a cursor, or from an offset (a scroll bar), or from the start.
 */
export type PageRequest = { readonly limit: number; readonly cursor?: string; readonly offset?: number }

/** Everything the overview screen shows of one project. */
export type OverviewRow = {
  readonly project: ProjectRow
  readonly languages: readonly (LanguageRow & { readonly counts: Counts })[]
  readonly namespaces: readonly NamespaceRow[]
  readonly openConflicts: number
  /** Files whose state is neither in step nor being written. */
  readonly troubledFiles: number
  readonly recent: readonly OperationRow[]
}
