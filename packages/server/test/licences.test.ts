import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
// @ts-expect-error: a script without types
import { collectLicences, listLicences } from '../../../scripts/lib/collect-licences.mjs'

const ROOT = join(import.meta.dirname, '../../..')
/** Licences of included code that allow the whole to be given away under the MIT licence, with their texts. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Unlicense',
  'Unicode-3.0',
])

test('every included package allows the licence of the product, and its text is in the notices', () => {
  const licences: readonly { name: string; license: string; text: string }[] = listLicences(ROOT)
  expect(licences.length).toBeGreaterThan(100)
  const wrong = licences.filter(({ license, text }) => !ALLOWED.has(license) || text.trim() === '')
  expect(wrong.map(({ name, license }) => `${name} (${license})`)).toEqual([])
  const notices = collectLicences(ROOT)
  for (const name of ['react ', '@fontsource-variable/inter ', 'argparse ', 'Data of Unicode'])
    expect(notices).toContain(`\n${name}`)
})

test('the product itself has the licence that its packages state', () => {
  expect(readFileSync(join(ROOT, 'LICENSE'), 'utf8')).toMatch(/^MIT License\n/)
  for (const name of ['', 'packages/cli', 'packages/client', 'packages/i18next', 'packages/server']) {
    const { license } = JSON.parse(readFileSync(join(ROOT, name, 'package.json'), 'utf8')) as {
      license?: string
    }
    expect([name, license]).toEqual([name, 'MIT'])
  }
  expect(existsSync(join(ROOT, 'scripts/lib/unicode-licence.txt'))).toBe(true)
})
