/**
 * Returns a 106-bit hash of a text, as 28 hex digits, for detecting that two contents differ; not for
 * secrets. Two independent 53-bit multiply-and-mix hashes: pure arithmetic, the same in the browser and on
 * the server.
 */
export function hashText(text: string): string {
  return hashHalf(text, 0x9e3779b9) + hashHalf(text, 0x85ebca6b)
}

function hashHalf(text: string, seed: number): string {
  let a = 0xdeadbeef ^ seed
  let b = 0x41c6ce57 ^ seed
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 0x9e3779b1)
    b = Math.imul(b ^ code, 0x5f356495)
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35)
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35)
  return (4294967296 * (0x1fffff & b) + (a >>> 0)).toString(16).padStart(14, '0')
}
