import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../../../scripts/lib/law-runs.ts'
import { appleStringsdict } from '../../src/apple/apple-stringsdict.ts'
import { type EntryEdit, unitEntryName } from '../../src/index.ts'
import { describeLaws } from './describe-laws.ts'
import { textsOf } from './law.ts'
import { textOf } from './pieces.ts'
import { rawOf, xmlFileOf } from './xml-pieces.ts'

const string = rawOf('%#@n@', '%ld').map((raw) => `<string>${raw}</string>`)
const name = fc.constantFrom('a', 'b', 'a.b', 'x &amp; y', '__proto__', 'n')
const form = fc.constantFrom('one', 'few', 'other', 'zero')
const variable = fc
  .tuple(name, fc.array(fc.tuple(form, string), { maxLength: 3 }), fc.boolean())
  .map(([n, forms, isPlural]) => {
    const rule = isPlural ? 'NSStringPluralRuleType' : 'Other'
    const pairs = forms.map(([f, s]) => `<key>${f}</key>\n      ${s}`).join('\n      ')
    return `<key>${n}</key>\n    <dict>\n      <key>NSStringFormatSpecTypeKey</key>\n      <string>${rule}</string>\n      ${pairs}\n    </dict>`
  })
const key = fc
  .tuple(
    fc.constantFrom('', '<!-- c -->\n  '),
    name,
    fc.option(string, { freq: 20 }),
    fc.array(variable, { maxLength: 2 }),
  )
  .map(([above, n, text, variables]) => {
    const format = text === null ? [] : [`<key>NSStringLocalizedFormatKey</key>\n    ${text}`]
    return `${above}<key>${n}</key>\n  <dict>\n    ${[...format, ...variables].join('\n    ')}\n  </dict>`
  })
const part = fc.oneof(
  { weight: 8, arbitrary: key },
  { weight: 1, arbitrary: fc.constantFrom('<key>stray</key>', '<true/>', '<key>s</key><string>x</string>') },
)
const anyText = textOf('"', "'", '&', '<', '>', '\n', '\r', '\t', '  ', ']]>', '&amp;', '%#@n@', '\u0001')
const DOCTYPE =
  '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n'
const file = xmlFileOf(part, { head: DOCTYPE, root: 'plist version="1.0"><dict', tail: '</dict></plist>' })

// Forms are only renamed with their key.
describeLaws(
  appleStringsdict,
  {
    file,
    text: anyText,
    path: fc.constantFrom('a', 'new', 'x & y', 'a"b', '', 'с').map((one) => [one]),
  },
  { floors: { set: 65, removeAndAdd: 30, rename: 50, add: 55 } },
)

describe('plural forms', () => {
  test('of a new key are written with everything that they need', () => {
    fc.assert(
      fc.property(file, fc.uniqueArray(form, { minLength: 1 }), anyText, (model, forms, text) => {
        fc.pre(!/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u.test(text))
        const edits = forms.map((each): EntryEdit => {
          const unit = { name: 'files', plural: 'cardinal' as const, form: each, path: ['files'] }
          return { kind: 'add', path: ['files', each], text, after: [], unit }
        })
        const created = appleStringsdict.create(appleStringsdict.read(model), edits)
        const wanted = forms.map((each): [string, string] => [
          unitEntryName({ name: 'files', plural: 'cardinal', form: each }),
          text,
        ])
        expect(textsOf(appleStringsdict.read(created))).toEqual(new Map([['files', '%#@files@'], ...wanted]))
      }),
      lawRuns(100),
    )
  })
})

describe('a format', () => {
  const variable = (name: string, type: string) =>
    `<key>${name}</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string><key>NSStringFormatValueTypeKey</key><string>${type}</string><key>other</key><string>x</string></dict>`
  const keyOf = (name: string, text: string, variables: string) =>
    `<key>${name}</key><dict><key>NSStringLocalizedFormatKey</key><string>${text}</string>${variables}</dict>`
  const documentOf = (...keys: readonly string[]) =>
    appleStringsdict.read(
      new TextEncoder().encode(`<plist version="1.0"><dict>${keys.join('')}</dict></plist>`),
    )
  const addOther = (name: string, path: readonly string[]): EntryEdit => {
    const unit = { name, plural: 'cardinal' as const, form: 'other' as const, path: [...path] }
    return { kind: 'add', path: [...path, 'other'], text: 'x', after: [], unit }
  }
  const edited = (
    document: ReturnType<typeof documentOf>,
    edits: readonly EntryEdit[],
    model?: typeof document,
  ) => appleStringsdict.read(appleStringsdict.edit(document, edits, model ?? null))

  test('stays as long as its key has a variable', () => {
    const document = documentOf(keyOf('files', '%#@files@', variable('files', 'd')))
    const again = edited(document, [{ kind: 'remove', name: 'files' }])
    expect(again.text).toBe(document.text)
    const other: EntryEdit = { kind: 'remove', name: 'files\u0000other' }
    expect(edited(document, [other, { kind: 'remove', name: 'files' }]).text).not.toContain('files')
    const added: EntryEdit = { kind: 'add', path: ['files'], text: '%#@files@ left', after: [] }
    expect(edited(document, [{ kind: 'remove', name: 'files' }, added]).text).toBe(
      document.text.replace('%#@files@', '%#@files@ left'),
    )
  })

  test('is the one of the model if a plural is new, with the type of the same variable', () => {
    const model = documentOf(
      keyOf('bytes', '%#@bytes@', variable('bytes', 'llu')),
      keyOf('in', '%#@files@ in %#@folders@', variable('files', 'lu') + variable('folders', 'd')),
      keyOf('other', 'without', variable('x', 'f')),
    )
    const document = documentOf(keyOf('bytes', '%#@bytes@', variable('bytes', 'llu')))
    const edits = [addOther('in.files', ['in', 'files']), addOther('in.folders', ['in', 'folders'])]
    const { text, entries } = edited(document, [...edits, addOther('other.x', ['other', 'x'])], model)
    expect(entries.get('in')?.text).toBe('%#@files@ in %#@folders@')
    expect(entries.get('other')?.text).toBe('%#@x@')
    const types = Array.from(text.matchAll(/ValueTypeKey<\/key>\s*<string>(\w+)/g), ([, type]) => type)
    expect([...types].sort()).toEqual(['d', 'f', 'llu', 'lu'])
  })
})
