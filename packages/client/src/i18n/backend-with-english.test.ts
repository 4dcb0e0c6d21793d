import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInstance } from 'i18next'
import { afterEach, expect, test } from 'vitest'
import { backendWithEnglish } from './backend-with-english.ts'
import { interfaceLanguage } from './interface-language.ts'

const english = new Map([['common', { hello: 'Hello' }]])
let close = () => {}
afterEach(() => close())

/** A seventh of the real delay, which is tested in `interface-language.test.ts`. */
const FIRST_PAUSE_MS = 50

async function start(statusOf: (path: string) => number) {
  const asked: { readonly path: string; readonly at: number }[] = []
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', at: performance.now() })
    const status = statusOf(request.url ?? '')
    response.writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    response.end(status === 200 ? '{"hello":"Hallo"}' : '{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => server.close()
  const { port } = server.address() as AddressInfo
  const i18n = createInstance()
  await i18n.use(backendWithEnglish(i18n, async () => english)).init({
    ...interfaceLanguage,
    retryTimeout: FIRST_PAUSE_MS,
    backend: { loadPath: `http://127.0.0.1:${port}/locales/{{lng}}/{{ns}}.json` },
    lng: 'de',
    ns: ['common'],
    defaultNS: 'common',
  })
  return { i18n, asked }
}

test('a failing file is requested six times with doubling delays, then English is used', async () => {
  const { i18n, asked } = await start(() => 503)
  const german = asked.filter(({ path }) => path === '/locales/de/common.json')
  expect(german).toHaveLength(6)
  const pauses = german.slice(1).map(({ at }, index) => at - (german[index]?.at ?? 0))
  for (const [index, times] of [1, 2, 4, 8, 16].entries()) {
    const wanted = FIRST_PAUSE_MS * times
    expect(pauses[index]).toBeGreaterThanOrEqual(wanted * 0.97)
    // A busy machine is slightly late each time.
    expect(pauses[index]).toBeLessThan(wanted * 1.5 + 1000)
  }
  expect(i18n.t('hello')).toBe('Hello')
})

test('a missing file is not requested again, and no raw key is shown', async () => {
  const { i18n, asked } = await start(() => 404)
  expect(asked.filter(({ path }) => path === '/locales/de/common.json')).toHaveLength(1)
  expect(i18n.t('hello')).toBe('Hello')
})

test('a file that loads is used', async () => {
  const { i18n } = await start(() => 200)
  expect(i18n.t('hello')).toBe('Hallo')
})
