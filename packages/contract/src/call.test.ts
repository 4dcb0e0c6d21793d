import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { DIFFICULT_TEXTS } from '../test/difficult-texts.ts'
import { addressOf, type Call, callRoute, failureOf } from './call.ts'
import { FAILURE_CODES, FAILURES, Failure, isFailure } from './failures.ts'
import { fileAnswerSchema, route } from './route.ts'

const sent = z.object({
  method: z.string(),
  params: z.array(z.string()),
  query: z.unknown(),
  body: z.string(),
})
const say = route({
  method: 'PUT',
  path: '/projects/:project/keys/:key',
  action: 'keys.edit',
  summary: 'Return what was sent',
  params: z.object({ project: z.string(), key: z.string() }),
  query: z.object({ q: z.string().optional(), limit: z.number().nullish() }),
  body: z.object({ text: z.string() }),
  reply: sent,
})
const download = route({
  method: 'GET',
  path: '/file',
  action: 'files.read',
  summary: 'Get a file',
  file: 'application/zip',
  reply: fileAnswerSchema,
})

let server: Server
let origin: string
/** Answers the next request. */
let answer: (request: IncomingMessage, body: string, response: ServerResponse) => void

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => answer(request, body, response))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  answer = (request, body, response) => {
    const url = new URL(request.url ?? '', origin)
    const params = url.pathname.split('/').slice(3).map(decodeURIComponent)
    const query = Object.fromEntries(url.searchParams)
    response.end(JSON.stringify({ method: request.method, params, query, body }))
  }
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

const call = (made: Call<{ project: string; key: string }, { q?: string; limit?: number | null }, unknown>) =>
  callRoute((input, init) => fetch(origin + input, init), say, {
    ...made,
    ...(made.body === undefined ? {} : { body: made.body as { text: string } }),
  })
const SHORT = DIFFICULT_TEXTS.filter(([, text]) => text.length <= 1000)

test.each(SHORT)('a parameter arrives unchanged: %s', async (_title, text) => {
  const { params } = await call({ params: { project: 'shop', key: text } })
  expect(params).toEqual(['shop', 'keys', text])
})

test.each(SHORT)('a query arrives unchanged: %s', async (_title, text) => {
  const { query } = await call({ params: { project: 'shop', key: '1' }, query: { q: text } })
  expect(query).toEqual({ q: text })
})

test.each(DIFFICULT_TEXTS)('a body arrives unchanged: %s', async (_title, text) => {
  const { body } = await call({ params: { project: 'shop', key: '1' }, body: { text } })
  expect(JSON.parse(body)).toEqual({ text })
})

test.each([undefined, null])('a parameter of the query that is %s is left out', (limit) => {
  const query = { q: 'other', ...(limit === undefined ? {} : { limit }) }
  expect(addressOf(say, { params: { project: 'shop', key: '1' }, query })).toBe(
    '/api/projects/shop/keys/1?q=other',
  )
})

test('a slash in a parameter does not address another route', () => {
  expect(addressOf(say, { params: { project: 'a/../b?c#d', key: '1' } })).toBe(
    '/api/projects/a%2F..%2Fb%3Fc%23d/keys/1',
  )
})

test('a response that does not match the contract is refused', async () => {
  answer = (_request, _body, response) => response.end('{"method":"PUT"}')
  await expect(call({ params: { project: 'shop', key: '1' } })).rejects.toThrow(z.ZodError)
})

test('a failure response is thrown as its failure', async () => {
  answer = (_request, _body, response) => {
    response.writeHead(404).end(JSON.stringify(problem('not-found', { params: { what: '__proto__' } })))
  }
  const thrown = await call({ params: { project: 'shop', key: '1' } }).catch((error: unknown) => error)
  expect(isFailure(thrown, 'not-found')).toBe(true)
  expect(thrown).toMatchObject({ params: { what: '__proto__' }, fields: [] })
})

test('a network error passes through', async () => {
  answer = (request) => request.socket.destroy()
  await expect(call({ params: { project: 'shop', key: '1' } })).rejects.toThrow(TypeError)
})

