import { expect, test } from 'vitest'
import { textsAt } from './route-texts.ts'

test.each([
  ['/', []],
  ['/setup', ['session', 'failures']],
  ['/p/shop/translate/de', ['failures', 'issues', 'translations']],
  ['/p/shop/overview/', ['failures', 'issues', 'overview', 'activity']],
  ['/p/shop', ['failures', 'issues']],
  ['/nowhere', []],
  ['/p/shop/constructor', ['failures', 'issues']],
])('the texts at %s', (address, texts) => {
  expect(textsAt(address)).toEqual(texts)
})
