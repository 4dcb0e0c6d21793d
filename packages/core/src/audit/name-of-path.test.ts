import { expect, test } from 'vitest'
import { nameOfPath } from './name-of-path.ts'

test.each([
  ['/srv/shop', 'shop'],
  ['/srv/shop/', 'shop'],
  ['/srv/a\\b', 'a\\b'],
  ['C:\\Work\\shop', 'shop'],
  ['d:/work/shop', 'shop'],
  ['\\\\server\\share\\shop', 'shop'],
  ['/', ''],
])('an absolute path %s is named %s', (path, name) => {
  expect(nameOfPath(path)).toBe(name)
})

test.each(['locales/en.json', 'shop', 'https://example.com/shop.git', 'git@example.com:a/shop.git', ''])(
  'a text that is no absolute path stays: %s',
  (text) => {
    expect(nameOfPath(text)).toBe(text)
  },
)
