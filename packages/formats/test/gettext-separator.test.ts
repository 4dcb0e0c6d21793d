import { limitIssues } from '@dragoman/core'
import { describe, expect, test } from 'vitest'
import { gettextPo } from '../src/gettext/gettext-po.ts'
import { type EntryEdit, isWhole } from '../src/index.ts'

// U+0004 separates a context from its msgid in gettext's catalogs. `msgfmt` 0.21: "context separator <EOT> within string".

const HEADER = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
const MENU = 'msgctxt "menu"\nmsgid "Open"\nmsgstr "Öffnen"\n'

const read = (body: string) => gettextPo.read(new Uint8Array(Buffer.from(HEADER + body)))
const textsOf = (body: string) => [...read(body).entries.values()].map(({ name, text }) => [name, text])
const edit = (body: string, ...edits: readonly EntryEdit[]) =>
  Buffer.from(gettextPo.edit(read(body), edits))
    .toString()
    .slice(HEADER.length)

describe('a message whose context or msgid contains the separator is kept, but is no entry', () => {
  test.each([
    ['a msgid with the escape', 'msgid "menu\\004Open"\nmsgstr "x"\n'],
    ['a msgid with the character', 'msgid "menu\u0004Open"\nmsgstr "x"\n'],
    ['a msgid with a hexadecimal escape', 'msgid "menu\\x04Open"\nmsgstr "x"\n'],
    ['a context', 'msgctxt "menu\\004Open"\nmsgid ""\nmsgstr "x"\n'],
    ['a context that ends with it', 'msgctxt "menu\\004"\nmsgid "Open"\nmsgstr "x"\n'],
    ['a msgid with a context', 'msgctxt "menu"\nmsgid "\\004Open"\nmsgstr "x"\n'],
    ['a plural', 'msgid "menu\\004Open"\nmsgid_plural "b"\nmsgstr[0] "x"\nmsgstr[1] "y"\n'],
  ])('%s', (_, message) => {
    for (const body of [`${message}\n${MENU}`, `${MENU}\n${message}`]) {
      const document = read(body)
      expect(textsOf(body)).toEqual([['menu\u0004Open', 'Öffnen']])
      expect(document.issues.map(({ code, severity }) => [code, severity])).toEqual([
        ['unusable-key', 'warning'],
      ])
      expect(isWhole(document)).toBe(true)
      expect(edit(body, { kind: 'set', name: 'menu\u0004Open', text: 'Auf' })).toBe(
        body.replace('Öffnen', 'Auf'),
      )
      expect(edit(body, { kind: 'remove', name: 'menu\u0004Open' })).toContain(message.trimEnd())
    }
  })

  test('an obsolete one is not mistaken for a message with a context', () => {
    const body = `${MENU}\n#~ msgid "menu\\004Open"\n#~ msgstr "x"\n`
    expect(read(body).issues).toEqual([])
    const alone = '#~ msgid "menu\\004Open"\n#~ msgstr "x"\n'
    const added = edit(alone, { kind: 'add', path: ['menu\u0004Open'], text: 'Öffnen', after: [] })
    expect(added).toContain(alone)
    expect(added).toContain(MENU)
  })
})

describe('the separator is written only between a context and its msgid', () => {
  test.each(['a\u0004b\u0004c', 'a\u0004\u0004', '\u0004a\u0004'])('a message %j is refused', (name) => {
    expect(() => edit(MENU, { kind: 'add', path: [name], text: 'x', after: [] })).toThrow('unusable-path')
    expect(() => edit(MENU, { kind: 'rename', name: 'menu\u0004Open', path: [name] })).toThrow(
      'unusable-path',
    )
  })

  test('a message with one is written with a context', () => {
    expect(edit(MENU, { kind: 'add', path: ['toolbar\u0004Open'], text: 'x', after: [] })).toContain(
      'msgctxt "toolbar"\nmsgid "Open"\nmsgstr "x"\n',
    )
  })

  test('a text with it is refused, and the check finds it beforehand', () => {
    expect(() => edit(MENU, { kind: 'set', name: 'menu\u0004Open', text: 'a\u0004b' })).toThrow(
      'not-representable',
    )
    const limits = gettextPo.limitsOf?.(read(MENU))
    expect(limits && limitIssues('a\u0004b', limits).map(({ code, span }) => [code, span.start])).toEqual([
      ['file-character', 1],
    ])
    expect(limits && limitIssues('a\u0005b', limits)).toEqual([])
  })
})
