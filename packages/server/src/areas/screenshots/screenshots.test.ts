import { createHash } from 'node:crypto'
import { api, type ScreenshotBody } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { findScreenshotImage, projectBySlug, putScreenshotImage, type Writer } from '@dragoman/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { queryPlansOf } from '../../../test/query-plans.ts'
import { DATABASES, openTestServer, type TestServer } from '../../../test/test-server.ts'
import { readPicture } from './read-picture.ts'

type SentString = ScreenshotBody['strings'][number]

/** The beginning of a PNG of that size; `salt` makes its bytes differ. */
function png(width: number, height: number, salt = ''): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(33 + Buffer.byteLength(salt))
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.write(salt, 33)
  return bytes
}

function on(key: string, more: Partial<SentString> = {}): SentString {
  return { namespace: 'app', key, part: 'text', x: 10, y: 20, width: 100, height: 30, ...more }
}

describe.each(DATABASES)('screenshots on %s', (database) => {
  let server: TestServer
  const params = { project: 'shop' }
  const ids = new Map<string, number>()
  beforeAll(async () => {
    server = await openTestServer({ database })
    await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
    await server.call(api.languages.add, { params, body: { tag: 'de' } })
    for (const [name, plural] of [
      ['title', 'none'],
      ['items', 'cardinal'],
      ['odd 🔑 [key]', 'none'],
    ] as const) {
      const forms = plural === 'none' ? { other: 'Basket' } : { one: 'One', other: 'Many' }
      const { key } = await server.call(api.keys.create, {
        params,
        body: { namespace: 'app', name, plural, forms },
      })
      ids.set(name, key.id)
    }
  })
  afterAll(() => server.close())

  test('pictures without a screenshot do not pile up', async () => {
    const { store } = server.server.deps
    const project = await store.read((r) => projectBySlug(r, 'shop'))
    if (project === null) throw new Error('There is no project')
    const put = (w: Writer, hash: string, at: string, bytes = 10) =>
      putScreenshotImage(w, {
        projectId: project.id,
        hash,
        type: 'image/png',
        width: 1,
        height: 1,
        bytes: new Uint8Array(bytes),
        at,
      })
    const isThere = (hash: string) =>
      store.read(async (r) => (await findScreenshotImage(r, project.id, hash)) !== null)
    await store.write((w) => put(w, 'old', '2026-01-01T10:00:00.000Z'))
    await store.write(async (w) => {
      for (let second = 0; second < LIMITS.screenshotsMax; second++)
        await put(w, `picture ${second}`, new Date(Date.UTC(2026, 0, 1, 11, 30, second)).toISOString())
    })
    expect([await isThere('old'), await isThere('picture 0'), await isThere('picture 999')]).toEqual([
      false,
      true,
      true,
    ])
    await store.write((w) => put(w, 'one more', '2026-01-01T11:50:00.000Z'))
    expect([await isThere('picture 0'), await isThere('picture 1'), await isThere('one more')]).toEqual([
      false,
      true,
      true,
    ])
    await store.write((w) => put(w, 'later', '2026-01-01T14:00:00.000Z'))
    expect([await isThere('one more'), await isThere('later')]).toEqual([false, true])
  })

  const add = (bytes: Uint8Array<ArrayBuffer>) => server.call(api.screenshots.addImage, { params, bytes })
  const ofKey = async (name: string) => {
    const at = { params: { ...params, key: ids.get(name) ?? 0 } }
    return (await server.call(api.screenshots.ofKey, at)).screenshots
  }
  const list = async () => (await server.call(api.screenshots.list, { params })).screenshots
  const body = async (more: Partial<ScreenshotBody> = {}): Promise<ScreenshotBody> => ({
    name: 'Basket',
    language: 'en',
    image: more.image ?? (await add(png(800, 600))).image,
    mark: 'm1',
    takenAt: null,
    strings: [on('title')],
    ...more,
  })
  const save = async (more: Partial<ScreenshotBody> = {}) =>
    server.call(api.screenshots.save, { params, body: await body(more) })
  const saveText = async (name: string, text: string, language = 'en') => {
    const at = { params: { ...params, key: ids.get(name) ?? 0, language } }
    const { version } = await server.call(api.translations.get, at).then((row) => row.target)
    const forms = { other: text }
    await server.call(api.translations.save, { ...at, body: { forms, baseVersion: version } })
  }

  test.runIf(database === 'sqlite')('its keys are looked up by name', async () => {
    const plans = await queryPlansOf(server, 'key', () => save())
    expect(plans.filter((step) => step.startsWith('SEARCH k USING INDEX key_lookup')).length).toBeGreaterThan(
      0,
    )
    expect(plans.filter((step) => /^(?:SCAN k|SEARCH k USING INDEX key_position)/.test(step))).toEqual([])
  })

  test("the language of an app becomes the project's", async () => {
    const own = { project: 'app' }
    await server.call(api.projects.create, { body: { slug: 'app', name: 'App', sourceLanguage: 'en' } })
    await server.call(api.languages.add, { params: own, body: { tag: 'de' } })
    const key = { namespace: 'app', name: 'title', plural: 'none' as const, forms: { other: 'Basket' } }
    await server.call(api.keys.create, { params: own, body: key })
    const { image } = await server.call(api.screenshots.addImage, { params: own, bytes: png(800, 600) })
    for (const language of ['de-DE', 'de_AT', 'ja'])
      await server.call(api.screenshots.save, {
        params: own,
        body: await body({ language, image, mark: language }),
      })
    const { screenshots } = await server.call(api.screenshots.list, { params: own })
    expect(screenshots.map(({ language, mark }) => [language, mark]).sort()).toEqual([
      ['de', 'de_AT'],
      ['ja', 'ja'],
    ])
  })

  test('a key has the screenshot that shows it, and its picture is served only as a picture', async () => {
    const { screenshot, strings, unknown } = await save({
      strings: [on('title'), on('items', { y: 90 }), on('gone'), on('title', { namespace: 'x' }), on('gone')],
    })
    expect({ strings, unknown }).toEqual({
      strings: 2,
      unknown: [
        { namespace: 'app', key: 'gone' },
        { namespace: 'x', key: 'title' },
      ],
    })
    const [shown] = await ofKey('items')
    const hash = createHash('sha256').update(png(800, 600)).digest('hex')
    expect(shown).toMatchObject({
      id: screenshot,
      name: 'Basket',
      language: 'en',
      image: { hash, width: 800, height: 600 },
      by: { name: 'Ann' },
      strings: [{ keyId: ids.get('items'), x: 10, y: 90, width: 100, height: 30, isStale: false }],
    })
    const whole = await server.call(api.screenshots.get, {
      params: { ...params, screenshot: screenshot ?? 0 },
    })
    expect(whole.strings.map(({ name }) => name)).toEqual(['title', 'items'])
    const response = await server.request(`/api/projects/shop/screenshot-images/${hash}`)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
    })
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(png(800, 600)))
    const outside = await fetch(`${server.server.origin}/api/projects/shop/screenshot-images/${hash}`)
    expect(outside.status).toBe(401)
    // No key was created for strings the project does not have.
    expect(
      (await server.call(api.keys.page, { params, query: { languages: 'en', limit: 10 } })).rows.length,
    ).toBe(3)
  })

  test('a newer one with the same name and language replaces it', async () => {
    const before = await list()
    const { screenshot } = await save({ language: 'de', mark: 'german' })
    const again = await save({ language: 'de', mark: 'again', image: (await add(png(400, 300))).image })
    expect((await list()).map(({ language, mark }) => [language, mark])).toEqual([
      ['de', 'again'],
      ...before.map(({ language, mark }) => [language, mark]),
    ])
    const gone = { params: { ...params, screenshot: screenshot ?? 0 } }
    expect((await server.fail(api.screenshots.get, gone)).code).toBe('not-found')
    await server.call(api.screenshots.remove, { params: { ...params, screenshot: again.screenshot ?? 0 } })
    expect(await list()).toEqual(before)
    expect((await server.fail(api.screenshots.remove, gone)).code).toBe('not-found')
  })

  test('a removed one is restored with its places, after a restart too, unless it was replaced', async () => {
    await save()
    const before = await list()
    const [{ id } = { id: 0 }] = before
    const at = { params: { ...params, screenshot: id } }
    await server.call(api.screenshots.remove, at)
    expect(await list()).toEqual(before.slice(1))
    expect(await ofKey('title')).toEqual([])
    expect((await server.fail(api.screenshots.get, at)).code).toBe('not-found')
    // What is sent in the meantime leaves it unchanged.
    await save({ name: 'Another' })
    const other = (await list())[0]
    await server.call(api.screenshots.restore, at)
    expect((await ofKey('title')).map((one) => [one.name, one.strings.length])).toEqual([
      ['Another', 1],
      ['Basket', 1],
    ])
    await server.call(api.screenshots.remove, { params: { ...params, screenshot: other?.id ?? 0 } })
    expect(await list()).toEqual(before)
    await server.call(api.screenshots.remove, at)
    await save()
    expect((await server.fail(api.screenshots.restore, at)).code).toBe('not-found')
    expect(await list()).toHaveLength(before.length)
  })

  test('strings are stale while the source text differs, whatever happens to translations', async () => {
    const stale = async () => (await ofKey('title')).map(({ strings }) => strings.map((one) => one.isStale))
    await save()
    await saveText('title', 'Warenkorb', 'de')
    expect(await stale()).toEqual([[false]])
    await saveText('title', 'Your basket')
    expect(await stale()).toEqual([[true]])
    expect(await list()).toMatchObject([{ strings: 1, stale: 1 }])
    await saveText('title', 'Basket')
    expect(await stale()).toEqual([[false]])
    await saveText('title', 'Your basket')
    await save()
    expect(await stale()).toEqual([[false]])
  })

  test('a screenshot without strings of the project is not stored, and replaces none', async () => {
    const before = await list()
    expect(await save({ strings: [on('gone')] })).toMatchObject({ screenshot: null, strings: 0 })
    expect(await save({ strings: [] })).toEqual({ screenshot: null, strings: 0, unknown: [] })
    expect(await list()).toEqual(before)
  })

  test('strings whose namespace or name no key can have are unknown', async () => {
    const others = [
      { ...on('title'), namespace: '@acme/ui' },
      { ...on('title'), namespace: 'a\u0000\ud800' },
      { ...on('title'), key: '' },
      { ...on('title'), key: 'ti\u0000tle' },
    ]
    const saved = await save({ name: 'Library', strings: [on('title'), ...others] })
    expect([saved.strings, saved.unknown.map(({ namespace, key }) => [namespace, key])]).toEqual([
      1,
      others.map(({ namespace, key }) => [namespace, key]),
    ])
    await server.call(api.screenshots.remove, { params: { ...params, screenshot: saved.screenshot ?? 0 } })
  })

  test('keys of any characters; a deleted key that is restored has its place again', async () => {
    await save({ name: 'Od\u0000d', strings: [on('odd 🔑 [key]'), on('title')] })
    expect(await ofKey('odd 🔑 [key]')).toMatchObject([{ name: 'Odd', strings: [{ name: 'odd 🔑 [key]' }] }])
    const key = ids.get('odd 🔑 [key]') ?? 0
    const { operation } = await server.call(api.keys.remove, { params: { ...params, key } })
    expect(await list()).toMatchObject([{ name: 'Odd', strings: 1 }, { name: 'Basket' }])
    await server.call(api.operations.undo, {
      params: { ...params, operation: operation?.id ?? 0 },
      body: { keepNewer: false },
    })
    expect(await ofKey('odd 🔑 [key]')).toMatchObject([{ name: 'Odd' }])
  })

  test.each([
    [
      'not a picture',
      new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'unsupported-picture',
    ],
    ['a size of nothing', png(0, 10), 'unsupported-picture'],
    ['too wide', png(LIMITS.screenshotSideMax + 1, 10), 'too-large'],
    ['too many bytes', png(10, 10, 'x'.repeat(LIMITS.screenshotBytesMax)), 'too-large'],
  ])('%s is refused', async (_, bytes, code) => {
    const { code: said, params: values } = await server.fail(api.screenshots.addImage, { params, bytes })
    expect(said).toBe(code)
    if (bytes.byteLength > LIMITS.screenshotBytesMax)
      expect(values).toEqual({ limitBytes: LIMITS.screenshotBytesMax })
    if (code === 'unsupported-picture')
      expect(values).toEqual({ megabytes: LIMITS.screenshotBytesMax / 2 ** 20 })
  })

  test.each([
    ['a place beside the picture', { strings: [on('title', { x: 790 })] }, 'invalid-input'],
    ['a picture that was never sent', { image: 'a'.repeat(64) }, 'not-found'],
    ['no name', { name: ' ' }, 'invalid-input'],
    ['a place without size', { strings: [on('title', { width: 0 })] }, 'invalid-input'],
  ])('%s is refused, and what was there stays', async (_, more, code) => {
    const before = await list()
    const call = { params, body: await body(more) }
    expect((await server.fail(api.screenshots.save, call)).code).toBe(code)
    expect(await list()).toEqual(before)
  })

  test('a key keeps its newest, a clock that is ahead gains nothing, and unused pictures are removed', async () => {
    const image = (await add(png(500, 500))).image
    const times = [...Array(LIMITS.screenshotsOfKeyMax + 5).keys()]
    for (const minute of times)
      await save({
        name: `Page ${minute}`,
        image,
        takenAt: `2020-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`,
        strings: minute === 0 ? [on('title'), on('items')] : [on('title')],
      })
    await save({ name: 'Ahead', image, takenAt: '2999-01-01T00:00:00.000Z' })
    const names = (await ofKey('title')).map(({ name }) => name)
    expect(names).toHaveLength(LIMITS.screenshotsOfKeyMax)
    expect(names.slice(0, 4)).toEqual(['Ahead', 'Odd', 'Basket', 'Page 24'])
    expect(Date.parse((await ofKey('title'))[0]?.takenAt ?? '')).toBeLessThanOrEqual(Date.now())
    // It still shows another key.
    expect(await ofKey('items')).toMatchObject([{ name: 'Page 0' }])
    expect((await list()).map(({ name }) => name)).toContain('Page 0')
    expect((await list()).map(({ name }) => name)).not.toContain('Page 1')
  })

  test('a key that an app asks for by an alias is found, unless another key has that name', async () => {
    const make = async (name: string) => {
      const body = { namespace: 'app', name, plural: 'none', forms: { other: name } } as const
      ids.set(name, (await server.call(api.keys.create, { params, body })).key.id)
    }
    await make('old')
    const at = { ...params, key: ids.get('old') ?? 0 }
    await server.call(api.keys.update, { params: at, body: { name: 'new' } })
    const strings = [on('old'), on('items'), on('old', { namespace: 'other' })]
    expect(await save({ name: 'Aliases', strings })).toMatchObject({
      strings: 2,
      unknown: [{ namespace: 'other', key: 'old' }],
    })
    expect(await ofKey('old')).toMatchObject([{ name: 'Aliases', strings: [{ name: 'new' }] }])
    const renamed = ids.get('old') ?? 0
    await make('old')
    await save({ name: 'Aliases', strings: [on('old')] })
    expect(await ofKey('old')).toMatchObject([{ name: 'Aliases', strings: [{ name: 'old' }] }])
    ids.set('old', renamed)
    expect(await ofKey('old')).toEqual([])
  })

  test('all are removed with the project', async () => {
    const { image } = await add(png(500, 500))
    await server.call(api.projects.remove, { params, body: { confirm: 'shop' } })
    await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
    expect(await list()).toEqual([])
    const at = { params: { ...params, image } }
    expect((await server.fail(api.screenshots.image, at)).code).toBe('not-found')
  })
})

describe('reads a picture from its bytes', () => {
  const base64 = (text: string) => Buffer.from(text, 'base64')
  test.each([
    ['PNG', png(3, 4), { type: 'image/png', width: 3, height: 4 }],
    [
      'WebP without loss',
      base64('UklGRhoAAABXRUJQVlA4TA0AAAAvAUAAAAcQEf0PRET/Aw=='),
      { type: 'image/webp', width: 2, height: 2 },
    ],
    [
      'WebP with loss',
      base64('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA='),
      { type: 'image/webp', width: 1, height: 1 },
    ],
    [
      'JPEG',
      Buffer.concat([
        base64('/9j/4AAQSkZJRgABAQAAAQABAAD/'),
        Buffer.from([0xff, 0xc2, 0, 17, 8, 0, 7, 0, 5, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
      ]),
      { type: 'image/jpeg', width: 5, height: 7 },
    ],
  ])('%s', (_, bytes, picture) => {
    expect(readPicture(bytes)).toEqual(picture)
    // However it is cut: an answer, never an error.
    for (let length = 0; length < bytes.length; length++) readPicture(bytes.subarray(0, length))
  })
})
