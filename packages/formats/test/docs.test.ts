import { readFileSync } from 'node:fs'
import { ALL_SYNTAXES } from '@dragoman/core'
import { expect, test } from 'vitest'
import { ALL_FORMATS } from '../src/index.ts'

const DOCS = new URL('../../../docs/', import.meta.url)
const overview = readFileSync(new URL('formats.md', DOCS), 'utf8')

test.each(ALL_FORMATS.map(({ id, languages, syntax }) => [id, languages, syntax]))(
  '%s is described',
  (id, languages, syntax) => {
    expect(readFileSync(new URL(`formats/${id}.md`, DOCS), 'utf8').length).toBeGreaterThan(500)
    const row = overview.split('\n').find((line) => line.includes(`](formats/${id}.md)`))
    expect(row).toContain(`| ${languages} |`)
    expect(row).toContain(`| ${syntax} |`)
  },
)

test('every format names an existing syntax', () => {
  const known = ALL_SYNTAXES.map(({ id }) => id)
  expect(
    ALL_FORMATS.filter(({ syntax }) => !known.includes(syntax)).map(({ id, syntax }) => `${id}: ${syntax}`),
  ).toEqual([])
})
