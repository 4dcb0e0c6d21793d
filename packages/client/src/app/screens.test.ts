import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { translationQueries } from '../features/translations/queries.ts'
import { PAGE_SIZE } from '../lib/server/editor-page.ts'
import { dataAt, destinationOf, isOpen, isPublic, type SessionPart, screensAt, textsAt } from './screens.ts'

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

test.each([
  ['/p/shop/translate/de', '', ['/api/projects/shop/translations?language=de&offset=0&limit=100']],
  ['/p/shop', '', ['/api/projects/shop/overview']],
  ['/p/shop/settings', '', []],
  ['/sign-in', '', []],
])('the first data at %s', (path, search, addresses) => {
  expect(dataAt(path, search)).toEqual(addresses)
})

test('the first page of the editor is the one that it requests', async () => {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address)
    return new Response('{}', { status: 500 })
  })
  const filter = { project: 'shop', language: 'zh-Hant', q: 'füllen "a & b"' }
  const page = translationQueries.page(filter, { offset: 0, limit: PAGE_SIZE })
  await new QueryClient().fetchQuery({ ...page, retry: false }).catch(() => undefined)
  vi.unstubAllGlobals()
  const search = `?q=${encodeURIComponent(filter.q)}&panel=comments`
  expect(dataAt('/p/shop/translate/zh-Hant', search)).toEqual(requests)
  expect(requests).toHaveLength(1)
})
