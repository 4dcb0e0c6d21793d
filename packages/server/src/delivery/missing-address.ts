import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Accepts keys that apps did not find: `POST /d/{project}/{channel}/missing/{lng}/{ns}`, i18next's
 * `saveMissing`.
 */
export type MissingKeysDoor = {
  readonly handle: (
    request: IncomingMessage,
    response: ServerResponse,
    address: MissingAddress,
  ) => Promise<void>
}

export type MissingAddress = {
  readonly project: string
  readonly channel: string
  readonly language: string
  readonly namespace: string
}

const MISSING = /^\/d\/([^/]+)\/([^/]+)\/missing\/([^/]+)\/(.+)$/

/** Null for any other path. */
export function missingAddress(path: string): MissingAddress | null {
  const [, project, channel, language, namespace] = MISSING.exec(path) ?? []
  if (project === undefined || channel === undefined || language === undefined || namespace === undefined)
    return null
  try {
    const decoded = { language: decodeURIComponent(language), namespace: decodeURIComponent(namespace) }
    return { project, channel, ...decoded }
  } catch {
    return null // an invalid percent escape names nothing
  }
}
