const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 15_000

/** What a stream reports to the code that opened it. */
export interface EventStreamHandlers {
  readonly onOpen?: () => void
  readonly onMessage: (message: MessageEvent<string>) => void
  /** Called whenever the connection is lost or could not be made. */
  readonly onAway?: () => void
  /** Called after `onAway` when the server or a proxy refused the stream, at each attempt. */
  readonly onRefused?: () => void
}

/**
 * Opens a stream of server-sent events and keeps it open: a browser reconnects after a cut connection, but not
 * after a response such as 502, which is answered here by a new attempt after 0.5 s, doubled up to 15 s. Each
 * attempt asks for the URL again. Returns the function that closes the stream.
 */
export function openEventStream(url: () => string, handlers: EventStreamHandlers): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let pauseMs = FIRST_PAUSE_MS

  function connect(): void {
    const opened = new EventSource(url())
    source = opened
    opened.onopen = () => {
      pauseMs = FIRST_PAUSE_MS
      handlers.onOpen?.()
    }
    opened.onmessage = handlers.onMessage
    opened.onerror = () => {
      handlers.onAway?.()
      if (opened.readyState !== EventSource.CLOSED) return // the browser reconnects automatically
      handlers.onRefused?.()
      timer = setTimeout(connect, pauseMs)
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    }
  }

  function close(): void {
    clearTimeout(timer)
    source?.close()
  }

  function reconnect(): void {
    close()
    connect()
  }

  // The stream takes minutes to notice a cut connection; the browser knows immediately
  function onOffline(): void {
    close()
    handlers.onAway?.()
  }

  connect()
  window.addEventListener('offline', onOffline)
  window.addEventListener('online', reconnect)
  return () => {
    window.removeEventListener('offline', onOffline)
    window.removeEventListener('online', reconnect)
    close()
  }
}
