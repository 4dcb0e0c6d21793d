/**
 * Returns the origin of an app in whose pages texts can be edited, as browsers send it:
 * `https://shop.example`. Null if it is not an origin, contains more than an origin, or would send tokens
 * unencrypted: plain http is for this machine only.
 */
export function readOrigin(written: string): string | null {
  const text = written.trim().replace(/\/$/, '')
  if (text.includes('*') || !URL.canParse(text)) return null
  const { origin, protocol, hostname } = new URL(text)
  const isHere = /^(?:localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere)) return null
  return origin.toLowerCase() === text.toLowerCase() ? origin : null
}
