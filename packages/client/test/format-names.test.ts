import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_FORMATS } from '@dragoman/formats'
import { expect, test } from 'vitest'

test('every format has a name', () => {
  const { name } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../public/locales/en/formats.json'), 'utf8'),
  ) as {
    readonly name: Readonly<Record<string, string>> // our own file
  }
  expect(ALL_FORMATS.map((format) => format.id).filter((id) => typeof name[id] !== 'string')).toEqual([])
})