test('a file has the name and size of its headers', async () => {
  answer = (_request, _body, response) => {
    const headers = { 'content-disposition': 'attachment; filename="shop-de.zip"', 'content-length': '3' }
    response.writeHead(200, headers).end('abc')
  }
  const file = await callRoute((input, init) => fetch(origin + input, init), download, {})
  expect(file).toMatchObject({ fileName: 'shop-de.zip', sizeBytes: 3 })
  expect(await new Response(file.bytes).text()).toBe('abc')
})

test('a file of unknown size has none', async () => {
  answer = (_request, _body, response) => {
    response.write('a')
    response.end('bc')
  }
  const file = await callRoute((input, init) => fetch(origin + input, init), download, {})
  expect(file).toMatchObject({ fileName: '', sizeBytes: null })
  expect(await new Response(file.bytes).text()).toBe('abc')
})

const problem = (code: string, more: object = {}) => ({
  type: 'about:blank',
  title: code,
  status: 409,
  params: {},
  errors: [],
  code,
  ...more,
})

test.each(FAILURE_CODES)('a problem with the code %s is read as that failure', (code) => {
  expect(failureOf(FAILURES[code], JSON.stringify(problem(code))).code).toBe(code)
})

test.each([
  ['a page of a proxy', '<html>Bad gateway</html>'],
  ['nothing', ''],
  ['null', 'null'],
  ['a text', '"other"'],
  ['a list', '[]'],
  ['an unknown code', JSON.stringify(problem('no-such-code'))],
  ['a member of objects as code', JSON.stringify(problem('constructor'))],
  ['the prototype of objects as code', JSON.stringify(problem('__proto__'))],
  ['a problem without parameters', JSON.stringify({ ...problem('busy'), params: undefined })],
])('a response that is no problem is unexpected: %s', (_title, text) => {
  expect(failureOf(500, text)).toMatchObject({ code: 'unexpected', params: { status: 500 } })
})

test.each([502, 503, 504, 520, 522])(
  'a page of a proxy with the status %i says that the server is busy',
  (status) => {
    expect(failureOf(status, '<html>').code).toBe('busy')
  },
)

const translation = (other: string) => ({
  keyId: 1,
  language: 'de',
  forms: { other },
  state: 'translated',
  version: 2,
  sourceVersion: 0,
  outdated: false,
  failing: false,
  actor: null,
  updatedAt: null,
})

test.each(DIFFICULT_TEXTS)('a stale edit contains the current text: %s', (_title, text) => {
  const found = failureOf(
    409,
    JSON.stringify(problem('stale-edit', { current: { translation: translation(text) } })),
  )
  expect(found.current).toEqual({ translation: translation(text) })
})

test.each([
  ['failing-checks', { issues: [{ code: 'x', severity: 'error', form: 'other' }] }],
  ['stale-member', { members: [{ who: 'user:3', name: '"Ü"', rights: null, version: 0 }] }],
  ['changed-since', { operationId: 1, changes: [], total: 0, newer: [], newerTotal: 0, decisions: 0 }],
  ['unsent-texts', { branches: [{ slug: 'shop-1', branch: '__proto__', texts: 2, discussions: 0 }] }],
])('%s contains what the caller is missing', (code, current) => {
  expect(failureOf(409, JSON.stringify(problem(code, { current }))).current).toEqual(current)
})

test('a current text that cannot be read is dropped, and the code is kept', () => {
  const found = failureOf(
    409,
    JSON.stringify(problem('stale-edit', { current: { translation: { forms: 'other' } } })),
  )
  expect(found).toMatchObject({ code: 'stale-edit', current: undefined })
})

test('parameters never reach the prototype of objects', () => {
  const text =
    '{"type":"","title":"","status":404,"errors":[],"code":"not-found","params":{"__proto__":"x","what":"key"}}'
  const { params } = failureOf(404, text)
  expect(Object.getPrototypeOf(params)).toBe(Object.prototype)
  expect(params.what).toBe('key')
})

test('fields are returned with their reason', () => {
  const errors = [{ pointer: '/body/forms/other', code: 'too-long', params: { max: 50_000 } }]
  expect(failureOf(422, JSON.stringify(problem('invalid-input', { errors }))).fields).toEqual(errors)
})

test('an error of another class is no failure', () => {
  expect(isFailure(Object.assign(new Error('not-found'), { code: 'not-found' }), 'not-found')).toBe(false)
  expect(isFailure(new Failure('gone'), 'not-found')).toBe(false)
})
