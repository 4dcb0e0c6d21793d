import { can } from '@dragoman/core'
import { projectById, sessionByHash } from '@dragoman/store'
import { principalOf } from '../access/principal-of.ts'
import type { Deps } from '../deps.ts'
import { NO_PROJECT } from './hub.ts'

/** What somebody hears of a project: whom it is shared with hears nothing of jobs, which name people and files. */
export type Hears = 'everything' | 'texts' | 'nothing'

/** What somebody may hear of a project: asked anew whenever it may have become another answer. */
export type MayListen = (sessionHash: string, projectId: number) => Promise<Hears>

/** The session lives, and, where one is named, the project is there, and the person of the session may read it. */
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
