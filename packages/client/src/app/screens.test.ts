import { expect, test } from 'vitest'
import { isOpen, screensAt, textsAt } from './screens.ts'

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

test.each([
  ['/', []],
  ['/sign-in', ['sign-in']],
  ['/sign-in/oidc', ['sign-in-oidc']],
  ['/reset/code', ['reset']],
  ['/p/shop', ['project']],
  ['/p/shop/translate/de', ['project', 'translate']],
  ['/p/shop/constructor', ['project']],
])('the screens at %s', (address, screens) => {
  expect(screensAt(address)).toEqual(screens)
})

test.each([
  ['/sign-in', true],
  ['/invite/code', true],
  ['/projects', false],
  ['/p/shop/translate/de', false],
])('whether %s can be used without signing in: %s', (address, is) => {
  expect(isOpen(address)).toBe(is)
})
