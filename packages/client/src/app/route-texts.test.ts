import { expect, test } from 'vitest'
import { textsAt } from './route-texts.ts'

test.each([
  ['/', []],
  ['/setup', ['session', 'failures']],
  ['/p/shop/translate/de', ['failures', 'translations', 'issues']],
  ['/p/shop/overview/', ['failures', 'overview', 'activity']],
  ['/p/shop', ['failures']],
  ['/nowhere', []],
  ['/p/shop/constructor', ['failures']],
])('the texts at %s', (address, texts) => {
  expect(textsAt(address)).toEqual(texts)
})
