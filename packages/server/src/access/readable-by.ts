import type { IncomingMessage } from 'node:http'
import { can, type Principal } from '@dragoman/core'
import type { Deps } from '../deps.ts'
import { readToken, tokenOrNull } from '../http/api-token.ts'
import { findSession, findToken } from '../http/caller.ts'
import type { Client } from '../http/network.ts'
import type { CanRead, ReadableBy } from '../publish/open-publisher.ts'

/** Identifies the caller by the session or token of a request. */
export function openReadableBy({
  clientOf,
  ...deps
}: Pick<Deps, 'store' | 'now' | 'port'> & {
  readonly clientOf: (request: IncomingMessage) => Client
}): ReadableBy {
  return async (request) => {
    const secret = tokenOf(request)
    if (secret !== null) {
      const found = await findToken(deps, secret)
      if (found === null) return { canRead: () => false, by: 'token' }
      const { token, actor } = found
      const canRead: CanRead = ({ id }, { name }) =>
        mayLoad(actor, id) && (token.channels === null || token.channels.has(name))
      return { canRead, by: 'token' }
    }
    const session = await findSession(deps, request.headers.cookie, clientOf(request))
    const actor = session?.actor ?? null
    return { canRead: ({ id }) => mayLoad(actor, id), by: 'session' }
  }
}

/** `Authorization: Bearer …`, or `?token=…` for clients that cannot send headers, such as event streams. */
function tokenOf({ headers, url = '' }: IncomingMessage): string | null {
  const cut = url.indexOf('?')
  const query = cut < 0 ? null : new URLSearchParams(url.slice(cut)).get('token')
  return readToken(headers.authorization) ?? tokenOrNull(query)
}

/**
 * Anyone who can read a project can load its texts. A token only needs `deliver`, and never allows more than
 * its owner can do.
 */
function mayLoad(actor: Principal | null, projectId: number): boolean {
  const place = { on: 'project', projectId } as const
  if (actor?.token?.scopes.has('deliver') !== true) return can(actor, 'project.read', place)
  const asReader: Principal = { ...actor, token: { ...actor.token, scopes: new Set(['read']) } }
  return can(asReader, 'project.read', place)
}
