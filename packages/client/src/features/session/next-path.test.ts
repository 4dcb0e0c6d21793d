import { expect, test } from 'vitest'
import { invitationAt, nextPath } from './next-path.ts'

const ORIGIN = 'https://l10n.example.com'

test.each(['/p/shop/keys?q=a#b', '/', '/projects'])('%s is followed', (path) => {
  expect(nextPath(path, ORIGIN)).toBe(path)
})

test.each([
  'javascript:alert(1)',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example/',
  'p/shop',
  '',
  5,
  undefined,
  '/\\/evil',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/./\\evil.example',
])('%s is not followed', (next) => {
  expect(nextPath(next, ORIGIN)).toBe('/')
})

test('only the page of an invitation has its code', () => {
  expect(invitationAt('/invite/aB-_9')).toBe('aB-_9')
  for (const path of ['/', '/invite/', '/invite/a/b', '/p/invite/a', '/invite/a?b'])
    expect(invitationAt(path)).toBeNull()
})
