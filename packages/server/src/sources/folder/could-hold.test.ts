import { expect, test } from 'vitest'
import { couldHold } from './could-hold.ts'

test.each([
  ['locales/{lng}/{ns}.json', 'locales', true],
  ['locales/{lng}/{ns}.json', 'locales/de', true],
  ['locales/{lng}/{ns}.json', 'locales/de/app.json', true],
  ['locales/{lng}/{ns}.json', 'locales/de/admin', true],
  ['locales/{lng}/{ns}.json', 'locales/scripts-of-ours', false],
  ['locales/{lng}/{ns}.json', 'src', false],
  ['locales/{lng}/{ns}.json', 'locales/de/app.txt', true],
  ['{lng}/{lng}.json', 'de', true],
  ['{lng}.json', 'de', false],
  ['{lng}.json', 'de.json', true],
  ['app/src/main/res/values{-lng=en}/strings.xml', 'app/src', true],
  ['app/src/main/res/values{-lng=en}/strings.xml', 'app/src/main/res/values-de', true],
  ['app/src/main/res/values{-lng=en}/strings.xml', 'app/src/main/res/drawable', false],
  ['{ns}/src/main/res/values{-lng=en}/strings.xml', 'modules/shop', true],
  ['po/{lng}.po|po/app.pot', 'po', true],
  ['po/{lng}.po|po/app.pot', 'po/app.pot', true],
])('%s: %s → %s', (pattern, path, expected) => {
  expect(couldHold(pattern, path)).toBe(expected)
})
