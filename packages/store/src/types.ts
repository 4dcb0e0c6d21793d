import type {
  AccessRefusal,
  EntryPath,
  EventPayloads,
  FormIssue,
  Forms,
  KeyAlias,
  OperationKind,
  PluralKind,
  RecordedActor,
  RejectionReason,
  Sharing,
  TranslationState,
  Unit,
  VisitorAddress,
} from '@dragoman/core'
import type { Requester } from './door/requester.ts'

/** Rows as the rest of the program sees them: JSON parsed, 0/1 as booleans, times as ISO text. */

export type ProjectSettings = {
  /** Fill untranslated strings from the fallback chain in the files that apps load. */
  readonly deliverFallback: boolean
  /** Anyone can read the delivered files without a token. */
  readonly deliverPublic: boolean
  /** The project that a new server starts with: its overview suggests what to try. */
  readonly isSample: boolean
  /** Reviewers can review what they wrote themselves, and accept their own suggestions. */
  readonly reviewOwn: boolean
  /** What visitors must provide before they suggest: their name, and an address, or a confirmed one. */
  readonly visitorAddress: VisitorAddress
  /** Readers and visitors see who wrote what, as members do. */
  readonly showNames: boolean
  /** Search engines can list the public page. */
  readonly indexed: boolean
  /** Origins of apps whose texts can be edited on their own pages: `https://shop.example`. */
  readonly editOrigins: readonly string[]
  /** What the project is, in plain text; empty: no description. */
  readonly description: string
  /** An https URL; null: none. */
  readonly website: string | null
}

export type ProjectRow = {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly sourceLanguage: string
  /** Id of the message syntax of its texts, as defined in core. */
  readonly syntax: string
  readonly settings: ProjectSettings
  readonly sharing: Sharing
  /**
   * The project that this one is a translation branch of; it has that project's access rights and members.
   */
  readonly parentId: number | null
  readonly createdAt: string
  /** Grows by one with every operation: live listeners and delivered bundles compare their own with it. */
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
  /** Oldest first. */
  readonly aliases: readonly KeyAlias[]
  readonly maxLength: number | null
  /** The message syntax that its file names for it; null: that of the project or namespace. */
  readonly syntax: string | null
  readonly position: number
  readonly version: number
}

export type TranslationRow = {
  readonly keyId: number
  readonly language: string
  readonly forms: Forms
  readonly state: TranslationState
  /**
   * 0: never written. Every write assigns a higher one than any before, also after the key was removed and
   * restored.
   */
  readonly version: number
  /** Version of the source text that was translated. */
  readonly sourceVersion: number
  readonly outdated: boolean
  readonly failing: boolean
  /** Who wrote the current text; null if no one did. */
  readonly actor: RecordedActor | null
  readonly updatedAt: string | null
}

/** Number of translations of one language and namespace by condition. Updated by the write door. */
export type Counts = {
  /** Texts that have a source text or are not empty; `sourceless` ones are not among them. */
  readonly total: number
  readonly untranslated: number
  readonly draft: number
  readonly translated: number
  readonly reviewed: number
  readonly outdated: number
  readonly failing: number
  /** Empty texts whose source text is empty too: no one can translate them. None in the source language. */
  readonly sourceless: number
}

export type OperationRow = {
  readonly id: number
  readonly kind: OperationKind
  readonly actor: RecordedActor
  readonly at: string
  readonly summary: OperationSummary
  /** The operation that this one undid. */
  readonly undoes: number | null
  readonly undoneBy: number | null
}

/** Why a reviewer rejected something. */
export type RejectionReasonGiven = { readonly kind: RejectionReason; readonly text: string }

export type OperationSummary = {
  readonly keysAdded: number
  readonly keysRemoved: number
  readonly keysEdited: number
  readonly translations: number
  readonly languages: readonly string[]
  /** For one-string operations: the key, so that the activity screen can name it. */
  readonly key?: { readonly namespace: string; readonly name: string }
  /** Number of texts that were approved: as reviewed, with the same words. */
  readonly approved?: number
  /** Number of texts that a reviewer sent back as drafts. */
  readonly sentBack?: number
  /** Number of suggestions that were accepted, and rejected. */
  readonly accepted?: number
  readonly rejected?: number
  /** Of the accepted ones, those whose texts someone else still has to review. */
  readonly unreviewed?: number
  /** Why texts were sent back, or suggestions rejected. */
  readonly reason?: RejectionReasonGiven
  /** File or folder of an import or sync. */
  readonly origin?: string
}

