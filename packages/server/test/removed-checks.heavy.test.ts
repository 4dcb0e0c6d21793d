import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../src/http/caller.ts'
import { allRoutes, type Handlers } from '../src/http/mount.ts'
import { listenWith } from './changed-server.ts'
import { matrixRows } from './role-matrix.ts'
import { openRoleTable, type RoleTable } from './role-table.ts'

const ROWS = matrixRows()
let table: RoleTable

beforeAll(async () => {
  table = await openRoleTable()
})
afterAll(() => table.world.close())

/** Wraps the handlers so that they take every caller for an owner. */
function withoutFinerChecks(handlers: Handlers): Handlers {
  type AnyHandler = (request: { caller: Caller }) => unknown
  const areas = Object.entries(handlers).map(([area, routes]) => {
    const changed = Object.entries(routes).map(([name, handler]) => [
      name,
      (request: { caller: Caller }) => {
        const { actor } = request.caller
        const owner = actor && { ...actor, instanceRole: 'owner', token: null }
        return (handler as unknown as AnyHandler)({
          ...request,
          actor: owner,
          caller: { ...request.caller, actor: owner },
        } as { caller: Caller })
      },
    ])
    return [area, Object.fromEntries(changed)]
  })
  return Object.fromEntries(areas) as Handlers // the same areas and names as before
}

/**
 * Handlers that look for people with whom the caller shares a project: someone without an account shares none, and
 * gets another refusal than the table says.
 */
const BY_SHARED_PROJECTS: ReadonlySet<string> = new Set(['account.picture'])

/** Someone got access that should be refused. */
const LET_IN = /: yes, not (?:·|404|401)$/

/**
 * Removes one check after the other, and the table has to detect each: what a route checks before anything is
 * read, and what its handler and the write path check about the texts.
 */
describe('a removed check', () => {
  const routes = new Map(allRoutes().map(({ area, name, route }) => [`${area}.${name}`, route]))
  const guarded = ROWS.filter(({ name, answers }) => {
    // Without an account there is no own account or membership to change: there is no check to remove.
    const isOwnAccount = routes.get(name.split(':')[0] ?? '')?.action === 'profile.edit'
    const isOwnPart = isOwnAccount || name === 'members.leave'
    return !isOwnPart && answers.get('nobody') === '401'
  })
  // Everyone calls the route three times: on a busy machine some rows take more than a minute.
  test.each(guarded.map((row) => [row.name, row] as const))('%s', async (name, row) => {
    const [area, routeName] = name.split(/[.:]/)
    const open = allRoutes().map((one) =>
      one.area === area && one.name === routeName ? { ...one, route: weakened(one.route) } : one,
    )
    const differencesOf = async (...changes: Parameters<typeof listenWith>) => {
      const { origin, close } = await listenWith(...changes)
      const found = await table.differencesWithTokens(row, origin)
      close()
      return found
    }
    const count = (found: readonly string[]) => found.filter((line) => LET_IN.test(line)).length
    const withoutFiner = await differencesOf(table.world, withoutFinerChecks)
    if (isLeastOfProject(routes.get(`${area}.${routeName}`))) {
      // Without its only check, the server does not start.
      await expect(listenWith(table.world, (handlers) => handlers, open)).rejects.toThrow('checks no access')
      if (row.on === 'text' || row.on === 'keys') expect(count(withoutFiner)).toBeGreaterThan(0)
      return
    }
    const withoutRoute = await differencesOf(table.world, (handlers) => handlers, open)
    const withoutBoth = await differencesOf(table.world, withoutFinerChecks, open)
    // Only the write path checks texts. Roles are checked by the route, by the handler, or by both: then only
    // removing both lets someone in.
    if (row.on === 'text' || row.on === 'keys') expect(count(withoutFiner)).toBeGreaterThan(0)
    else if (BY_SHARED_PROJECTS.has(name)) expect(withoutRoute).not.toEqual([])
    else expect(count(withoutRoute) || count(withoutFiner) || count(withoutBoth)).toBeGreaterThan(0)
  })
})

/** Whether the route only checks that the caller can read the project. */
function isLeastOfProject(route: ReturnType<typeof allRoutes>[number]['route'] | undefined): boolean {
  return route?.action === 'project.read' && route.path.includes(':project')
}

/** Returns the same route, requiring as little as a route at its URL can. */
function weakened(route: ReturnType<typeof allRoutes>[number]['route']): typeof route {
  const { action, path, by: _, needsProof: __, ...rest } = route
  const isLeast = action === 'project.read' || !path.includes(':project')
  return { ...rest, path, action: isLeast ? 'public' : 'project.read' }
}
