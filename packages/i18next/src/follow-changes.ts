import { type ChangedFiles, type EventSourceConstructor, listenTo } from './channel-connection.ts'
import { eventsAddress } from './events-address.ts'
import type { FollowableI18n } from './followable-i18n.ts'
import { redrawOnChange } from './redraw-on-change.ts'
import { openReloader } from './reloader.ts'

export type FollowOptions = {
  /** `https://…/d/{project}/{channel}/events`; by default, derived from the app's `loadPath`. */
  readonly url?: string
  /** A client of server-sent events for programs without a page, such as a server that renders. */
  readonly EventSource?: EventSourceConstructor
}

export type Following = {
  /** Stops following. The texts are kept. */
  readonly stop: () => void
}

/**
 * Shows texts of a running app as soon as they are saved or published in Dragoman. To be called after
 * `i18next.init(…)`, without waiting for it. Does nothing without a page (unless `EventSource` is passed),
 * and never throws: if Dragoman is not available, the app behaves as without this package.
 */
export function followChanges(i18n: FollowableI18n, options: FollowOptions = {}): Following {
  const Source = options.EventSource ?? (typeof document === 'undefined' ? undefined : globalThis.EventSource)
  if (!Source) return { stop() {} }
  let isStopped = false
  let stopListening: (() => void) | undefined
  const reloader = openReloader(i18n)

  const start = async () => {
    redrawOnChange(i18n)
    try {
      const address = options.url ?? (await eventsAddress(i18n))
      if (isStopped || !address) return
      stopListening = listenTo(address, Source, (files: ChangedFiles) => reloader.reload(files))
    } catch {
      // The `loadPath` threw, so nothing can be followed.
    }
  }
  redrawOnChange(i18n)
  // The app's own loading takes precedence.
  if (i18n.isInitialized) void start()
  else i18n.on('initialized', start)

  return {
    stop() {
      isStopped = true
      i18n.off('initialized', start)
      stopListening?.()
      reloader.stop()
    },
  }
}
