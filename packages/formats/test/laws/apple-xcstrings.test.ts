import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lawRuns } from '../../../../scripts/lib/law-runs.ts'
import {
  type EntryEdit,
  type Format,
  formatById,
  isWhole,
  unitEntryName,
  type View,
} from '../../src/index.ts'
import { describeLaws } from './describe-laws.ts'
import { anyText, jsonStyle, printJson, type Tree } from './json-text.ts'
import { textsOf } from './law.ts'

type Member = readonly [string, Tree]
const key = fc.constantFrom('a', 'b', 'Go Back', 'x 10', 'x 9', '%lld days', '__proto__', 'constructor')
const unit: fc.Arbitrary<Member> = fc
  .tuple(fc.constantFrom('translated', 'needs_review', 'new', 'odd'), anyText)
  .map(
    ([state, value]) =>
      [
        'stringUnit',
        [
          ['state', state],
          ['value', value],
        ],
      ] as const,
  )
const only = (member: fc.Arbitrary<Member>): fc.Arbitrary<Tree> => member.map((one): Tree => [one])
const someOf = (names: readonly string[], value: fc.Arbitrary<Tree>): fc.Arbitrary<readonly Member[]> =>
  fc
    .subarray([...names], { minLength: 1 })
    .chain((found) => fc.tuple(...found.map((name) => value.map((tree): Member => [name, tree]))))
const varied = (kind: string, members: fc.Arbitrary<readonly Member[]>): fc.Arbitrary<Member> =>
  members.map((found): Member => ['variations', [[kind, found]]])
const plural = varied('plural', someOf(['one', 'few', 'other'], only(unit)))
const device = varied('device', someOf(['iphone', 'mac', 'other'], fc.oneof(only(unit), only(plural))))
const substituted = fc.tuple(unit, plural).map(([text, forms]): Tree => {
  return [text, ['substitutions', [['beds', [['argNum', { raw: '2' }], ['formatSpecifier', 'lld'], forms]]]]]
})
const localization: fc.Arbitrary<Tree> = fc.oneof(
  { weight: 4, arbitrary: only(unit) },
  { weight: 2, arbitrary: only(plural) },
  { weight: 1, arbitrary: only(device) },
  { weight: 1, arbitrary: substituted },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Tree>([], [['stringSet', []]], [['stringUnit', [['state', 'new']]]], 'text'),
  },
)
const entry: fc.Arbitrary<Tree> = fc
  .record({
    comment: fc.option(anyText),
    state: fc.option(fc.constantFrom('manual', 'stale')),
    languages: fc.option(
      fc.array(fc.tuple(fc.constantFrom('de', 'en', 'pt_BR', 'DE', 'fr'), localization), { maxLength: 4 }),
    ),
    translate: fc.constantFrom(null, null, null, 'true', 'false'),
  })
  .map(({ comment, state, languages, translate }): Tree => {
    const members: Member[] = []
    if (comment !== null) members.push(['comment', comment])
    if (state !== null) members.push(['extractionState', state])
    if (languages !== null) members.push(['localizations', languages])
    if (translate !== null) members.push(['shouldTranslate', { raw: translate }])
    return members
  })
const file = fc
  .tuple(fc.array(fc.tuple(key, entry), { maxLength: 6 }), fc.constantFrom('en', 'en', null), jsonStyle)
  .map(([strings, source, style]) =>
    printJson(
      [
        ...(source === null ? [] : [['sourceLanguage', source] as const]),
        ['strings', strings],
        ['version', '1.0'],
      ],
      style,
    ),
  )
const path = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(key) },
  { weight: 1, arbitrary: fc.constantFrom(['n', 'm'], ['']) },
)

describeLaws(
  inView({ language: 'de', side: 'target' }),
  { file, text: anyText, path },
  { floors: { rename: 40 } },
)
describeLaws(
  inView({ language: 'en', side: 'source' }),
  { file, text: anyText, path },
  { floors: { rename: 60 } },
)

test('one form of a key is not renamed without the others', () => {
  const catalogs = catalogFormat()
  const strings: Tree = [
    ['a', [['localizations', [['de', [['variations', [['plural', [form('one'), form('other')]]]]]]]]]],
  ]
  const bytes = printJson(
    [
      ['sourceLanguage', 'en'],
      ['strings', strings],
    ],
    { eol: '\n', indent: '  ', colon: ' : ', end: '', isAscii: false },
  )
  const document = catalogs.read(bytes, { language: 'de', side: 'target' })
  const names = [...document.entries.keys()]
  expect(names).toEqual(['a\u0000one', 'a\u0000other'])
  const renames = names.map((name): EntryEdit => {
    const unit = document.entries.get(name)?.unit
    return {
      kind: 'rename',
      name,
      path: ['b'],
      ...(unit === undefined ? {} : { unit: { ...unit, name: 'b', path: ['b'] } }),
    }
  })
  expect(() => catalogs.edit(document, renames.slice(0, 1))).toThrow('not-representable')
  const again = catalogs.read(catalogs.edit(document, renames), { language: 'de', side: 'target' })
  expect([...again.entries.keys()]).toEqual(['b\u0000one', 'b\u0000other'])
})

test('a text that varies is added for any language, and the other languages stay', () => {
  const catalogs = catalogFormat()
  const view: View = { language: 'pl', side: 'target' }
  const addition = fc.tuple(
    key,
    fc.constantFrom('zero', 'one', 'many', 'other', null),
    fc.constantFrom([], ['device', 'ipad'], ['substitutions', 'beds']),
    anyText,
  )
  fc.assert(
    fc.property(file, addition, (bytes, [name, form, steps, text]) => {
      const document = catalogs.read(bytes, view)
      fc.pre(isWhole(document))
      const unitName = steps.length === 0 ? name : `${name}|==|${steps.join('.')}`
      const unit = {
        name: unitName,
        plural: form === null ? 'none' : 'cardinal',
        form: form ?? 'other',
        path: [name, ...steps],
      } as const
      const edits: EntryEdit[] = [{ kind: 'add', path: unit.path, unit, text, after: [], state: 'draft' }]
      const edited = attempt(() => catalogs.edit(document, edits))
      fc.pre(edited !== null)
      const again = catalogs.read(edited, view)
      expect(textsOf(again)).toEqual(textsOf(document).set(unitEntryName(unit), text))
      expect(again.entries.get(unitEntryName(unit))?.state).toBe('draft')
      for (const language of ['de', 'fr', 'pt-BR']) {
        const other: View = { language, side: 'target' }
        expect(textsOf(catalogs.read(edited, other))).toEqual(textsOf(catalogs.read(bytes, other)))
      }
    }),
    lawRuns(150),
  )
})

function form(name: string): Member {
  return [
    name,
    [
      [
        'stringUnit',
        [
          ['state', 'translated'],
          ['value', name],
        ],
      ],
    ],
  ]
}

function catalogFormat(): Format {
  const format = formatById('apple-xcstrings')
  if (format === null) throw new Error('There is no such format')
  return format
}

/** Reads the catalog as if it had one language. */
function inView(view: View): Format {
  const format = catalogFormat()
  return {
    ...format,
    id: `${format.id} in ${view.language}`,
    read: (bytes) => format.read(bytes, view),
    create: (model, edits) => format.create(model, edits, view),
  }
}

function attempt(run: () => Uint8Array): Uint8Array | null {
  try {
    return run()
  } catch (error) {
    if (error instanceof Error && error.name === 'EditError') return null
    throw error
  }
}
