import { expect, test } from 'vitest'
import { type Bundle, bundleFrom } from './bundle.ts'
import { openBundleCache } from './bundle-cache.ts'

function bundleOf(namespace: string): Bundle {
  return bundleFrom({
    of: 'file',
    projectId: 1,
    channel: 'live',
    releaseId: null,
    language: 'de',
    namespace,
    hasOtherLanguages: false,
    nextPercent: 0,
    isOwn: true,
    contentType: 'application/json',
    cacheControl: 'no-cache',
    origins: null,
    contains: null,
    bytes: Buffer.from('{"title":"Laden"}'),
  })
}

test('a file that is used is dropped after all others; one among the newest quarter does not move', () => {
  const cache = openBundleCache(bytesOfOne() * 8)
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  for (const name of names) cache.keep(name, bundleOf(name))
  const order = () => Array.from(cache.all(), ([name]) => name).join('')
  cache.use('h')
  cache.use('g')
  expect(order()).toBe('abcdefgh')
  cache.use('a')
  expect(order()).toBe('bcdefgha')
  cache.keep('i', bundleOf('i'))
  expect(order()).toBe('cdefghai')
})

function bytesOfOne(): number {
  const cache = openBundleCache(Number.POSITIVE_INFINITY)
  cache.keep('a', bundleOf('a'))
  return cache.figures().bytes
}
