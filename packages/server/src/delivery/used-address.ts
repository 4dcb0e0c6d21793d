import type { IncomingMessage, ServerResponse } from 'node:http'

/** Accepts which keys apps looked up: `POST /d/{project}/{channel}/used/{ns}`. */
export type UsedKeysDoor = {
  readonly handle: (request: IncomingMessage, response: ServerResponse, address: UsedAddress) => Promise<void>
}

export type UsedAddress = {
  readonly project: string
  readonly channel: string
  readonly namespace: string
}

const USED = /^\/d\/([^/]+)\/([^/]+)\/used\/(.+)$/

/** Null for any other path. */
export function usedAddress(path: string): UsedAddress | null {
  const [, project, channel, namespace] = USED.exec(path) ?? []
  if (project === undefined || channel === undefined || namespace === undefined) return null
  try {
    return { project, channel, namespace: decodeURIComponent(namespace) }
  } catch {
    return null // an invalid percent escape names nothing
  }
}
