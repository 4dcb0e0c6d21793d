import type { Edition } from '@dragoman/core'
import type { Store } from '@dragoman/store'
import type { PasswordHashing } from './areas/session/password-hashing.ts'
import type { SetupCode } from './areas/session/setup-code.ts'
import type { Backups } from './backups.ts'
import type { Archives } from './exports/open-archives.ts'
import type { Network } from './http/network.ts'
import type { Uploads } from './imports/open-uploads.ts'
import type { JobRunner } from './jobs/job-runner.ts'
import type { Leases } from './leases/open-leases.ts'
import type { BodyBytes } from './limits/count-body-bytes.ts'
import type { CallCounter } from './limits/count-calls.ts'
import type { Turns } from './limits/take-turns.ts'
import type { LiveHub } from './live/hub.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/open-mailer.ts'
import type { Outgoing } from './outgoing/open-outgoing.ts'
import type { DeliveryMode } from './publish/delivery-mode.ts'
import type { Publisher } from './publish/open-publisher.ts'
import type { Sealing } from './secrets/open-sealing.ts'
import type { GitParts } from './sources/git/git-parts.ts'
import type { SourceSync } from './sources/source-sync.ts'
import type { Timings } from './timings.ts'
import type { Workers } from './workers/open-workers.ts'

/**
 * Everything handlers can use: created once in main.ts and passed to every function that needs a part of it.
 */
export type Deps = {
  readonly store: Store
  readonly now: () => Date
  readonly log: Log
  readonly timings: Timings
  readonly version: string
  readonly live: LiveHub
  readonly publisher: Publisher
  readonly sources: SourceSync
  /** Access to repositories. */
  readonly repositories: GitParts
  readonly jobs: JobRunner
  readonly uploads: Uploads
  readonly archives: Archives
  readonly workers: Workers
  readonly leases: Leases
  readonly backups: Backups
  readonly mail: Mailer
  /** How long a request for a reset link waits: a random time, so that its duration reveals nothing. */
  readonly resetDelayMs: () => number
  /** The origin that people use, for links in emails: `https://l10n.example.com`. */
  readonly publicOrigin: () => string
  /** Time of the last request, by `performance.now()`: jobs pause longer while people work. */
  readonly lastRequestMs: () => number
  readonly setupCode: SetupCode
  readonly passwords: PasswordHashing
  readonly sealing: Sealing
  /** URL name of the project that the command line serves; null for a server with several. */
  readonly servedProject: () => string | null
  readonly network: Network
  /** Counts each caller's calls of the API. */
  readonly calls: CallCounter
  /** Limits how many calls of one caller are worked on at the same time. */
  readonly turns: Turns
  /** Limits how many bytes of request bodies are in memory at the same time. */
  readonly bodies: BodyBytes
  /** Every request to another server goes through this. */
  readonly outgoing: Outgoing
  /** The port the server listens on. */
  readonly port: () => number
  readonly edition: Edition
  readonly deliveryMode: DeliveryMode
  /** Folders below which people other than owners connect theirs. */
  readonly folders: readonly string[]
  /** Within how long the JSON body of a request has to arrive. */
  readonly bodyMs: number
  /** Whether to check replies against the contract: in tests and development. */
  readonly parseReplies: boolean
}
