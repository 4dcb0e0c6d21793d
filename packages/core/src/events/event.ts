import type { ActorId } from '../access/actor.ts'
import type { OperationKind } from '../catalog/operation-kind.ts'

/** A language that an operation has added to a project, or removed. */
export type WrittenLanguage = { readonly language: string; readonly what: 'added' | 'removed' }

/** How many keys an operation has moved from one namespace to another. */
export type MovedKeys = { readonly from: string; readonly to: string; readonly keys: number }

/**
 * The payload of each kind of event. An event identifies its object by id and does not copy it: readers that
 * need more load the row. When a payload changes incompatibly, its number in EVENT_VERSIONS increases.
 */
export type EventPayloads = {
  /** The first row of the table. */
  'events.started': Record<string, never>
  /** Texts or keys were written. A list with more than 500 items is replaced by null. */
  'content.changed': {
    readonly revision: number
    readonly operationId: number
    /** Version of the texts that this transaction wrote; 0: not known. */
    readonly version: number
    /** What wrote it; null: the texts were only checked again. Events of earlier program versions do not say. */
    readonly operation?: { readonly kind: OperationKind; readonly keysAdded: number } | null | undefined
    /** Of this transaction. Events of earlier program versions do not say. */
    readonly languages?: readonly WrittenLanguage[] | undefined
    /** With the number of texts written. */
    readonly files: readonly {
      readonly language: string
      readonly namespace: string
      readonly texts: number
    }[]
    /** How many keys were added, edited or removed. */
    readonly namespaces: readonly { readonly namespace: string; readonly keys: number }[]
    /** Of this transaction. Missing if there are none, and in events of earlier program versions. */
    readonly moved?: readonly MovedKeys[] | undefined
    readonly translations:
      | readonly { readonly keyId: number; readonly language: string; readonly version: number }[]
      | null
    readonly keys: readonly number[] | null
  }
  'project.created': Record<string, never>
  /** Name, settings or languages. */
  'project.changed': Record<string, never>
  'project.deleted': Record<string, never>
  'source.added': { readonly sourceId: number }
  'source.removed': { readonly sourceId: number }
  /** Its files are in another repository or branch now. */
  'source.moved': { readonly sourceId: number }
  /** The problem of a repository appeared, changed or was solved. */
  'source.problem-changed': { readonly sourceId: number }
  /**
   * A comparison was requested; the process that syncs the source does it. `sends`: also send pending changes. `hears`:
   * something new was reported, so that only this is read, and no one waits. Older programs compare, so the version is
   * unchanged.
   */
  'source.compare-requested': {
    readonly sourceId: number
    readonly request: string
    readonly sends?: boolean | undefined
    readonly hears?: boolean | undefined
  }
  /** `failure`: code and parameters of the failure that prevented it. */
  'source.compared': {
    readonly sourceId: number
    readonly request: string
    readonly changed: number
    readonly failure?:
      | { readonly code: string; readonly params: Readonly<Record<string, string | number>> }
      | undefined
  }
  /**
   * State, problem or held-back texts of files, left-out files, uses in code, or where screenshots show
   * strings. `isScan`: the uses in code were replaced. Older programs ignore it, so the version is unchanged.
   */
  'files.changed': { readonly isScan?: boolean | undefined }
  /** A translation branch of the project; the id is that of the branch's own project. */
  'branch.changed': { readonly branchId: number; readonly what: 'opened' | 'closed' | 'removed' }
  'conflict.resolved': { readonly language: string; readonly namespace: string }
  /** A job was added, has progressed, was requested to stop, or ended. */
  'job.changed': { readonly jobId: number; readonly hasEnded: boolean }
  'user.created': { readonly userId: number }
  /** `by`: the name of who changed their role on the server. */
  'user.changed': { readonly userId: number; readonly by?: string | undefined }
  /**
   * A person's rights in a project; `by` is the name of the person who changed them, absent if no person did.
   * Older programs ignore it, so the version is unchanged.
   */
  'membership.changed': { readonly userId: number; readonly by?: string | undefined }
  'session.started': { readonly userId: number }
  'session.ended': { readonly sessionHash: string }
  /** A group's name, members, or rights in a project. */
  'group.changed': {
    readonly groupId: number
    /** People with changed rights; null: too many to list; absent: unknown. */
    readonly userIds?: readonly number[] | null | undefined
  }
  'invitation.changed': { readonly invitationId: number }
  'token.changed': { readonly tokenId: number }
  'suggestion.changed': {
    readonly suggestionId: number
    readonly keyId: number
    readonly language: string
    readonly what: 'added' | 'edited' | 'voted' | 'accepted' | 'rejected' | 'withdrawn' | 'reopened'
  }
  /** A reviewer sent a translation back as a draft, with a reason. */
  'translation.rejected': {
    readonly rejectionId: number
    readonly keyId: number
    readonly language: string
  }
  'comment.changed': {
    readonly commentId: number
    /** The first comment of the thread, which can be this comment. */
    readonly threadId: number
    readonly keyId: number
    /** Null: for all languages. */
    readonly language: string | null
    /** `moved`: to the project, when its translation branch was merged. */
    readonly what: 'added' | 'edited' | 'removed' | 'resolved' | 'reopened' | 'moved'
  }
  'task.changed': {
    readonly taskId: number
    readonly what: 'added' | 'changed' | 'done' | 'reopened' | 'removed'
    /** Of a change: it has another goal or other languages. Older programs ignore it, so the version is unchanged. */
    readonly isWorkChanged?: boolean | undefined
  }
  /** `turned-off`: by the program, because deliveries kept failing. */
  'webhook.changed': {
    readonly webhookId: number
    readonly what: 'changed' | 'removed' | 'turned-off' | 'wanted'
  }
  /** A channel was added, moved to a release, changed or removed. */
  'channel.changed': {
    readonly channel: string
    readonly what: 'added' | 'changed' | 'moved' | 'removed'
    /** Number of the release that readers get now; null: none, or the catalog. */
    readonly release: number | null
  }
  'release.created': { readonly number: number }
  /** `done`: the channel was moved, or already had the release. */
  'scheduled-move.changed': {
    readonly moveId: number
    readonly what: 'added' | 'changed' | 'cancelled' | 'done' | 'failed'
  }
  /** The notifications of these people have changed; null: too many to list. */
  'notifications.changed': { readonly userIds: readonly number[] | null }
}
export type EventKind = keyof EventPayloads

