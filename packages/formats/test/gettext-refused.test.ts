import { describe, expect, test } from 'vitest'
import { gettextPo } from '../src/gettext/gettext-po.ts'
import { isWhole, lineColumnOf } from '../src/index.ts'

// What `msgfmt` 0.21 refuses although every message can be read.

const HEADER = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'

function read(text: string) {
  return gettextPo.read(new Uint8Array(Buffer.from(text)))
}

function issuesOf(text: string): readonly unknown[] {
  const document = read(text)
  return document.issues.map(({ code, severity, span, params }) => {
    const { line, column } = lineColumnOf(document.text, span.start)
    return [code, severity, line, column, params]
  })
}

describe('an obsolete message with the name of another one', () => {
  test.each([
    [
      'a live message above',
      'msgid "Anchor"\nmsgstr "Anker"\n\n#~ msgid "Anchor"\n#~ msgstr "Alter Anker"\n',
      [['duplicate-key', 'warning', 9, 1, { key: 'Anchor' }]],
    ],
    [
      'a live message below',
      '#~ msgid "Anchor"\n#~ msgstr "Alter Anker"\n\nmsgid "Anchor"\nmsgstr "Anker"\n',
      [['duplicate-key', 'warning', 6, 1, { key: 'Anchor' }]],
    ],
    [
      'another obsolete one',
      '#~ msgid "Anchor"\n#~ msgstr "Eins"\n\n#~ msgid "Anchor"\n#~ msgstr "Zwei"\n',
      [['duplicate-key', 'warning', 9, 1, { key: 'Anchor' }]],
    ],
    [
      'a live message of the same context',
      'msgctxt "ship"\nmsgid "Anchor"\nmsgstr "a"\n\n# was\n#~ msgctxt "ship"\n#~ msgid "Anchor"\n#~ msgstr "b"\n',
      [['duplicate-key', 'warning', 11, 1, { key: 'ship\u0004Anchor' }]],
    ],
    [
      'a live message with plural forms',
      'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[1] "d"\n\n#~ msgid "a"\n#~ msgid_plural "b"\n#~ msgstr[0] "x"\n',
      [['duplicate-key', 'warning', 11, 1, { key: 'a' }]],
    ],
  ])('%s is reported', (_, body, issues) => {
    expect(issuesOf(HEADER + body)).toEqual(issues)
    expect(isWhole(read(HEADER + body))).toBe(true)
  })

  test.each([
    'msgid "Anchor"\nmsgstr "Anker"\n\n#~ msgid "Other"\n#~ msgstr "x"\n',
    'msgid "Anchor"\nmsgstr "Anker"\n\n#~ msgctxt "ship"\n#~ msgid "Anchor"\n#~ msgstr "x"\n',
    'msgid "Anchor"\nmsgstr "#~ msgid \\"Anchor\\""\n',
  ])('messages of different names are not reported: %j', (body) => {
    expect(issuesOf(HEADER + body)).toEqual([])
  })

  test('the fix takes the obsolete message away', () => {
    const document = read(
      `${HEADER}msgid "A"\nmsgstr "B"\n\n# note\n#~ msgid "A"\n#~ msgstr "C"\n\nmsgid "D"\nmsgstr "E"\n`,
    )
    const fix = document.issues[0]?.fix
    const { start, end } = fix?.span ?? { start: 0, end: 0 }
    expect(document.text.slice(0, start) + fix?.text + document.text.slice(end)).toBe(
      `${HEADER}msgid "A"\nmsgstr "B"\n\nmsgid "D"\nmsgstr "E"\n`,
    )
  })

  test('the live message is edited and the obsolete one stays', () => {
    const document = read(`${HEADER}msgid "A"\nmsgstr "B"\n\n#~ msgid "A"\n#~ msgstr "C"\n`)
    const edited = gettextPo.edit(document, [{ kind: 'set', name: 'A', text: 'new' }])
    expect(Buffer.from(edited).toString()).toBe(
      `${HEADER}msgid "A"\nmsgstr "new"\n\n#~ msgid "A"\n#~ msgstr "C"\n`,
    )
  })
})

describe('a byte order mark', () => {
  test.each([
    ['a file', `\ufeff${HEADER}msgid "A"\nmsgstr "B"\n`, 'utf8'],
    ['a template', '\ufeffmsgid ""\nmsgstr ""\n\nmsgid "A"\nmsgstr ""\n', 'utf8'],
    ['a file in UTF-16', `\ufeff${HEADER}msgid "A"\nmsgstr "B"\n`, 'utf16le'],
    ['a file with CR LF', `\ufeff${HEADER}msgid "A"\nmsgstr "B"\n`.replaceAll('\n', '\r\n'), 'utf8'],
    ['an empty file', '\ufeff', 'utf8'],
  ] as const)('%s is reported and stays as it is', (_, text, encoding) => {
    const bytes = new Uint8Array(Buffer.from(text, encoding))
    const document = gettextPo.read(bytes)
    expect(document.issues.map(({ code, severity, span }) => [code, severity, span.start])).toEqual([
      ['byte-order-mark', 'warning', 0],
    ])
    expect(Buffer.from(gettextPo.edit(document, [])).equals(bytes)).toBe(true)
  })

  test('an edit keeps it', () => {
    const edited = gettextPo.edit(read(`\ufeff${HEADER}msgid "A"\nmsgstr "B"\n`), [
      { kind: 'set', name: 'A', text: 'C' },
    ])
    expect(Buffer.from(edited).toString()).toBe(`\ufeff${HEADER}msgid "A"\nmsgstr "C"\n`)
  })

  test('a file without it has no issue', () => {
    expect(issuesOf(`${HEADER}msgid "A"\nmsgstr "B"\n`)).toEqual([])
  })
})

describe('a comment within a message', () => {
  test.each([
    ['msgid', 'msgid "a"\n# x\nmsgstr "b"\n', [[7, 1, '# x']]],
    ['msgid_plural', 'msgid "a"\nmsgid_plural "b"\n#. x\nmsgstr[0] "c"\nmsgstr[1] "d"\n', [[8, 1, '#. x']]],
    ['msgctxt', 'msgctxt "c"\n#, fuzzy\nmsgid "a"\nmsgstr "b"\n', [[7, 1, '#, fuzzy']]],
    ['msgid, on its line', 'msgid "a" # x\nmsgstr "b"\n', [[6, 11, '# x']]],
  ])('is reported below %s', (_, body, places) => {
    expect(issuesOf(HEADER + body)).toEqual(
      places.map(([line, column, found]) => ['unexpected-text', 'warning', line, column, { found }]),
    )
    expect(isWhole(read(HEADER + body))).toBe(true)
  })

  test('is none between two messages', () => {
    expect(issuesOf(`${HEADER}msgid "a"\nmsgstr "b" # x\n# y\nmsgid "c"\nmsgstr "d"\n# z\n`)).toEqual([])
  })
})
