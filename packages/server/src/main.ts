import { randomInt } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EDITIONS, type Edition } from '@dragoman/core'
import { createOwner, DiskFullError, openStore, owner, type Store, shareSetupCode } from '@dragoman/store'
import { getRequestListener } from '@hono/node-server'
import { openReadableBy } from './access/readable-by.ts'
import { buildApp } from './app.ts'
import { allAreas, handlersOf } from './areas/all.ts'
import { ensureProjectForFolder } from './areas/projects/ensure-project-for-folder.ts'
import { makeSample } from './areas/projects/make-sample.ts'
import { type ServedProject, servedProjects } from './areas/projects/served-projects.ts'
import { createPasswordHashing } from './areas/session/password-hashing.ts'
import { newSetupCode, randomCode } from './areas/session/setup-code.ts'
import { openBackups } from './backups.ts'
import { openBlobs } from './blobs/open-blobs.ts'
import { countChannelRequests } from './channel-requests/count-channel-requests.ts'
import { type Config, KEEP_FILES_DAYS } from './config.ts'
import { openDatabaseClock } from './database-clock.ts'
import { openChannelEvents } from './delivery/channel-events.ts'
import { openDelivery } from './delivery/delivery.ts'
import { openFrontDoor } from './delivery/front-door.ts'
import { openOldAddressDoor } from './delivery/old-address-door.ts'
import type { Deps } from './deps.ts'
import { type Dispatcher, openDispatcher } from './events/dispatcher.ts'
import { openArchives } from './exports/open-archives.ts'
import { openAppTokens } from './forges/github-app.ts'
import { openGit } from './git/run-git.ts'
import { OF_RIGHTS } from './http/guard-writes.ts'
import { CONNECTIONS } from './http/keep-alive.ts'
import { closeServer, listen, originOf, StartError } from './http/listen.ts'
import { type CountedFigures, deliveryFigures, openMetrics, timedPublisher } from './http/metrics.ts'
import { createNetwork, isLoopbackName, NO_NETWORK_SETTINGS, type RequestHead } from './http/network.ts'
import { answerTooEarly, isNoRoom } from './http/problem.ts'
import { receiveRest } from './http/receive-rest.ts'
import { refuseHost } from './http/refuse-host.ts'
import { openStaticClient } from './http/static-client.ts'
import { openUploads } from './imports/open-uploads.ts'
import { allJobs } from './jobs/all-jobs.ts'
import { openJobRunner } from './jobs/job-runner.ts'
import type { BeforeStep } from './jobs/start-job.ts'
import { openLeases } from './leases/open-leases.ts'
import { addressNetwork } from './limits/address-network.ts'
import { BODY_BYTES_LIMITS, type BodyBytesLimits, countBodyBytes } from './limits/count-body-bytes.ts'
import { countCalls, NO_CALL_LIMITS } from './limits/count-calls.ts'
import { takeTurns } from './limits/take-turns.ts'
import { openLiveHub } from './live/hub.ts'
import { mayListenBy } from './live/may-listen.ts'
import { type Log, logToStandardError, withoutSecrets } from './log.ts'
import { openMailer } from './mail/open-mailer.ts'
import { openSmtpTransport } from './mail/smtp-transport.ts'
import { openMissingKeys } from './missing-keys/open-missing-keys.ts'
import { osUserName } from './os-user-name.ts'
import { NO_ALLOWED_PLACES } from './outgoing/allowed-addresses.ts'
import { openOutgoing } from './outgoing/open-outgoing.ts'
import { type DeliveryMode, isPubliclyDelivered } from './publish/delivery-mode.ts'
import { keepOldAddresses } from './publish/old-addresses.ts'
import { type CanRead, openPublisher } from './publish/open-publisher.ts'
import { publishToBlobs } from './publish/publish-to-blobs.ts'
import { openServedFileWriter } from './publish/served-file-writer.ts'
import { openSealing } from './secrets/open-sealing.ts'
import { openServedFiles } from './served/open-served-files.ts'
import { openUsedKeys } from './served/open-used-keys.ts'
import { removeSignInFile, writeSignInFile } from './sign-in-file.ts'
import type { Inspection } from './sources/folder/inspect-folder.ts'
import type { GitParts } from './sources/git/git-parts.ts'
import { openSourceSync } from './sources/source-sync.ts'
import { TIMINGS, type Timings } from './timings.ts'
import { openWorkers } from './workers/open-workers.ts'

