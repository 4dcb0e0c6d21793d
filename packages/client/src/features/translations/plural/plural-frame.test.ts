import { runChecks, syntaxById } from '@dragoman/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  issuesInSlot,
  leavesOfForm,
  type PluralFrame,
  printFrame,
  readFrame,
  slotOfIssue,
  withSlot,
} from './plural-frame.ts'

const ENGLISH = 'You have {n, plural, =0 {no files} one {# file} other {# files}}.'

const frameOf = (text: string, language: string, { source = '', syntax = 'icu' } = {}) =>
  readFrame(text, { syntax: syntaxById(syntax), language, source })
const made = (frame: PluralFrame | null) => {
  if (frame === null) throw new Error('The text is no plural.')
  return frame
}
const ids = (frame: PluralFrame | null) => frame?.slots.map(({ id }) => id.replace('form:', ''))
const typed = (frame: PluralFrame | null, texts: Readonly<Record<string, string>>) => {
  let next = made(frame)
  for (const [id, text] of Object.entries(texts)) next = withSlot(next, id, text)
  return printFrame(next).text
}

describe('a text that is a plural', () => {
  const german = 'Du hast {n, plural, =0 {keine Dateien}  one{# Datei} other {# Dateien}}!'

  test('has a field for the text before it and for each form, and none for punctuation around them', () => {
    expect(made(frameOf(german, 'de')).slots.map(({ name, text, use }) => [name.kind, text, use])).toEqual([
      ['before', 'Du hast', 'optional'],
      ['exact', 'keine Dateien', 'optional'],
      ['category', '# Datei', 'needed'],
      ['category', '# Dateien', 'needed'],
    ])
  })
  test('is the same text as long as nothing is typed', () => {
    for (const text of [
      german,
      '{n,plural,other{x}}',
      '{n, plural, offset:1 one {a} zwölf {b} other {}} ende',
    ])
      expect(printFrame(made(frameOf(text, 'pl'))).text).toBe(text)
  })
  test('changes in the edited field and nowhere else, and can be parsed again', () => {
    const frame = made(frameOf(german, 'de'))
    for (const { id, text } of frame.slots) {
      const after = printFrame(withSlot(frame, id, `${text}, neu`)).text
      expect(after.replace(', neu', '')).toBe(german)
      expect(made(frameOf(after, 'de')).slots.find((slot) => slot.id === id)?.text).toBe(`${text}, neu`)
    }
  })
  test('knows the text around the forms, which counts for the length of each', () => {
    const frame = made(frameOf(german, 'de'))
    expect(printFrame(frame).around).toBe('Du hast !')
    expect(printFrame(withSlot(frame, 'before', 'Da sind')).around).toBe('Da sind !')
    expect(printFrame(made(frameOf('{n,plural,other{x}}', 'de'))).around).toBe('')
  })
  test('knows the position of each field', () => {
    const frame = made(frameOf(german, 'de'))
    const { text, spans } = printFrame(withSlot(frame, 'before', 'Hier sind'))
    expect(
      [...spans].map(([id, { start, end }]) => [id.replace('form:', ''), text.slice(start, end)]),
    ).toEqual([
      ['=0', 'keine Dateien'],
      ['one', '# Datei'],
      ['other', '# Dateien'],
      ['before', 'Hier sind'],
    ])
  })
  test('offers missing forms of the language; an empty field adds none', () => {
    const frame = frameOf('{n, plural, one {# plik} other {# pliku}}', 'pl')
    expect(ids(frame)).toEqual(['one', 'few', 'many', 'other'])
    expect(typed(frame, { 'form:few': '# pliki' })).toBe(
      '{n, plural, one {# plik} few {# pliki} other {# pliku}}',
    )
    expect(typed(frame, { 'form:few': '# pliki', 'form:many': '' })).toBe(
      '{n, plural, one {# plik} few {# pliki} other {# pliku}}',
    )
  })
  test('keeps an emptied form, and is empty when all are', () => {
    expect(typed(frameOf('{n, plural, one {a} other {b}}', 'de'), { 'form:one': '' })).toBe(
      '{n, plural, one {} other {b}}',
    )
    expect(typed(frameOf('{n, plural, one {a} other {b}}', 'de'), { 'form:one': '', 'form:other': '' })).toBe(
      '',
    )
  })
  test('has a field for the required form, and one for a selector that someone has translated', () => {
    const text = '{n, plural, one {a} inne {b}}'
    const frame = frameOf(text, 'de')
    expect(ids(frame)).toEqual(['one', 'inne', 'other'])
    expect(printFrame(made(frame)).text).toBe(text)
    expect(typed(frame, { 'form:other': 'c' })).toBe('{n, plural, one {a} inne {b} other {c}}')
  })
  test('covers one by =1, and requires nothing if only none is special', () => {
    expect(ids(frameOf('{n, plural, =1 {a} other {b}}', 'de'))).toEqual(['=1', 'other'])
    expect(ids(frameOf('{n, plural, =0 {a} other {b}}', 'pl'))).toEqual(['=0', 'other'])
  })
  test.each([
    // `one` is for 1, 21, 31, …
    ['ru', ['=0', '=1', 'one', 'few', 'many', 'other']],
    // `one` is for 0 and 1.
    ['fr', ['=0', '=1', 'many', 'other']],
    ['de', ['=0', '=1', 'other']],
  ])('numbers of their own replace a form of %s only if it is for these', (language, expected) => {
    const text = '{n, plural, =0 {No files} =1 {One file} other {# files}}'
    expect(ids(frameOf(text, language))).toEqual(expected)
    expect(ids(frameOf('', language, { source: text }))).toEqual(expected)
  })
  test('French needs one for 0 if only 1 has a text of its own', () => {
    expect(ids(frameOf('{n, plural, =1 {a} other {b}}', 'fr'))).toEqual(['=1', 'one', 'many', 'other'])
  })
  test('keeps a form that the language does not have, and labels it so', () => {
    expect(made(frameOf('{n, plural, one {a} other {b}}', 'ja')).slots.map(({ use }) => use)).toEqual([
      'unused',
      'needed',
    ])
  })
  test('ordinals have the forms of ordinals', () => {
    expect(ids(frameOf('{n, selectordinal, one {#st} other {#th}}', 'en'))).toEqual([
      'one',
      'two',
      'few',
      'other',
    ])
  })
})

