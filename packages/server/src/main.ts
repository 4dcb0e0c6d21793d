import { randomInt } from 'node:crypto'
import { DiskFullError } from '@dragoman/store'
import { getRequestListener } from '@hono/node-server'
import { buildApp } from './app.ts'
import { type Areas, allAreas, handlersOf } from './areas/all.ts'
import { ensureProjectForFolder } from './areas/projects/ensure-project-for-folder.ts'
import { makeSample } from './areas/projects/make-sample.ts'
import { type ServedProject, servedProjects } from './areas/projects/served-projects.ts'
import { createPasswordHashing } from './areas/session/password-hashing.ts'
import type { Config } from './config.ts'
import type { Deps, Limits } from './deps.ts'
import type { Subscriber } from './events/subscriber.ts'
import { originOf, StartError } from './http/listen.ts'
import { deliveryFigures, type Metrics, openMetrics } from './http/metrics.ts'
import { answerTooEarly, isNoRoom } from './http/problem.ts'
import { openStaticClient } from './http/static-client.ts'
import { allJobs } from './jobs/all-jobs.ts'
import { BODY_BYTES_LIMITS, countBodyBytes } from './limits/count-body-bytes.ts'
import { countCalls, NO_CALL_LIMITS } from './limits/count-calls.ts'
import { takeTurns } from './limits/take-turns.ts'
import { logToStandardError, withoutSecrets } from './log.ts'
import { openFiles, openOut, openSyncAndJobs } from './start/open-background.ts'
import { type HttpServer, openHttpServer } from './start/open-http-server.ts'
import { openPublishing, type Publishing } from './start/open-publishing.ts'
import { openSignInFile } from './start/open-sign-in-file.ts'
import { editionFor, openSetupCode, prepareOwner, siteOf } from './start/open-site.ts'
import { openStorage } from './start/open-storage.ts'
import { type OpenedParts, openedParts } from './start/opened-parts.ts'
import type { ServerOptions } from './start/server-options.ts'
import type { ServerState } from './start/server-state.ts'
import { TIMINGS } from './timings.ts'

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
 * and what the store throws; then everything that was opened is closed again.
 */
export async function startServer(config: Config, options: ServerOptions): Promise<RunningServer> {
  const log = withoutSecrets(options.log ?? logToStandardError)
  const opened = openedParts(options.onPart)
  try {
    return await startParts(opened, config, { ...options, log })
  } catch (error) {
    await opened.close().catch((fault: unknown) => log({ level: 'error', event: 'not-closed', error: fault }))
    throw isNoRoom(error) || error instanceof DiskFullError ? noRoomIn(config.dataFolder) : error
  }
}

async function startParts(
  opened: OpenedParts,
  config: Config,
  options: ServerOptions & Required<Pick<ServerOptions, 'log'>>,
): Promise<RunningServer> {
  const state: ServerState = {
    port: config.port,
    isReady: false,
    isEnding: false,
    lastRequestMs: 0,
    servedProject: null,
  }
  const parts = await openParts(opened, config, options, state)
  const { deps, areas, http, publishing, hadOwner } = parts
  await parts.dispatcher.start()
  state.port = await http.listen(config)
  for (const area of Object.values(areas)) await area.start?.()
  await publishing.start()
  await deps.jobs.start(Object.values(allJobs(deps)))
  deps.mail.start()
  if (options.folder !== undefined)
    state.servedProject = (await ensureProjectForFolder(deps, options.folder)).slug
  else if (!hadOwner && options.sampleFolder)
    await makeSample(deps, { from: options.sampleFolder, dataFolder: config.dataFolder })
  state.isReady = true
  const code = deps.setupCode.current()
  parts.announceCode(code)
  const origin = originOf(config.host, state.port)
  const shown = deps.edition.isLocal ? origin : deps.publicOrigin()
  let closing: Promise<void> | null = null
  return {
    address: code === null ? shown : `${shown}/setup?code=${code}`,
    origin,
    port: state.port,
    deps,
    served: options.folder === undefined ? [] : await servedProjects(deps.store, options.folder.folder),
    close() {
      state.isEnding = true
      closing ??= http.drain(config.drainMs ?? 0, options.drained).then(opened.close)
      return closing
    },
  }
}