export type ServerOptions = {
  /** Folder of the built interface; null: the API only. */
  readonly clientFolder: string | null
  readonly version: string
  readonly log?: Log
  readonly now?: () => Date
  readonly parseReplies?: boolean
  /** Serves this folder without accounts: the owner gets the name of the operating system's user. */
  readonly folder?: Inspection | undefined
  /** With `folder`: apps can load its texts without a session. */
  readonly deliver?: boolean
  /** Locale files whose copy becomes the first project of an empty server; null: none. */
  readonly sampleFolder?: string | null | undefined
  /** Replaces some of `TIMINGS`. */
  readonly timings?: Partial<Timings>
  /** While shutting down, waits for this instead of for `drainMs`: for tests that act meanwhile. */
  readonly drained?: Promise<void>
  /** For tests that need a job to be still running. */
  readonly beforeJobStep?: BeforeStep
  /** How long a request for a reset link waits; default: 1 to 6 s. */
  readonly resetDelayMs?: () => number
  /** Within how long the JSON body of a request has to arrive. */
  readonly bodyMs?: number
  /** How many bytes of request bodies are in memory at the same time. */
  readonly bodyBytes?: BodyBytesLimits
}

/** Enough for the largest body over a slow connection that still works for people. */
const BODY_MS = 10_000

export type RunningServer = {
  /** With the code while it is valid: `http://127.0.0.1:4400/setup?code=…`. */
  readonly address: string
  /** Without path: `http://127.0.0.1:4400`. */
  readonly origin: string
  readonly port: number
  readonly deps: Deps
  /** Projects of the served folder; empty for a team's server. */
  readonly served: readonly ServedProject[]
  readonly close: () => Promise<void>
}

/**
 * Opens the store and listens; comparing folders continues in the background. Prints nothing. Throws StartError
 * and what the store throws.
 */
