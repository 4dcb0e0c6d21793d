import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { userInfo } from 'node:os'
import { createOwner, openStore, owner, type Store } from '@dragoman/store'
import { getRequestListener } from '@hono/node-server'
import { buildApp } from './app.ts'
import { makeSample, projectOverFolder } from './areas/projects/project-over-folder.ts'
import { newSetupCode } from './areas/session/setup-code.ts'
import type { Config } from './config.ts'
import { openDelivery } from './delivery/delivery.ts'
import { openFrontDoor } from './delivery/front-door.ts'
import type { Deps } from './deps.ts'
import { openStaticClient } from './http/static-client.ts'
import { openLiveHub } from './live/hub.ts'
import type { Log } from './log.ts'
import { openFolderSync } from './sources/folder/folder-sync.ts'
import type { Inspection } from './sources/folder/inspect-folder.ts'

export type ServerOptions = {
  /** Folder of the built interface; null: the API alone. */
  readonly clientFolder: string | null
  readonly version: string
  readonly log?: Log
  readonly now?: () => Date
  readonly parseReplies?: boolean
  /** Serves this one folder without accounts: the owner is made under the name of the operating system's user. */
  readonly folder?: Inspection | undefined
  /** Locale files of which a copy becomes the first project of an empty server; null: none. */
  readonly sampleFolder?: string | null | undefined
}

export type RunningServer = {
  /** With the code while it is of use: `http://127.0.0.1:4400/setup?code=…`. */
  readonly address: string
  /** Without path: `http://127.0.0.1:4400`. */
  readonly origin: string
  readonly port: number
  readonly deps: Deps
  readonly close: () => Promise<void>
}

/** A server that cannot start for a reason the person at the terminal can do something about. */
export class StartError extends Error {
  override name = 'StartError'
  readonly code: 'port-taken' | 'host-unknown' | 'port-refused'

  constructor(code: StartError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Opens the store and listens; comparing folders goes on in the background. Prints nothing. Throws StartError and what the store throws. */
export async function startServer(config: Config, options: ServerOptions): Promise<RunningServer> {
  const { version, clientFolder, log = logLine, now = () => new Date() } = options
  const store = await openStore(config.database)
  try {
    const isFolderMode = options.folder !== undefined
    const hadOwner = await prepareOwner(store, { now, isFolderMode })
    const setupCode = newSetupCode(config.setupCode)
    if (hadOwner && !isFolderMode) setupCode.use(setupCode.current() ?? '')
    const hub = openLiveHub()
    const delivery = openDelivery({ store, log })
    const live = {
      ...hub,
      projectChanged(projectId: number) {
        delivery.dropProject(projectId)
        hub.projectChanged(projectId)
      },
    }
    const folders = openFolderSync({ store, now, log, live })
    store.onCommit((touched) => {
      delivery.committed(touched)
      live.committed(touched)
      folders.committed(touched)
    })
    let port = config.port
    let served: string | null = null
    const deps: Deps = {
      store,
      now,
      log,
      version,
      live,
      folders,
      setupCode,
      servedProject: () => served,
      cookieName: () => `dragoman_${port}`,
      parseReplies: options.parseReplies ?? false,
    }
    const figures = () => {
      const { requests, builds, bundles, bytes } = delivery.figures()
      return new Map([
        ['delivery_requests_total', requests],
        ['delivery_builds_total', builds],
        ['delivery_bundles', bundles],
        ['delivery_cache_bytes', bytes],
        ['live_listeners', live.listeners()],
      ])
    }
    const app = buildApp({ deps, client: openStaticClient(clientFolder), figures })
    const listener = getRequestListener(app.fetch)
    const server = createServer((request, response) => {
      if (request.url?.startsWith('/d/')) delivery.handle(request, response)
      else void listener(request, response)
    })
    const door = openFrontDoor(server, delivery)
    port = await listen(server, config)
    await folders.start()
    if (options.folder !== undefined) served = (await projectOverFolder(deps, options.folder)).slug
    else if (!hadOwner && options.sampleFolder) await makeSample(deps, { from: options.sampleFolder, dataFolder: config.dataFolder })
    const origin = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
    const code = setupCode.current()
    return {
      address: code === null ? origin : `${origin}/setup?code=${code}`,
      origin,
      port,
      deps,
      async close() {
        live.close()
        door.close()
        await closeServer(server)
        await folders.close()
        await store.close()
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** In folder mode there is nobody else: the owner is whoever runs the program. */
async function prepareOwner(store: Store, { now, isFolderMode }: { now: () => Date; isFolderMode: boolean }): Promise<boolean> {
  const known = await store.read(owner)
  if (known !== null || !isFolderMode) return known !== null
  await store.write((w) => createOwner(w, { name: userName(), passwordHash: null, at: now().toISOString() }))
  return true
}

function userName(): string {
  try {
    return userInfo().username || 'owner'
  } catch {
    return 'owner' // a container may run under an id that has no name
  }
}

function listen(server: Server, { port, host }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(startErrorOf(error, { port, host })))
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port)) // a TCP server's address has a port
  })
}

function startErrorOf(error: NodeJS.ErrnoException, { port, host }: { port: number; host: string }): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError('port-taken', `Port ${port} is taken. Set DRAGOMAN_PORT to another, or to 0 for any free one.`)
    case 'EACCES':
      return new StartError('port-refused', `Port ${port} may not be used by this user. Set DRAGOMAN_PORT to one above 1023.`)
    case 'ENOTFOUND':
    case 'EADDRNOTAVAIL':
      return new StartError(
        'host-unknown',
        `${host} is not an address of this machine. Set DRAGOMAN_HOST to one that is, such as 127.0.0.1.`,
      )
    default:
      return error
  }
}

/** Lets running answers finish for a moment, then cuts what is left. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), 1000)
  await closed
  clearTimeout(cut)
}

/** One JSON line per event on standard error. */
const logLine: Log = ({ error, ...entry }) => {
  const details =
    error instanceof Error ? { error: error.message, stack: error.stack } : error === undefined ? {} : { error: String(error) }
  console.error(JSON.stringify({ at: new Date().toISOString(), ...entry, ...details }))
}
