import { Inflate } from 'fflate'
import { FILE_LIMITS } from '../limits/limits.ts'
import { crc32 } from './crc32.ts'
import { decodeName } from './decode-name.ts'

/** One file of an archive and the location of its bytes (APPNOTE 4.3). */
export type ZipPart = {
  readonly name: string
  /** The local header and everything that belongs to it, including a data descriptor. */
  readonly start: number
  readonly end: number
  readonly dataStart: number
  readonly dataEnd: number
  /** 0: stored; 8: deflated. */
  readonly method: number
  readonly size: number
  readonly crc: number
  /** Its record in the central directory. */
  readonly recordStart: number
  readonly recordEnd: number
}

export type ZipArchive = {
  readonly bytes: Uint8Array
  /** In the order of the central directory. */
  readonly parts: ReadonlyMap<string, ZipPart>
  readonly directoryStart: number
  /** Position of the end record. */
  readonly endRecord: number
  readonly unpacked: UnpackedParts
}

/** The bytes of parts that do not have to be unpacked, with the checksum and size in the archive. */
export type UnpackedParts = ReadonlyMap<string, Uint8Array>

/**
 * Why an archive is not opened. `too-large`: it is, or would be once unpacked, like archives made to fill the
 * memory.
 */
export type ZipProblem = 'not-a-zip' | 'too-large'

/**
 * Limits for unpacking an archive: a workbook of half a million cells has about fifty megabytes and a ratio
 * of twenty.
 */
const WORKBOOK_LIMITS: ZipLimits = { parts: 5000, unpackedBytes: 256 * 1024 * 1024, ratio: 300 }
/** Smaller parts can have any ratio: a blank page of text has a high one too. */
const RATIO_FROM_BYTES = 1024 * 1024

export type ZipLimits = {
  readonly parts: number
  readonly unpackedBytes: number
  /** Bytes unpacked for each packed one. */
  readonly ratio: number
}

/**
 * Reads only the central directory. Refuses archives in several volumes, encrypted ones, Zip64, and those
 * whose parts share bytes or names: no one writes such workbooks, and programs disagree about their content.
 */
export function openZip(
  bytes: Uint8Array,
  unpacked: UnpackedParts = new Map(),
  limits: ZipLimits = WORKBOOK_LIMITS,
): ZipArchive | ZipProblem {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const endRecord = findEnd(view)
  if (endRecord < 0) return 'not-a-zip'
  const count = view.getUint16(endRecord + 10, true)
  const directoryBytes = view.getUint32(endRecord + 12, true)
  const directoryStart = view.getUint32(endRecord + 16, true)
  const isWhole = view.getUint32(endRecord + 4, true) === 0 && view.getUint16(endRecord + 8, true) === count
  if (!isWhole || directoryStart + directoryBytes !== endRecord) return 'not-a-zip'
  if (count > limits.parts) return 'too-large'
  const parts = new Map<string, ZipPart>()
  let at = directoryStart
  for (let i = 0; i < count; i++) {
    const part = readRecord(bytes, view, at, endRecord)
    if (part === null || parts.has(part.name) || part.end > directoryStart) return 'not-a-zip'
    parts.set(part.name, part)
    at = part.recordEnd
  }
  if (at !== endRecord || sharesBytes([...parts.values()])) return 'not-a-zip'
  return isBomb([...parts.values()], limits)
    ? 'too-large'
    : { bytes, parts, directoryStart, endRecord, unpacked }
}

/** Returns the bytes of a part, or null if it is missing or damaged. */
export function readZipPart({ bytes, parts, unpacked: known }: ZipArchive, name: string): Uint8Array | null {
  const part = parts.get(name)
  if (part === undefined || part.size > FILE_LIMITS.fileBytes) return null
  const content = known.get(name)
  if (content !== undefined) return content
  const data = bytes.subarray(part.dataStart, part.dataEnd)
  const unpacked = part.method === 0 ? data : inflate(data, part.size)
  return unpacked !== null && unpacked.length === part.size && crc32(unpacked) === part.crc ? unpacked : null
}

/**
 * Bytes that are unpacked in one step: they can expand to a thousand times as many before that is noticed.
 */
const STEP_BYTES = 4096

/** Unpacks up to the size in the directory: a larger part is damaged, or made to fill the memory. */
function inflate(data: Uint8Array, size: number): Uint8Array | null {
  const unpacked = new Uint8Array(size)
  let at = 0
  const stream = new Inflate((chunk) => {
    if (at + chunk.length > size) throw new RangeError('more than the directory says')
    unpacked.set(chunk, at)
    at += chunk.length
  })
  try {
    for (let from = 0; from < data.length; from += STEP_BYTES) {
      stream.push(data.subarray(from, from + STEP_BYTES), from + STEP_BYTES >= data.length)
    }
  } catch {
    return null
  }
  return at === size ? unpacked : null
}

function findEnd(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - 22 - 0xffff)
  for (let at = view.byteLength - 22; at >= lowest; at--) {
    if (
      view.getUint32(at, true) === 0x06054b50 &&
      at + 22 + view.getUint16(at + 20, true) === view.byteLength
    )
      return at
  }
  return -1
}

const ENCRYPTED = 0x2041
const HAS_DESCRIPTOR = 8
const HAS_UTF8_NAME = 0x800
const ZIP64 = 0xffffffff

function readRecord(bytes: Uint8Array, view: DataView, at: number, limit: number): ZipPart | null {
  if (at + 46 > limit || view.getUint32(at, true) !== 0x02014b50) return null
  const flags = view.getUint16(at + 8, true)
  const method = view.getUint16(at + 10, true)
  const packed = view.getUint32(at + 20, true)
  const size = view.getUint32(at + 24, true)
  const start = view.getUint32(at + 42, true)
  const nameEnd = at + 46 + view.getUint16(at + 28, true)
  const recordEnd = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  if (recordEnd > limit || (flags & ENCRYPTED) !== 0 || (method !== 0 && method !== 8)) return null
  if (packed === ZIP64 || size === ZIP64 || start + 30 > limit || view.getUint32(start, true) !== 0x04034b50)
    return null
  const dataStart = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true)
  const dataEnd = dataStart + packed
  const end = dataEnd + ((flags & HAS_DESCRIPTOR) === 0 ? 0 : descriptorBytes(view, dataEnd))
  if (end > limit || (method === 0 && packed !== size)) return null
  return {
    name: decodeName(bytes.subarray(at + 46, nameEnd), (flags & HAS_UTF8_NAME) !== 0),
    start,
    end,
    dataStart,
    dataEnd,
    method,
    size,
    crc: view.getUint32(at + 16, true),
    recordStart: at,
    recordEnd,
  }
}

/**
 * Returns the size of the descriptor after data of unknown length, which can start with a signature (APPNOTE
 * 4.3.9.3).
 */
function descriptorBytes(view: DataView, at: number): number {
  return at + 4 <= view.byteLength && view.getUint32(at, true) === 0x08074b50 ? 16 : 12
}

function sharesBytes(parts: readonly ZipPart[]): boolean {
  const ordered = parts.toSorted((a, b) => a.start - b.start)
  return ordered.some((part, i) => part.start < (ordered[i - 1]?.end ?? 0))
}

function isBomb(parts: readonly ZipPart[], limits: ZipLimits): boolean {
  let total = 0
  for (const { size, dataStart, dataEnd } of parts) {
    total += size
    if (size > RATIO_FROM_BYTES && size > (dataEnd - dataStart) * limits.ratio) return true
  }
  return total > limits.unpackedBytes
}
