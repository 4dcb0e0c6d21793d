import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { jsonResponse } from './json-response.ts'

const LONG = { rows: Array.from({ length: 200 }, (_, id) => ({ id, text: `Text ${id} – żółć` })) }

function answer(value: unknown, { method = 'GET', encodings = 'gzip, deflate, br' } = {}) {
  const headers = encodings === '' ? new Headers() : new Headers({ 'accept-encoding': encodings })
  return jsonResponse(value, new Request('http://dragoman.test/api', { method, headers }))
}

test('a long reply is compressed and has the header for it', async () => {
  const response = await answer(LONG)
  expect(response.headers.get('content-encoding')).toBe('gzip')
  expect(response.headers.get('vary')).toBe('accept-encoding')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(LONG)
  expect(bytes.length).toBeLessThan(JSON.stringify(LONG).length / 3)
})

test.each([
  ['a reader that accepts no compression', LONG, { encodings: '' }],
  ['a reader that refuses compression', LONG, { encodings: 'gzip;q=0, br;q=0' }],
  ['a short reply', { ok: true }, {}],
  ['the reply to a write, which can contain a secret', LONG, { method: 'POST' }],
])('%s gets plain JSON', async (_, value, request) => {
  const response = await answer(value, request)
  expect(response.headers.get('content-encoding')).toBeNull()
  expect(await response.json()).toEqual(value)
})
