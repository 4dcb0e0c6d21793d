import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as rawRequest } from 'node:http'
import { BlockList } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { api } from '@dragoman/contract'
import { TOKEN_SCOPES } from '@dragoman/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../test/test-server.ts'
import { explainRoute } from './mount.ts'

let server: TestServer
let client: string
const SMALL = 'console.log(2)\n'
const METRICS_TOKEN = 'a-token-for-figures-only'

beforeAll(async () => {
  client = await mkdtemp(join(tmpdir(), 'dragoman-client-'))
  await mkdir(join(client, 'assets'))
  await mkdir(join(client, 'locales/en'), { recursive: true })
  await writeFile(
    join(client, 'index.html'),
    '<!doctype html><meta property="csp-nonce" nonce="" /><script type="module" src="/assets/app-1.js"></script>',
  )
  await writeFile(join(client, 'assets/app-1.js'), 'console.log(1)\n'.repeat(100))
  await writeFile(join(client, 'assets/app-2.js'), SMALL)
  await writeFile(join(client, 'assets/app-2.js.br'), brotliCompressSync(`${SMALL}// built`))
  await writeFile(join(client, 'locales/en/common.json'), '{"a":"b"}')
  server = await openTestServer({ clientFolder: client, config: { metricsToken: METRICS_TOKEN } })
  await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
})
afterAll(async () => {
  await server.close()
  await rm(client, { recursive: true })
})

const json = { 'content-type': 'application/json' }

type Documented = {
  paths: Record<string, Record<string, { operationId: string; security?: readonly object[] }>>
}

type Answered = {
  status: number
  code: string
  errors: { pointer: string; code: string }[]
  params: Record<string, unknown>
}

async function problem(response: Response): Promise<Answered> {
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  return (await response.json()) as Answered
}

describe('bodies', () => {
  test('of another type than JSON', async () => {
    const response = await server.request('/api/projects', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: '{}',
    })
    expect(await problem(response)).toMatchObject({
      status: 415,
      code: 'unsupported-body',
      params: { wanted: 'application/json' },
    })
  })
  test('that are not JSON', async () => {
    const response = await server.request('/api/projects', {
      method: 'POST',
      headers: json,
      body: '{"slug":',
    })
    expect(await problem(response)).toMatchObject({
      status: 422,
      code: 'invalid-input',
      errors: [{ pointer: '', code: 'not-json' }],
    })
  })
  test('wrong fields are identified by pointers', async () => {
    const response = await server.request('/api/projects', {
      method: 'POST',
      headers: json,
      body: '{"slug":"Not A Slug","sourceLanguage":5}',
    })
    const found = await problem(response)
    expect(found.errors.map((error) => error.pointer).sort()).toEqual(['/name', '/slug', '/sourceLanguage'])
  })
  test('a wrong query and a wrong parameter', async () => {
    const query = await problem(
      await server.request('/api/projects/shop/translations?language=en&limit=9999'),
    )
    expect(query.errors[0]?.pointer).toBe('/query/limit')
    const params = await problem(await server.request('/api/projects/shop/keys/abc'))
    expect(params.errors[0]?.pointer).toBe('/params/key')
  })
  test('too much JSON', async () => {
    const response = await server.request('/api/projects', {
      method: 'POST',
      headers: json,
      body: `{"name":"${'x'.repeat(9 * 1024 * 1024)}"}`,
    })
    expect(await problem(response)).toMatchObject({ status: 413, code: 'too-large' })
  })
  test('too much of a file, also without a length', async () => {
    const chunk = new Uint8Array(4 * 1024 * 1024)
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        sent += chunk.length
        if (sent > 110 * 1024 * 1024) controller.close()
        else controller.enqueue(chunk)
      },
    })
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body,
      duplex: 'half',
    }
    const response = await server.request(
      '/api/projects/shop/files/import/plan?name=en.json',
      init as RequestInit,
    )
    expect(await problem(response)).toMatchObject({ status: 413, code: 'too-large' })
  })
})

describe('other sites', () => {
  test('cannot write', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }]) {
      const response = await server.request('/api/projects', {
        method: 'POST',
        headers: { ...json, ...headers },
        body: '{}',
      })
      expect(await problem(response)).toMatchObject({ code: 'not-allowed', params: { reason: 'other-site' } })
    }
  })
  test('the own origin can', async () => {
    const response = await server.request('/api/projects', {
      method: 'POST',
      headers: { ...json, origin: server.server.origin },
      body: '{}',
    })
    expect((await problem(response)).code).toBe('invalid-input')
  })
})

describe('unknown and broken', () => {
  test('an unknown route of the API', async () => {
    expect(await problem(await server.request('/api/nothing'))).toMatchObject({
      status: 404,
      code: 'not-found',
    })
  })
  test('a bug is logged with an id and reveals nothing', async () => {
    const { store } = server.server.deps
    const read = store.read
    Object.assign(store, {
      read: () => {
        throw new Error('secret inner text')
      },
    })
    const response = await server.request('/api/session')
    Object.assign(store, { read })
    const text = await response.text()
    expect(response.status).toBe(500)
    expect(text).not.toContain('secret')
    const { params } = JSON.parse(text)
    expect(server.logged.find((entry) => entry.id === params.id)?.error).toBeInstanceOf(Error)
    expect(response.headers.get('x-request-id')).toBe(params.id)
  })
})

