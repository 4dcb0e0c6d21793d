import type { Store } from '@dragoman/store'
import type { SetupCode } from './areas/session/setup-code.ts'
import type { LiveHub } from './live/hub.ts'
import type { Log } from './log.ts'
import type { FolderSync } from './sources/folder/folder-sync.ts'

/** Everything the handlers may use: made once in main.ts, given to every function that needs a part of it. */
export type Deps = {
  readonly store: Store
  readonly now: () => Date
  readonly log: Log
  readonly version: string
  readonly live: LiveHub
  readonly folders: FolderSync
  readonly setupCode: SetupCode
  /** Slug of the project that the command line serves; null for a server of several. */
  readonly servedProject: () => string | null
  /** Name of the session cookie: with the port, since browsers share cookies between ports of one host. */
  readonly cookieName: () => string
  /** Check replies against the contract: in tests and development. */
  readonly parseReplies: boolean
}
