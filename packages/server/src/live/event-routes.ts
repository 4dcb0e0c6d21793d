import { Failure, windowSchema } from '@dragoman/contract'
import { can, userIdOf } from '@dragoman/core'
import type { Hono } from 'hono'
import { requireProject } from '../access/require-rows.ts'
import type { Deps } from '../deps.ts'
import { countedPerson } from '../http/counted-caller.ts'
import { inTurn } from '../http/in-turn.ts'
import { NO_PROJECT } from './may-listen.ts'
import { lastSeenOf, liveStream } from './stream.ts'

/** Adds the stream of a person's notifications. It precedes the contract, one of whose routes accepts any word in place of `events`. */
export function addNotificationEvents(app: Hono, deps: Deps): void {
  app.get('/api/notifications/events', async (context) => {
    const caller = await countedPerson(context, deps)
    const { actor, sessionHash } = caller
    if (actor === null || sessionHash === null) throw new Failure('not-signed-in')
    const userId = userIdOf(actor.id)
    // The counts include whatever was missed, so there is nothing to resume.
    return inTurn(context, deps, caller, async () =>
      liveStream(deps.live, { projectId: NO_PROJECT, sessionHash, lastSeen: null, userId }),
    )
  })
}

/** Adds the stream of a project's events. */
export function addProjectEvents(app: Hono, deps: Deps): void {
  app.get('/api/projects/:project/events', async (context) => {
    const caller = await countedPerson(context, deps)
    const { actor, sessionHash } = caller
    if (actor === null || sessionHash === null) throw new Failure('not-signed-in')
    // Only opening takes a turn; an open stream costs nothing while nothing happens.
    return inTurn(context, deps, caller, async () => {
      const project = await deps.store.read((r) => requireProject(r, context.req.param('project')))
      if (!can(actor, 'project.read', { on: 'project', projectId: project.id }))
        throw new Failure('not-found', { what: 'project' })
      const lastSeen = lastSeenOf(context.req.raw)
      const userId = userIdOf(actor.id)
      const asked = windowSchema.safeParse(context.req.query('window'))
      const window = asked.success ? { id: asked.data, name: actor.name } : null
      return liveStream(deps.live, { projectId: project.id, sessionHash, lastSeen, userId, window })
    })
  })
}