/** Opens everything; nothing listens or runs yet. */
async function openParts(
  opened: OpenedParts,
  config: Config,
  options: ServerOptions & Required<Pick<ServerOptions, 'log'>>,
  state: ServerState,
) {
  const edition = editionFor(config.host, options)
  const subscribers: Subscriber[] = []
  const { basics, sealing, dispatcher, ...threads } = await openStorage(opened, {
    config,
    log: options.log,
    timings: { ...TIMINGS, ...options.timings },
    now: options.now,
    subscribers,
  })
  const { position } = dispatcher
  const { store } = basics
  const site = siteOf({ config, options, edition, state })
  const hadOwner = await prepareOwner(basics, edition)
  state.isReady = options.folder === undefined && (hadOwner || !options.sampleFolder)
  const metrics = openMetrics({
    figures: () => ({
      ...deliveryFigures(publishing.delivery, http.door),
      liveListeners: out.live.listeners(),
      channelListeners: publishing.channelEvents.listeners(),
    }),
    database: { ...basics, eventNumber: () => position().number },
  })
  opened.add('metrics', metrics.close)
  const publishing = openPublishing(opened, { basics, config, site, work: threads, metrics })
  const files = openFiles(opened, { ...basics, ...threads, dataFolder: config.dataFolder })
  const out = openOut(opened, { basics, config, site, position })
  const background = openSyncAndJobs(opened, {
    basics,
    config,
    site,
    out,
    work: threads,
    sealing,
    position,
    beforeStep: options.beforeJobStep,
  })
  const deps: Deps = {
    ...basics,
    ...files,
    ...site,
    ...limitsOf(config, options, { ...basics, edition }),
    ...threads,
    ...background,
    publisher: publishing.publisher,
    lastRequestMs: () => state.lastRequestMs,
    ...out,
    sealing,
    passwords: createPasswordHashing(),
    setupCode: await openSetupCode({
      store,
      edition,
      fixed: config.setupCode,
      hadOwner,
      onRenewed: () => announceCode(deps.setupCode.current()),
    }),
    resetDelayMs: options.resetDelayMs ?? (() => randomInt(1_000, 6_000)),
  }
  const areas = allAreas(deps)
  for (const [name, { close }] of Object.entries(areas)) if (close !== undefined) opened.add(name, close)
  subscribers.push(
    ...Object.values(areas).flatMap((area) => area.subscribers ?? []),
    ...publishing.subscribers,
  )
  const http = openHttp(opened, { config, options, deps, areas, metrics, publishing, state })
  const announceCode =
    options.folder === undefined
      ? () => undefined
      : openSignInFile(opened, { ...config, ...basics, folder: options.folder.folder, state })
  return { deps, areas, http, publishing, dispatcher, hadOwner, announceCode }
}

function limitsOf(
  config: Config,
  options: ServerOptions,
  { edition, store, now, log }: Pick<Deps, 'edition' | 'store' | 'now' | 'log'>,
): Limits {
  return {
    calls: countCalls((edition.isLocal ? null : config.callLimits) ?? NO_CALL_LIMITS, { store, now, log }),
    turns: takeTurns((edition.isLocal ? null : config.callsAtOnce) ?? 0),
    bodies: countBodyBytes(options.bodyBytes ?? BODY_BYTES_LIMITS),
    bodyMs: options.bodyMs ?? BODY_MS,
  }
}

type HttpParts = {
  readonly config: Config
  readonly options: ServerOptions
  readonly deps: Deps
  readonly areas: Areas
  readonly metrics: Metrics
  readonly publishing: Publishing
  readonly state: ServerState
}

/** Opens the HTTP server with the API and the interface. */
function openHttp(
  opened: OpenedParts,
  { config, options, deps, areas, metrics, publishing, state }: HttpParts,
): HttpServer {
  const { delivery, oldAddressDoor, channelEvents } = publishing
  const metricsToken = config.metricsToken ?? null
  const app = buildApp({
    deps,
    handlers: handlersOf(areas),
    client: openStaticClient(options.clientFolder),
    metrics,
    metricsToken,
    isEnding: () => state.isEnding,
  })
  const listener = getRequestListener(app.fetch)
  return openHttpServer(opened, {
    network: deps.network,
    metricsToken,
    delivery,
    state,
    handle(request, response) {
      if (!state.isReady) answerTooEarly(response)
      else oldAddressDoor.handle(request, response, () => void listener(request, response))
    },
    endStreams() {
      deps.live.close()
      channelEvents.close()
    },
  })
}

function noRoomIn(folder: string): StartError {
  return new StartError(
    'no-room',
    `There is no room left on the disk of ${folder}, so not everything could be created. Free some, and start again.`,
  )
}
