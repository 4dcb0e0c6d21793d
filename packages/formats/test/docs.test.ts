import { readFileSync } from 'node:fs'
import { ALL_SYNTAXES, FORMAT_NAMES, nameOfFormat } from '@dragoman/core'
import { expect, test } from 'vitest'
import { ALL_FORMATS, type Format } from '../src/index.ts'

const DOCS = new URL('../../../docs/', import.meta.url)

test('every format has the id under which it is listed', () => {
  expect(ALL_FORMATS.map(({ id }) => id)).toEqual(Object.keys(FORMAT_NAMES))
})

test.each(ALL_FORMATS.map(({ id }) => id))('%s is described', (id) => {
  expect(readFileSync(new URL(`formats/${id}.md`, DOCS), 'utf8').length).toBeGreaterThan(500)
})

// `npx vitest run packages/formats/test/docs.test.ts -u` writes the table.
test('the table of formats is what they declare', async () => {
  const path = new URL('formats.md', DOCS).pathname
  const [before = '', after = ''] = readFileSync(path, 'utf8').split(
    /(?<=<!-- formats -->\n)[\s\S]*?(?=<!-- end -->)/,
  )
  expect(after).not.toBe('')
  await expect(`${before}${formatTable()}${after}`).toMatchFileSnapshot(path)
})

const PLURALS: Readonly<Record<Format['plurals'], string>> = {
  names: 'suffixed names',
  units: 'by CLDR category',
  text: 'within the text',
  none: 'none',
}

function formatTable(): string {
  const rows = ALL_FORMATS.map(({ id, extensions, languages, plurals, syntax, supports }) => {
    const held = supports.filter((capability) => capability !== 'plural')
    return [
      `[${nameOfFormat(id)}](formats/${id}.md)`,
      extensions.map((extension) => `\`${extension}\``).join(' '),
      languages,
      PLURALS[plurals],
      syntax,
      held.length === 0 ? '–' : held.join(', '),
    ]
  })
  const head = ['format', 'files', 'languages', 'plurals', 'syntax', 'holds']
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')
}

test('every format names an existing syntax', () => {
  const known = ALL_SYNTAXES.map(({ id }) => id)
  expect(
    ALL_FORMATS.filter(({ syntax }) => !known.includes(syntax)).map(({ id, syntax }) => `${id}: ${syntax}`),
  ).toEqual([])
})
