import type { Store } from '@dragoman/store'
import type { AppTokens } from '../../forges/github-app.ts'
import type { Git } from '../../git/run-git.ts'
import type { Outgoing } from '../../outgoing/open-outgoing.ts'
import type { Sealing } from '../../secrets/open-sealing.ts'

/** What every Git source of the process uses. */
export type GitParts = {
  readonly git: Git
  /** The `PATH` to find programs in. */
  readonly searchPath: string
  readonly outgoing: Outgoing
  readonly sealing: Sealing
  readonly appTokens: AppTokens
  /** Folder of the copies of repositories, one for each source; all of them can be recreated. */
  readonly folder: string
  /** The address that people use; links in commits and pull requests lead there. */
  readonly publicOrigin: () => string
  /** How long a repository can send nothing over HTTP. */
  readonly silentMs: number
}

export type GitStore = Pick<Store, 'read' | 'write'>
