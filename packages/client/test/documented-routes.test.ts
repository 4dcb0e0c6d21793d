import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROUTER = join(import.meta.dirname, '../src/app/router.tsx')
const SPECIFICATION = join(import.meta.dirname, '../../../docs/specification.md')

/** Returns the addresses of the router's screens, as the specification writes them. */
function addressesOf(source: string): string[] {
  return [...source.matchAll(/path: '([^']+)'/g)].flatMap(([, path = '']) =>
    path === '/' || path === '/p/$project'
      ? []
      : [`${path.startsWith('/') ? '' : '/p/{project}/'}${path}`.replace(/\$(\w+)/g, '{$1}')],
  )
}

test('the specification lists the address of every screen, and no other', () => {
  const table = readFileSync(SPECIFICATION, 'utf8').match(/\| address \| screen \|\n[\s\S]*?\n\n/)?.[0] ?? ''
  const documented = [...table.matchAll(/`(\/[^`?]*)[^`]*`/g)].map(([, address]) => address)
  const addresses = addressesOf(readFileSync(ROUTER, 'utf8')).filter((path) => path !== '/p/{project}/review')
  expect(addresses.length).toBeGreaterThan(20)
  expect(addresses.filter((path) => !documented.includes(path))).toEqual([])
  expect(
    documented.filter((path) => path !== undefined && path.length > 1 && !addresses.includes(path)),
  ).toEqual([])
})
