import type { IncomingMessage } from 'node:http'
import type { Store } from '@dragoman/store'
import type { Log } from './log.ts'
import type { Publisher } from './publish/open-publisher.ts'
import type { Timings } from './timings.ts'

/** What collects reports of apps, to write them now and then. */
export type ReportsOptions = {
  readonly publisher: Pick<Publisher, 'find'>
  readonly store: Store
  readonly log: Log
  readonly now: () => Date
  /** The network a request comes from. */
  readonly networkOf: (request: IncomingMessage) => string
  readonly timings: Timings
}
