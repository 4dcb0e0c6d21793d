import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../../../scripts/lib/law-runs.ts'
import { tbx } from '../../src/exchange/tbx.ts'
import { tmx } from '../../src/exchange/tmx.ts'
import { type EntryEdit, isWhole, type View } from '../../src/index.ts'
import { describeLaws, type Floors } from './describe-laws.ts'
import { textsOf } from './law.ts'
import { textOf } from './pieces.ts'
import { rawOf, xmlFileOf } from './xml-pieces.ts'

const text = textOf(
  '\n',
  '\r',
  '<',
  '>',
  '&',
  '&amp;',
  ']]>',
  '<b>',
  '<ph x="1"/>',
  '<hi>',
  '</hi>',
  '"',
  "'",
  '\0',
  '\u00a0',
)
const path = fc.oneof(
  fc.constantFrom(['a'], ['new'], ['b', 'c'], ['c1#2'], ['c1~2'], ['with space'], [''], ['ü'], ['1']),
  fc.tuple(fc.string({ unit: 'binary', maxLength: 4 })),
)

const seg = rawOf('<bpt i="1">&lt;b&gt;</bpt>x<ept i="1">&lt;/b&gt;</ept>', '<ph/>', '<hi type="b">h</hi>')
const variant = fc
  .record({
    language: fc.constantFrom('en', 'de', 'de', 'DE', 'fr-CA'),
    raw: seg,
    note: fc.constantFrom('', '<note>n</note>'),
  })
  .map(({ language, raw, note }) => `<tuv xml:lang="${language}">${note}<seg>${raw}</seg></tuv>`)
const unit = fc
  .record({
    id: fc.constantFrom('', ' tuid="a"', ' tuid="b c"', " tuid='c&amp;d'"),
    variants: fc.array(variant, { maxLength: 4 }),
    isOpen: fc.boolean(),
  })
  .map(
    ({ id, variants, isOpen }) =>
      `<tu${id}>${isOpen ? '\n      ' : ''}${variants.join(isOpen ? '\n      ' : '')}${isOpen ? '\n    ' : ''}</tu>`,
  )

const concept = fc
  .record({
    id: fc.constantFrom(' id="c1"', ' id="c2"', ' id="ü"', ''),
    sections: fc.array(
      fc.tuple(
        fc.constantFrom('en', 'de', 'de', 'fr'),
        fc.array(rawOf('<hi>h</hi>'), { minLength: 1, maxLength: 3 }),
      ),
      {
        maxLength: 3,
      },
    ),
  })
  .map(({ id, sections }) => {
    const inside = sections.map(
      ([language, terms]) =>
        `<langSec xml:lang="${language}">${terms.map((term) => `<termSec><term>${term}</term><termNote type="partOfSpeech">noun</termNote></termSec>`).join('\n')}</langSec>`,
    )
    return `<conceptEntry${id}><descrip type="definition">d</descrip>${inside.join('')}</conceptEntry>`
  })

// Both refuse what they cannot store: control characters, and a second text of one language in a unit.
const TMX_FLOORS: Floors = { set: 45, removeAndAdd: 20, rename: 30, add: 35, several: 45, create: 45 }
// A concept is renamed only if it has one term in the language, and to an id that XML accepts.
const TBX_FLOORS: Floors = { set: 45, removeAndAdd: 25, rename: 3, add: 30, several: 30, create: 30 }

describeLaws(
  tmx,
  {
    file: xmlFileOf(unit, {
      head: '<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n',
      root: 'tmx version="1.4"><header srclang="en"/><body',
      tail: '</body></tmx>',
    }),
    text,
    path,
  },
  { numRuns: 150, floors: TMX_FLOORS },
)
describeLaws(
  tbx,
  {
    file: xmlFileOf(concept, {
      head: '',
      root: 'tbx type="TBX-Basic" style="dca" xml:lang="en"><text><body',
      tail: '</body></text></tbx>',
    }),
    text,
    path,
  },
  { numRuns: 150, floors: TBX_FLOORS },
)

describe.each([
  ['tmx', tmx],
  ['tbx', tbx],
])('a new %s file', (_, format) => {
  test('contains the texts of several languages, added one language at a time', () => {
    const texts = fc.uniqueArray(fc.tuple(fc.constantFrom('k1', 'k2', 'k3'), text, text, text), {
      selector: ([name]) => name,
      minLength: 1,
    })
    fc.assert(
      fc.property(texts, (rows) => {
        const adds = (column: 1 | 2 | 3): EntryEdit[] =>
          rows.map((row) => ({ kind: 'add', path: [row[0]], text: row[column], source: row[1], after: [] }))
        const views: View[] = [
          { language: 'en', side: 'source' },
          { language: 'de', side: 'target' },
          { language: 'pt-BR', side: 'target' },
        ]
        const created = attempt(() => {
          const first = format.create(null, adds(1), views[0])
          const second = format.edit(format.read(first, views[1]), adds(2))
          return format.edit(format.read(second, views[2]), adds(3))
        })
        fc.pre(created !== null)
        for (const [i, view] of views.entries()) {
          const document = format.read(created, view)
          expect(isWhole(document)).toBe(true)
          expect(textsOf(document)).toEqual(
            new Map(rows.map((row) => [row[0], row[i === 0 ? 1 : i === 1 ? 2 : 3]])),
          )
        }
        expect(format.languagesIn?.(created)).toEqual({ source: 'en', targets: ['de', 'pt-BR'] })
        expect(
          format.recognise(`x.${format.id}`, Buffer.from(created).toString().slice(0, 1000)).certainty,
        ).toBe(3)
      }),
      lawRuns(60),
    )
  })
})

function attempt<T>(run: () => T): T | null {
  try {
    return run()
  } catch (error) {
    if (error instanceof Error && error.name === 'EditError') return null
    throw error
  }
}
