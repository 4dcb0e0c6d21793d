import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { backslashTails, charsetLabel, decodeCharset, encodePieces, isEncodable } from './charset.ts'

describe('names of charsets are recognized', () => {
  test.each([
    ['CP932', 'shift_jis'],
    ['EUC-JP', 'euc-jp'],
    ['GBK', 'gbk'],
    ['CP1250', 'windows-1250'],
    ['windows-1251', 'windows-1251'],
    ['ISO-8859-2', 'iso-8859-2'],
    ['KOI8-R', 'koi8-r'],
    ['utf8', 'utf-8'],
    ['CP866', 'cp866'],
    ['CHARSET', null],
    ['UTF-7', null],
    ['base64', null],
    ['iso-8859-12', null],
  ])('%s is %s', (name, label) => expect(charsetLabel(name)).toBe(label))
})

describe('bytes that the encoder would write differently', () => {
  // 87 90 and 81 E0 are the same character in CP932 (NEC's row 13 and JIS), and the encoder only writes one
  // of them.
  const bytes = Uint8Array.of(0x41, 0x87, 0x90, 0x0a, 0x81, 0xe0, 0x0a)

  test('are kept outside of edits', () => {
    const decoded = decodeCharset(bytes, 'shift_jis')
    expect(decoded.text).toBe('A≒\n≒\n')
    expect(decoded.invalid).toBeNull()
    expect([...decoded.odd.keys()]).toHaveLength(1)
    expect(encodePieces(decoded, [{ start: 0, end: 5 }], 'shift_jis')).toEqual(bytes)
    const edited = encodePieces(decoded, [{ start: 0, end: 2 }, 'あ', { start: 2, end: 5 }], 'shift_jis')
    expect(iconv.decode(Buffer.from(edited), 'shift_jis')).toBe('A≒あ\n≒\n')
    expect(edited.subarray(0, 3)).toEqual(bytes.subarray(0, 3))
  })

  test('are reported if they are not characters', () => {
    const decoded = decodeCharset(Uint8Array.of(0x41, 0x0a, 0x42, 0x81, 0x0a, 0x43), 'shift_jis')
    expect(decoded.text).toBe('A\nB\ufffd\nC')
    expect(decoded.invalid).toEqual({ byte: 3, unit: 3 })
  })
})

test('every pair of bytes is decoded and encoded, or reported', () => {
  for (const label of [
    'shift_jis',
    'euc-jp',
    'gbk',
    'gb18030',
    'big5',
    'big5-hkscs',
    'euc-kr',
    'windows-1250',
    'koi8-r',
    'iso-8859-8',
    'us-ascii',
  ]) {
    for (let lead = 0x80; lead < 0x100; lead += 3) {
      for (let tail = 0; tail < 256; tail += 5) {
        const bytes = Uint8Array.of(lead, tail, 10)
        const decoded = decodeCharset(bytes, label)
        const again = encodePieces(decoded, [{ start: 0, end: decoded.text.length }], label)
        if (decoded.invalid === null) expect(Buffer.compare(again, bytes), `${label} ${lead} ${tail}`).toBe(0)
      }
    }
  }
})

test('a charset reports missing characters', () => {
  expect(isEncodable('żółć', 'windows-1250')).toBe(true)
  expect(isEncodable('日本', 'windows-1250')).toBe(false)
  expect(isEncodable('日本', 'shift_jis')).toBe(true)
  expect(isEncodable('😀', 'utf-8')).toBe(true)
  expect(isEncodable('\ud800', 'utf-8')).toBe(false)
  expect(isEncodable('é', 'us-ascii')).toBe(false)
})

test('backslashTails finds characters that end in a backslash', () => {
  expect(backslashTails('shift_jis').has('表')).toBe(true)
  expect(backslashTails('shift_jis').has('あ')).toBe(false)
  expect(backslashTails('euc-jp').size).toBe(0)
})
