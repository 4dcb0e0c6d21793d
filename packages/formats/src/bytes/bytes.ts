const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
const utf8Encoder = new TextEncoder()

/** Joins all parts, in order. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Decodes UTF-8. Invalid bytes become U+FFFD; a byte order mark stays. */
export function decodeUtf8(bytes: Uint8Array): string {
  return utf8.decode(bytes)
}

export function encodeUtf8(text: string): Uint8Array {
  return utf8Encoder.encode(text)
}

export function hasSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
