import type { DomainEvent } from '@dragoman/contract'
import type { EventPosition } from '@dragoman/store'

/** An event with its position. */
export type NumberedEvent = DomainEvent & { readonly position: EventPosition }

/**
 * A part of this process that follows events of any process. It receives them in the order of their commits,
 * and those that this process committed before the caller of the write gets its answer. It neither throws nor
 * waits; longer work continues in the background. It receives events from the start of the process on;
 * earlier state is in the tables.
 */
export type Subscriber = {
  readonly name: string
  readonly onEvent: (event: NumberedEvent) => void
  /**
   * Anything might have changed, in one project or (null) in all: events could not be read, or the database was
   * replaced by an older copy.
   */
  readonly onGap: (projectId: number | null) => void
}
