import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../../../scripts/lib/law-runs.ts'
import { csv } from '../../src/csv/csv.ts'
import { type EntryEdit, isWhole, type View } from '../../src/index.ts'
import { describeLaws } from './describe-laws.ts'
import { identity, oneEdit, removeAndAdd, rename, textsOf } from './law.ts'
import { textOf } from './pieces.ts'

const DELIMITERS = [',', ';', '\t', '|']
const key = fc.constantFrom(
  'a',
  'b',
  'b.c',
  'with space',
  '__proto__',
  'é',
  '10',
  '-',
  '=1+1',
  'key',
  'de',
  ' edge ',
  '#no comment',
  '"',
)
const text = textOf(
  '\n',
  '\r',
  '\t',
  '"',
  '""',
  ',',
  ';',
  '|',
  '#',
  '=',
  ' ',
  '\u00a0',
  '\0',
  '\u2028',
  'key',
  'de',
  'value',
)

type Style = {
  readonly delimiter: string
  readonly eol: string
  readonly isOpen: boolean
  readonly how: string
}
const style: fc.Arbitrary<Style> = fc.record({
  delimiter: fc.constantFrom(...DELIMITERS),
  eol: fc.constantFrom('\n', '\n', '\r\n', '\r'),
  isOpen: fc.boolean(),
  how: fc.constantFrom('plain', 'plain', 'bom', 'utf-16le'),
})

