import { followParent, listBranches, listProjects, projectById, sourceById } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Subscriber } from '../../events/subscriber.ts'
import { changeSyntax } from '../../jobs/check-texts-job.ts'
import { oneAtATime } from '../../one-at-a-time.ts'
import { syncOf } from '../../sync/run/sync-of.ts'

/**
 * Updates translation branches from their projects (languages, settings, name, message syntax) whenever these
 * change. At startup a process catches up on what it missed; several processes doing that do no harm.
 */
export function openParentFollower(
  deps: Pick<Deps, 'store' | 'log' | 'now' | 'jobs'>,
): Subscriber & { readonly close: () => Promise<void> } {
  const { store, log, now } = deps
  const { inTurn, settled } = oneAtATime()
  let isClosed = false

  async function follow(parentId: number): Promise<void> {
    for (const branch of await store.read((r) => listBranches(r, parentId))) {
      if (isClosed) return
      await store.write(async (w) => {
        const source = await sourceById(w, branch.sourceId)
        if (source === null) return
        const by = syncOf(source)
        await followParent(w, branch, { by, at: now().toISOString() })
        const parent = await projectById(w, parentId)
        const own = await projectById(w, branch.projectId)
        if (parent === null || own === null || parent.syntax === own.syntax) return
        const { projectId } = branch
        await changeSyntax(w, deps, { projectId, syntax: parent.syntax, startedBy: by.actor })
      })
    }
  }

  async function followAll(): Promise<void> {
    for (const { id } of await store.read(listProjects)) await follow(id)
  }

  /** Runs jobs one after the other, without waiting for them. */
  function later(job: () => Promise<void>): void {
    if (isClosed) return
    inTurn(job).catch((error: unknown) => {
      if (!isClosed) log({ level: 'error', event: 'branches-not-followed', error })
    })
  }

  return {
    name: 'branches',
    onEvent({ kind, projectId }) {
      if (kind === 'project.changed' && projectId !== null) later(() => follow(projectId))
    },
    onGap: (projectId) => later(projectId === null ? followAll : () => follow(projectId)),
    async close() {
      isClosed = true
      await settled()
    },
  }
}
