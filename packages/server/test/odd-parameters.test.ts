import { api } from '@dragoman/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATABASES, openTestServer, type TestServer } from './test-server.ts'

/** Texts that a database can refuse to compare with. */
const ODD = ['%00', 'a%00b', '%00shop', '%EF%BF%BD', '%01', '%ED%A0%80']

/** Every route that only reads. */
const READS = Object.values(api)
  .flatMap((area): readonly { readonly method: string; readonly path: string }[] => Object.values(area))
  .filter(({ method, path }) => method === 'GET' && !path.endsWith('/events'))

describe.each(DATABASES)('parameters that cannot be stored, on %s', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ database })
    await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
  })
  afterAll(() => server.close())

  test.each(ODD)('%s is not found in any part of any path', async (odd) => {
    for (const { path } of READS) {
      const names = path.match(/:[a-z]+/gi) ?? []
      for (const name of names) {
        const filled = path
          .replace(name, odd)
          .replace(':project', 'shop')
          .replace(/:[a-z]+/gi, '1')
        const { status } = await server.request(`/api${filled}`)
        expect(status, `${filled} says ${status}`).toBeLessThan(500)
      }
    }
  })

  test.each(ODD)('%s in any query finds nothing, and causes no error', async (odd) => {
    for (const query of [
      `q=${odd}`,
      `q=key:${odd}`,
      `q=ns:${odd}`,
      `q=tag:${odd}`,
      `q=-${odd}`,
      `language=${odd}`,
      `cursor=${odd}`,
    ]) {
      for (const list of ['translations', 'keys']) {
        const address = `/api/projects/shop/${list}?${query.startsWith('language') ? '' : 'language=en&languages=en&'}${query}`
        expect((await server.request(address)).status, address).toBeLessThan(500)
      }
    }
    for (const query of [`actor=${odd}`, `cursor=${odd}`]) {
      const { status } = await server.request(`/api/projects/shop/operations?${query}`)
      expect(status, query).toBeLessThan(500)
    }
  })

  test('a name with U+0000 is refused', async () => {
    const { code, fields } = await server.fail(api.projects.create, {
      body: { slug: 'nul', name: 'a\0b', sourceLanguage: 'en' },
    })
    expect([code, fields]).toEqual(['invalid-input', [{ pointer: '/name', code: 'unusable-name' }]])
  })
})
