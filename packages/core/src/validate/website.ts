import { LIMITS } from './limits.ts'

/**
 * Returns the address of a project's website as it is stored, normalized by the URL standard; null if it is
 * invalid. Only https is accepted, so that a link from the public page never runs a script or leaves
 * encryption; it is also the default scheme. An address with a user name or password is refused, because
 * everyone would see them.
 */
export function readWebsite(written: string): string | null {
  const text = written.trim()
  const full = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
  if (full.length > LIMITS.webAddressMax || /\s/.test(full) || !URL.canParse(full)) return null
  const { protocol, hostname, username, password, href } = new URL(full)
  if (protocol !== 'https:' || username !== '' || password !== '') return null
  const isHost = /^[^.]+(?:\.[^.]+)+\.?$/.test(hostname)
  return isHost && href.length <= LIMITS.webAddressMax ? href : null
}