/**
 * What a caller requests from the write door. New keys are identified by their names, existing ones by id.
 */
export type ChangeRequest =
  | {
      readonly kind: 'translate'
      readonly keyId: number
      readonly language: string
      readonly forms: Forms
      /**
       * Default: the current state for the same words, translated for others, untranslated if the forms are empty.
       * Words that were reviewed with another source text stay reviewed only if the requester can approve them.
       */
      readonly state?: TranslationState
      /**
       * The version that the person had seen. Omit only if the caller has compared texts itself inside the
       * same write (sync, undo).
       */
      readonly baseVersion?: number
      /**
       * The version of the source text that the person had seen; default: the current one. A text for an earlier
       * source text is outdated, and not approved.
       */
      readonly sourceVersion?: number
      /**
       * Instead of a version: the source text that the file of the text has next to it. If the project has other words
       * now, the text is outdated.
       */
      readonly sourceForms?: Forms
      /** Who wrote the words, if not the actor of the operation: for an accepted suggestion. */
      readonly author?: RecordedActor
      /**
       * The text comes from a translation branch, as it is there: reviewed also if it is for another source text than
       * the project's. The same words are written again if only their author or their source text is different.
       */
      readonly isMoved?: true
      /**
       * The text only takes the forms of another plural kind: its author stays, it stays outdated, and no one
       * reviews it.
       */
      readonly isConversion?: true
      /**
       * The same words are written again if the text is translated and a check finds an issue in it: the person has seen
       * it, and keeps the words.
       */
      readonly confirmsIssues?: true
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
      readonly syntax?: string | null
      /** No other key of the namespace can use their names. */
      readonly aliases?: readonly KeyAlias[]
      /** Key that the new one is inserted after; null: first of its namespace; omitted: last. */
      readonly after?: number | null
      readonly texts: ReadonlyMap<string, AddedText>
    }
  | { readonly kind: 'remove-key'; readonly keyId: number }
  | {
      readonly kind: 'edit-key'
      readonly keyId: number
      /** The version of the key that the person had seen. */
      readonly baseVersion?: number
      /**
       * A name without a path keeps the key's structure (nested or flat); a path without a name names the
       * key.
       */
      readonly fields: {
        readonly namespace?: string
        readonly name?: string
        /**
         * Another plural kind leaves the forms of the texts as they are: the caller adds the matching
         * changes.
         */
        readonly plural?: PluralKind
        readonly path?: EntryPath
        readonly description?: string
        readonly tags?: readonly string[]
        readonly maxLength?: number | null
        readonly syntax?: string | null
        /**
         * Aliases that are not in the list are retired. No other key of the namespace can use their names.
         */
        readonly aliases?: readonly KeyAlias[]
      }
      /** A renamed key is no longer served under its old name; without this, it is. */
      readonly dropsOldName?: boolean
    }

export type OperationRequest = {
  readonly projectId: number
  readonly kind: OperationKind
  readonly by: Requester
  /** ISO time, provided by the caller: the store has no clock. */
  readonly at: string
  readonly origin?: string
  readonly undoes?: number
  /**
   * Adds to an operation that a job is writing, so that many short transactions are undone as one. Its kind,
   * actor and time do not change.
   */
  readonly continues?: number
  /** What it decides in addition to its changes: recorded with it, and reverted when it is undone. */
  readonly decides?: Decisions
  /** Someone has confirmed that texts in which a check finds an error are approved as well. */
  readonly approvesFailing?: boolean
  /** Texts that it would approve, and in which a check finds an error, become *translated* and are returned. */
  readonly lowersFailing?: boolean
  /**
   * Iterated again from the start when the transaction is retried: an array, or an object whose iterator
   * restarts.
   */
  readonly changes: Iterable<ChangeRequest>
}

/** A text of a key that is added. */
export type AddedText = {
  readonly forms: Forms
  readonly state?: TranslationState
  /** Who wrote the words, if not the actor of the operation. */
  readonly author?: RecordedActor
  /** The source text that it was made for, if that is not the one of the key: then it is outdated. */
  readonly sourceForms?: Forms
}

