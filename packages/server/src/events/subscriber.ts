import type { DomainEvent } from '@dragoman/contract'
import type { EventPosition } from '@dragoman/store'

/** An event on its way to those who follow them. */
export type NumberedEvent = DomainEvent & { readonly position: EventPosition }

/**
 * Somebody in this process who follows what happens, whichever process it happened in. Told in the order of
 * the commits; of what this process has committed before the caller of the write has its answer. Neither
 * throws nor waits: what takes longer goes on by itself. Told from the start of the process on: what came
 * before is read from the tables.
 */
export type Subscriber = {
  readonly name: string
  readonly onEvent: (event: NumberedEvent) => void
  /**
   * Anything may have changed, in one project or (null) in all: events could not be read, or the database is
   * an older copy of itself.
   */
  readonly onGap: (projectId: number | null) => void
}
