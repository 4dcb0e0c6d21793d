import { describe, expect, test } from 'vitest'
import { FILE_LIMITS } from '../limits/limits.ts'
import { decodeBytes, encodeText } from './decode.ts'

describe('decodeBytes', () => {
  test.each([
    ['utf-8', Buffer.from('é😀')],
    ['utf-8 with mark', Buffer.from('\ufeffé😀')],
    ['utf-16le', Buffer.from('\ufeffé😀', 'utf16le')],
    ['utf-16be', Buffer.from('\ufeffé😀', 'utf16le').swap16()],
    ['nothing', Buffer.alloc(0)],
    ['only a mark', Buffer.from('\ufeff')],
  ])('%s is encoded to the same bytes', (_, bytes) => {
    const { text, encoding, issue } = decodeBytes(bytes)
    expect(issue).toBeNull()
    expect(text).not.toContain('\ufeff')
    expect(Buffer.from(encodeText(text, encoding)).equals(bytes)).toBe(true)
  })

  test('the first invalid byte is found', () => {
    const bytes = Buffer.concat([
      Buffer.from('ä'.repeat(10_000)),
      Buffer.from([0xff]),
      Buffer.from('x'.repeat(10_000)),
    ])
    expect(decodeBytes(bytes).issue).toMatchObject({
      code: 'bad-encoding',
      span: { start: 10_000 },
      params: { byte: 20_000 },
    })
  })

  test('an odd number of bytes is not UTF-16', () => {
    expect(decodeBytes(Uint8Array.of(0xff, 0xfe, 0x7b)).issue).toMatchObject({
      code: 'bad-encoding',
      params: { byte: 3 },
    })
  })

  test('a file over the limit is not decoded', () => {
    const { text, issue } = decodeBytes(new Uint8Array(FILE_LIMITS.fileBytes + 1))
    expect(text).toBe('')
    expect(issue).toMatchObject({
      code: 'too-large',
      params: { bytes: FILE_LIMITS.fileBytes + 1, limit: FILE_LIMITS.fileBytes },
    })
  })
})
