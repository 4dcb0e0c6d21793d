import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../../../scripts/lib/law-runs.ts'
import { type EntryEdit, isWhole, type View } from '../../src/index.ts'
import { qtTs } from '../../src/qt/qt-ts.ts'
import { describeLaws } from './describe-laws.ts'
import { identity, removeAndAdd, textsOf } from './law.ts'
import { textOf } from './pieces.ts'
import { rawOf, xmlFileOf } from './xml-pieces.ts'

const raw = rawOf('%1', '%n', '<byte value="x1b"/>', '|', '\\')
const source = fc.constantFrom('a', 'b', 'a|b', 'two\nlines', 'x &amp; y', '__proto__', '')
const type = fc.constantFrom('', '', ' type="unfinished"', ' type="vanished"', ' type="obsolete"')
const translation = fc.oneof(
  fc.tuple(type, raw).map(([t, v]) => `<translation${t}>${v}</translation>`),
  fc.constantFrom(
    '<translation type="unfinished"/>',
    '<translation></translation>',
    '',
    '<translation variants="yes"><lengthvariant>x</lengthvariant></translation>',
  ),
)
const plain = fc
  .tuple(
    source,
    fc.constantFrom(
      '',
      '<comment>menu</comment>',
      '<extracomment>why</extracomment>',
      '<location line="1"/>',
    ),
    translation,
    fc.constantFrom('', '', ' id="i"'),
  )
  .map(
    ([s, more, t, id]) =>
      `<message${id}>\n        <source>${s}</source>\n        ${more}\n        ${t}\n    </message>`,
  )
const numerus = fc.tuple(source, fc.array(raw, { maxLength: 3 }), type).map(([s, forms, t]) => {
  const inner = forms.map((v) => `<numerusform>${v}</numerusform>`).join('')
  return `<message numerus="yes">\n        <source>${s}</source>\n        <translation${t}>${inner}</translation>\n    </message>`
})
const context = fc
  .tuple(fc.constantFrom('Main', 'Dialog', ''), fc.array(fc.oneof(plain, plain, numerus), { maxLength: 4 }))
  .map(
    ([name, messages]) => `<context>\n    <name>${name}</name>\n    ${messages.join('\n    ')}\n</context>`,
  )
const anyText = textOf(
  '"',
  "'",
  '&',
  '<',
  '>',
  '\n',
  '\r',
  '\t',
  '  ',
  ']]>',
  '&amp;',
  '%n',
  '\u0001',
  '\u001b',
  '\u00a0',
)
const file = xmlFileOf(context, {
  head: '<!DOCTYPE TS>\n',
  root: 'TS version="2.1" language="pl_PL"',
  tail: '</TS>',
})

// A message's name is its source text, which comes from the program: renaming is refused.
describeLaws(
  qtTs,
  { file, text: anyText, path: fc.constantFrom('i', 'new', 'x & y', 'с').map((id) => [id]) },
  { floors: { removeAndAdd: 45, rename: 0 } },
)

describe('messages', () => {
  const VIEW: View = { language: 'en', side: 'source' }

  test('are kept in the source view too', () => {
    fc.assert(
      fc.property(file, fc.nat(), (bytes, pick) => {
        const document = qtTs.read(bytes, VIEW)
        fc.pre(isWhole(document))
        expect(identity(qtTs, bytes, VIEW)).toEqual({ kind: 'held' })
        const entry = [...document.entries.values()][pick % Math.max(document.entries.size, 1)]
        if (entry !== undefined)
          expect(removeAndAdd(qtTs, bytes, entry, VIEW)).toMatchObject({
            kind: expect.stringMatching(/held|refused/),
          })
      }),
      lawRuns(300),
    )
  })

  test('of any context, source and disambiguation are read back with their names', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(anyText, anyText, anyText), { maxLength: 4 }),
        file,
        (keys, model) => {
          const isWritable = (text: string) => !/\0|\p{Surrogate}/u.test(text)
          const edits = keys
            .filter((key) => key.every(isWritable))
            .map(([name, text, comment]): EntryEdit => {
              const path = comment === '' ? [name, text] : [name, text, comment]
              return { kind: 'add', path, text: 'x', after: [], source: text }
            })
          const document = qtTs.read(
            qtTs.create(qtTs.read(model), edits, { language: 'de-CH', side: 'target' }),
          )
          const paths = [...document.entries.values()].map((entry) => entry.path)
          expect(new Set(paths.map((path) => JSON.stringify(path)))).toEqual(
            new Set(edits.map((edit) => JSON.stringify(edit.kind === 'add' ? edit.path : []))),
          )
          expect(textsOf(document).size).toBe(edits.length)
        },
      ),
      lawRuns(200),
    )
  })
})
