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
 * Everything handlers can use: opened once by `start/` and passed to every function that needs a part of it. What
 * almost every function needs is in `Deps` itself.
 */
export type Deps = Basics & Files & Site & Limits & Work & Out & Secrets

export type Basics = {
  readonly store: Store
  readonly now: () => Date
  readonly log: Log
  readonly timings: Timings
}

/** The files of the data folder that handlers read and write. */
export type Files = {
  readonly uploads: Uploads
  readonly archives: Archives
  readonly backups: Backups
}

/** Which server this is, and where it can be reached. */
export type Site = {
  readonly version: string
  readonly edition: Edition
  readonly deliveryMode: DeliveryMode
  readonly network: Network
  /** The port the server listens on. */
  readonly port: () => number
  /** The origin that people use, for links in emails: `https://l10n.example.com`. */
  readonly publicOrigin: () => string
  /** URL name of the project that the command line serves; null for a server with several. */
  readonly servedProject: () => string | null
  /** Folders below which people other than owners connect theirs. */
  readonly folders: readonly string[]
  /** Whether to check replies against the contract: in tests and development. */
  readonly parseReplies: boolean
}

export type Limits = {
  /** Counts each caller's calls of the API. */
  readonly calls: CallCounter
  /** Limits how many calls of one caller are worked on at the same time. */
  readonly turns: Turns
  /** Limits how many bytes of request bodies are in memory at the same time. */
  readonly bodies: BodyBytes
  /** Within how long the JSON body of a request has to arrive. */
  readonly bodyMs: number
}

/** Work that continues after a request. */
export type Work = {
  readonly jobs: JobRunner
  readonly workers: Workers
  readonly leases: Leases
  readonly sources: SourceSync
  /** Access to repositories. */
  readonly repositories: GitParts
  readonly publisher: Publisher
  /** Time of the last request, by `performance.now()`: jobs pause longer while people work. */
  readonly lastRequestMs: () => number
}

/** What leaves the server other than answers. */
export type Out = {
  readonly mail: Mailer
  readonly live: LiveHub
  /** Every request to another server goes through this. */
  readonly outgoing: Outgoing
}

export type Secrets = {
  readonly sealing: Sealing
  readonly passwords: PasswordHashing
  readonly setupCode: SetupCode
  /** How long a request for a reset link waits: a random time, so that its duration reveals nothing. */
  readonly resetDelayMs: () => number
}
