import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { can } from '@dragoman/core'
import { createOwner, openStore, owner, type Store, shareSetupCode } from '@dragoman/store'
import { getRequestListener } from '@hono/node-server'
import { buildApp } from './app.ts'
import { allAreas, handlersOf } from './areas/all.ts'
import { ensureProjectForFolder } from './areas/projects/ensure-project-for-folder.ts'
import { makeSample } from './areas/projects/make-sample.ts'
import { type ServedProject, servedProjects } from './areas/projects/served-projects.ts'
import { createPasswordHashing } from './areas/session/password-hashing.ts'
import { newSetupCode, randomCode } from './areas/session/setup-code.ts'
import { openBackups } from './backups.ts'
import type { Config } from './config.ts'
import { openDatabaseClock } from './database-clock.ts'
import { openDelivery } from './delivery/delivery.ts'
import { openFrontDoor } from './delivery/front-door.ts'
import type { Deps } from './deps.ts'
import { type Dispatcher, openDispatcher } from './events/dispatcher.ts'
import { openArchives } from './exports/open-archives.ts'
import { findSession } from './http/caller.ts'
import { createNetwork, isLoopbackName, NO_NETWORK_SETTINGS, type RequestHead } from './http/network.ts'
import { refuseHost } from './http/refuse-host.ts'
import { openStaticClient } from './http/static-client.ts'
import { openUploads } from './imports/open-uploads.ts'
import { openJobRunner } from './jobs/job-runner.ts'
import { openLeases } from './leases/open-leases.ts'
import { countCalls, NO_CALL_LIMITS } from './limits/count-calls.ts'
import { openLiveHub } from './live/hub.ts'
import { mayListenBy } from './live/may-listen.ts'
import { type Log, logToStandardError, withoutSecrets } from './log.ts'
import { openMailer } from './mail/open-mailer.ts'
import { openSmtpTransport } from './mail/smtp-transport.ts'
import { osUserName } from './os-user-name.ts'
import { NO_ALLOWED_PLACES } from './outgoing/allowed-addresses.ts'
import { openOutgoing } from './outgoing/open-outgoing.ts'
import { type DeliveryMode, isPubliclyDelivered } from './publish/delivery-mode.ts'
import { openPublisher } from './publish/open-publisher.ts'
import { openSealing } from './secrets/open-sealing.ts'
import { removeSignInFile, writeSignInFile } from './sign-in-file.ts'
import { openFolderSync } from './sources/folder/folder-sync.ts'
import type { Inspection } from './sources/folder/inspect-folder.ts'
import { openWorkers } from './workers/open-workers.ts'

export type ServerOptions = {
  /** Folder of the built interface; null: the API alone. */
  readonly clientFolder: string | null
  readonly version: string
  readonly log?: Log
  readonly now?: () => Date
  readonly parseReplies?: boolean
  /**
   * Serves this one folder without accounts: the owner is made under the name of the operating system's user.
   */
  readonly folder?: Inspection | undefined
  /** With `folder`: apps may load its texts without a session. */
  readonly deliver?: boolean
  /** Locale files of which a copy becomes the first project of an empty server; null: none. */
  readonly sampleFolder?: string | null | undefined
  /** How long to wait after a mail server did not answer for the first time. */
  readonly mailPauseMs?: number
}

export type RunningServer = {
  /** With the code while it is of use: `http://127.0.0.1:4400/setup?code=…`. */
  readonly address: string
  /** Without path: `http://127.0.0.1:4400`. */
  readonly origin: string
  readonly port: number
  readonly deps: Deps
  /** Projects of the folder that is served; empty for a team's server. */
  readonly served: readonly ServedProject[]
  readonly close: () => Promise<void>
}

/** A server that cannot start for a reason the person at the terminal can do something about. */
export class StartError extends Error {
  override name = 'StartError'
  readonly code: 'port-taken' | 'host-unknown' | 'port-refused' | 'host-not-loopback'