export const EVENT_VERSIONS = {
  'events.started': 1,
  'content.changed': 2,
  'project.created': 1,
  'project.changed': 1,
  'project.deleted': 1,
  'source.added': 1,
  'source.removed': 1,
  'source.moved': 1,
  'source.problem-changed': 1,
  'source.compare-requested': 1,
  'source.compared': 1,
  'files.changed': 1,
  'branch.changed': 1,
  'conflict.resolved': 1,
  'job.changed': 2,
  'user.created': 1,
  'user.changed': 1,
  'membership.changed': 1,
  'session.started': 1,
  'session.ended': 1,
  'group.changed': 1,
  'invitation.changed': 1,
  'token.changed': 1,
  'suggestion.changed': 1,
  'translation.rejected': 1,
  'comment.changed': 1,
  'task.changed': 1,
  'webhook.changed': 1,
  'channel.changed': 1,
  'release.created': 1,
  'scheduled-move.changed': 1,
  'notifications.changed': 1,
} as const satisfies Record<EventKind, number>

/** An event emitted by a write; it gets its number and time with the commit. */
export type NewEvent = {
  readonly [K in EventKind]: {
    readonly kind: K
    /** Null: of the instance, not of a project. */
    readonly projectId: number | null
    /** The actor; absent: unknown. */
    readonly actorId?: ActorId | null
    readonly payload: EventPayloads[K]
  }
}[EventKind]
