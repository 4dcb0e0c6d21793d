import { Inflate, strToU8, zipSync } from 'fflate'
import { describe, expect, test, vi } from 'vitest'
import { unflaggedZip } from '../../test/unflagged-zip.ts'
import { openZip, readZipPart } from './open-zip.ts'
import { replaceZipPart, writeZip } from './write-zip.ts'

function archiveOf(bytes: Uint8Array) {
  const archive = openZip(bytes)
  if (typeof archive === 'string') throw new Error(archive)
  return archive
}

/** Returns the position of the only record in the central directory. */
function recordOf(bytes: Uint8Array): number {
  return Buffer.from(bytes).indexOf('PK\u0001\u0002', 0, 'latin1')
}

describe('archives', () => {
  test('a part larger than stated in the directory is not unpacked further than its first step', () => {
    const bytes = zipSync({ 'a.xml': new Uint8Array(50_000_000) })
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(recordOf(bytes) + 24, 1000, true)
    const push = vi.spyOn(Inflate.prototype, 'push')
    expect(readZipPart(archiveOf(bytes), 'a.xml')).toBeNull()
    expect(push).toHaveBeenCalledOnce()
    expect(push.mock.calls[0]?.[0]).toHaveLength(4096)
    push.mockRestore()
  })

  test('a part that expands to a thousand times its size is not opened', () => {
    expect(openZip(zipSync({ 'a.xml': new Uint8Array(5_000_000) }))).toBe('too-large')
  })

  test('parts that share their bytes are refused', () => {
    const bytes = zipSync({ a: strToU8('same'), b: strToU8('same') }, { level: 0 })
    const second = Buffer.from(bytes).lastIndexOf('PK\u0001\u0002', undefined, 'latin1')
    new DataView(bytes.buffer, bytes.byteOffset).setUint32(second + 42, 0, true)
    expect(openZip(bytes)).toBe('not-a-zip')
  })

  test('a wrong checksum is detected', () => {
    const bytes = zipSync({ a: strToU8('text') }, { level: 0 })
    bytes[Buffer.from(bytes).indexOf('text')] = 84
    expect(readZipPart(archiveOf(bytes), 'a')).toBeNull()
  })

  test('names are UTF-8 if they can be, even if the archive does not say so', () => {
    const names = ['über.json', 'u\u0308ber.json', 'żółw/你好.json', 'plain.json']
    const files = Object.fromEntries(names.map((name) => [name, 'text']))
    expect([...archiveOf(unflaggedZip(files)).parts.keys()]).toEqual(names)
  })

  test('other names have the code page of MS-DOS', () => {
    const bytes = unflaggedZip({ '0123456789.json': 'text' })
    const name = [0x81, 0x84, 0x8e, 0xe1, 0x82, 0x80, 0x9b, 0xb0, 0xfe, 0xff]
    const buffer = Buffer.from(bytes.buffer)
    for (const place of [buffer.indexOf('0123456789'), buffer.lastIndexOf('0123456789')])
      bytes.set(name, place)
    expect([...archiveOf(bytes).parts.keys()]).toEqual(['üäÄßéÇ¢░■\u00a0.json'])
  })

  test('a written archive can be read, and only the replaced part has changed', () => {
    const bytes = writeZip(
      new Map([
        ['a', 'one'],
        ['b/c', 'two'],
        ['d', ''],
      ]),
    )
    const replaced = archiveOf(
      replaceZipPart(archiveOf(bytes), 'a', strToU8('something longer, something longer')),
    )
    const texts = [...replaced.parts.keys()].map((name) => [
      name,
      Buffer.from(readZipPart(replaced, name) ?? []).toString(),
    ])
    expect(texts).toEqual([
      ['a', 'something longer, something longer'],
      ['b/c', 'two'],
      ['d', ''],
    ])
    expect(openZip(bytes.subarray(1))).toBe('not-a-zip')
    expect(openZip(new Uint8Array())).toBe('not-a-zip')
  })
})
