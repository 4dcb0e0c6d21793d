import type { BeforeStep } from '../jobs/held-job.ts'
import type { BodyBytesLimits } from '../limits/count-body-bytes.ts'
import type { Log } from '../log.ts'
import type { Inspection } from '../sources/folder/inspect-folder.ts'
import type { Timings } from '../timings.ts'
import type { OnPart } from './opened-parts.ts'

export type ServerOptions = {
  /** Folder of the built interface; null: the API only. */
  readonly clientFolder: string | null
  readonly version: string
  readonly log?: Log
  readonly now?: () => Date
  readonly parseReplies?: boolean
  /** Serves this folder without accounts: the owner gets the name of the operating system's user. */
  readonly folder?: Inspection | undefined
  /** With `folder`: apps can load its texts without a session. */
  readonly deliver?: boolean
  /** Locale files whose copy becomes the first project of an empty server; null: none. */
  readonly sampleFolder?: string | null | undefined
  /** Replaces some of `TIMINGS`. */
  readonly timings?: Partial<Timings>
  /** While shutting down, waits for this instead of for `drainMs`: for tests that act meanwhile. */
  readonly drained?: Promise<void>
  /** For tests that need to know which parts are open. */
  readonly onPart?: OnPart
  /** For tests that need a job to be still running. */
  readonly beforeJobStep?: BeforeStep
  /** How long a request for a reset link waits; default: 1 to 6 s. */
  readonly resetDelayMs?: () => number
  /** Within how long the JSON body of a request has to arrive. */
  readonly bodyMs?: number
  /** How many bytes of request bodies are in memory at the same time. */
  readonly bodyBytes?: BodyBytesLimits
}
