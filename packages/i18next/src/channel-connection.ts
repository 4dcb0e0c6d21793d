import { LONGEST_WAIT_MS, tryLater } from './try-later.ts'

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

/** Maximum delay between attempts until Dragoman has answered, because it might not exist. */
const LONGEST_WAIT_IN_VAIN_MS = 300_000
/** A hidden tab closes its connection: with HTTP/1.1, browsers allow six per server. */
const HIDDEN_MS = 5000

/** Adds a listener to a connection; returns what removes it. */
type Subscribe = (listener: Listener) => () => void
const connections = new Map<EventSourceConstructor, Map<string, Subscribe>>()

/**
 * Listens to the changes of a channel until the returned function is called. All listeners of one URL share a
 * connection. Never throws; failed connections are retried at increasing intervals.
 */
export function listenTo(address: string, Source: EventSourceConstructor, listener: Listener): () => void {
  const ofSource = connections.get(Source) ?? new Map<string, Subscribe>()
  connections.set(Source, ofSource)
  const subscribe = ofSource.get(address) ?? openConnection(address, Source, () => ofSource.delete(address))
  ofSource.set(address, subscribe)
  return subscribe(listener)
}

/** Opens a connection that closes when its last listener is removed, after calling `onUnused`. */
function openConnection(address: string, Source: EventSourceConstructor, onUnused: () => void): Subscribe {
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
        if (source === opened) reconnect()
      })
    } catch {
      reconnect()
    }
  }
  /** Not left to the browser, which gives up at the first invalid response, such as that of a proxy. */
  const reconnect = () => {
    disconnect()
    timer = tryLater(connect, failures++, longestWait)
  }
  const checkPage = () => {
    clearTimeout(timer)
    if (isHidden()) timer = setTimeout(disconnect, HIDDEN_MS)
    else if (!source) connect()
  }
  const events: [EventTarget | null, string, () => void][] = [
    [page, 'visibilitychange', checkPage],
    // A page in the back/forward cache must not have an open connection.
    [page && window, 'pagehide', disconnect],
    [page && window, 'pageshow', checkPage],
    [page && window, 'online', checkPage],
  ]
  const onPage = (method: 'addEventListener' | 'removeEventListener') => {
    for (const [target, type, listener] of events) target?.[method](type, listener)
  }
  onPage('addEventListener')
  connect()

  return (listener) => {
    listeners.add(listener)
    // It receives no other `ready`.
    if (isReady) listener(null)
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return
      onUnused()
      disconnect()
      onPage('removeEventListener')
    }
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
