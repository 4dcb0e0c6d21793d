import { expect, test } from 'vitest'
import {
  hasSlugShape,
  isKeyName,
  isKeyTag,
  isName,
  isNamespace,
  isNameToGive,
  isPlainKeyName,
  isProjectSlug,
  numberedSlug,
  slugFromName,
  tidyDescription,
} from './names.ts'

test('project slugs are validated', () => {
  for (const slug of ['web-app', 'a1', '2024', 'a'.repeat(50)]) expect(isProjectSlug(slug)).toBe(true)
  for (const slug of ['a', '', 'A-b', 'a--b', '-a', 'a-', 'a b', 'é', 'api', 'setup', 'a'.repeat(51)])
    expect(isProjectSlug(slug)).toBe(false)
})

test.each([
  ['My App!', 'my-app'],
  ['Ünïcode', 'unicode'],
  ['日本語', ''],
  ['api', ''],
  ['Größe & Łódź', 'grosse-lodz'],
  ['  --x--y  ', 'x-y'],
  [`${'a'.repeat(49)} b`, 'a'.repeat(49)],
])('the slug of %s is %s', (name, slug) => {
  expect(slugFromName(name)).toBe(slug)
})

test('a number is appended to a URL name that is taken, which stays valid', () => {
  expect([numberedSlug('shop', 1), numberedSlug('shop', 12)]).toEqual(['shop', 'shop-12'])
  const cut = `${'customer-portal-of-the-regional-branches-abc-'.padEnd(45, 'x')}tail-and-more`
  for (const base of [cut, `${'a'.repeat(47)}-b`, 'a'.repeat(90), `${'a'.repeat(49)}-b`])
    for (const number of [1, 2, 10, 1000]) expect(hasSlugShape(numberedSlug(base, number))).toBe(true)
})

test('namespaces are validated', () => {
  for (const text of ['app', 'mobile/default', 'a.b-c_d', 'тест', 'हिन्दी', 'ภาษาไทย', 'messages+intl-icu'])
    expect(isNamespace(text)).toBe(true)
  for (const text of ['', 'a b', '../a', 'a/../b', '/a', 'a/', 'a//b', '.', 'a\\b', 'x'.repeat(101)])
    expect(isNamespace(text)).toBe(false)
})

test('key names are validated', () => {
  for (const text of ['a', '__proto__', 'constructor', 'Hello, world.', ' ', '日本', 'x'.repeat(1024)])
    expect(isKeyName(text)).toBe(true)
  for (const text of ['', 'a\u0000b', 'x'.repeat(1025)])
    expect([isKeyName(text), isPlainKeyName(text)]).toEqual([false, false])
  for (const text of ['a\nb', '\u0004', '\t', '\u0085'])
    expect([isKeyName(text), isPlainKeyName(text)]).toEqual([true, false])
  // A key from a file keeps its line break when it is renamed; a new key cannot have one.
  expect([isNameToGive('a\nc'), isNameToGive('a\nc', 'a\nb'), isNameToGive('a\tc', 'a\nb')]).toEqual([
    false,
    true,
    false,
  ])
})

test('names and tags are validated', () => {
  expect([isName('Web'), isName(' '), isName('a'.repeat(101)), isName('a\u0007')]).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect([isKeyTag('legal'), isKeyTag(''), isKeyTag('x'.repeat(101))]).toEqual([true, false, false])
})

test.each([
  ['  Sells\n\n pots \t and cups. ', 'Sells pots and cups.'],
  ['a\u202eb \u200b c\u0007', 'ab c'],
  ['\u{1f469}\u200d\u{1f4bb} نمی\u200cخواهم', '\u{1f469}\u200d\u{1f4bb} نمی\u200cخواهم'],
  ['', ''],
])('a description is stored without hidden characters: %j', (written, stored) => {
  expect(tidyDescription(written)).toBe(stored)
})