describe('a text that does not exist yet', () => {
  const polish = frameOf('', 'pl', { source: ENGLISH })

  test('has empty fields for the forms of its language, and for the numbers its source singles out', () => {
    expect(ids(polish)).toEqual(['before', '=0', 'one', 'few', 'many', 'other'])
    expect(polish?.slots.every(({ text }) => text === '')).toBe(true)
    expect(printFrame(made(polish)).text).toBe('')
  })
  test('adopts the structure of its source with the first letter', () => {
    expect(typed(polish, { 'form:few': '# pliki' })).toBe('{n, plural, few {# pliki} other {}}.')
    expect(
      typed(polish, { before: 'Masz', 'form:=0': 'nic', 'form:one': '# plik', 'form:other': '# pliku' }),
    ).toBe('Masz {n, plural, =0 {nic} one {# plik} other {# pliku}}.')
  })
  test('drops what only the source language has', () => {
    expect(typed(frameOf('', 'ja', { source: ENGLISH }), { before: '', 'form:other': '#個' })).toBe(
      '{n, plural, other {#個}}.',
    )
  })
})

describe('texts with a single field', () => {
  test('no plural, several, a choice of words, nested ones, a broken one', () => {
    const others = [
      'Hi',
      '{a, plural, other {x}} {b, plural, other {y}}',
      '{a, select, other {x}}',
      '{n, plural, one {a other {b}}',
    ]
    for (const text of [...others, '{n, plural, one {a} other {{who, select, other {b}}}}'])
      expect(frameOf(text, 'de')).toBeNull()
    expect(readFrame('a | b', { syntax: syntaxById('i18next'), language: 'de', source: '' })).toBeNull()
  })
})

