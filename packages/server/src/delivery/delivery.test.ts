import { mkdir, writeFile } from 'node:fs/promises'
import { request as rawRequest } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { api } from '@dragoman/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FolderProject, folderProject } from '../../test/folder-project.ts'
import { eventually } from '../../test/test-server.ts'

const EN =
  '{\n  "title": "Shop",\n  "cart": { "item_one": "{{count}} item", "item_other": "{{count}} items" },\n  "__proto__": "kept",\n  "10": "ten"\n}\n'
let project: FolderProject

beforeEach(async () => {
  project = await folderProject({
    'en/common.json': EN,
    'pt_BR/common.json': '{ "title": "Loja" }',
    'en/a/b.json': '{ "deep": "Deep" }',
  })
})
afterEach(() => project.test.close())

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }

/** Sends a request with exactly these headers, and returns the body as sent. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { port } = project.test.server
    rawRequest({ port, path, headers, method, agent: false }, async (response) => {
      const body = Buffer.concat(await response.toArray())
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
    })
      .on('error', reject)
      .end()
  })
}

const PATH = '/d/shop/live/locales/en/common.json'

describe('a delivered file', () => {
  test("is the catalog in the app's format, whatever the names of keys", async () => {
    const { status, headers, body } = await get(PATH)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=0, stale-if-error=86400',
      'access-control-allow-origin': '*',
      vary: 'Accept-Encoding',
      'content-length': String(body.length),
    })
    expect(body.toString()).toBe(
      '{"title":"Shop","cart":{"item_one":"{{count}} item","item_other":"{{count}} items"},"__proto__":"kept","10":"ten"}',
    )
  })

  test('comes in the requested encoding, each with its own strong tag', async () => {
    const plain = await get(PATH)
    const gzip = await get(PATH, { 'accept-encoding': 'gzip, deflate' })
    const brotli = await get(PATH, { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(gunzipSync(gzip.body)).toEqual(plain.body)
    expect(brotliDecompressSync(brotli.body)).toEqual(plain.body)
    expect([gzip.headers['content-encoding'], brotli.headers['content-encoding']]).toEqual(['gzip', 'br'])
    expect(new Set([plain, gzip, brotli].map((answer) => answer.headers.etag)).size).toBe(3)
    expect(plain.headers.etag).toMatch(/^"[\w-]+"$/)
    expect(
      (await get(PATH, { 'accept-encoding': 'gzip;q=0, br;q=0' })).headers['content-encoding'],
    ).toBeUndefined()
  })

  test.each(['identity', 'gzip', 'br'])('is not sent again to who has it (%s)', async (encoding) => {
    const first = await get(PATH, { 'accept-encoding': encoding })
    const etag = String(first.headers.etag)
    for (const asked of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get(PATH, { 'accept-encoding': encoding, 'if-none-match': asked })
      expect([again.status, again.body.length, again.headers.etag, again.headers.vary]).toEqual([
        304,
        0,
        etag,
        'Accept-Encoding',
      ])
    }
    expect((await get(PATH, { 'accept-encoding': encoding, 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('has the saved string in the next answer', async () => {
    const before = await get(PATH, { 'accept-encoding': 'gzip' })
    for (let count = 0; count < 20; count++) {
      await project.save('title', 'en', `Shop ${count}`)
      const after = await get(PATH, {
        'accept-encoding': 'gzip',
        'if-none-match': String(before.headers.etag),
      })
      expect(JSON.parse(gunzipSync(after.body).toString()).title).toBe(`Shop ${count}`)
    }
  })

  test('is found with other spellings of the language and with a query', async () => {
    for (const path of ['pt-BR', 'pt_BR', 'pt-br']) {
      expect((await get(`/d/shop/live/locales/${path}/common.json?v=1`)).body.toString()).toBe(
        '{"title":"Loja"}',
      )
    }
    expect((await get('/d/shop/live/locales/en/a/b.json')).body.toString()).toBe('{"deep":"Deep"}')
  })

  test('leaves out untranslated texts, or fills them from the fallback language if configured', async () => {
    const path = '/d/shop/live/locales/pt-BR/common.json'
    expect(JSON.parse((await get(path)).body.toString())).toEqual({ title: 'Loja' })
    await project.test.call(api.projects.update, {
      params: project.params,
      body: { settings: { deliverFallback: true } },
    })
    expect(JSON.parse((await get(path)).body.toString())).toMatchObject({
      title: 'Loja',
      cart: { item_other: '{{count}} items' },
      10: 'ten',
    })
    await project.save('10', 'en', 'TEN')
    expect(JSON.parse((await get(path)).body.toString())).toMatchObject({ 10: 'TEN' })
  })

  test('that needs a token is for people of this server only, and is not cached', async () => {
    await project.test.call(api.projects.update, {
      params: project.params,
      body: { settings: { deliverPublic: false } },
    })
    const own = await project.test.request(PATH)
    expect([own.status, ((await own.json()) as { title: string }).title]).toEqual([200, 'Shop'])
    expect(own.headers.get('access-control-allow-origin')).toBeNull()
    expect(own.headers.get('cache-control')).toBe('private, no-cache')
    expect(own.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    const again = await project.test.request(PATH, {
      headers: { 'if-none-match': own.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
    expect((await get(PATH)).status).toBe(404)
  })

  test('of a new project requires a session', async () => {
    const folder = join(project.test.folder, 'quiet')
    await mkdir(join(folder, 'en'), { recursive: true })
    await writeFile(join(folder, 'en/common.json'), '{ "title": "Quiet" }')
    const body = { slug: 'quiet', name: 'Quiet', sourceLanguage: 'en', folder }
    const made = await project.test.call(api.projects.create, { body })
    await project.test.server.deps.jobs.idle()
    expect(made.settings.deliverPublic).toBe(false)
    expect((await get('/d/quiet/live/locales/en/common.json')).status).toBe(404)
    expect((await project.test.request('/d/quiet/live/locales/en/common.json')).status).toBe(200)
  })

  test('is refused if the project does not deliver to everyone', async () => {
    expect((await get(PATH)).status).toBe(200)
    await project.test.call(api.projects.update, {
      params: project.params,
      body: { settings: { deliverPublic: false } },
    })
    const refused = await get(PATH)
    const unknown = await get('/d/nowhere/live/locales/en/common.json')
    expect([refused.status, refused.body.toString()]).toEqual([404, unknown.body.toString()])
  })
})

describe('a variant of a language', () => {
  test("of a project's language is an empty file, so that apps report no error", async () => {
    for (const path of ['en-AU', 'en_au', 'pt-BR-x-shop']) {
      const { status, body, headers } = await get(`/d/shop/live/locales/${path}/common.json`)
      expect([path, status, body.toString()]).toEqual([path, 200, '{}'])
      expect(headers['access-control-allow-origin']).toBe('*')
    }
    expect((await get('/d/shop/live/locales/pt-PT/common.json')).status).toBe(404)
    expect((await get('/d/shop/live/locales/en-AU/nothing.json')).status).toBe(404)
    await project.test.call(api.languages.add, { params: project.params, body: { tag: 'en-AU' } })
    await project.save('title', 'en-AU', 'Store')
    expect((await get('/d/shop/live/locales/en-AU/common.json')).body.toString()).toBe('{"title":"Store"}')
  })
  test('is built once, also as one of several languages', async () => {
    const builds = async () =>
      Number(
        /dragoman_delivery_builds_total (\d+)/.exec(
          await (await project.test.request('/metrics')).text(),
        )?.[1],
      )
    const before = await builds()
    for (let turn = 0; turn < 3; turn++)
      expect((await get('/d/shop/live/locales/en-AU/common.json')).body.toString()).toBe('{}')
    expect(await builds()).toBe(before + 1)
    const several = '/d/shop/live/locales/en-AU+pt-BR/common.json'
    const [first, second] = [await get(several), await get(several)]
    expect(first.body.toString()).toBe('{"en-AU":{"common":{}},"pt-BR":{"common":{"title":"Loja"}}}')
    expect(second.body).toEqual(first.body)
    expect(await builds()).toBe(before + 2)
  })
})

describe('other requests', () => {
  test('HEAD has the headers only', async () => {
    const whole = await get(PATH)
    const head = await get(PATH, {}, 'HEAD')
    expect([head.status, head.body.length, head.headers.etag, head.headers['content-length']]).toEqual([
      200,
      0,
      whole.headers.etag,
      whole.headers['content-length'],
    ])
  })
  test('OPTIONS allows apps of other origins, POST is unknown', async () => {
    const options = await get(
      PATH,
      { origin: 'https://app.example', 'access-control-request-method': 'GET' },
      'OPTIONS',
    )
    expect([
      options.status,
      options.headers['access-control-allow-origin'],
      options.headers['access-control-allow-methods'],
    ]).toEqual([204, '*', 'GET, HEAD, OPTIONS'])
    expect((await get(PATH, {}, 'POST')).status).toBe(405)
  })
  test.each([
    '/d/nowhere/live/locales/en/common.json',
    '/d/shop/live/locales/xx/common.json',
    '/d/shop/live/locales/en/nothing.json',
    '/d/shop/other/locales/en/common.json',
    '/d/shop/live/locales/en/%.json',
    '/d/',
  ])('%s is not found', async (path) => {
    const answer = await get(path)
    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'application/problem+json'])
    expect(JSON.parse(answer.body.toString()).code).toBe('not-found')
  })
})

test('a hundred readers at the same time cause one build', async () => {
  const { figures } = await builds()
  const before = figures
  const answers = await Promise.all(Array.from({ length: 100 }, () => get(PATH, { 'accept-encoding': 'br' })))
  expect(new Set(answers.map((answer) => answer.headers.etag)).size).toBe(1)
  expect((await builds()).figures - before).toBe(1)
})

async function builds(): Promise<{ figures: number }> {
  const text = await (await project.test.request('/metrics')).text()
  return { figures: Number(/dragoman_delivery_builds_total (\d+)/.exec(text)?.[1] ?? 0) }
}

describe('files of several languages and namespaces together', () => {
  const several = async (path: string, headers: Record<string, string> = {}) => {
    const { status, headers: answered, body } = await get(`/d/shop/live/locales/${path}.json`, headers)
    return { status, headers: answered, texts: status === 200 ? JSON.parse(body.toString()) : null }
  }

  test('are one answer, by language and namespace as requested', async () => {
    expect((await several('en+pt_BR/common')).texts).toEqual({
      en: { common: expect.objectContaining({ title: 'Shop' }) },
      pt_BR: { common: { title: 'Loja' } },
    })
    expect((await several('en/common+a/b')).texts).toEqual({
      en: { common: expect.objectContaining({ title: 'Shop' }), 'a/b': { deep: 'Deep' } },
    })
    expect((await several('en%2Bpt-BR/common')).texts).toMatchObject({
      'pt-BR': { common: { title: 'Loja' } },
    })
  })

  test('come from a channel whose name is a part of every address, too', async () => {
    const { call } = project.test
    const body = { name: 'locales', kind: 'catalog', settings: {} } as const
    await call(api.releases.addChannel, { params: { project: 'shop' }, body })
    const { body: file } = await get('/d/shop/locales/locales/en+pt_BR/common.json')
    expect(JSON.parse(file.toString())).toMatchObject({ pt_BR: { common: { title: 'Loja' } } })
  })

  test('leave out unknown ones; none at all is 404, and so are more than a hundred', async () => {
    expect((await several('en+xx/common+nothing')).texts).toEqual({
      en: { common: expect.objectContaining({ title: 'Shop' }) },
    })
    expect((await several('xx+yy/common')).status).toBe(404)
    const many = Array.from({ length: 101 }, (_, index) => `n${index}`).join('+')
    expect((await several(`en/common+${many}`)).status).toBe(404)
  })

  test('have a tag that changes with any of them, and are not sent again to readers that have them', async () => {
    const first = await several('en+pt_BR/common')
    const tag = String(first.headers.etag)
    expect((await several('en+pt_BR/common', { 'if-none-match': tag })).status).toBe(304)
    await project.write('pt_BR/common.json', '{ "title": "Mercado" }')
    await eventually(
      async () =>
        (await several('en+pt_BR/common', { 'if-none-match': tag })).texts?.pt_BR.common.title === 'Mercado',
    )
  })
})
