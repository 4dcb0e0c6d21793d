/** A year. Other hosts below this name are not ours to decide about. */
const HSTS = `max-age=${365 * 24 * 60 * 60}`

/** What pages may use of the machine: nothing of this. */
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

/** What every answer beside delivery tells browsers. A policy that a page has brought along stays. */
export function addSecurityHeaders(
  headers: Headers,
  { path, isSecure }: { readonly path: string; readonly isSecure: boolean },
): void {
  headers.set('x-content-type-options', 'nosniff')
  headers.set('referrer-policy', 'same-origin')
  headers.set('x-frame-options', 'DENY')
  headers.set('permissions-policy', PERMISSIONS)
  headers.set('cross-origin-opener-policy', 'same-origin')
  headers.set('cross-origin-resource-policy', 'same-origin')
  if (isSecure) headers.set('strict-transport-security', HSTS)
  // An answer of the API is no page, whatever somebody has put into it.
  if (path.startsWith('/api/') && !headers.has('content-security-policy'))
    headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
}

/**
 * The policy of the interface: its own files, and styles that scripts of it make (CodeMirror, React Aria) with
 * the nonce of this answer. Nothing from elsewhere, nothing inline.
 */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Blobs: pictures that somebody has chosen and not sent yet
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
