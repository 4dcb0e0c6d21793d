import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../../../scripts/lib/law-runs.ts'
import {
  EditError,
  type EntryEdit,
  type Format,
  isWhole,
  type View,
  xliff1,
  xliff2,
} from '../../src/index.ts'
import { identity, oneEdit, removeAndAdd, rename, textsOf } from './law.ts'

const RUNS = lawRuns(200)
const TARGET: View = { language: 'de', side: 'target' }
const SOURCE: View = { language: 'en', side: 'source' }

/** Texts with markup, escaped and unescaped markup lookalikes, and characters that XML does not allow. */
const pieces = fc.constantFrom(
  ...[
    '<x id="1"/>',
    '<ph id="1"/>',
    '<g id="2">',
    '</g>',
    '<pc id="2">',
    '</pc>',
    '<cp hex="0001"/>',
    '<b>',
    '</b>',
    '<!-- c -->',
    '<?p i?>',
  ],
  ...[
    '&lt;',
    '&amp;lt;',
    '&lt;x id="1"/>',
    '&amp;lt;ph id="1"/>',
    '<',
    '>',
    '&',
    ']]>',
    '"',
    "'",
    '\n',
    '\r',
    '\t',
    ' ',
    '\u00a0',
    'a',
    'ż',
    '😀',
  ],
  ...[
    '<x id="&quot;"/>',
    '<x id="&wrong;"/>',
    '<ph id="3">{0}</ph>',
    '<mrk id="m" mtype="x">',
    '</mrk>',
    '<sub>',
    '\u0007',
    '\ud800',
  ],
)
const anyText = fc.oneof(
  fc.array(pieces, { maxLength: 6 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', ' edge ', 'plain', '{n, plural, one {# <x id="1"/>} other {#}}'),
)
const raw1 = fc.constantFrom(
  ...[
    '',
    'plain',
    ' edge ',
    'a &amp; b',
    '&lt;b&gt;bold&lt;/b&gt;',
    '<x id="1" equiv-text="{{a}}"/> x',
    '<g id="2">in</g> out',
    '<![CDATA[<i>&]]>',
  ],
  ...[
    'say &quot;it&quot;',
    'two\nlines',
    '<ph id="3">&lt;br/></ph>',
    '&lt;x id="1"/&gt;',
    'a<!-- c -->b',
    '&#160;x&#13;',
  ],
)
const raw2 = fc.constantFrom(
  ...[
    '',
    'plain',
    ' edge ',
    'a &amp; b',
    '&lt;b&gt;bold&lt;/b&gt;',
    '<ph id="1"/> x',
    '<pc id="2">in</pc> out',
    '<![CDATA[<i>&]]>',
    '<cp hex="0001"/>',
  ],
  ...[
    'say &quot;it&quot;',
    'two\nlines',
    '&lt;ph id="1"/&gt;',
    'a<!-- c -->b',
    '&#160;x&#13;',
    '<mrk id="m" type="term">word</mrk>',
  ],
)
const id = fc.constantFrom('a', 'b', 'c', 'a.b', '__proto__', 'constructor', '10')
const unit = (raw: fc.Arbitrary<string>) =>
  fc.record({
    id,
    source: raw,
    target: fc.option(raw),
    state: fc.option(fc.constantFrom('translated', 'final')),
    note: fc.boolean(),
    kept: fc.nat(9).map((n) => n === 0),
  })
/** Names that the documents can have: ids alone, names of units with ids, those of several files. */
const key = fc
  .tuple(fc.constantFrom('', '', 'f1.', 'f2.'), id, fc.constantFrom('', ' named'))
  .map((parts) => parts.join(''))
const shape = {
  named: fc.boolean(),
  crlf: fc.boolean(),
  flat: fc.boolean(),
  files: fc.nat(4).map((n) => (n === 0 ? 2 : 1)),
  prefix: fc.constantFrom('', '', 'xlf:'),
}

function bytesOf(
  lines: readonly string[],
  { crlf, flat, prefix }: { readonly crlf: boolean; readonly flat: boolean; readonly prefix: string },
) {
  const text = lines.join(flat ? '' : '\n').replaceAll(/(<\/?)@/g, `$1${prefix}`)
  return new Uint8Array(Buffer.from(crlf ? text.replaceAll('\n', '\r\n') : text))
}

/** `@` before the name of an element is replaced by the document's prefix. */
const file1 = fc
  .record({ units: fc.array(unit(raw1), { maxLength: 4 }), ...shape, xmlns: fc.boolean() })
  .map(({ units, ...kind }) => {
    const body = units.flatMap((u) => [
      `      <@trans-unit id="${u.id}"${!kind.named ? '' : ` resname="${u.id} named"`}${u.kept ? ' translate="no"' : ''}>`,
      `        <@source>${u.source}</@source>`,
      ...(u.target === null
        ? []
        : [`        <@target${u.state === null ? '' : ` state="${u.state}"`}>${u.target}</@target>`]),
      ...(u.note ? ['        <@note>of &amp; for people</@note>'] : []),
      '      </@trans-unit>',
    ])
    const file = (n: number) => [
      `  <@file original="f${n}" source-language="en" target-language="de" datatype="x">`,
      '    <@body>',
      ...body,
      '    </@body>',
      '  </@file>',
    ]
    const files = kind.files === 1 ? file(1) : [...file(1), ...file(2)]
    // Inline markup in these texts is written without a prefix, so documents with a prefix do not use them.
    return bytesOf(['<?xml version="1.0"?>', '<@xliff version="1.2">', ...files, '</@xliff>', ''], {
      ...kind,
      prefix: '',
    })
  })

const file2 = fc
  .record({
    units: fc.uniqueArray(unit(raw2), { minLength: 1, maxLength: 4, selector: (u) => u.id }),
    ...shape,
    split: fc.boolean(),
  })
  .map(({ units, split, ...kind }) => {
    const body = units.flatMap((u) => {
      const texts = [
        `      <@source>${u.source}</@source>`,
        ...(u.target === null ? [] : [`      <@target>${u.target}</@target>`]),
      ]
      const state = u.state === null || u.target === null ? '' : ` state="${u.state}"`
      return [
        `    <@unit id="${u.id}"${!kind.named ? '' : ` name="${u.id} named"`}${u.kept ? ' translate="no"' : ''}>`,
        ...(u.note ? ['      <@notes><@note>of &amp; for people</@note></@notes>'] : []),
        `     <@segment${state}>`,
        ...texts,
        '     </@segment>',
        ...(split
          ? [
              '     <@ignorable><@source> </@source></@ignorable>',
              '     <@segment id="s2"><@source>more</@source></@segment>',
            ]
          : []),
        '    </@unit>',
      ]
    })
    const file = (n: number) => [`  <@file id="f${n}">`, ...body, '  </@file>']
    const files = kind.files === 1 ? file(1) : [...file(1), ...file(2)]
    const root =
      '<@xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de">'
    return bytesOf(['<?xml version="1.0"?>', root, ...files, '</@xliff>', ''], { ...kind, prefix: '' })
  })

describe.each([
  [xliff1, file1],
  [xliff2, file2.filter((bytes) => isWhole(xliff2.read(bytes)))],
] as const)('$id', (format: Format, file) => {
  const view = fc.constantFrom(TARGET, SOURCE, undefined)

  test('no edit changes nothing', () => {
    fc.assert(
      fc.property(file, view, (bytes, side) => {
        expect(identity(format, bytes, side)).toEqual({ kind: 'held' })
      }),
      RUNS,
    )
  })

  test('one edit changes one text', () => {
    fc.assert(
      fc.property(file, view, anyText, fc.nat(), (bytes, side, text, pick) => {
        const entries = [...format.read(bytes, side).entries.values()]
        const entry = entries[pick % entries.length]
        if (entry !== undefined) expect(oneEdit(format, bytes, entry, text, side).kind).not.toBe('broken')
      }),
      RUNS,
    )
  })

  test('removing, adding again and renaming change one name', () => {
    fc.assert(
      fc.property(file, view, fc.nat(), (bytes, side, pick) => {
        const document = format.read(bytes, side)
        const entries = [...document.entries.values()]
        const entry = entries[pick % entries.length]
        if (entry === undefined || isOnTheEdge(bytes)) return
        expect(removeAndAdd(format, bytes, entry, side)).not.toMatchObject({ kind: 'broken' })
        expect(rename(format, bytes, entry, side)).not.toMatchObject({ kind: 'broken' })
      }),
      RUNS,
    )
  })

  test('a new file contains what was added', () => {
    const text = fc.constantFrom('plain', ' edge ', '<b> & </b>', 'two\nlines', '😀', ']]>', "it's", 'a\rb')
    fc.assert(
      fc.property(
        fc.option(file),
        fc.uniqueArray(id, { maxLength: 5 }),
        fc.array(text, { minLength: 5, maxLength: 5 }),
        (model, ids, texts) => {
          const from = model === null ? null : format.read(model)
          if (
            from !== null &&
            (isOnTheEdge(model ?? new Uint8Array()) || /original="f2"|id="f2"/.test(from.text))
          )
            return
          const edits = ids.map(
            (key, i): EntryEdit => ({
              kind: 'add',
              path: [key],
              text: texts[i] ?? '',
              after: ids.slice(0, i).reverse(),
              source: 's',
            }),
          )
          const created = format.read(format.create(from, edits, { language: 'pt-BR', side: 'target' }), {
            language: 'pt-BR',
            side: 'target',
          })
          expect(isWhole(created)).toBe(true)
          expect(textsOf(created)).toEqual(new Map(ids.map((key, i) => [key, texts[i]])))
          expect(
            format.languagesIn?.(format.create(from, edits, { language: 'pt-BR', side: 'target' })).targets,
          ).toEqual(['pt-BR'])
        },
      ),
      RUNS,
    )
  })

  test('many edits together equal the same edits one by one', () => {
    const edit = fc.record({
      kind: fc.constantFrom('set', 'add', 'remove', 'rename'),
      a: key,
      b: key,
      text: fc.constantFrom('x', '<b>', 'two\nlines', ''),
    })
    fc.assert(
      fc.property(file, fc.array(edit, { minLength: 1, maxLength: 5 }), (bytes, plans) => {
        if (isOnTheEdge(bytes)) return
        const edits = plans.map(({ kind, a, b, text }): EntryEdit => {
          if (kind === 'set') return { kind: 'set', name: a, text }
          if (kind === 'add') return { kind: 'add', path: [a], text, after: [b], source: 's' }
          return kind === 'remove' ? { kind: 'remove', name: a } : { kind: 'rename', name: a, path: [b] }
        })
        const atOnce = outcome(format, () => format.edit(format.read(bytes, TARGET), edits))
        const inTurn = outcome(format, () => {
          let current = bytes
          for (const one of edits) current = new Uint8Array(format.edit(format.read(current, TARGET), [one]))
          return current
        })
        // An invalid intermediate state does not matter if the result is valid.
        if (inTurn !== 'not-representable') expect(atOnce).toEqual(inTurn)
      }),
      RUNS,
    )
  })
})

/** Returns the texts after an edit: their spelling can differ if the style of the file changed in between. */
function outcome(format: Format, run: () => Uint8Array): ReadonlyMap<string, string> | string {
  try {
    return textsOf(format.read(run(), TARGET))
  } catch (error) {
    if (error instanceof EditError) return error.code
    throw error
  }
}

/**
 * Returns whether units share a name: then adding or removing one can change whether names or ids are the
 * keys.
 */
function isOnTheEdge(bytes: Uint8Array): boolean {
  const names =
    Buffer.from(bytes)
      .toString()
      .match(/ resname="[^"]*"/g) ?? []
  return new Set(names).size < names.length
}
