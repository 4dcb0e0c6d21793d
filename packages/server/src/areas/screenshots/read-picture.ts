export type Picture = {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp'
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/**
 * Reads type and size of a picture from its bytes, whatever its name; null if it is none of these types, or
 * without a size.
 */
export function readPicture(bytes: Uint8Array): Picture | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const picture = readPng(view) ?? readJpeg(view) ?? readWebp(view)
  return picture !== null && picture.width > 0 && picture.height > 0 ? picture : null
}

/** Whether a picture that `readPicture` can read is there to its end: the end marker of its format is found. */
export function isCompletePicture(bytes: Uint8Array, { type }: Picture): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (type === 'image/png') return hasPngEnd(view)
  if (type === 'image/jpeg') return hasJpegEnd(view)
  return view.readUInt32LE(4) + 8 <= view.length
}

/** Goes from chunk to chunk to IEND (PNG, third edition, 5.3 and 11.2.4); pixels have to come before it. */
function hasPngEnd(bytes: Buffer): boolean {
  let hasPixels = false
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (name === 'IDAT') hasPixels = true
    if (name === 'IEND') return hasPixels
  }
  return false
}

/** Finds the end of image after the first scan; within a scan 0xFF 0xD9 can be nothing else (ITU T.81, B.1.1.5). */
function hasJpegEnd(bytes: Buffer): boolean {
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xda) return bytes.indexOf(END_OF_IMAGE, at) !== -1
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return false
}

const END_OF_IMAGE = Buffer.from([0xff, 0xd9])

function readPng(bytes: Buffer): Picture | null {
  if (bytes.length < 24 || bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return null
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Goes from segment to segment until one starts a frame (ITU T.81, B.1.1.4 and B.2.2). */
function readJpeg(bytes: Buffer): Picture | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      // Fill bytes may precede a marker.
      at++
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame)
      return { type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    const length = bytes.readUInt16BE(at + 2)
    if (length < 2 || marker === 0xda) return null
    at += 2 + length
  }
  return null
}

/** Reads all three kinds: lossy, lossless, and extended (RFC 9649, 2.5 to 2.7). */
function readWebp(bytes: Buffer): Picture | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return null
  if (bytes.toString('latin1', 8, 12) !== 'WEBP') return null
  const type = 'image/webp'
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'VP8L': {
      const sizes = bytes.readUInt32LE(21)
      return { type, width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      return null
  }
}