  constructor(code: StartError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Opens the store and listens; comparing folders goes on in the background. Prints nothing. Throws StartError
 * and what the store throws.
 */
export async function startServer(config: Config, options: ServerOptions): Promise<RunningServer> {
  const { version, clientFolder } = options
  const log = withoutSecrets(options.log ?? logToStandardError)
  const isFolderMode = options.folder !== undefined
  if (isFolderMode && !isLoopbackName(config.host)) {
    throw new StartError(
      'host-not-loopback',
      `A folder is served to this machine only, and ${config.host} (DRAGOMAN_HOST or --host) can be reached from others. Leave it out, or use "dragoman start".`,
    )
  }
  const store = await openStore(config.database)
  try {
    const clock = await openDatabaseClock(store)
    const sealing = await openSealing({ store, secret: config.secret ?? null })
    const { now = clock.now } = options
    const hadOwner = await prepareOwner(store, { now, isFolderMode })
    const setupCode = newSetupCode(config.setupCode, {
      ...(isFolderMode ? { onRenewed: () => tellSignIn() } : {}),
      // Whichever process is asked takes the code that another has printed.
      ...(store.dialect === 'postgres' && !hadOwner
        ? { random: await store.write((w) => shareSetupCode(w, randomCode())) }
        : {}),
    })
    if (hadOwner && !isFolderMode) setupCode.useUp()
    let port = config.port
    const deliveryMode: DeliveryMode = !isFolderMode ? 'per-project' : options.deliver ? 'public' : 'private'
    const network = createNetwork({
      ...(isFolderMode ? NO_NETWORK_SETTINGS : (config.network ?? NO_NETWORK_SETTINGS)),
      listenHost: config.host,
      loopbackOnly: isFolderMode,
    })
    const sessions = { store, now, port: () => port }
    const publisher = openPublisher({
      store,
      isPublic: (project) => isPubliclyDelivered(deliveryMode, project),
    })
    const delivery = openDelivery({
      publisher,
      log,
      async readableBy(request) {
        const client = network.clientOf(headOf(request))
        const session = await findSession(sessions, request.headers.cookie, client)
        return ({ id }) => can(session?.actor ?? null, 'project.read', { on: 'project', projectId: id })
      },
    })
    const dispatcher: Dispatcher = openDispatcher({ store, log, subscribers: () => subscribers })
    const { position } = dispatcher
    const live = openLiveHub({ store, log, position, mayListen: mayListenBy({ store, now }) })
    const workers = openWorkers(config.database)
    const uploads = openUploads({ root: join(config.dataFolder, 'uploads'), workers })
    const archives = openArchives({ root: join(config.dataFolder, 'exports'), workers })
    let lastRequestMs = 0
    const jobs = openJobRunner({ store, now, log })
    const leases = openLeases({ store, log })
    const folders = openFolderSync({
      store,
      now,
      log,
      leases,
      workers,
      position: () => position().number,
    })
    const publicOrigin = () => config.network?.publicOrigins[0] ?? originOf(config.host, port)
    const mail = openMailer({
      store,
      now,
      log,
      transport: config.mail ? openSmtpTransport(config.mail) : null,
      origin: publicOrigin,
      ...(options.mailPauseMs === undefined ? {} : { firstPauseMs: options.mailPauseMs }),
    })
    const backups = openBackups({ store, now, log, dataFolder: config.dataFolder })
    let served: string | null = null
    let closing: Promise<void> | null = null
    const tellSignIn = () => {
      const code = setupCode.current()
      if (options.folder === undefined || code === null || closing !== null) return
      const file = {
        pid: process.pid,
        folder: options.folder.folder,
        origin: originOf(config.host, port),
        code,
      }
      try {
        writeSignInFile(config.dataFolder, file)
      } catch (error) {
        log({ level: 'warn', event: 'sign-in-file-not-written', error })
      }
    }
    const deps: Deps = {
      store,
      now,
      log,
      version,
      live,
      publisher,
      folders,
      jobs,
      uploads,
      archives,
      workers,
      leases,
      backups,
      mail,
      publicOrigin,
      lastRequestMs: () => lastRequestMs,
      setupCode,
      passwords: createPasswordHashing(),
      sealing,
      servedProject: () => served,
      network,
      calls: countCalls(isFolderMode ? NO_CALL_LIMITS : (config.callLimits ?? NO_CALL_LIMITS), {
        store,
        now,
        log,
      }),
      outgoing: openOutgoing({
        allowed: config.allowedPlaces ?? NO_ALLOWED_PLACES,
        userAgent: `Dragoman/${version}`,
      }),
      port: () => port,
      isFolderMode,
      deliveryMode,
      parseReplies: options.parseReplies ?? false,
    }
    const areas = allAreas(deps)
    const subscribers = Object.values(areas).flatMap((area) => area.subscribers ?? [])
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
    const app = buildApp({
      deps,
      handlers: handlersOf(areas),
      client: openStaticClient(clientFolder),
      figures,
      metricsToken: config.metricsToken ?? null,
    })
    const listener = getRequestListener(app.fetch)
    const server = createServer((request, response) => {
      lastRequestMs = performance.now()
      const { host } = network.clientOf(headOf(request))
      if (host !== null && !network.acceptsHost(host)) refuseHost(request, response, host)
      else if (request.url?.startsWith('/d/')) delivery.handle(request, response)
      else void listener(request, response)
    })
    const door = openFrontDoor(server, delivery, {
      acceptsHost: ({ host, forwardedHost }, remoteAddress) => {
        const headers = {
          host,
          ...(forwardedHost === undefined ? {} : { 'x-forwarded-host': forwardedHost }),
        }
        return network.acceptsHost(network.clientOf({ remoteAddress, headers }).host)
      },
    })
    await dispatcher.start()
    port = await listen(server, config)
    for (const area of Object.values(areas)) await area.start?.()
    await jobs.start(Object.values(areas).flatMap((area) => area.jobs ?? []))
    mail.start()
    if (options.folder !== undefined) served = (await ensureProjectForFolder(deps, options.folder)).slug
    else if (!hadOwner && options.sampleFolder)
      await makeSample(deps, { from: options.sampleFolder, dataFolder: config.dataFolder })
    const closeAll = async () => {
      if (isFolderMode) await removeSignInFile(config.dataFolder)
      live.close()
      door.close()
      await closeServer(server)
      for (const area of Object.values(areas)) await area.close?.()
      await jobs.close()
      await mail.close()
      await backups.close()
      archives.close()
      await folders.close()
      await leases.close()
      await workers.close()
      await dispatcher.close()
      clock.close()
      await store.close()
    }
    const origin = originOf(config.host, port)
    const shown = isFolderMode ? origin : (config.network?.publicOrigins[0] ?? origin)
    tellSignIn()
    const code = setupCode.current()
    return {
      address: code === null ? shown : `${shown}/setup?code=${code}`,
      origin,
      port,
      deps,
      served: options.folder === undefined ? [] : await servedProjects(store, options.folder.folder),
      close() {
        closing ??= closeAll()
        return closing
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

function headOf({ socket, headers }: IncomingMessage): RequestHead {
  return { remoteAddress: socket.remoteAddress, headers }
}

/** Where the server can be asked on this machine; "every address" is none that a browser could open. */
function originOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** In folder mode there is nobody else: the owner is whoever runs the program. */
async function prepareOwner(
  store: Store,
  { now, isFolderMode }: { now: () => Date; isFolderMode: boolean },
): Promise<boolean> {
  const known = await store.read(owner)
  if (known !== null || !isFolderMode) return known !== null
  const name = await osUserName()
  await store.write((w) => createOwner(w, { name, passwordHash: null, at: now().toISOString() }))
  return true
}

function listen(server: Server, { port, host }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(startErrorOf(error, { port, host })))
    // a TCP server's address has a port
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

function startErrorOf(error: NodeJS.ErrnoException, { port, host }: { port: number; host: string }): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(
        'port-taken',
        `Port ${port} is taken. Set DRAGOMAN_PORT to another, or to 0 for any free one.`,
      )
    case 'EACCES':
      return new StartError(
        'port-refused',
        `Port ${port} may not be used by this user. Set DRAGOMAN_PORT to one above 1023.`,
      )
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
