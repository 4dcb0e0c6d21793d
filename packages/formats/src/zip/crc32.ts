/**
 * Returns the checksum of a part of an archive (APPNOTE 4.4.7): CRC-32 with the reversed polynomial
 * 0xEDB88320.
 */
export function crc32(bytes: Uint8Array): number {
  let crc = -1
  for (let i = 0; i < bytes.length; i++) crc = (TABLE[(crc ^ (bytes[i] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ -1) >>> 0
}

const TABLE: Int32Array = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 0 ? crc >>> 1 : 0xedb88320 ^ (crc >>> 1)
  return crc
})
