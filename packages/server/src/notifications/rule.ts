import type { DomainEvent } from '@dragoman/contract'
import type { ActorId } from '@dragoman/core'
import type { BatchKind, NewNotification, Reader } from '@dragoman/store'

/** What an event comes to for people; nothing is written yet. */
export type Effect =
  | { readonly kind: 'notify'; readonly notifications: readonly NewNotification[] }
  /** What was open is done; without people: for everybody. */
  | {
      readonly kind: 'done'
      readonly projectId: number
      readonly subjects: readonly string[]
      readonly userIds?: readonly number[]
    }
  /** Somebody saved texts in these languages. */
  | {
      readonly kind: 'worked'
      readonly userId: number
      readonly projectId: number
      readonly languages: readonly string[]
    }
  /** Strings came, or their source changed, in an operation. */
  | {
      readonly kind: 'batch'
      readonly projectId: number
      readonly batch: BatchKind
      readonly operationId: number
      readonly actorId: ActorId | null
      readonly languages: readonly string[]
    }
  /** Texts of these tasks were saved: they may be done. */
  | { readonly kind: 'check-tasks'; readonly projectId: number; readonly taskIds: readonly number[] }
  /** Batches of these languages have fewer strings left. */
  | { readonly kind: 'recount'; readonly projectId: number; readonly languages: readonly string[] }

/** One reason for which things need people, or do not any more: one file each, listed in `all-rules.ts`. */
export type NotificationRule = {
  readonly follow: (r: Reader, event: DomainEvent, now: Date) => Promise<readonly Effect[]>
}
