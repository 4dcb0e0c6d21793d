import { readEvent } from '@dragoman/contract'
import type { EventRow } from '@dragoman/store'
import type { NumberedEvent } from './subscriber.ts'

/** An event as subscribers get it; null where it cannot be understood. */
export function readNumbered(row: EventRow): NumberedEvent | null {
  const event = readEvent(row)
  return event && { ...event, position: { number: row.number, mark: row.mark } }
}
