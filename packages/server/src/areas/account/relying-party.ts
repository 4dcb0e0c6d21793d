import { isIP } from 'node:net'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'

/** Whom passkeys are made for: a name, and the origins under it. */
export type RelyingParty = { readonly id: string; readonly origins: readonly string[] }

/**
 * The name of DRAGOMAN_URL, never what a request says where that is told; else the host that was asked for, if it
 * is a name. Null: it is an address, for which browsers make no passkeys.
 */
export function relyingPartyOf(
  { host }: Pick<Caller, 'host'>,
  { network }: Pick<Deps, 'network'>,
): RelyingParty | null {
  const { publicOrigins } = network
  const [first] = publicOrigins
  const told = publicOrigins.find((origin) => new URL(origin).host === host?.toLowerCase()) ?? first
  const origins = told === undefined ? [`http://${host}`, `https://${host}`] : [told]
  const [origin = ''] = origins
  if (host === null || !URL.canParse(origin)) return null
  const id = new URL(origin).hostname
  return isIP(id) !== 0 || id.startsWith('[')
    ? null
    : { id, origins: origins.map((one) => new URL(one).origin) }
}
