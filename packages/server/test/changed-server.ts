import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Failure } from '@dragoman/contract'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { allAreas, handlersOf } from '../src/areas/all.ts'
import { allRoutes, type Handlers, mount } from '../src/http/mount.ts'
import { expectedFailure, problemResponse } from '../src/http/problem.ts'
import type { World } from './role-world.ts'

/** Starts a server with other routes or handlers than those of the program. */
export async function listenWith(
  world: World,
  change: (handlers: Handlers) => Handlers,
  routes = allRoutes(),
): Promise<{ readonly origin: string; readonly close: () => void }> {
  const { deps } = world
  const app = new Hono()
  app.onError((error) => problemResponse(expectedFailure(error) ?? new Failure('unexpected')))
  mount(app, change(handlersOf(allAreas(deps))), deps, routes)
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo // a TCP server has a port
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() }
}
