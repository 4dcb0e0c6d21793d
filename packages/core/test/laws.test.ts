import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../../scripts/lib/law-runs.ts'
import {
  basesOfKeys,
  buildBundle,
  diffWords,
  type EntryPath,
  fold,
  groupEntries,
  groupPlurals,
  hasFailing,
  i18nextSyntax,
  mergeFile,
  mergeText,
  parseQuery,
  parseTag,
  placeholdersOf,
  printQuery,
  runChecks,
  tagFromPath,
  tokenize,
  type Unit,
  unitId,
} from '../src/index.ts'
import { entriesOf } from './entries-of.ts'
import { printMessage } from './print-message.ts'

/** Noise made of pieces that have a meaning in some parser, so that it covers every branch. */
const noise = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '{{',
        '}}',
        '{{name}}',
        '{{- x}}',
        '$t(',
        ')',
        '(',
        '"',
        "'",
        '<',
        '>',
        '</0>',
        '<0>',
        '<br/>',
        ',',
        ' ',
        '\n',
        '\\',
        '{',
        '}',
        '-',
        ':',
        'state:',
        'key:',
        '_one',
        '_other',
        '.',
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.join(''))

describe('messages', () => {
  test('print ∘ parse is identity; spans are correct', () => {
    fc.assert(
      fc.property(noise, (text) => {
        const { parts, issues } = i18nextSyntax.parse(text)
        expect(printMessage(parts)).toBe(text)
        for (const part of parts) expect(text.slice(part.span.start, part.span.end)).toBe(part.text)
        for (const { span } of issues)
          expect(span.start >= 0 && span.start <= span.end && span.end <= text.length).toBe(true)
        for (const { span, text: piece } of placeholdersOf(parts))
          expect(text.slice(span.start, span.end)).toBe(piece)
      }),
      lawRuns(2000, 300),
    )
  })
})

describe('noise', () => {
  test('no check throws; spans and fixes stay within the text; hasFailing agrees', () => {
    fc.assert(
      fc.property(
        noise,
        noise,
        fc.constantFrom('de', 'fr', 'ja', 'ar', 'el', 'art-nvi'),
        fc.constantFrom('none', 'cardinal', 'ordinal', 'cardinal-v3' as const),
        (source, text, language, plural) => {
          const input = {
            syntax: i18nextSyntax,
            sourceLanguage: 'en',
            language,
            plural,
            sourceForms: { other: source },
            forms: { other: text, few: source },
            maxLength: 5,
            limits: null,
          } as const
          const issues = runChecks(input)
          expect(hasFailing(input)).toBe(issues.length > 0)
          for (const { form, span, fix } of issues) {
            const length = (form === 'other' ? text : form === 'few' ? source : '').length
            for (const range of fix === undefined ? [span] : [span, fix.span])
              expect(range.start >= 0 && range.start <= range.end && range.end <= length).toBe(true)
          }
        },
      ),
      lawRuns(1500, 300),
    )
  })

  test('search queries: printing a parsed query parses to the same', () => {
    fc.assert(
      fc.property(noise, (text) => {
        const { terms } = parseQuery(text)
        expect(parseQuery(printQuery({ terms })).terms).toEqual(terms)
      }),
      lawRuns(2000, 300),
    )
  })

  test('tags, folding, tokens', () => {
    fc.assert(
      fc.property(noise, (text) => {
        parseTag(text)
        tagFromPath(text)
        expect(tokenize(text).join('')).toBe(text)
        expect(fold(fold(text))).toBe(fold(text))
      }),
      lawRuns(1000, 300),
    )
  })
})

const text = fc.constantFrom('', 'a', 'b', 'Hello {{name}}', 'one two three', 'one three', 'zero one two')

describe('texts', () => {
  test('a diff contains both texts', () => {
    fc.assert(
      fc.property(noise, noise, (a, b) => {
        const parts = diffWords(a, b)
        expect(parts.map((part) => (part.kind === 'ins' ? '' : part.text)).join('')).toBe(a)
        expect(parts.map((part) => (part.kind === 'del' ? '' : part.text)).join('')).toBe(b)
      }),
    )
  })

  test('merging is symmetric and keeps a change of one side', () => {
    const words = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 8 })
      .map((list) => list.join(' '))
    fc.assert(
      fc.property(words, words, words, (base, a, b) => {
        expect(mergeText(base, a, b)).toBe(mergeText(base, b, a))
        expect(mergeText(base, a, base)).toBe(a)
        expect(mergeText(base, a, a)).toBe(a)
      }),
      lawRuns(3000, 300),
    )
  })
})

