import { can } from '@dragoman/core'
import { projectById, sessionByHash } from '@dragoman/store'
import { principalOf } from '../access/principal-of.ts'
import type { Deps } from '../deps.ts'

/** For listeners that follow no project, only what concerns themselves. */
export const NO_PROJECT = 0

/**
 * What someone receives of a project: people it is shared with receive nothing about jobs, which name people
 * and files.
 */
export type Hears = 'everything' | 'texts' | 'nothing'

/** Returns what someone can receive of a project; called again whenever the answer might have changed. */
export type MayListen = (sessionHash: string, projectId: number) => Promise<Hears>

/** Checks that the session is valid and, if a project is given, that it exists and the person can read it. */
export function mayListenBy({ store, now }: Pick<Deps, 'store' | 'now'>): MayListen {
  return (sessionHash, projectId) =>
    store.read(async (r) => {
      const found = await sessionByHash(r, sessionHash, now().toISOString())
      if (found !== null && projectId === NO_PROJECT) return 'everything'
      if (found === null || (await projectById(r, projectId)) === null) return 'nothing'
      const principal = await principalOf(r, found.user)
      const on = { on: 'project', projectId } as const
      if (can(principal, 'history.read', on)) return 'everything'
      return can(principal, 'project.read', on) ? 'texts' : 'nothing'
    })
}
