import { createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInstance } from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { backendWithEnglish } from './backend-with-english.ts'
import { interfaceLanguage } from './interface-language.ts'

const english = new Map([['common', { hello: 'Hello' }]])
const ends: (() => void)[] = []
afterEach(() => {
  vi.unstubAllGlobals()
  for (const end of ends.splice(0)) end()
})

type Answer = (path: string, response: ServerResponse) => void
const answerWith =
  (status: number): Answer =>
  (_path, response) =>
    void response.writeHead(status).end(status === 200 ? '{"hello":"Hallo"}' : '{}')

/**
 * Starts the interface's texts in German with its own numbers, on a local server. `reads` counts what the backend
 * has requested and not received yet.
 */
async function start(answer: Answer, namespaces: readonly string[] = ['common']) {
  const asked: string[] = []
  const reads = { now: 0, most: 0 }
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request.url ?? '', response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const i18n = createInstance()
  const loading = i18n.use(backendWithEnglish(i18n, async () => english)).init({
    ...interfaceLanguage,
    backend: {
      loadPath: `http://127.0.0.1:${port}${interfaceLanguage.backend.loadPath}`,
      alternateFetch: async (url: string) => {
        reads.now += 1
        reads.most = Math.max(reads.most, reads.now)
        const response = await fetchByHttp(url)
        reads.now -= 1
        return response
      },
    },
    lng: 'de',
    ns: namespaces,
    defaultNS: 'common',
  })
  const timesAsked = (path: string) => asked.filter((one) => one === path).length
  return { i18n, loading, asked, timesAsked, reads }
}

/** Node's own `fetch` uses the global timers, which would be counted among those of i18next. */
function fetchByHttp(url: string): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false }, async (reply) => {
      const chunks: Buffer[] = []
      for await (const chunk of reply) chunks.push(chunk)
      resolve(new Response(Buffer.concat(chunks), { status: reply.statusCode ?? 0 }))
    })
    request.on('error', reject)
  })
}

/** Replaces `setTimeout`: a timer only runs when the test runs it. */
function holdTimers() {
  let timers: { readonly run: () => void; readonly delay: number }[] = []
  let onSet = () => {}
  vi.stubGlobal('setTimeout', (run: () => void, delay: number) => {
    timers.push({ run, delay })
    onSet()
  })
  return {
    delays: () => timers.map(({ delay }) => delay),
    /** Resolves with the delays as soon as that many timers are set. */
    delaysOf: (count: number) =>
      new Promise<readonly number[]>((resolve) => {
        onSet = () => {
          if (timers.length >= count) resolve(timers.map(({ delay }) => delay))
        }
        onSet()
      }),
    runAll: () => {
      const due = timers
      timers = []
      for (const { run } of due) run()
    },
  }
}

test('a failing file is requested six times, after 350, 700, 1,400, 2,800 and 5,600 ms; then English is used', async () => {
  const timers = holdTimers()
  const { i18n, loading, asked, timesAsked } = await start(answerWith(503))
  expect(timers.delays()).toEqual([0]) // i18next starts to load in a timer
  timers.runAll()
  const files = ['/locales/de/common.json', '/locales/en/common.json']
  for (const [index, delay] of [350, 700, 1400, 2800, 5600].entries()) {
    expect(await timers.delaysOf(files.length)).toEqual([delay, delay])
    expect(files.map(timesAsked)).toEqual([index + 1, index + 1])
    timers.runAll()
  }
  await loading
  expect(timers.delays()).toEqual([])
  expect(files.map(timesAsked)).toEqual([6, 6])
  expect(asked).toHaveLength(12)
  expect(i18n.t('hello')).toBe('Hello')
})

test('at most ten files are read in parallel, and all are read', async () => {
  const held: ServerResponse[] = []
  const namespaces = ['common', ...Array.from({ length: 12 }, (_, index) => `screen${index}`)]
  const { i18n, loading, asked, reads } = await start(
    (_path, response) => void held.push(response),
    namespaces,
  )
  const files = ['de', 'en'].flatMap((language) =>
    namespaces.map((name) => `/locales/${language}/${name}.json`),
  )
  for (let answered = 0; answered < files.length; answered++) {
    const open = Math.min(10, files.length - answered)
    await expect.poll(() => [asked.length - answered, reads.now]).toEqual([open, open])
    answerWith(200)('', held.shift() as ServerResponse)
  }
  await loading
  expect(reads).toEqual({ now: 0, most: 10 })
  expect(asked.toSorted()).toEqual(files.toSorted())
  expect(i18n.t('hello')).toBe('Hallo')
})

test('a missing file is not requested again, and no raw key is shown', async () => {
  const { i18n, loading, timesAsked } = await start(answerWith(404))
  await loading
  expect(timesAsked('/locales/de/common.json')).toBe(1)
  expect(i18n.t('hello')).toBe('Hello')
})

test('a file that loads is used', async () => {
  const { i18n, loading } = await start(answerWith(200))
  await loading
  expect(i18n.t('hello')).toBe('Hallo')
})