describe('other syntaxes', () => {
  test('Laravel counts by the language', () => {
    const frame = frameOf('', 'pl', { source: ':count file|:count files', syntax: 'laravel' })
    expect(frame?.slots.map(({ name }) => (name.kind === 'category' ? name.category : ''))).toEqual([
      'one',
      'few',
      'many',
    ])
    expect(
      typed(frame, { 'form:0': ':count plik', 'form:1': ':count pliki', 'form:2': ':count plików' }),
    ).toBe(':count plik|:count pliki|:count plików')
    expect(typed(frame, { 'form:2': ':count plików' })).toBe('||:count plików')
  })
  test.each<[string, string, readonly (readonly [string, string])[]]>([
    // The first form is for every number.
    ['laravel', 'tr', [['other', '0–14, …']]],
    ['mixed', 'tr', [['other', '0–14, …']]],
    ['laravel', 'kk', [['other', '0–14, …']]],
    [
      'laravel',
      'he',
      [
        ['one', '1'],
        ['other', '0, 2–16, …'],
      ],
    ],
    [
      'laravel',
      'ga',
      [
        ['one', '1'],
        ['two', '2'],
        ['other', '0, 3–17, …'],
      ],
    ],
    [
      'laravel',
      'cy',
      [
        ['one', '1'],
        ['two', '2'],
        ['form 3', '8, 11'],
        ['form 4', '0, 3–7, …'],
      ],
    ],
    [
      'laravel',
      'mt',
      [
        ['one', '1'],
        ['few', '0, 2–10, …'],
        ['many', '11–19, 111–119, …'],
        ['other', '20–34, …'],
      ],
    ],
    [
      'laravel',
      'pt-BR',
      [
        ['one', '1'],
        ['other', '0, 2–16, …'],
      ],
    ],
    [
      'mixed',
      'pt-BR',
      [
        ['one', '0, 1'],
        ['other', '2–16, …'],
      ],
    ],
    [
      'laravel',
      'lv',
      [
        ['zero', '0'],
        ['one', '1, 21, …'],
        ['other', '2–16, …'],
      ],
    ],
  ])('%s has the forms of its own rule for %s', (syntax, language, forms) => {
    const source = syntax === 'laravel' ? 'One file|:count files' : 'One file|%count% files'
    const slots = frameOf('', language, { source, syntax })?.slots ?? []
    expect(
      slots.map(({ name, numbers }) => [
        name.kind === 'category' ? name.category : name.kind === 'place' ? `form ${name.place}` : '',
        numbers,
      ]),
    ).toEqual(forms)
    expect(slots.every(({ use }) => use === 'needed')).toBe(true)
  })
  test('a form that Laravel never shows stays, and is marked', () => {
    const text = 'Bir dosya|:count dosya'
    const frame = frameOf(text, 'tr', { syntax: 'laravel' })
    expect(frame?.slots.map(({ name, use }) => [name.kind, use])).toEqual([
      ['category', 'needed'],
      ['place', 'unused'],
    ])
    expect(printFrame(made(frame)).text).toBe(text)
  })
  test.each([
    [
      '{0} none|]1,Inf] many',
      [
        { kind: 'exact', number: 0 },
        { kind: 'range', from: 2, to: null },
      ],
    ],
    [
      '{2,3,4} some|[5,Inf[ many',
      [
        { kind: 'range', from: 2, to: 4 },
        { kind: 'range', from: 5, to: null },
      ],
    ],
    [
      '[-Inf,0[ below|[0,2[ few|%count%',
      [
        { kind: 'range', from: null, to: -1 },
        { kind: 'range', from: 0, to: 1 },
        { kind: 'place', place: 3 },
      ],
    ],
    [
      'one: a|more: b',
      [
        { kind: 'word', word: 'one' },
        { kind: 'word', word: 'more' },
      ],
    ],
    [
      '{1,5} odd|]5,Inf] many',
      [
        { kind: 'place', place: 1 },
        { kind: 'range', from: 6, to: null },
      ],
    ],
  ])('forms of Symfony have their numbers: %s', (text, names) => {
    expect(frameOf(text, 'pl', { syntax: 'mixed' })?.slots.map(({ name }) => name)).toEqual(names)
  })

  test('Laravel intervals are labelled with their numbers', () => {
    const frame = frameOf('{0} none|[1,19] some|[20,*] many', 'de', { syntax: 'laravel' })
    expect(frame?.slots.map(({ name }) => name)).toEqual([
      { kind: 'exact', number: 0 },
      { kind: 'range', from: 1, to: 19 },
      { kind: 'range', from: 20, to: null },
    ])
  })
  test('vue-i18n has as many forms as the source', () => {
    const frame = frameOf('', 'pl', { source: 'no cars | one car | {n} cars', syntax: 'vue-i18n' })
    expect(typed(frame, { 'form:0': 'brak', 'form:1': 'auto', 'form:2': '{n} aut' })).toBe(
      'brak | auto | {n} aut',
    )
  })
  test('Fluent', () => {
    const source = '{ $n ->\n    [one] One file\n   *[other] { $n } files\n}'
    const frame = frameOf('', 'pl', { source, syntax: 'fluent' })
    expect(typed(frame, { 'form:few': '{ $n } pliki', 'form:other': '{ $n } pliku' })).toBe(
      '{ $n ->\n    [few] { $n } pliki\n   *[other] { $n } pliku\n}',
    )
  })
})

