import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { detectProjects } from '../src/index.ts'

// docs/finding-files.md says which programs are recognized: each sign of each row is tried.

const docs = readFileSync(new URL('../../../docs/finding-files.md', import.meta.url), 'utf8')
const section = docs.slice(docs.indexOf('## Which programs are recognized'))

type Row = {
  readonly files: string
  readonly sign: string
  readonly where: string
  readonly format: string
  readonly syntax: string
}

/** Returns a row for each sign of the table. */
function rows(): readonly Row[] {
  const lines = section.slice(0, section.indexOf('\n## ')).split('\n')
  return lines
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => {
      const [files = '', signs = '', where = '', format = '', syntax = ''] = line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.replaceAll('<code>', '`').replaceAll('</code>', '`').replaceAll('&#124;', '|'))
      const plain = (cell: string) => cell.replaceAll('`', '')
      return (signs.match(/`[^`]+`/g) ?? ['']).map((sign) => ({
        ...{ files: plain(files), sign: plain(sign), where: plain(where) },
        ...{ format: plain(format), syntax: plain(syntax) },
      }))
    })
}

/** A text without any sign, in the format of an extension. */
const PLAIN: Readonly<Record<string, (language: string, text: string) => string>> = {
  json: (_, text) => JSON.stringify({ a: { b: text } }),
  arb: (language, text) => JSON.stringify({ '@@locale': language, save: text }),
  yml: (language, text) => `${language}:\n  save: ${JSON.stringify(text)}\n`,
  yaml: (_, text) => `save: ${JSON.stringify(text)}\nopen: Open\n`,
  php: (_, text) => `<?php\n\nreturn [\n    'save' => '${text}',\n];\n`,
  xml: (_, text) => `<resources>\n  <string name="save">${text}</string>\n</resources>\n`,
}

/** Files that their whole form identifies, by the start of the sign. */
const WHOLE: readonly (readonly [string, (language: string) => string])[] = [
  ['[{', () => '[{"id": "save", "translation": "Save"}]'],
  ['en: &en', () => 'en: &en\n  a: A\nde:\n  <<: *en\n  a: B\n'],
  ['de: &de', () => 'en:\n  a: A\nde: &de\n  a: B\n'],
  ['- id', () => '- id: save\n  translation: Save\n'],
  ['- translation', () => '- translation: Save\n  id: save\n'],
  [
    '{"language"',
    (language) =>
      `{"language": "${language}", "messages": [{"id": "a", "message": "A", "translation": "B"}]}`,
  ],
  ['{"locale"', (language) => `{"locale": "${language}", "translations": {"a": "A"}}`],
]

function programFile(where: string, sign: string): string {
  if (where === 'Gemfile') return `gem '${sign}'\n`
  if (where === 'l10n.yaml') return `${sign}\n`
  if (where === 'pubspec.yaml') return `dependencies:\n  ${sign}: 1.0.0\n`
  return JSON.stringify({ dependencies: { [sign]: '1.0.0' }, require: { [sign]: '1.0.0' } })
}

test('the table has rows', () => {
  expect(rows().length).toBeGreaterThan(25)
})

test.each(rows())('$files with $sign in $where are $format with the syntax $syntax', async (row) => {
  const { files, sign, where, format, syntax } = row
  const whole = where === 'the file' ? WHOLE.find(([start]) => sign.startsWith(start))?.[1] : undefined
  const isText = where === 'the texts'
  const write = PLAIN[files.slice(files.lastIndexOf('.') + 1)]
  if (write === undefined) throw new Error(`No text for ${files}`)
  const text = isText ? sign.replace('plural, …', 'plural, one {#} other {#}') : 'Save'
  const entries = ['en', 'de', 'fr'].map((language) => [
    files.replace('{lng}', language),
    whole === undefined ? write(language, text) : whole(language),
  ])
  const all: Readonly<Record<string, string>> = {
    ...Object.fromEntries(entries),
    ...(/^[A-Za-z0-9.]+$/.test(where) ? { [where]: programFile(where, sign) } : {}),
  }
  const found = await detectProjects(Object.keys(all), {
    head: async (path) => all[path] ?? '',
    bytes: async (path) => new TextEncoder().encode(all[path] ?? ''),
    size: async (path) => (all[path] ?? '').length,
  })
  expect(found.map((one) => [one.format, one.syntaxes.get(one.format)])).toEqual([[format, syntax]])
})