/** The ways to write a cell, depending on the program that created the file. */
const cellOf = (value: fc.Arbitrary<string>) =>
  fc
    .tuple(value, fc.constantFrom('quoted', 'bare', 'bare', 'padded'))
    .map(([content, how]) => (delimiter: string) => {
      const isBare = !/["\r\n]/.test(content) && !content.includes(delimiter)
      if (how === 'quoted' || !isBare) return `"${content.replaceAll('"', '""')}"`
      return how === 'padded' ? `${content}  ` : content
    })

const odd = fc.constantFrom(
  '',
  '# alone',
  '   ',
  'only one',
  ',,,',
  '"',
  'a,"b" c',
  ' "padded" , x',
  '"open',
  'a,b,c,d,e',
  '""',
)

function fileOf(heads: readonly string[], columns: number): fc.Arbitrary<Uint8Array> {
  const row = fc.tuple(
    cellOf(key),
    fc.array(fc.option(cellOf(text), { freq: 5 }), { minLength: columns, maxLength: columns }),
  )
  const line = fc.oneof({ weight: 8, arbitrary: row }, { weight: 1, arbitrary: odd })
  return fc.tuple(fc.array(line, { maxLength: 7 }), style).map(([lines, { delimiter, eol, isOpen, how }]) => {
    const written = lines.map((each) =>
      typeof each === 'string'
        ? each
        : [each[0](delimiter), ...each[1].map((cell) => cell?.(delimiter) ?? '')].join(delimiter),
    )
    const all = heads.length === 0 ? written : [heads.join(delimiter), ...written]
    const content = all.join(eol) + (isOpen ? '' : eol)
    if (how === 'utf-16le') return new Uint8Array(Buffer.from(`\ufeff${content}`, 'utf16le'))
    return new Uint8Array(Buffer.from(how === 'bom' ? `\ufeff${content}` : content))
  })
}

const path = fc.oneof(
  fc.constantFrom(['a'], ['new'], ['b', 'c'], ['x', 'y'], ['new key'], ['#x'], [''], ['key'], [' edge ']),
  fc.tuple(fc.string({ unit: 'binary', maxLength: 4 })),
)

describe.each([
  ['without heads', []],
  ['with a key and a value', ['key', 'value', 'comment']],
  ['with source and target', ['id', 'source', 'target', 'state']],
  ['with one language', ['', 'de', 'comment']],
])('CSV %s', (_, heads) => {
  describeLaws(csv, { file: fileOf(heads, Math.max(heads.length - 1, 1)), text, path }, { numRuns: 200 })
})

describe('CSV with a column for each language', () => {
  const file = fileOf(['key', 'en', 'pt_BR', 'fr'], 3).filter((bytes) => isWhole(csv.read(bytes)))
  const view = fc.constantFrom('en', 'pt-BR', 'it').map((language): View => ({ language, side: 'target' }))
  const entryOf = (bytes: Uint8Array, language: View, pick: number) => {
    const entries = [...csv.read(bytes, language).entries.values()]
    return entries[pick % Math.max(1, entries.length)]
  }

  test('one edit changes one text of one language', () => {
    fc.assert(
      fc.property(file, view, fc.nat(), text, (bytes, language, pick, wanted) => {
        expect(identity(csv, bytes, language)).toEqual({ kind: 'held' })
        const entry = entryOf(bytes, language, pick)
        fc.pre(entry !== undefined)
        const others = textsOf(csv.read(bytes, { language: 'fr', side: 'target' }))
        expect(oneEdit(csv, bytes, entry, wanted, language).kind).not.toBe('broken')
        for (const verdict of [
          removeAndAdd(csv, bytes, entry, language),
          rename(csv, bytes, entry, language),
        ])
          if (verdict.kind === 'broken') throw new Error(verdict.how)
        const edited = attempt(() =>
          csv.edit(csv.read(bytes, language), [{ kind: 'remove', name: entry.name }]),
        )
        if (edited !== null)
          expect(textsOf(csv.read(edited, { language: 'fr', side: 'target' }))).toEqual(others)
      }),
      lawRuns(300),
    )
  })

  test('a text in a language that the file lacks adds a column and changes no other text', () => {
    fc.assert(
      fc.property(file, key, text, (bytes, name, wanted) => {
        const italian: View = { language: 'it', side: 'target' }
        const edits: EntryEdit[] = [{ kind: 'add', path: [name], text: wanted, after: [] }]
        const edited = attempt(() => csv.edit(csv.read(bytes, italian), edits))
        fc.pre(edited !== null)
        expect(textsOf(csv.read(edited, italian))).toEqual(new Map([[name, wanted]]))
        for (const language of ['en', 'pt-BR', 'fr'])
          expect(textsOf(csv.read(edited, { language, side: 'target' }))).toEqual(
            textsOf(csv.read(bytes, { language, side: 'target' })),
          )
      }),
      lawRuns(300),
    )
  })
})

test('a text set twice in one edit is written as if it had been set in two edits', () => {
  const document = csv.read(Buffer.from('key,value\na,"#\nb,x\n"\n'))
  const sets = ['-', document.entries.get('a')?.text ?? ''].map(
    (text): EntryEdit => ({ kind: 'set', name: 'a', text }),
  )
  const [first, second] = sets
  if (first === undefined || second === undefined) throw new Error('There are two.')
  expect(csv.edit(document, sets)).toEqual(csv.edit(csv.read(csv.edit(document, [first])), [second]))
})

test.each([
  ['a NUL that would make the file UTF-16', 'a,""\n', '\0'],
  ['a head that would make another table of it', 'key,x\nb,y\n', 'en'],
])('%s is refused or does no damage', (_, content, text) => {
  const document = csv.read(Buffer.from(content))
  const [name = ''] = document.entries.keys()
  const edited = attempt(() => csv.edit(document, [{ kind: 'set', name, text }]))
  if (edited !== null) expect(csv.read(edited).entries.get(name)?.text).toBe(text)
})

function attempt<T>(run: () => T): T | null {
  try {
    return run()
  } catch (error) {
    if (error instanceof Error && error.name === 'EditError') return null
    throw error
  }
}

test('the heading of a new column names its language, like those of the others', () => {
  const languages = fc.constantFrom(
    ...[
      'de',
      'pt-BR',
      'en-GB',
      'zh-Hans',
      'zh-Hant-HK',
      'es-419',
      'sr-Latn',
      'nb',
      'no',
      'ckb',
      'fil',
      'yue',
    ],
    ...['ca-valencia', 'de-AT', 'en-IN', 'uk', 'br', 'x-lolcat'],
  )
  const heads = fc.constantFrom(
    'French',
    'French (fr)',
    'French(fr_FR)',
    'French (FR)',
    'French (France)',
    'fr',
    'fr_FR',
  )
  fc.assert(
    fc.property(languages, heads, (language, head) => {
      const view: View = { language, side: 'target' }
      const document = csv.read(new TextEncoder().encode(`key,English,${head}\na,b,c\n`), view)
      const edited = csv.edit(document, [{ kind: 'add', path: ['a'], text: 'x', after: [] }])
      expect(csv.languagesIn?.(edited).targets.map((tag) => tag.replaceAll('_', '-'))).toContain(language)
      expect(csv.read(edited, view).entries.get('a')?.text).toBe('x')
    }),
    lawRuns(200),
  )
})
