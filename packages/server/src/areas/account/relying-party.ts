import { isIP } from 'node:net'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'

/** What passkeys are created for: a host name, and the origins under it. */
export type RelyingParty = { readonly id: string; readonly origins: readonly string[] }

/**
 * Returns the host name of DRAGOMAN_URL, and never that of the request if DRAGOMAN_URL is set; otherwise the
 * requested host if it is a name. Null for an IP address, for which browsers create no passkeys.
 */
export function relyingPartyOf(
  { host }: Pick<Caller, 'host'>,
  { network }: Pick<Deps, 'network'>,
): RelyingParty | null {
  const { publicOrigins } = network
  const [first] = publicOrigins
  const configured = publicOrigins.find((origin) => new URL(origin).host === host?.toLowerCase()) ?? first
  const origins = configured === undefined ? [`http://${host}`, `https://${host}`] : [configured]
  const [origin = ''] = origins
  if (host === null || !URL.canParse(origin)) return null
  const id = new URL(origin).hostname
  return isIP(id) !== 0 || id.startsWith('[')
    ? null
    : { id, origins: origins.map((one) => new URL(one).origin) }
}