/** Suggestions that an operation decides. */
export type Decisions = {
  readonly language: string
  readonly accepted: readonly number[]
  readonly rejected: readonly number[]
  /** Why they were rejected. */
  readonly reason?: RejectionReasonGiven
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
  /** A text that would be approved, in which a check finds errors. */
  | {
      readonly code: 'failing-checks'
      readonly keyId: number
      readonly language: string
      readonly issues: readonly FormIssue[]
    }
  | {
      readonly code: 'already-exists'
      readonly namespace: string
      readonly name: string
      readonly keyId: number
    }

/** Why a change of an operation is refused. */
export type RefusedInOperation = Refusal & {
  /** Its index in the request; null: several changes together. */
  readonly change: number | null
}

/** `operationId` is 0 if nothing needed to change: nothing was written, and no operation exists. */
export type OperationResult =
  | {
      readonly ok: true
      readonly operationId: number
      /** As it was written; null if there was none, or an earlier one continues. */
      readonly operation: OperationRow | null
      readonly revision: number
      readonly summary: OperationSummary
      readonly changeSet: ChangeSet
      /** The text as it is now, if the operation only had to write one text. */
      readonly translation: TranslationRow | null
      /** The texts that became *translated* because of `lowersFailing`. */
      readonly lowered: readonly LoweredText[]
    }
  | { readonly ok: false; readonly refusals: readonly RefusedInOperation[] }

/** A text that was to be approved, and in which a check finds an error. */
export type LoweredText = {
  readonly keyId: number
  readonly language: string
  readonly namespace: string
  readonly name: string
  readonly plural: PluralKind
}

/** What an operation changed, as in its event. */
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
  /** How many rows match; exact up to the limit of the query's budget, then `atLeast`. */
  readonly total: { readonly count: number; readonly atLeast: boolean }
  /** Position of the first row among all that match. */
  readonly offset: number
}

export type HistoryRow = {
  /** The operation that wrote this version; it can be an undo that restored a text. */
  readonly operationId: number
  readonly kind: OperationKind
  readonly actor: RecordedActor
  /** Who wrote the words, if not the actor. */
  readonly author: RecordedActor | null
  readonly at: string
  /** The text after that operation. */
  readonly forms: Forms
  readonly state: TranslationState
  readonly version: number
  /** Why the reviewer sent the text back with this version, also if that was undone later; null: they did not. */
  readonly rejection: RejectionReasonGiven | null
}

/** What an undo would do, for a preview. */
export type UndoPlan = {
  readonly operationId: number
  /** What is undone if the newer texts and keys are kept. */
  readonly changes: readonly ChangePreview[]
  readonly total: number
  /** Texts and keys that changed again since; undo refuses unless asked to keep the newer version. */
  readonly newer: readonly ChangePreview[]
  readonly newerTotal: number
  /** Decisions of reviewers that are undone too, or made again if an undo is undone. */
  readonly decisions: number
}

export type ChangePreview = {
  /** Null for a change of the project's languages. */
  readonly keyId: number | null
  readonly namespace: string
  readonly name: string
  /** Null for a change of the key itself. */
  readonly language: string | null
  /** The current text. */
  readonly current: Forms
  /** The text after the undo. */
  readonly restored: Forms
  readonly kind:
    | 'translation'
    | 'key-added'
    | 'key-removed'
    | 'key-edited'
    | 'language-added'
    | 'language-removed'
}

/** One row of the keys grid: a key with its texts in the requested languages, in that order. */
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
 * Which part of a long list is requested: from an offset (a scroll bar), which counts from a cursor or from the start.
 */
export type PageRequest = { readonly limit: number; readonly cursor?: string; readonly offset?: number }

/** Everything the overview screen shows of one project. */
export type OverviewRow = {
  readonly project: ProjectRow
  readonly languages: readonly (LanguageRow & { readonly counts: Counts })[]
  readonly namespaces: readonly NamespaceRow[]
  readonly openConflicts: number
  /** Files that are neither up to date nor being written. */
  readonly troubledFiles: number
  readonly recent: readonly OperationRow[]
}
