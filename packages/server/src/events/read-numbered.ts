import { readEvent } from '@dragoman/contract'
import type { EventRow } from '@dragoman/store'
import type { NumberedEvent } from './subscriber.ts'

/** Returns an event as subscribers get it; null if it cannot be parsed. */
export function readNumbered(row: EventRow): NumberedEvent | null {
  const event = readEvent(row)
  return event && { ...event, position: { number: row.number, mark: row.mark } }
}