test('an issue within a form is shown at its field, one of the whole text at none', () => {
  const text = 'Du hast {n, plural, one {# Datei} other {#  Dateien}}'
  const issues = runChecks({
    syntax: syntaxById('icu'),
    sourceLanguage: 'en',
    language: 'de',
    plural: 'none',
    sourceForms: { other: `${ENGLISH} {name}` },
    forms: { other: text },
    maxLength: null,
    limits: null,
  })
  const { spans } = printFrame(made(frameOf(text, 'de')))
  expect(issuesInSlot(issues, 'form:other', spans).map(({ code, span }) => [code, span])).toEqual([
    ['double-space', { start: 1, end: 3 }],
  ])
  expect(issuesInSlot(issues, 'form:one', spans)).toEqual([])
  const missing = issues.filter(({ code }) => code === 'placeholder-missing')
  expect(missing.map((issue) => slotOfIssue(issue, spans))).toEqual([null])
})

test('a form is parsed as within its plural', () => {
  const leaves = (frame: PluralFrame | null, text: string, syntax: string) =>
    leavesOfForm(made(frame), text, syntaxById(syntax)).map((leaf) => [
      leaf.kind,
      text.slice(leaf.span.start, leaf.span.end),
    ])
  expect(leaves(frameOf(ENGLISH, 'de'), '# {kind}', 'icu')).toEqual([
    ['placeholder', '#'],
    ['text', ' '],
    ['placeholder', '{kind}'],
  ])
  expect(leaves(frameOf(ENGLISH, 'de'), '{kind} {', 'icu')).toContainEqual(['placeholder', '{kind}'])
  expect(leaves(frameOf('a | b', 'de', { syntax: 'vue-i18n' }), '{n} c', 'vue-i18n')[0]).toEqual([
    'placeholder',
    '{n}',
  ])
})

test('typing into one field of any text keeps the other fields and the text around them', () => {
  const words = fc.string({ unit: fc.constantFrom('a', 'ż', ' ', '#', '{x}', '\n', '’', 'צ'), maxLength: 8 })
  const blank = fc.constantFrom('', ' ', '\n  ')
  const branch = (selector: string) =>
    fc.tuple(blank, blank, words).map(([a, b, text]) => `${a}${selector}${b}{${text}}`)
  const icu = fc
    .tuple(
      words,
      fc
        .subarray(['=0', '=7', 'one', 'few', 'other'], { minLength: 1 })
        .chain((names) => fc.tuple(...names.map(branch))),
      words,
    )
    .map(([before, branches, after]) => `${before}{n, plural, ${branches.join('')}}${after}`)
  fc.assert(
    fc.property(
      icu,
      fc.constantFrom('pl', 'ja', 'ar'),
      fc.nat(),
      words,
      (text, language, place, typedText) => {
        const frame = made(frameOf(text, language))
        expect(printFrame(frame).text).toBe(frame.slots.every((slot) => slot.text === '') ? '' : text)
        const slot = frame.slots[place % frame.slots.length]
        if (slot === undefined || slot.selector === '') return
        const next = withSlot(frame, slot.id, typedText)
        const { text: printed, spans } = printFrame(next)
        for (const one of next.slots) {
          const span = spans.get(one.id)
          if (span !== undefined) expect(printed.slice(span.start, span.end)).toBe(one.text)
        }
        if (printed === '') return
        const again = made(frameOf(printed, language))
        expect(again.slots.map(({ id, text: form }) => [id, form])).toEqual(
          next.slots.map(({ id, text: form }) => [id, form]),
        )
      },
    ),
    { numRuns: 200 },
  )
})
