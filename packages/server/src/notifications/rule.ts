import type { DomainEvent } from '@dragoman/contract'
import type { ActorId } from '@dragoman/core'
import type { BatchKind, NewNotification, Reader } from '@dragoman/store'

/** The effect of an event on people, before it is written. */
export type Effect =
  | { readonly kind: 'notify'; readonly notifications: readonly NewNotification[] }
  /** Open notifications are done, for these people or for everyone. */
  | {
      readonly kind: 'done'
      readonly projectId: number
      readonly subjects: readonly string[]
      readonly userIds?: readonly number[]
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
    }
  /** Texts of these tasks were saved, so the tasks can be done. */
  | { readonly kind: 'check-tasks'; readonly projectId: number; readonly taskIds: readonly number[] }
  /** Batches of these languages have fewer strings left. */
  | { readonly kind: 'recount'; readonly projectId: number; readonly languages: readonly string[] }

export type ContentChanged = Extract<DomainEvent, { kind: 'content.changed' }>

/** The changes of one project's content that were read together. */
export type ContentChanges = { readonly projectId: number; readonly events: readonly ContentChanged[] }

/** One reason for which things need people, or no longer do: one file each, listed in `all-rules.ts`. */
export type NotificationRule = {
  /** Returns the effects of one event. */
  readonly follow?: (r: Reader, event: DomainEvent) => Promise<readonly Effect[]>
  /** Returns the effects of changes of content. They are frequent, so all of a batch are examined with the same queries. */
  readonly followContent?: (r: Reader, changes: ContentChanges, now: Date) => Promise<readonly Effect[]>
}
