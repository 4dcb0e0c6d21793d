import { describe, expect, test } from 'vitest'
import {
  isOwnPath,
  type OldAddress,
  oldAddressPrefix,
  oldAddressProblem,
  overlap,
  redirectOf,
} from './old-address.ts'

const ID = 'c8038fbe-7be8-4f96-9692-943b3333185b'
const rows: readonly OldAddress[] = [
  { prefix: `/${ID}/latest`, shape: 'locize', project: 'shop', channel: 'live', namespace: null },
  { prefix: `/${ID}/production`, shape: 'locize', project: 'shop', channel: 'production', namespace: null },
  { prefix: '/d7df50a9ae87', shape: 'tolgee', project: 'site', channel: 'live', namespace: 'common' },
  { prefix: '/cdn/other', shape: 'tolgee', project: 'other', channel: 'live', namespace: null },
]
const table = new Map(rows.map((row) => [row.prefix, row]))
const led = (path: string) => redirectOf(table, path)?.location ?? null

describe('an old address', () => {
  test('of Locize leads to the file of its language and namespace, including private ones', () => {
    expect(led(`/${ID}/latest/de/common`)).toBe('/d/shop/live/locales/de/common.json')
    expect(led(`/${ID}/production/pt-BR/emails/order`)).toBe(
      '/d/shop/production/locales/pt-BR/emails/order.json',
    )
    expect(led(`/private/${ID}/latest/de/common`)).toBe('/d/shop/live/locales/de/common.json')
    expect(led(`/${ID}/latest/de/%C3%BC%20x`)).toBe('/d/shop/live/locales/de/%C3%BC%20x.json')
  })

  test('of Tolgee leads to the default namespace, or the one in its path, in its format', () => {
    expect(led('/d7df50a9ae87/de.json')).toBe('/d/site/live/locales/de/common.json')
    expect(led('/d7df50a9ae87/shop/de-AT.json')).toBe('/d/site/live/locales/de-AT/shop.json')
    expect(led('/d7df50a9ae87/de.strings')).toBe('/d/site/live/locales/de/common.strings')
    expect(led('/cdn/other/home/de.json')).toBe('/d/other/live/locales/de/home.json')
    expect(led('/cdn/other/de.json')).toBeNull()
  })

  test.each([
    '/',
    `/${ID}`,
    `/${ID}/latest`,
    `/${ID}/latest/`,
    `/${ID}/latest/de`,
    `/${ID}/staging/de/common`,
    `/${ID}/latest/../common`,
    `/${ID}/latest/%2e%2E/common`,
    `/${ID}/latest/de//common`,
    '/private/d7df50a9ae87/de.json',
    '/d7df50a9ae87/de',
    '/d7df50a9ae87x/de.json',
    '/a/b/c/d/e/f/g/h.json',
  ])('%s leads nowhere', (path) => expect(led(path)).toBeNull())
})

test.each([
  ['', 'empty'],
  ['/', 'empty'],
  ['/a', null],
  [`/${ID}/latest`, null],
  ['/cdn/i18n/1f0c/v1.2', null],
  ['a', 'not-a-path'],
  ['/a/', 'not-a-path'],
  ['/a//b', 'not-a-path'],
  ['/a/../b', 'not-a-path'],
  ['/.well-known/x', 'not-a-path'],
  ['/a b', 'not-a-path'],
  ['/ä', 'not-a-path'],
  ['/a%2fb', 'not-a-path'],
  ['/a/b/c/d/e/f', 'not-a-path'],
  [`/${'a'.repeat(200)}`, 'too-long'],
  ['/api/x', 'reserved'],
  ['/d', 'reserved'],
  ['/D/x', 'reserved'],
  ['/p/shop', 'reserved'],
  ['/private/x', 'reserved'],
] as const)('the prefix %j is refused as %s', (prefix, problem) =>
  expect(oldAddressProblem(prefix)).toBe(problem),
)

test('the common part of all files is extracted from a URL as written in apps', () => {
  expect(oldAddressPrefix(`https://api.locize.app/${ID}/latest/{{lng}}/{{ns}}`)).toBe(`/${ID}/latest`)
  expect(oldAddressPrefix(`/private/${ID}/latest/{{lng}}/{{ns}}`)).toBe(`/${ID}/latest`)
  expect(oldAddressPrefix(' https://cdn.tolg.ee/d7df/ ')).toBe('/d7df')
  expect(oldAddressPrefix('d7df?x=1')).toBe('/d7df')
  expect(oldAddressPrefix('https://cdn.tolg.ee')).toBe('')
})

test('paths overlap if one is a prefix of the other, by whole segments', () => {
  expect([overlap('/a', '/a'), overlap('/a', '/a/b'), overlap('/a/b', '/a')]).toEqual([true, true, true])
  expect([overlap('/a', '/ab'), overlap('/a/b', '/a/c')]).toEqual([false, false])
})

test('paths of the program are recognized', () => {
  for (const path of ['/api/projects', '/p/shop/overview', '/assets/x.js', '/health/live', '/metrics?x=/'])
    expect(isOwnPath(path)).toBe(true)
  for (const path of ['/', `/${ID}/latest/de/app`, `/private/${ID}/x`, '/apis/x'])
    expect(isOwnPath(path)).toBe(false)
})
