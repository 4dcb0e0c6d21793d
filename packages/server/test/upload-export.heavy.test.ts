import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMMON_FORMATS, FIXTURE_FORMATS, roundTrip } from './round-trip.ts'
import { openTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

let compared = 0

test.each(FIXTURE_FORMATS.filter((format) => !COMMON_FORMATS.includes(format)))(
  '%s: what was uploaded is exported with the same bytes',
  async (format) => {
    const results = await roundTrip(server, format)
    compared += results.length
    expect(results.length).toBeGreaterThan(0)
    expect(results.filter(({ isSame }) => !isSame).map(({ name }) => name)).toEqual([])
  },
)

test('hundreds of files were compared', () => {
  expect(compared).toBeGreaterThan(300)
})
