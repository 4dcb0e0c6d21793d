import http from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

/**
 * nginx closes connections to a server after 60 s without a request; if the server closes first, it may cut
 * off a request.
 */
test('a proxy closes an idle connection before the server does', async () => {
  const agent = new http.Agent({ keepAlive: true })
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(`${server.server.origin}/health/live`, { agent }, resolve).on('error', reject)
  })
  response.resume()
  expect(response.headers.connection).toBe('keep-alive')
  const [, seconds] = /timeout=(\d+)/.exec(String(response.headers['keep-alive'])) ?? []
  expect(Number(seconds)).toBeGreaterThan(65)
  agent.destroy()
})
