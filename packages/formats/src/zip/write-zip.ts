import { deflateSync } from 'fflate'
import { concatBytes, encodeUtf8 } from '../bytes/bytes.ts'
import { crc32 } from './crc32.ts'
import type { ZipArchive } from './open-zip.ts'

/**
 * Returns the archive with one part replaced. Everything else keeps its exact bytes and its order; the date
 * of the part is also kept, so that the same edit results in the same file on every day and machine.
 */
export function replaceZipPart(
  { bytes, parts, directoryStart, endRecord }: ZipArchive,
  name: string,
  content: Uint8Array,
): Uint8Array {
  const part = parts.get(name)
  if (part === undefined) throw new Error(`There is no part ${name}`)
  const data = deflateSync(content, { level: 6 })
  const header = copyOf(bytes, part.start, part.dataStart)
  const headerView = viewOf(header)
  headerView.setUint16(6, headerView.getUint16(6, true) & ~HAS_DESCRIPTOR, true)
  putSizes(headerView, 8, { content, data })
  const replacement = [header, data]
  const grown = header.length + data.length - (part.end - part.start)
  const directory = copyOf(bytes, directoryStart, endRecord)
  const directoryView = viewOf(directory)
  for (const { recordStart, start } of parts.values()) {
    if (start > part.start) directoryView.setUint32(recordStart - directoryStart + 42, start + grown, true)
  }
  const record = part.recordStart - directoryStart
  directoryView.setUint16(record + 8, directoryView.getUint16(record + 8, true) & ~HAS_DESCRIPTOR, true)
  putSizes(directoryView, record + 10, { content, data })
  const tail = copyOf(bytes, endRecord, bytes.length)
  viewOf(tail).setUint32(16, directoryStart + grown, true)
  return concatBytes([
    bytes.subarray(0, part.start),
    ...replacement,
    bytes.subarray(part.end, directoryStart),
    directory,
    tail,
  ])
}

/** Creates an archive whose parts have the earliest possible date. */
export function writeZip(parts: ReadonlyMap<string, string>): Uint8Array {
  const bodies: Uint8Array[] = []
  const records: Uint8Array[] = []
  let offset = 0
  for (const [name, text] of parts) {
    const content = encodeUtf8(text)
    const data = deflateSync(content, { level: 6 })
    const nameBytes = encodeUtf8(name)
    const header = new Uint8Array(30)
    const headerView = viewOf(header)
    headerView.setUint32(0, 0x04034b50, true)
    headerView.setUint16(4, 20, true)
    putSizes(headerView, 8, { content, data })
    headerView.setUint16(12, EARLIEST_DATE, true)
    headerView.setUint16(26, nameBytes.length, true)
    const record = new Uint8Array(46)
    record.set(header.subarray(4, 30), 6)
    const recordView = viewOf(record)
    recordView.setUint32(0, 0x02014b50, true)
    recordView.setUint16(4, 20, true)
    recordView.setUint32(42, offset, true)
    bodies.push(header, nameBytes, data)
    records.push(record, nameBytes)
    offset += header.length + nameBytes.length + data.length
  }
  const directory = concatBytes(records)
  const end = new Uint8Array(22)
  const endView = viewOf(end)
  endView.setUint32(0, 0x06054b50, true)
  endView.setUint16(8, parts.size, true)
  endView.setUint16(10, parts.size, true)
  endView.setUint32(12, directory.length, true)
  endView.setUint32(16, offset, true)
  return concatBytes([...bodies, directory, end])
}

const HAS_DESCRIPTOR = 8
/** 1980-01-01 in MS-DOS format. */
const EARLIEST_DATE = 0x21

/**
 * Writes method, checksum and sizes, which are in the same order in both kinds of headers; `at` is the
 * position of the method.
 */
function putSizes(
  view: DataView,
  at: number,
  { content, data }: { readonly content: Uint8Array; readonly data: Uint8Array },
): void {
  view.setUint16(at, 8, true)
  view.setUint32(at + 6, crc32(content), true)
  view.setUint32(at + 10, data.length, true)
  view.setUint32(at + 14, content.length, true)
}

/** Copies bytes, unlike `slice`, which in a Buffer shares them with the file that was read. */
function copyOf(bytes: Uint8Array, start: number, end: number): Uint8Array {
  return new Uint8Array(bytes.subarray(start, end))
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}
