import { expect, test } from 'vitest'
import { FILE_LIMITS, type Format, formatById } from '../src/index.ts'

function numbered(count: number, make: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => make(i)).join('')
}

test.each([
  ['rails-yaml', `de: ${'{a: '.repeat(FILE_LIMITS.nesting + 5)}`],
  ['rails-yaml', `de: ${'['.repeat(200_000)}`],
  ['rails-yaml', `de:\n  - ${'- '.repeat(200_000)}`],
  ['rails-yaml', `de:\n  ${'? '.repeat(200_000)}`],
  ['yaml', numbered(FILE_LIMITS.nesting + 5, (i) => `${' '.repeat(i)}a:\n`)],
  ['php-array', `<?php return ${"['a'=>".repeat(FILE_LIMITS.nesting + 5)}`],
  ['php-array', `<?php return ${'array('.repeat(200_000)}`],
])('nesting in %s ends at the limit', (id, text) => {
  expect(format(id).read(Buffer.from(text)).issues).toMatchObject([{ code: 'too-deep', severity: 'error' }])
})

test('aliases of aliases are counted and not expanded', () => {
  const levels = numbered(
    30,
    (i) => `  a${i + 1}: &a${i + 1} [${Array.from({ length: 9 }, () => `*a${i}`).join(', ')}]\n`,
  )
  const document = format('rails-yaml').read(Buffer.from(`de:\n  a0: &a0 lol\n${levels}`))
  expect(document.issues).toMatchObject([{ code: 'too-many-aliases', severity: 'error' }])
})

test.each([
  ['ini', 'a=\n'.repeat(FILE_LIMITS.values + 5)],
  ['apple-strings', 'a=b;'.repeat(FILE_LIMITS.values + 5)],
])('values of %s end at the limit', (id, text) => {
  const found = format(id)
    .read(Buffer.from(text))
    .issues.filter(({ severity }) => severity === 'error')
  expect(found).toMatchObject([{ code: 'too-many-values' }])
})

function format(id: string): Format {
  const found = formatById(id)
  if (found === null) throw new Error(id)
  return found
}
