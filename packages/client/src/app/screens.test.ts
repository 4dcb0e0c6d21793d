import { expect, test } from 'vitest'
import { textsAt } from './screens.ts'

test.each([
  ['/', []],
  ['/setup', ['session', 'failures']],
  [
    '/p/shop/translate/de',
    ['branches', 'members', 'visitor', 'status', 'failures', 'issues', 'translations', 'comments', 'review'],
  ],
  [
    '/p/shop/overview/',
    [
      'branches',
      'members',
      'visitor',
      'status',
      'failures',
      'issues',
      'overview',
      'activity',
      'files',
      'tasks',
    ],
  ],
  ['/p/shop', ['branches', 'members', 'visitor', 'status', 'failures', 'issues']],
  ['/nowhere', []],
  ['/p/shop/constructor', ['branches', 'members', 'visitor', 'status', 'failures', 'issues']],
])('the texts at %s', (address, texts) => {
  expect(textsAt(address)).toEqual(texts)
})
