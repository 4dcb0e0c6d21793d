/** The interface of a server-sent events client: the browser's, or one passed in. */
export type EventSourceLike = {
  addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void): void
  close(): void
}
export type EventSourceConstructor = new (address: string) => EventSourceLike

/** Files as named by the server; null: any file, or any language. */
export type ChangedFiles = readonly { readonly language: string | null; readonly namespace: string }[] | null

/** Receives `null` whenever changes might have been missed. */
export type Listener = (files: ChangedFiles) => void

const FIRST_WAIT_MS = 1000
/** Maximum delay between attempts: once Dragoman has answered, and before that, when it might not exist. */
const LONGEST_WAIT_MS = 60_000
const LONGEST_WAIT_IN_VAIN_MS = 300_000
/** A hidden tab closes its connection: with HTTP/1.1, browsers allow six per server. */
const HIDDEN_MS = 5000

type Shared = {
  readonly listeners: Set<Listener>
  readonly isReady: () => boolean
  readonly close: () => void
}
const connections = new Map<EventSourceConstructor, Map<string, Shared>>()

/**
 * Listens to the changes of a channel until the returned function is called. All listeners of one URL share a
 * connection. Never throws; failed connections are retried at increasing intervals.
 */
export function listenTo(address: string, Source: EventSourceConstructor, listener: Listener): () => void {
  const ofSource = connections.get(Source) ?? new Map<string, Shared>()
  connections.set(Source, ofSource)
  let shared = ofSource.get(address)
  if (shared === undefined) {
    shared = openConnection(address, Source)
    ofSource.set(address, shared)
  }
  const { listeners, isReady, close } = shared
  listeners.add(listener)
  // It receives no other `ready`.
  if (isReady()) listener(null)
  return () => {
    if (!listeners.delete(listener) || listeners.size > 0) return
    ofSource.delete(address)
    close()
  }
}

function openConnection(address: string, Source: EventSourceConstructor): Shared {
  const listeners = new Set<Listener>()
  let source: EventSourceLike | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReady = false
  let failures = 0
  let longestWait = LONGEST_WAIT_IN_VAIN_MS
  const page = typeof document === 'undefined' ? null : document
  const isHidden = () => page?.visibilityState === 'hidden'

  const notify = (files: ChangedFiles) => {
    for (const listener of listeners) listener(files)
  }
  const disconnect = () => {
    clearTimeout(timer)
    source?.close()
    source = null
    isReady = false
  }
  const connect = () => {
    disconnect()
    if (isHidden()) return
    try {
      const opened = new Source(address)
      source = opened
      opened.addEventListener('ready', () => {
        isReady = true
        failures = 0
        longestWait = LONGEST_WAIT_MS
        notify(null)
      })
      opened.addEventListener('changed', ({ data }) => notify(filesOf(data)))
      opened.addEventListener('error', () => {
        if (source === opened) tryLater()
      })
    } catch {
      tryLater()
    }
  }
  /** Not left to the browser, which gives up at the first invalid response, such as that of a proxy. */
  const tryLater = () => {
    disconnect()
    const wait = Math.min(FIRST_WAIT_MS * 2 ** failures++, longestWait)
    timer = setTimeout(connect, wait * (1 + Math.random()))
  }
  const checkPage = () => {
    clearTimeout(timer)
    if (isHidden()) timer = setTimeout(disconnect, HIDDEN_MS)
    else if (source === null) connect()
  }
  const events: [EventTarget | null, string, () => void][] = [
    [page, 'visibilitychange', checkPage],
    // A page in the back/forward cache must not have an open connection.
    [page && window, 'pagehide', disconnect],
    [page && window, 'pageshow', checkPage],
    [page && window, 'online', checkPage],
  ]
  for (const [target, type, listener] of events) target?.addEventListener(type, listener)
  connect()

  return {
    listeners,
    isReady: () => isReady,
    close() {
      disconnect()
      for (const [target, type, listener] of events) target?.removeEventListener(type, listener)
    },
  }
}

/** An unreadable event can mean anything, so all files are checked. */
function filesOf(data: unknown): ChangedFiles {
  try {
    const { files } = JSON.parse(String(data))
    return Array.isArray(files) ? files : null
  } catch {
    return null
  }
}
