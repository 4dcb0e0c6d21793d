import { expect, test } from 'vitest'
import { destinationOf, isOpen, isPublic, type SessionPart, screensAt, textsAt } from './screens.ts'

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
  ['/p/shop', ['project', 'overview']],
  ['/p/shop/', ['project', 'overview']],
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

test('visitors see the public page of a project and its texts, and no other screen', () => {
  const seen = ['/p/shop', '/p/shop/', '/p/shop/overview', '/p/shop/translate/de', '/p/shop/translate/de/']
  expect(seen.filter((path) => !isPublic(path))).toEqual([])
  const hidden = [
    '/',
    '/inbox',
    '/overview',
    '/p/shop/keys',
    '/p/shop/settings',
    '/p/shop/review/de',
    '/p/shop/no',
  ]
  expect(hidden.filter(isPublic)).toEqual([])
})

const someone: SessionPart['actor'] = {
  id: '1',
  name: 'Mara',
  instanceRole: 'member',
  hasPassword: true,
  hasPasskey: false,
  picture: null,
  language: null,
  timeZone: null,
  memberships: [],
}

test.each([
  ['/', { firstProject: 'shop' }, '/p/shop'],
  ['/', { firstProject: null }, '/projects'],
  ['/inbox', {}, '/inbox'],
  ['/inbox', { actor: null }, '/sign-in'],
  ['/', { actor: null }, '/sign-in'],
  ['/p/shop/keys', { actor: null }, '/sign-in'],
  ['/p/shop', { actor: null }, null],
  ['/', { actor: null, setupNeeded: true }, '/setup'],
  ['/invite/code', { actor: null, setupNeeded: true }, '/invite/code'],
])('%s shows someone with the session %j the screen of %s', (path, session, destination) => {
  const known = { setupNeeded: false, actor: someone, firstProject: 'shop', ...session }
  expect(destinationOf(path, known)).toBe(destination)
})