export async function startServer(config: Config, options: ServerOptions): Promise<RunningServer> {
  const { version, clientFolder } = options
  const log = withoutSecrets(options.log ?? logToStandardError)
  const timings = { ...TIMINGS, ...options.timings }
  const edition = options.folder === undefined ? EDITIONS.team : EDITIONS.folder
  if (edition.isLocal && !isLoopbackName(config.host)) {
    throw new StartError(
      'host-not-loopback',
      `A folder is served to this machine only, and ${config.host} (DRAGOMAN_HOST or --host) can be reached from other machines. Omit it, or use "dragoman start".`,
    )
  }
  const store = await openStore(config.database)
  let closeAll = (_drainMs: number) => store.close()
  try {
    const clock = await openDatabaseClock(store)
    const sealing = await openSealing({ store, secret: config.secret ?? null })
    const { now = clock.now } = options
    const hadOwner = await prepareOwner(store, { now, edition })
    const setupCode = newSetupCode(config.setupCode, {
      ...(edition.name === 'folder' ? { onRenewed: () => announceSignIn() } : {}),
      // Any process accepts the code that another one has printed.
      ...(store.dialect === 'postgres' && !hadOwner
        ? { random: await store.write((w) => shareSetupCode(w, randomCode())) }
        : {}),
    })
    if (hadOwner && edition.hasAccounts) setupCode.useUp()
    let port = config.port
    const deliveryMode: DeliveryMode = edition.hasAccounts
      ? 'per-project'
      : options.deliver
        ? 'public'
        : 'private'
    const network = createNetwork({
      ...((edition.isLocal ? null : config.network) ?? NO_NETWORK_SETTINGS),
      listenHost: config.host,
      loopbackOnly: edition.isLocal,
    })
    const sessions = { store, now, port: () => port }
    const isPublic: CanRead = (project, channel) => isPubliclyDelivered(deliveryMode, project, channel)
    const metrics = openMetrics({
      figures: () => figures(),
      database: { store, now, eventNumber: () => dispatcher.position().number },
    })
    const workers = openWorkers(config.database, timings)
    const write = openServedFileWriter(workers)
    const publisher = timedPublisher(openPublisher({ store, isPublic, write }), metrics)
    const readableBy = openReadableBy({
      ...sessions,
      clientOf: (request) => network.clientOf(headOf(request)),
    })
    const channelEvents = openChannelEvents({ publisher, readableBy })
    const networkOf = (request: IncomingMessage) => addressNetwork(network.clientOf(headOf(request)).address)
    const missingKeys = openMissingKeys({ publisher, store, log, now, networkOf, timings })
    const usedKeys = openUsedKeys({ publisher, store, log, now, networkOf, timings })
    const servedFiles = openServedFiles({ store, log, now, timings })
    const channelRequests = countChannelRequests({ store, log, now })
    const delivery = openDelivery({
      publisher,
      log,
      readableBy,
      events: channelEvents,
      missingKeys,
      usedKeys,
      noteServed: servedFiles.note,
      onLoad: channelRequests.count,
    })
    const oldAddresses = keepOldAddresses(store)
    const oldAddressDoor = openOldAddressDoor({ addresses: oldAddresses.all, publisher, readableBy, log })
    const dispatcher: Dispatcher = openDispatcher({
      store,
      log,
      subscribers: () => subscribers,
      pollMs: timings.eventPollMs,
    })
    const { position } = dispatcher
    const live = openLiveHub({ store, log, position, mayListen: mayListenBy({ store, now }) })
    const uploads = openUploads({ root: join(config.dataFolder, 'uploads'), workers })
    const archives = openArchives({ root: join(config.dataFolder, 'exports'), workers })
    let lastRequestMs = 0
    const jobs = openJobRunner({ store, now, log, timings, beforeStep: options.beforeJobStep })
    const leases = openLeases({ store, log, timings })
    const outgoing = openOutgoing({
      allowed: config.allowedPlaces ?? NO_ALLOWED_PLACES,
      userAgent: `Dragoman/${version}`,
    })
    const repositories: GitParts = {
      git: openGit({ searchPath: config.searchPath ?? '' }),
      searchPath: config.searchPath ?? '',
      outgoing,
      sealing,
      appTokens: openAppTokens({ outgoing, now }),
      folder: join(config.dataFolder, 'git'),
      publicOrigin: () => publicOrigin(),
      silentMs: timings.gitSilentMs,
    }
    const sources = openSourceSync({
      store,
      now,
      log,
      leases,
      workers,
      timings,
      position: () => position().number,
      repositories,
    })
    const publicOrigin = () => config.network?.publicOrigins[0] ?? originOf(config.host, port)
    const mail = openMailer({
      store,
      now,
      log,
      transport: config.mail ? openSmtpTransport(config.mail) : null,
      origin: publicOrigin,
      timings,
    })
    const backups = openBackups({ store, now, log, dataFolder: config.dataFolder })
    let served: string | null = null
    let closing: Promise<void> | null = null
    /** Whether everything exists that the API answers with: a first start creates a project before. */
    let hasStarted = options.folder === undefined && (hadOwner || !options.sampleFolder)
    const announceSignIn = () => {
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
      timings,
      version,
      live,
      publisher,
      sources,
      repositories,
      jobs,
      uploads,
      archives,
      workers,
      leases,
      backups,
      mail,
      resetDelayMs: options.resetDelayMs ?? (() => randomInt(1_000, 6_000)),
      publicOrigin,
      lastRequestMs: () => lastRequestMs,
      setupCode,
      passwords: createPasswordHashing(),
      sealing,
      servedProject: () => served,
      network,
      calls: countCalls((edition.isLocal ? null : config.callLimits) ?? NO_CALL_LIMITS, {
        store,
        now,
        log,
      }),
      turns: takeTurns((edition.isLocal ? null : config.callsAtOnce) ?? 0),
      bodies: countBodyBytes(options.bodyBytes ?? BODY_BYTES_LIMITS),
      outgoing,
      port: () => port,
      edition,
      deliveryMode,
      folders: config.folders ?? [],
      bodyMs: options.bodyMs ?? BODY_MS,
      parseReplies: options.parseReplies ?? false,
    }
    const areas = allAreas(deps)
    const subscribers = Object.values(areas).flatMap((area) => area.subscribers ?? [])
    const publishing =
      config.blobs == null
        ? null
        : publishToBlobs({
            store,
            leases,
            log,
            now,
            blobs: openBlobs(config.blobs),
            keepMs: (config.keepFilesDays ?? KEEP_FILES_DAYS) * 86_400_000,
            isPublic,
            write,
          })
    subscribers.push(oldAddresses)
    if (publishing !== null) subscribers.push(publishing)
    subscribers.push({
      name: 'channel-events',
      onEvent: ({ kind }) => {
        if (OF_RIGHTS.has(kind)) channelEvents.checkReaders()
      },
      onGap: channelEvents.checkReaders,
    })
    const app = buildApp({
      deps,
      handlers: handlersOf(areas),
      client: openStaticClient(clientFolder),
      metrics,
      metricsToken: config.metricsToken ?? null,
      isEnding: () => closing !== null,
    })
    const listener = getRequestListener(app.fetch)
    const server = createServer(CONNECTIONS, (request, response) => {
      receiveRest(request, response)
      lastRequestMs = performance.now()
      if (closing !== null) response.shouldKeepAlive = false
      const { host } = network.clientOf(headOf(request))
      if (host !== null && !network.acceptsHost(host)) refuseHost(request, response, host)
      else if (request.url?.startsWith('/d/')) delivery.handle(request, response)
      else if (!hasStarted) answerTooEarly(response)
      else oldAddressDoor.handle(request, response, () => void listener(request, response))
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
    const figures = (): CountedFigures => ({
      ...deliveryFigures(delivery, door),
      liveListeners: live.listeners(),
      channelListeners: channelEvents.listeners(),
    })
    closeAll = async (drainMs) => {
      door.end()
      if (edition.name === 'folder') await removeSignInFile(config.dataFolder)
      if (drainMs > 0) await (options.drained ?? sleep(drainMs))
      live.close()
      channelEvents.close()
      await closeServer(server, door, drainMs)
      await publishing?.close()
      await missingKeys.close()
      await usedKeys.close()
      await servedFiles.close()
      await channelRequests.close()
      for (const area of Object.values(areas)) await area.close?.()
      await jobs.close()
      await mail.close()
      await backups.close()
      archives.close()
      await sources.close()
      await leases.close()
      await workers.close()
      await dispatcher.close()
      clock.close()
      metrics.close()
      await store.close()
    }
    await dispatcher.start()
    port = await listen(server, config)
    for (const area of Object.values(areas)) await area.start?.()
    await publishing?.start()
    await jobs.start(Object.values(allJobs(deps)))
    mail.start()
    if (options.folder !== undefined) served = (await ensureProjectForFolder(deps, options.folder)).slug
    else if (!hadOwner && options.sampleFolder)
      await makeSample(deps, { from: options.sampleFolder, dataFolder: config.dataFolder })
    hasStarted = true
    const origin = originOf(config.host, port)
    const shown = edition.isLocal ? origin : (config.network?.publicOrigins[0] ?? origin)
    announceSignIn()
    const code = setupCode.current()
    return {
      address: code === null ? shown : `${shown}/setup?code=${code}`,
      origin,
      port,
      deps,
      served: options.folder === undefined ? [] : await servedProjects(store, options.folder.folder),
      close() {
        closing ??= closeAll(config.drainMs ?? 0)
        return closing
      },
    }
  } catch (error) {
    await closeAll(0)
    throw isNoRoom(error) || error instanceof DiskFullError ? noRoomIn(config.dataFolder) : error
  }
}

function noRoomIn(folder: string): StartError {
  return new StartError(
    'no-room',
    `There is no room left on the disk of ${folder}, so not everything could be created. Free some, and start again.`,
  )
}

function headOf({ socket, headers }: IncomingMessage): RequestHead {
  return { remoteAddress: socket.remoteAddress, headers }
}

/** Prepares the owner. Without accounts, that is the user who runs the program. */
async function prepareOwner(
  store: Store,
  { now, edition }: { now: () => Date; edition: Edition },
): Promise<boolean> {
  const known = await store.read(owner)
  if (known !== null || edition.hasAccounts) return known !== null
  const name = await osUserName()
  await store.write((w) => createOwner(w, { name, passwordHash: null, at: now().toISOString() }))
  return true
}
