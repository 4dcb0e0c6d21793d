import type { DomainEvent, NotificationReply } from '@dragoman/contract'
import type { ActorId, Forms, MovedKeys, NotificationKind } from '@dragoman/core'
import type { BatchesToCount, BatchKind, NewNotification, NotificationRow, Reader } from '@dragoman/store'
import type { ContentChanges } from '../events/content-by-project.ts'

/** The effect of an event on people, before it is written. */
export type Effect =
  | { readonly kind: 'notify'; readonly notifications: readonly NewNotification[] }
  /** Open notifications are done, for these people or for everyone. */
  | {
      readonly kind: 'done'
      readonly projectId: number
      readonly subjects: readonly string[]
      readonly userIds?: readonly number[]
      /** Also those that people have marked as done: they are notified again when there is work again. */
      readonly withOwn?: boolean
    }
  /** Someone saved texts in these languages. */
  | {
      readonly kind: 'worked'
      readonly userId: number
      readonly projectId: number
      readonly languages: readonly string[]
    }
  /** Strings were added, or their source changed, in an operation. */
  | {
      readonly kind: 'batch'
      readonly projectId: number
      readonly batch: BatchKind
      readonly operationId: number
      readonly actorId: ActorId | null
      readonly languages: readonly string[]
      /** How many keys it adds at most, by namespace. */
      readonly keys: ReadonlyMap<string, number>
    }
  /** Keys are in other namespaces now. */
  | { readonly kind: 'moved'; readonly projectId: number; readonly moved: readonly MovedKeys[] }
  /** How many strings of these batches are left can have changed. */
  | { readonly kind: 'recount'; readonly batches: BatchesToCount }

/** A notification that an event of the same batch requires: it is not in the table yet. */
export type UnwrittenNotification = NewNotification & {
  /** The number of that event. */
  readonly eventNumber: number
}

/** What a notification shows of the current state of what it is about. */
export type ShownState = Partial<Pick<NotificationReply, 'strings' | 'task' | 'text' | 'problem'>>

/**
 * What the server does for notifications about one thing: when someone gets them, when they are done, and what they
 * show. One file each, listed in `all-rules.ts`.
 */
export type NotificationRule = {
  /** Returns the effects of one event. Notifications that earlier events of its batch require are `unwritten`. */
  readonly follow?: (
    r: Reader,
    event: DomainEvent,
    unwritten: readonly UnwrittenNotification[],
  ) => Promise<readonly Effect[]>
  /**
   * Returns the effects of changes of content. They are frequent, so all of a batch are examined with the same queries,
   * after its other events: what is `unwritten` can be about a later event than a change.
   */
  readonly followContent?: (
    r: Reader,
    changes: ContentChanges,
    now: Date,
    unwritten: readonly UnwrittenNotification[],
  ) => Promise<readonly Effect[]>
  /** Loads the current state of what some notifications are about; returns what each of them shows of it. */
  readonly load?: (
    r: Reader,
    rows: readonly NotificationRow[],
    now: Date,
  ) => Promise<(row: NotificationRow) => Promise<ShownState>>
  /** Returns the person's text that was sent back, and what was proposed instead. */
  readonly sentBack?: (
    r: Reader,
    of: { readonly projectId: number; readonly subjectId: number; readonly kind: NotificationKind },
  ) => Promise<SentBack>
}

export type SentBack = { readonly written: Forms | null; readonly proposed: Forms | null }
