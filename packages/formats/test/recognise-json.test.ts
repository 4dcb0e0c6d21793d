import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { decodeBytes, formatById } from '../src/index.ts'
import { CORPUS, CORPUS_ABSENT, corpusFiles } from './corpus/files.ts'

const DIALECTS = [
  'i18next-json',
  'icu-json',
  'vue-i18n-json',
  'laravel-json',
  'slang-json',
  'json',
  'json5',
] as const
type Dialect = (typeof DIALECTS)[number]

test.each([
  ['locales/en.json', '{"a":"{{name}}"}', 'i18next-json', 2],
  ['locales/en.json', '{"a_one":"one","a_other":"other"}', 'i18next-json', 2],
  ['locales/en.json', '{"a":"{{n, number}}"}', 'i18next-json', 2],
  ['locales/en.json', '{"a":"{n, plural, one {#} other {#}}"}', 'icu-json', 2],
  ['lang/en.json', '{"a":{"defaultMessage":"A"}}', 'icu-json', 3],
  ['locales/en.json', '{"a.b":"by {name}"}', 'icu-json', 2],
  ['locales/en.json', '{"a":"{n} file | {n} files"}', 'vue-i18n-json', 2],
  ['locales/en.json', '{"a":"@:b.c"}', 'vue-i18n-json', 2],
  ['locales/en.json', '{"a":"you{\'@\'}example.org"}', 'vue-i18n-json', 2],
  ['lang/de.json', '{"The :attribute is :count.":":Attribute ist :count."}', 'laravel-json', 2],
  ['i18n/en.i18n.json', '{"a":"A"}', 'slang-json', 3],
  ['i18n/en.json', '{"days(plural, param=d)":{"other":"{d}d"}}', 'slang-json', 3],
  ['assets/i18n/en.json', '{"a":"@:b.c"}', 'slang-json', 2],
  ['en.json5', '{}', 'json5', 3],
  ['en.jsonc', '{}', 'json5', 2],
  ['en.json', '// no strict JSON\n{}', 'json5', 2],
  ['en.json', "{\n  a: 'A' }", 'json5', 2],
] as const)('%s with %s is %s', (path, head, id, certainty) => {
  expect(surest(path, head)).toEqual({ ids: [id], certainty })
})

test.each([
  [
    'a file without any sign may be all',
    'en.json',
    '{"a":"A"}',
    ['i18next-json', 'icu-json', 'vue-i18n-json', 'laravel-json', 'slang-json', 'json'],
  ],
  [
    'minified numbers are no placeholders',
    'en.json',
    '{"a":true,"b":null,"c":false}',
    ['i18next-json', 'icu-json', 'vue-i18n-json', 'laravel-json', 'slang-json', 'json'],
  ],
  [
    'one brace may be two dialects, or none',
    'en.json',
    '{"a":{"b":"{name}"}}',
    ['i18next-json', 'icu-json', 'vue-i18n-json', 'json'],
  ],
] as const)('%s', (_, path, head, ids) => {
  expect(surest(path, head)).toEqual({ ids, certainty: 1 })
})

test.each(['_locales/en/messages.json', 'en.arb', 'Localizable.xcstrings', 'en.yaml'])(
  '%s has another format',
  (path) => {
    expect(surest(path, '{"a":{"message":"A"}}').certainty).toBe(0)
  },
)

const FOLDERS: readonly Dialect[] = [
  'i18next-json',
  'icu-json',
  'vue-i18n-json',
  'laravel-json',
  'slang-json',
]

describe.skipIf(CORPUS_ABSENT !== '')(`real files${CORPUS_ABSENT}`, () => {
  test.each(FOLDERS)('of %s are not recognized as anything else', (id) => {
    const wrong = corpusFiles(id).filter((path) => {
      const { ids } = surest(path, headOf(path))
      return !ids.includes(id)
    })
    expect(wrong.map((path) => relative(CORPUS, path))).toEqual([])
  })

  // A file without a placeholder in its first characters is plain in every dialect; the other files decide.
  test.each([
    ['i18next-json', 46],
    ['icu-json', 12],
    // `{0}` alone is not vue-i18n's.
    ['vue-i18n-json', 12],
    ['laravel-json', 28],
    ['slang-json', 9],
  ] as const)('of %s are recognized with certainty: at least %i', (id, count) => {
    const sure = corpusFiles(id).filter((path) => surest(path, headOf(path)).certainty >= 2)
    expect(sure.length).toBeGreaterThanOrEqual(count)
  })
})

/** Returns the dialects with the highest certainty for a file, and that certainty. */
function surest(
  path: string,
  head: string,
): { readonly ids: readonly Dialect[]; readonly certainty: number } {
  const all = DIALECTS.map((id) => ({ id, certainty: formatById(id)?.recognise(path, head).certainty ?? 0 }))
  const certainty = Math.max(...all.map((one) => one.certainty))
  return { ids: all.filter((one) => one.certainty === certainty).map((one) => one.id), certainty }
}

function headOf(path: string): string {
  return decodeBytes(new Uint8Array(readFileSync(path))).text.slice(0, 4000)
}
