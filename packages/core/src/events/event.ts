import type { ActorId } from '../access/actor.ts'

/**
 * What happened, by kind, with what each event says about it. An event names what it is about by id and is no
 * copy of it: whoever wants to know more reads the row. Where a shape changes, its number in EVENT_VERSIONS
 * rises.
 */
export type EventPayloads = {
  /** The first row of the table. */
  'events.started': Record<string, never>
  /** Texts or keys were written. Lists are cut at 500 and then null: "more than can be named". */
  'content.changed': {
    readonly revision: number
    readonly operationId: number
    readonly files: readonly { readonly language: string; readonly namespace: string }[]
    readonly translations:
      | readonly { readonly keyId: number; readonly language: string; readonly version: number }[]
      | null
    readonly keys: readonly number[] | null
  }
  'project.created': Record<string, never>
  /** Its name, settings or languages. */
  'project.changed': Record<string, never>
  'project.deleted': Record<string, never>
  'source.added': { readonly sourceId: number }
  'source.removed': { readonly sourceId: number }
  /** Somebody asks for a comparison now; the process that syncs the source does it. */
  'source.compare-requested': { readonly sourceId: number; readonly request: string }
  'source.compared': { readonly sourceId: number; readonly request: string; readonly changed: number }
  /** State, problem or held-back texts of files, or what is left out. */
  'files.changed': Record<string, never>
  'conflict.resolved': { readonly language: string; readonly namespace: string }
  /** A job was added, got further, was asked to stop, or ended. */
  'job.changed': { readonly jobId: number }
  'user.created': { readonly userId: number }
  'user.changed': { readonly userId: number }
  /** What a person may do in a project. */
  'membership.changed': { readonly userId: number }
  'session.started': { readonly userId: number }
  'session.ended': { readonly sessionHash: string }
  /** A group's name, its people, or what it may in a project. */
  'group.changed': { readonly groupId: number }
  'invitation.changed': { readonly invitationId: number }
  'token.changed': { readonly tokenId: number }
  'suggestion.changed': {
    readonly suggestionId: number
    readonly keyId: number
    readonly language: string
    readonly what: 'added' | 'edited' | 'voted' | 'accepted' | 'rejected' | 'withdrawn' | 'reopened'
  }
  /** A reviewer sent a translation back, with a reason. */
  'translation.rejected': {
    readonly rejectionId: number
    readonly keyId: number
    readonly language: string
  }
  'comment.changed': {
    readonly commentId: number
    /** The comment that began the thread; the comment itself where it did. */
    readonly threadId: number
    readonly keyId: number
    /** Null: on the key, for all languages. */
    readonly language: string | null
    readonly what: 'added' | 'edited' | 'removed' | 'resolved' | 'reopened'
  }
  'task.changed': {
    readonly taskId: number
    readonly what: 'added' | 'changed' | 'done' | 'reopened' | 'removed'
  }
  /** What needs these people is another than before; null: more people than can be named. */
  'notifications.changed': { readonly userIds: readonly number[] | null }
}
export type EventKind = keyof EventPayloads

export const EVENT_VERSIONS = {
  'events.started': 1,
  'content.changed': 1,
  'project.created': 1,
  'project.changed': 1,
  'project.deleted': 1,
  'source.added': 1,
  'source.removed': 1,
  'source.compare-requested': 1,
  'source.compared': 1,
  'files.changed': 1,
  'conflict.resolved': 1,
  'job.changed': 1,
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
  'notifications.changed': 1,
} as const satisfies Record<EventKind, number>

/** An event as a write tells it: number and time come with the commit. */
export type NewEvent = {
  readonly [K in EventKind]: {
    readonly kind: K
    /** Null: of the instance, not of a project. */
    readonly projectId: number | null
    /** Who did it; absent: nobody who is known. */
    readonly actorId?: ActorId | null
    readonly payload: EventPayloads[K]
  }
}[EventKind]