describe('catalog', () => {
  const unitMap = fc
    .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('1', '2', '3')), {
      selector: ([name]) => name,
    })
    .map(
      (list): ReadonlyMap<string, Unit> =>
        new Map(
          list.map(([name, value]) => [
            unitId({ name, plural: 'none' }),
            { name, plural: 'none', path: [name], forms: { other: value } },
          ]),
        ),
    )

  test('merging files is symmetric and loses nothing', () => {
    fc.assert(
      fc.property(unitMap, unitMap, unitMap, (base, theirs, ours) => {
        const merged = mergeFile({ base, theirs, ours })
        const mirrored = mergeFile({ base, theirs: ours, ours: theirs })
        const byId = <T extends { id: string }>(list: readonly T[]) =>
          [...list].sort((x, y) => (x.id < y.id ? -1 : 1))
        expect(byId(merged.toCatalog)).toEqual(byId(mirrored.toFile))
        expect(byId(merged.toFile)).toEqual(byId(mirrored.toCatalog))
        expect(merged.conflicts.map(({ id }) => id).sort()).toEqual(
          mirrored.conflicts.map(({ id }) => id).sort(),
        )
        const land = (start: ReadonlyMap<string, Unit>, changes: typeof merged.toCatalog) => {
          const after = new Map(start)
          for (const { id, before, after: unit } of changes) {
            expect(after.get(id) ?? null).toEqual(before)
            if (unit === null) after.delete(id)
            else after.set(id, unit)
          }
          for (const { id } of merged.conflicts) after.delete(id)
          return [...after].sort(([x], [y]) => (x < y ? -1 : 1))
        }
        expect(land(ours, merged.toCatalog)).toEqual(land(theirs, merged.toFile))
      }),
      lawRuns(1000, 300),
    )
  })
})

describe('plural keys', () => {
  const name = fc
    .tuple(
      fc.constantFrom('a', 'b', 'a_one', 'x.y'),
      fc.constantFrom(
        '',
        '_zero',
        '_one',
        '_few',
        '_other',
        '_ordinal_one',
        '_ordinal_other',
        '_plural',
        '_0',
        '_1',
        '_male',
      ),
    )
    .map(([base, suffix]) => base + suffix)
  const entries = fc
    .uniqueArray(fc.tuple(name, text), { selector: ([entry]) => entry, maxLength: 25 })
    .map((list) => list.map(([entry, value]) => ({ name: entry, path: entry.split('.'), text: value })))

  test('ungroup ∘ group gives the same names, paths and texts in every language', () => {
    fc.assert(
      fc.property(entries, entries, fc.constantFrom('en', 'ja'), (source, other, sourceLanguage) => {
        const groups = groupPlurals(
          [
            { language: 'pl', entries: other },
            { language: sourceLanguage, entries: source },
          ],
          sourceLanguage,
        )
        for (const [language, original] of [
          [sourceLanguage, source],
          ['pl', other],
        ] as const) {
          const units = groups.get(language) ?? []
          const sorted = (list: readonly { name: string }[]) =>
            [...list].sort((x, y) => (x.name < y.name ? -1 : 1))
          expect(sorted(units.flatMap((unit) => entriesOf(unit)))).toEqual(
            sorted(original.filter((entry) => entry.text !== '')),
          )
          expect(units.reduce((sum, unit) => sum + unit.present.length, 0)).toBe(original.length)
          expect(new Set(units.map(unitId)).size).toBe(units.length)
        }
        const known = [...groups.values()].flat()
        expect(groupEntries(other, basesOfKeys(known)).map(unitId)).toEqual(
          groups.get('pl')?.map(unitId) ?? [],
        )
      }),
      lawRuns(2000, 300),
    )
  })
})

test('a bundle is JSON that contains the texts of the units', () => {
  const part = fc.oneof(fc.constantFrom('a', 'b', '10', '__proto__', 'constructor', ''), fc.nat(3))
  const path = fc
    .tuple(fc.constantFrom('a', 'b', '__proto__', '7'), fc.array(part, { maxLength: 3 }))
    .map(([first, rest]): EntryPath => [first, ...rest])
  const list = fc.uniqueArray(
    fc.tuple(
      path,
      noise.filter((value) => value !== ''),
    ),
    { selector: ([p]) => JSON.stringify(p.map(String)), maxLength: 8 },
  )
  fc.assert(
    fc.property(list, (pairs) => {
      const units = pairs.map(
        ([p, value]): Unit => ({ name: p.join('.'), plural: 'none', path: p, forms: { other: value } }),
      )
      const texts: string[] = []
      JSON.parse(buildBundle({ units, language: 'en' }), (_, value) => {
        if (typeof value === 'string') texts.push(value)
        return value
      })
      const wanted = new Set(pairs.map(([, value]) => value))
      expect(new Set(texts)).toEqual(wanted)
    }),
    lawRuns(1000, 300),
  )
})
