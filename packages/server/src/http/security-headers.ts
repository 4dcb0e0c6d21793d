/** A year. Not for subdomains, which are not ours to decide about. */
const HSTS = `max-age=${365 * 24 * 60 * 60}`

/** Browser features that pages do not use. */
const UNUSED = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
const PERMISSIONS = UNUSED.map((feature) => `${feature}=()`).join(', ')

/** Adds the security headers of every answer except delivery. A policy that a page already has is kept. */
export function addSecurityHeaders(
  headers: Headers,
  { path, isSecure }: { readonly path: string; readonly isSecure: boolean },
): void {
  headers.set('x-content-type-options', 'nosniff')
  headers.set('referrer-policy', 'same-origin')
  headers.set('x-frame-options', 'DENY')
  headers.set('permissions-policy', PERMISSIONS)
  // The page on which someone lets an app edit texts answers the page that opened it.
  headers.set('cross-origin-opener-policy', path === '/connect' ? 'unsafe-none' : 'same-origin')
  headers.set('cross-origin-resource-policy', 'same-origin')
  if (isSecure) headers.set('strict-transport-security', HSTS)
  // An answer of the API is never a page, whatever it contains.
  if (path.startsWith('/api/') && !headers.has('content-security-policy'))
    headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
}

/**
 * Returns the policy of the interface: its own files, and styles that its scripts add (CodeMirror, React
 * Aria) with the nonce of this answer. Nothing from other hosts, nothing inline.
 */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Blobs: pictures that were chosen but not sent yet.
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
