import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Publisher, ReadableBy } from '../publish/open-publisher.ts'

/** A reader with a session or token reconnects this often, and is checked again. */
const SESSION_MS = 5 * 60_000

export type RestrictedReader = {
  readonly request: IncomingMessage
  readonly address: { readonly project: string; readonly channel: string }
}

/** Readers of channels that are not public: they are checked again when rights have changed, and after a time. */
export type RestrictedReaders = {
  readonly add: (response: ServerResponse, reader: RestrictedReader) => void
  readonly remove: (response: ServerResponse) => void
  /** Checks all readers in the background, and ends those who can no longer read. */
  readonly check: () => void
  /** How often a check was requested. */
  readonly checks: () => number
  /** Ends readers that have to reconnect. */
  readonly endExpired: () => void
}

type RestrictedReadersParts = {
  readonly publisher: Pick<Publisher, 'find'>
  readonly readableBy: ReadableBy
  readonly end: (response: ServerResponse) => void
}

export function openRestrictedReaders({
  publisher,
  readableBy,
  end,
}: RestrictedReadersParts): RestrictedReaders {
  /** With the time until which they are served without being checked again. */
  const readers = new Map<ServerResponse, RestrictedReader & { readonly untilMs: number }>()
  let isChecking = false
  let checksAgain = false
  let checks = 0

  async function checkReaders(): Promise<void> {
    checks += 1
    checksAgain = true
    if (isChecking) return
    isChecking = true
    while (checksAgain) {
      checksAgain = false
      await checkOnce()
    }
    isChecking = false
  }

  /**
   * Checks readers of one channel with the same credentials once: many can share a token. Readers that cannot be
   * checked now have to reconnect.
   */
  async function checkOnce(): Promise<void> {
    const checked = new Map<string, Promise<boolean>>()
    for (const [response, { request, address }] of [...readers]) {
      // The URL can contain a token, and has the address.
      const reader = JSON.stringify([request.url, request.headers.authorization, request.headers.cookie])
      const mayFollow = checked.get(reader) ?? canFollow({ request, address })
      checked.set(reader, mayFollow)
      if (!(await mayFollow)) end(response)
    }
  }

  async function canFollow({ request, address }: RestrictedReader): Promise<boolean> {
    try {
      const { canRead } = await readableBy(request)
      const channel = await publisher.find(address, canRead)
      return channel !== null && channel !== 'private'
    } catch {
      return false // the reader reconnects, and is checked then
    }
  }

  return {
    add: (response, reader) =>
      void readers.set(response, { ...reader, untilMs: performance.now() + SESSION_MS }),
    remove: (response) => void readers.delete(response),
    check: () => void checkReaders(),
    checks: () => checks,
    endExpired() {
      for (const [response, { untilMs }] of readers) if (performance.now() > untilMs) end(response)
    },
  }
}
