import type { Store } from '@dragoman/store'
import type { PasswordHashing } from './areas/session/password-hashing.ts'
import type { SetupCode } from './areas/session/setup-code.ts'
import type { Backups } from './backups.ts'
import type { Archives } from './exports/open-archives.ts'
import type { Network } from './http/network.ts'
import type { Uploads } from './imports/open-uploads.ts'
import type { JobRunner } from './jobs/job-runner.ts'
import type { Leases } from './leases/open-leases.ts'
import type { CallCounter } from './limits/count-calls.ts'
import type { LiveHub } from './live/hub.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/open-mailer.ts'
import type { Outgoing } from './outgoing/open-outgoing.ts'
import type { DeliveryMode } from './publish/delivery-mode.ts'
import type { Publisher } from './publish/open-publisher.ts'
import type { Sealing } from './secrets/open-sealing.ts'
import type { FolderSync } from './sources/folder/folder-sync.ts'
import type { Workers } from './workers/open-workers.ts'

/** Everything the handlers may use: made once in main.ts, given to every function that needs a part of it. */
export type Deps = {
  readonly store: Store
  readonly now: () => Date
  readonly log: Log
  readonly version: string
  readonly live: LiveHub
  readonly publisher: Publisher
  readonly folders: FolderSync
  readonly jobs: JobRunner
  readonly uploads: Uploads
  readonly archives: Archives
  readonly workers: Workers
  readonly leases: Leases
  readonly backups: Backups
  readonly mail: Mailer
  /** The address that people use, for links in mails: `https://l10n.example.com`. */
  readonly publicOrigin: () => string
  /** When somebody last asked for something, by `performance.now()`: jobs rest longer while people work. */
  readonly lastRequestMs: () => number
  readonly setupCode: SetupCode
  readonly passwords: PasswordHashing
  readonly sealing: Sealing
  /** Slug of the project that the command line serves; null for a server of several. */
  readonly servedProject: () => string | null
  readonly network: Network
  /** How many calls of the API somebody makes. */
  readonly calls: CallCounter
  /** Every request to another server goes through this. */
  readonly outgoing: Outgoing
  /** The port the server listens on. */
  readonly port: () => number
  /** `dragoman <folder>`: one person, no password. */
  readonly isFolderMode: boolean
  readonly deliveryMode: DeliveryMode
  /** Check replies against the contract: in tests and development. */
  readonly parseReplies: boolean
}
