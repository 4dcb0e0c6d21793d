import { eventsAddress } from './events-address.ts'
import type { FollowableI18n } from './followable-i18n.ts'
import { keyName } from './key-name.ts'

export type ReportOptions = {
  /** The share of page loads that report: 0 to 1. */
  readonly share?: number
  /** `https://…/d/{project}/{channel}`; by default, the channel of the app's `loadPath`. */
  readonly url?: string
}

export type Reporting = {
  /** Ends it and sends what is still pending. */
  readonly stop: () => void
}

/** The used part of i18next, in addition to what live updates use. */
type ReportableI18n = FollowableI18n & { use(module: object): unknown }

const NAME = 'dragomanReports'
const DEFAULT_SHARE = 0.01
const SEND_AFTER_MS = 5000
/** Limits per request; the server accepts 1000 names and 64 KiB. */
const NAMES_AT_MOST = 500
const CHARACTERS_AT_MOST = 16_000

/**
 * Reports the keys that this page requests to Dragoman, each once, in a random share of page loads; the
 * others do nothing at all. To be called after `i18next.init(…)`; never throws, and the app is not affected
 * if the reports are not received.
 */
export function reportUsedKeys(i18n: ReportableI18n, options: ReportOptions = {}): Reporting {
  if (Math.random() >= (options.share ?? DEFAULT_SHARE)) return { stop() {} }
  const known = new Set<string>()
  let waiting = new Map<string, string[]>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const note = (namespace: string, key: string) => {
    const id = `${namespace}\0${key}`
    if (known.has(id)) return
    known.add(id)
    keep(namespace, [key])
    timer ??= setTimeout(send, SEND_AFTER_MS)
  }
  const keep = (namespace: string, keys: readonly string[]) =>
    waiting.set(namespace, [...(waiting.get(namespace) ?? []), ...keys])

  const page = typeof document === 'undefined' ? null : document
  const send = async () => {
    clearTimeout(timer)
    timer = undefined
    const noted = waiting
    waiting = new Map()
    if (noted.size === 0) return
    // The page can end at any moment, so nothing can wait.
    const isLeaving = page?.visibilityState === 'hidden'
    try {
      const channel = options.url ?? (await eventsAddress(i18n))?.replace(/\/events(\?.*)?$/, '')
      if (channel === undefined) return
      for (const [namespace, keys] of noted) {
        const address = `${channel}/used/${namespace.split('/').map(encodeURIComponent).join('/')}`
        for (const some of parts(keys)) {
          const sent = post(address, JSON.stringify(some), isLeaving).catch(() => keep(namespace, some))
          if (!isLeaving) await sent
        }
      }
    } catch {
      // The `loadPath` threw, so there is no URL to report to.
    }
  }

  const end = watchTexts(i18n, note)
  const onHidden = () => {
    if (page?.visibilityState === 'hidden') void send()
  }
  page?.addEventListener('visibilitychange', onHidden)
  return {
    stop() {
      end()
      page?.removeEventListener('visibilitychange', onHidden)
      void send()
    },
  }
}

/** The details that i18next passes to a post-processor with `postProcessPassResolved`. */
type Details = {
  readonly i18nResolved?: {
    readonly res?: unknown
    readonly exactUsedKey?: string
    readonly usedNS?: string
  }
}

/** Calls `note` for each key that has a text. Returns a function that ends it. */
function watchTexts(i18n: ReportableI18n, note: (namespace: string, key: string) => void): () => void {
  const options = i18n.options as {
    postProcess?: string | readonly string[] | false | undefined
    postProcessPassResolved?: boolean | undefined
  }
  const names = () => [options.postProcess || []].flat().filter((name) => name !== NAME)
  i18n.use({
    type: 'postProcessor',
    name: NAME,
    process: (value: unknown, _key: unknown, { i18nResolved: found }: Details) => {
      if (found?.res !== undefined && found.usedNS !== undefined && found.exactUsedKey !== undefined)
        note(found.usedNS, keyName(i18n, found.exactUsedKey))
      return value
    },
  })
  options.postProcess = [...names(), NAME]
  options.postProcessPassResolved = true
  return () => {
    options.postProcess = names()
  }
}

function parts(keys: readonly string[]): readonly (readonly string[])[] {
  const made: string[][] = []
  let part: string[] = []
  let size = 0
  for (const key of keys) {
    if (part.length === 0 || part.length >= NAMES_AT_MOST || size + key.length > CHARACTERS_AT_MOST) {
      part = []
      size = 0
      made.push(part)
    }
    part.push(key)
    size += key.length
  }
  return made
}

/**
 * Sent as text, which needs no CORS preflight, and without cookies. Requests that outlive the page (`keepalive`) can have
 * 64 KiB together; browsers refuse more.
 */
function post(address: string, body: string, keepalive: boolean): Promise<unknown> {
  return fetch(address, { method: 'POST', body, keepalive, mode: 'no-cors', credentials: 'omit' })
}