describe('the interface', () => {
  test('every screen is the page, with a policy that allows inline code only with the nonce of this answer', async () => {
    const nonces = new Set<string>()
    for (const path of ['/', '/p/shop/overview']) {
      const response = await server.request(path)
      const page = await response.text()
      expect(page).toContain('<!doctype html>')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      const policy = response.headers.get('content-security-policy') ?? ''
      const nonce = /'nonce-([\w+/=]{24})'/.exec(policy)?.[1] ?? ''
      expect(page).toContain(`<meta property="csp-nonce" nonce="${nonce}" />`)
      nonces.add(nonce)
      expect(policy.split('; ')).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "object-src 'none'",
          "base-uri 'none'",
          "frame-ancestors 'none'",
          "form-action 'self'",
        ]),
      )
      expect(policy).not.toContain('unsafe')
    }
    expect(nonces.size).toBe(2)
  })
  test('headers of every answer; HTTPS is enforced only where it is used', async () => {
    for (const path of ['/', '/api/session', '/assets/app-1.js', '/api/nothing', '/api/docs']) {
      const { headers } = await server.request(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toContain('camera=()')
      expect(headers.get('strict-transport-security')).toBeNull()
      if (path.startsWith('/api/'))
        expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    }
    const trusted = new BlockList()
    trusted.addAddress('127.0.0.1')
    const behind = await openTestServer({
      signIn: 'no',
      config: { network: { publicOrigins: [], trustedProxies: trusted } },
    })
    try {
      const { headers } = await behind.request('/api/session', { headers: { 'x-forwarded-proto': 'https' } })
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    } finally {
      await behind.close()
    }
  })
  test('hashed files are cached forever and compressed', async () => {
    const response = await server.request('/assets/app-1.js', { headers: { 'accept-encoding': 'br' } })
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(await response.text()).toContain('console.log(1)')
  })
  test('the compressed file of the build is sent to browsers that accept it', async () => {
    const read = async (encoding: string) =>
      (await server.request('/assets/app-2.js', { headers: { 'accept-encoding': encoding } })).text()
    expect(await read('gzip, deflate, br')).toBe(`${SMALL}// built`)
    expect(await read('gzip')).toBe(SMALL)
    expect((await server.request('/assets/app-2.js.br')).status).toBe(404)
  })
  test('a locale file answers 304, and a missing one is not a page', async () => {
    const first = await server.request('/locales/en/common.json')
    expect(await first.json()).toEqual({ a: 'b' })
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const encoding = { 'accept-encoding': 'identity' }
    const plain =
      (await server.request('/locales/en/common.json', { headers: encoding })).headers.get('etag') ?? ''
    expect(
      (await server.request('/locales/en/common.json', { headers: { ...encoding, 'if-none-match': plain } }))
        .status,
    ).toBe(304)
    expect(etag).not.toBe('')
    expect((await server.request('/locales/xx/common.json')).status).toBe(404)
  })
  test('serves nothing outside its folder', async () => {
    const body = await new Promise((resolve, reject) => {
      const { port } = server.server
      rawRequest({ port, path: '/locales/../../package.json' }, async (response) =>
        resolve(Buffer.concat(await response.toArray()).toString()),
      )
        .on('error', reject)
        .end()
    })
    expect(body).toContain('<!doctype html>')
  })
})

describe('for operators and developers', () => {
  test('health and metrics', async () => {
    expect(await (await server.request('/health/live')).json()).toEqual({ status: 'live' })
    expect(await (await server.request('/health/ready')).json()).toEqual({ status: 'ready' })
    expect((await fetch(`${server.server.origin}/metrics`)).status).toBe(401)
    const withToken = (token: string) =>
      fetch(`${server.server.origin}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    expect((await withToken('wrong-token-0123456789')).status).toBe(401)
    expect(await (await withToken(METRICS_TOKEN)).text()).toContain('dragoman_uptime_seconds')
    const figures = await (await server.request('/metrics')).text()
    expect(figures).toMatch(/dragoman_http_requests_total\{area="session",status="\d+"\} \d+/)
    expect(figures).toMatch(/dragoman_resident_memory_bytes \d+/)
  })
  test('the document lists every route and the page shows it', async () => {
    const document = (await (await server.request('/api/openapi.json')).json()) as { paths: object }
    expect(Object.keys(document.paths)).toContain('/api/projects/{project}/translations')
    const answer = await server.request('/api/docs')
    const page = await answer.text()
    expect(page).toContain('translations/bulk')
    expect(page).not.toContain('<script')
    const style = createHash('sha256')
      .update(/<style>(.*)<\/style>/s.exec(page)?.[1] ?? '')
      .digest('base64')
    expect(answer.headers.get('content-security-policy')).toContain(
      `default-src 'none'; style-src 'sha256-${style}'`,
    )
  })
  test('the document lists a token for exactly the routes that one with all scopes can call', async () => {
    const document = (await (await server.request('/api/openapi.json')).json()) as Documented
    const token = { tokenId: 1, scopes: new Set(TOKEN_SCOPES), projectId: null, languages: null }
    const owner = { id: 'user:1', name: 'Ann', instanceRole: 'owner', memberships: new Map(), token } as const
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    const listed = operations.flatMap(({ operationId, security }) => (security ? [operationId] : []))
    const allowed = Object.entries(api).flatMap(([area, routes]) =>
      Object.entries<Parameters<typeof explainRoute>[1]>(routes).flatMap(([name, route]) =>
        route.action !== 'public' && explainRoute(owner, route, 1) === null ? [`${area}.${name}`] : [],
      ),
    )
    expect(listed.toSorted()).toEqual(allowed.toSorted())
    expect(allowed.length).toBeLessThan(operations.length - 40)
  })
  test.each(['/api/openapi.json', '/api/docs', '/metrics'])(
    '%s is for people of this server',
    async (path) => {
      const answer = await fetch(`${server.server.origin}${path}`)
      expect([answer.status, (await problem(answer)).code]).toEqual([401, 'not-signed-in'])
    },
  )
})
