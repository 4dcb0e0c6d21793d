import { readdirSync, readFileSync } from 'node:fs'
import { isOwnPath } from '@dragoman/core'
import { expect, test } from 'vitest'

/** Old URLs of apps must not shadow our own: `OWN_SEGMENTS` of core/releases/old-address.ts. */
test('no screen or file of the interface can be shadowed by an old URL', () => {
  const router = readFileSync(new URL('./router.tsx', import.meta.url), 'utf8')
  const screens = [...router.matchAll(/ path: '(\/[^']+)'/g)].map(([, path = '']) => path)
  expect(screens.length).toBeGreaterThan(10)
  const files = readdirSync(new URL('../../public/', import.meta.url)).map((name) => `/${name}`)
  for (const path of [...screens, ...files, '/index.html', '/assets/index.js'])
    expect([path, isOwnPath(path)]).toEqual([path, true])
})
