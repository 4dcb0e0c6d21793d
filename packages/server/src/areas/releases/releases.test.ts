import { api } from '@dragoman/contract'
import { DEFAULT_CHANNEL_SETTINGS, isAmongFirst, LIMITS } from '@dragoman/core'
import { addChannel as addChannelRow, channelByName, moveChannel, projectBySlug } from '@dragoman/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type JobHold, openJobHold } from '../../../test/hold-jobs.ts'
import { DATABASES, openTestServer, type TestServer } from '../../../test/test-server.ts'

const params = { project: 'shop' }

describe.each(DATABASES)('releases and channels on %s', (database) => {
  let server: TestServer
  let hold: JobHold
  beforeEach(async () => {
    hold = openJobHold()
    server = await openTestServer({ database, ...hold.options })
    await server.call(api.projects.create, {
      body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', deliverPublic: true },
    })
    await server.call(api.languages.add, { params, body: { tag: 'de' } })
    await addKey('title', 'Shop')
    await addKey('cart', 'You have {{count}} items')
  })
  afterEach(() => server.close())

  const addKey = (name: string, text: string) =>
    server.call(api.keys.create, {
      params,
      body: { namespace: 'app', name, plural: 'none', forms: { other: text } },
    })

  async function save(name: string, text: string, language = 'de', state?: 'reviewed') {
    const { rows } = await server.call(api.translations.page, { params, query: { language, limit: 50 } })
    const row = rows.find(({ key }) => key.name === name)
    if (row === undefined) throw new Error(`No key ${name}`)
    await server.call(api.translations.save, {
      params: { ...params, key: row.key.id, language },
      body: {
        forms: text === '' ? {} : { other: text },
        baseVersion: row.target.version,
        ...(state === undefined ? {} : { state }),
      },
    })
  }

  const release = async (title = '', channel?: string) =>
    (
      await server.call(api.releases.create, {
        params,
        body: { title, notes: '', ...(channel === undefined ? {} : { channel }) },
      })
    ).number

  const addChannel = (name: string, settings = {}) =>
    server.call(api.releases.addChannel, { params, body: { name, kind: 'release', settings } })

  const move = (channel: string, to: number, percent = 100) =>
    server.call(api.releases.moveChannel, {
      params: { ...params, channel },
      body: { release: to, percent, note: '' },
    })

  async function loaded(channel: string, { language = 'de', query = '' } = {}): Promise<unknown> {
    const path = `/d/shop/${channel}/locales/${language}/app.json${query}`
    const response = await fetch(`${server.server.origin}${path}`)
    return response.status === 200 ? response.json() : response.status
  }

  test('a release keeps its texts, whatever is saved afterwards; a channel serves them, and rolls back', async () => {
    await addChannel('production')
    expect(await loaded('production')).toBe(404)
    await save('title', 'Laden')
    expect(await release('First', 'production')).toBe(1)
    expect(await loaded('production')).toEqual({ title: 'Laden' })

    await save('title', 'Geschäft')
    await addKey('new', 'New')
    expect(await loaded('live')).toEqual({ title: 'Geschäft' })
    expect(await loaded('production')).toEqual({ title: 'Laden' })
    expect(await loaded('production', { language: 'en' })).toEqual({
      title: 'Shop',
      cart: 'You have {{count}} items',
    })

    const second = await release('Second')
    expect(await loaded('production')).toEqual({ title: 'Laden' })
    await move('production', second)
    expect(await loaded('production')).toEqual({ title: 'Geschäft' })
    expect(await loaded('production', { language: 'en' })).toMatchObject({ new: 'New' })

    await move('production', 1)
    expect(await loaded('production')).toEqual({ title: 'Laden' })
    const { channels, moves } = await server.call(api.releases.channels, { params })
    expect(channels.map(({ name, release: at }) => [name, at])).toEqual([
      ['live', null],
      ['pseudo', null],
      ['production', 1],
    ])
    expect(moves.map(({ release: at, isRollBack, by }) => [at, isRollBack, by.name])).toEqual([
      [1, true, 'Ann'],
      [2, false, 'Ann'],
      [1, false, 'Ann'],
    ])

    server = await server.restart()
    expect(await loaded('production')).toEqual({ title: 'Laden' })
  })

  test('the moves of a channel are listed however often others have moved since', async () => {
    await addChannel('production')
    await addChannel('staging')
    await release('First', 'production')
    await save('title', 'Laden')
    await move('production', await release('Second'))
    await server.server.deps.store.write(async (w) => {
      const project = await projectBySlug(w, 'shop')
      const staging = await channelByName(w, project?.id ?? 0, 'staging')
      const first = await channelByName(w, project?.id ?? 0, 'production')
      if (staging === null || staging.id === null || first === null)
        throw new Error('The channels are missing')
      const by = { id: null, name: 'CI' }
      const to = { releaseId: first.releaseId, nextReleaseId: null, percent: 0, isRollBack: false }
      for (let index = 0; index < 200; index += 1)
        await moveChannel(
          w,
          { ...staging, id: staging.id },
          { ...to, note: '', at: '2026-11-24', by, scheduledFor: null },
        )
    })
    const { moves } = await server.call(api.releases.channels, { params })
    expect(moves.flatMap((one) => (one.channel === 'production' ? [one.release] : []))).toEqual([2, 1])
    expect(moves.filter(({ channel }) => channel === 'staging')).toHaveLength(50)
  })

  test('the latest moves of all channels are listed, however many channels there are', async () => {
    const names = ['one', 'two', 'three', 'four', 'five']
    for (const name of names) await addChannel(name)
    await release('First', 'one')
    await server.server.deps.store.write(async (w) => {
      const project = await projectBySlug(w, 'shop')
      const first = await channelByName(w, project?.id ?? 0, 'one')
      for (const name of names) {
        const channel = await channelByName(w, project?.id ?? 0, name)
        if (channel === null || channel.id === null || first === null) throw new Error('A channel is missing')
        const by = { id: null, name: 'CI' }
        const to = { releaseId: first.releaseId, nextReleaseId: null, percent: 0, isRollBack: false }
        const how = { ...to, note: '', at: '2026-11-24', by, scheduledFor: null }
        for (let index = 0; index < 41; index += 1) await moveChannel(w, { ...channel, id: channel.id }, how)
      }
    })
    const { moves } = await server.call(api.releases.channels, { params })
    expect(moves.length).toBeGreaterThan(200)
  })

  test('a release has the syntax that the file of a key names', async () => {
    const po = `msgid ""\nmsgstr ""\n"Language: de\\n"\n\n#, python-format\nmsgid "%d files"\nmsgstr "%d Dateien"\n`
    await server.call(api.files.import, {
      params,
      query: { name: 'de.po', namespace: 'desk', mode: 'overwrite' },
      bytes: new TextEncoder().encode(po),
    })
    const formats = ['gettext-po']
    await server.call(api.releases.updateChannel, {
      params: { ...params, channel: 'live' },
      body: { formats },
    })
    await addChannel('production', { formats })
    await release('', 'production')
    const served = async (channel: string) =>
      (await fetch(`${server.server.origin}/d/shop/${channel}/locales/de/desk.po`)).text()
    const live = await served('live')
    expect(live).toContain('#, python-format\nmsgid "%d files"')
    expect(await served('production')).toBe(live)
  })

  test('removed keys and languages, and a renamed project, leave releases as they were', async () => {
    await addChannel('production')
    await save('title', 'Laden')
    await release('', 'production')
    const { rows } = await server.call(api.translations.page, { params, query: { language: 'de', limit: 9 } })
    const title = rows.find(({ key }) => key.name === 'title')?.key.id ?? 0
    await server.call(api.keys.remove, { params: { ...params, key: title } })
    expect(await loaded('live')).toEqual({})
    expect(await loaded('production')).toEqual({ title: 'Laden' })
    await server.call(api.languages.remove, { params: { ...params, language: 'de' } })
    expect(await loaded('live')).toBe(404)
    expect(await loaded('production')).toEqual({ title: 'Laden' })
    expect(await release('Without German')).toBe(2)
    const compared = await server.call(api.releases.compare, { params, query: { from: 1, to: 2 } })
    expect(compared.languages).toEqual([
      { language: 'en', added: 0, changed: 0, removed: 1, status: 0, textsBefore: 2, texts: 1, failing: 0 },
      { language: 'de', added: 0, changed: 0, removed: 1, status: 0, textsBefore: 1, texts: 0, failing: 0 },
    ])
    expect(compared.work).toBeNull()
    const texts = await server.call(api.releases.compareTexts, {
      params,
      query: { from: 1, to: 2, language: 'de', limit: 10 },
    })
    expect(texts.texts.map(({ name, keyId }) => [name, keyId])).toEqual([['title', null]])
    const all = await server.call(api.releases.compare, { params, query: { from: 0, to: 1 } })
    expect([all.from, all.languages.map(({ added }) => added)]).toEqual([null, [2, 1]])
  })

  test('the next release is compared by language and text', async () => {
    await save('title', 'Laden')
    await release('First')
    await save('title', 'Geschäft')
    await save('cart', '{{count}} Artikel')
    await addKey('new', 'New')
    const next = await server.call(api.releases.compare, { params, query: { to: 'catalog' } })
    expect(next).toEqual({
      from: 1,
      to: 'catalog',
      languages: [
        { language: 'en', added: 1, changed: 0, removed: 0, status: 0, textsBefore: 2, texts: 3, failing: 0 },
        { language: 'de', added: 1, changed: 1, removed: 0, status: 0, textsBefore: 1, texts: 2, failing: 0 },
      ],
      languageChanges: [],
      syntaxChange: null,
      work: { at: expect.any(String), by: [{ id: 'user:1', name: 'Ann' }], people: 1 },
    })
    await save('cart', 'Artikel')
    const failing = await server.call(api.releases.compare, { params, query: { to: 'catalog' } })
    expect(failing.languages.map((one) => one.failing)).toEqual([0, 1])
    await save('cart', '{{count}} Artikel')
    const german = await server.call(api.releases.compareTexts, {
      params,
      query: { to: 'catalog', language: 'de', limit: 10 },
    })
    expect(german.texts.map(({ name, before, after }) => [name, before?.other, after?.other])).toEqual([
      ['cart', undefined, '{{count}} Artikel'],
      ['title', 'Laden', 'Geschäft'],
    ])
    expect(german.texts.every(({ keyId }) => keyId !== null)).toBe(true)
    expect(await release('Second')).toBe(2)
    const { releases } = await server.call(api.releases.list, { params, query: { limit: 10 } })
    expect(releases.map(({ number, title, changes }) => [number, title, changes])).toEqual([
      [2, 'Second', 3],
      [1, 'First', 3],
    ])
    expect((await server.fail(api.releases.create, { params, body: { title: '', notes: '' } })).code).toBe(
      'nothing-to-release',
    )
  })

  test('a review alone can be released, for channels that serve only reviewed texts', async () => {
    await addChannel('production', { texts: 'reviewed' })
    await save('title', 'Laden')
    await release('', 'production')
    expect(await loaded('production')).toEqual({})
    await save('title', 'Laden', 'de', 'reviewed')
    const next = await server.call(api.releases.compare, { params, query: { to: 'catalog' } })
    expect(next.languages).toEqual([
      { language: 'en', added: 0, changed: 0, removed: 0, status: 0, textsBefore: 2, texts: 2, failing: 0 },
      { language: 'de', added: 0, changed: 0, removed: 0, status: 1, textsBefore: 1, texts: 1, failing: 0 },
    ])
    const query = { to: 'catalog', language: 'de', limit: 10 } as const
    const { texts } = await server.call(api.releases.compareTexts, { params, query })
    expect(texts.map(({ name, before, after, status }) => [name, before, after, status])).toEqual([
      ['title', { other: 'Laden' }, { other: 'Laden' }, ['reviewed']],
    ])
    expect(await release('Reviewed', 'production')).toBe(2)
    expect(await loaded('production')).toEqual({ title: 'Laden' })
    const { releases } = await server.call(api.releases.list, { params, query: { limit: 1 } })
    expect(releases[0]?.changes).toBe(1)
  })

  test('a text that starts to fail because its source changed is a change of its status', async () => {
    await addChannel('production', { holdsErrors: true })
    await save('cart', 'Artikel {{count}}')
    await release('', 'production')
    await save('cart', 'You have {{count}} items in {{basket}}', 'en')
    const { languages } = await server.call(api.releases.compare, { params, query: { to: 'catalog' } })
    expect(
      languages.map(({ language, changed, status, failing }) => [language, changed, status, failing]),
    ).toEqual([
      ['en', 1, 0, 0],
      ['de', 0, 1, 1],
    ])
    expect(await release('', 'production')).toBe(2)
    const compared = await server.call(api.releases.compare, { params, query: { from: 1, to: 2 } })
    expect(compared.languages).toEqual(languages)
  })

  test('a changed fallback language alone can be released', async () => {
    await addChannel('production', { fallback: true })
    await server.call(api.languages.add, { params, body: { tag: 'nl' } })
    await save('title', 'Laden')
    await release('', 'production')
    expect(await loaded('production', { language: 'nl' })).toEqual({
      title: 'Shop',
      cart: 'You have {{count}} items',
    })
    await server.call(api.languages.update, {
      params: { ...params, language: 'nl' },
      body: { fallback: 'de' },
    })
    const next = await server.call(api.releases.compare, { params, query: { to: 'catalog' } })
    expect(next.languageChanges).toEqual([{ language: 'nl', change: 'fallback' }])
    expect(await release('', 'production')).toBe(2)
    expect(await loaded('production', { language: 'nl' })).toEqual({
      title: 'Laden',
      cart: 'You have {{count}} items',
    })
    expect((await server.fail(api.releases.create, { params, body: { title: '', notes: '' } })).code).toBe(
      'nothing-to-release',
    )
  })

  test('a changed message syntax alone can be released, and older releases keep theirs', async () => {
    await addChannel('production', { formats: ['icu-json'] })
    await save('cart', '{{count}} Artikel')
    await release('', 'production')
    expect(await loaded('production')).toEqual({ cart: '{count} Artikel' })
    await server.call(api.projects.update, { params, body: { syntax: 'icu' } })
    await server.server.deps.jobs.idle()
    expect(await loaded('production')).toEqual({ cart: '{count} Artikel' })
    const next = await server.call(api.releases.compare, { params, query: { to: 'catalog' } })
    expect(next.syntaxChange).toEqual({ before: 'i18next', after: 'icu' })
    expect(await release('', 'production')).toBe(2)
    expect(await loaded('production')).toEqual({ cart: '{{count}} Artikel' })
    await move('production', 1)
    expect(await loaded('production')).toEqual({ cart: '{count} Artikel' })
    const both = await server.call(api.releases.compare, { params, query: { from: 1, to: 2 } })
    expect(both.syntaxChange).toEqual({ before: 'i18next', after: 'icu' })
    const same = await server.call(api.releases.compare, { params, query: { to: 'catalog' } })
    expect(same.syntaxChange).toBeNull()
    expect((await server.fail(api.releases.create, { params, body: { title: '', notes: '' } })).code).toBe(
      'nothing-to-release',
    )
  })

  test('some readers get the next release first, always the same ones, and more of them when the share grows', async () => {
    await addChannel('production')
    await save('title', 'Laden')
    await release('', 'production')
    await save('title', 'Geschäft')
    const second = await release()
    await move('production', second, 30)
    const readers = Array.from({ length: 100 }, (_, index) => `reader-${index}`)
    const get = async (): Promise<ReadonlySet<string>> => {
      const first = new Set<string>()
      for (const reader of readers) {
        const texts = await loaded('production', { query: `?reader=${reader}` })
        if (JSON.stringify(texts) === '{"title":"Geschäft"}') first.add(reader)
        else expect(texts).toEqual({ title: 'Laden' })
      }
      return first
    }
    const some = await get()
    expect(some.size).toBeGreaterThan(15)
    expect(some.size).toBeLessThan(45)
    expect(await get()).toEqual(some)
    // Readers without `?reader=` are not among them.
    expect(await loaded('production')).toEqual({ title: 'Laden' })
    await move('production', second, 60)
    const more = await get()
    expect([...some].filter((reader) => !more.has(reader))).toEqual([])
    expect(more.size).toBeGreaterThan(some.size)
    await move('production', second)
    expect(await loaded('production')).toEqual({ title: 'Geschäft' })
    await move('production', 1)
    expect(await get()).toEqual(new Set())
  })

  test('a share of readers is refused while others have another release, so that they keep it', async () => {
    await addChannel('production')
    await release('', 'production')
    await save('title', 'Laden')
    const second = await release()
    await move('production', second, 50)
    await save('title', 'Geschäft')
    const shared = { title: '', notes: '', channel: 'production', percent: 10 }
    expect((await server.fail(api.releases.create, { params, body: shared })).code).toBe('release-shared')
    const third = await release()
    const moved = (to: number) =>
      server.fail(api.releases.moveChannel, {
        params: { ...params, channel: 'production' },
        body: { release: to, percent: 10, note: '' },
      })
    expect((await moved(third)).code).toBe('release-shared')
    expect((await moved(1)).code).toBe('release-shared')
    const { channels } = await server.call(api.releases.channels, { params })
    expect(channels.find(({ name }) => name === 'production')).toMatchObject({
      release: 1,
      next: { release: second, percent: 50 },
    })
    await move('production', third)
    expect(await loaded('production')).toEqual({ title: 'Geschäft' })
  })

  test('languages and namespaces that only the next release has are served to its first readers', async () => {
    await addChannel('production')
    await release('', 'production')
    await server.call(api.languages.add, { params, body: { tag: 'fr' } })
    await server.call(api.keys.create, {
      params,
      body: { namespace: 'checkout', name: 'pay', plural: 'none', forms: { other: 'Pay' } },
    })
    await move('production', await release(), 30)
    const get = async (path: string): Promise<unknown> => {
      const response = await fetch(`${server.server.origin}/d/shop/production/locales/${path}`)
      return response.status === 200 ? response.json() : response.status
    }
    const isFirst = (reader: string) => isAmongFirst(reader, 30)
    const readers = Array.from({ length: 100 }, (_, index) => `reader-${index}`)
    const first = readers.find(isFirst)
    const later = readers.find((reader) => !isFirst(reader))
    for (const [query, hasNext] of [
      [`?reader=${first}`, true],
      [`?reader=${later}`, false],
      ['', false],
    ] as const) {
      expect(await get(`en/checkout.json${query}`)).toEqual(hasNext ? { pay: 'Pay' } : 404)
      expect(await get(`fr/app.json${query}`)).toEqual(hasNext ? {} : 404)
      expect(await get(`fr-CA/app.json${query}`)).toEqual(hasNext ? {} : 404)
      const app = { title: 'Shop', cart: 'You have {{count}} items' }
      expect(await get(`en/app+checkout.json${query}`)).toEqual({
        en: hasNext ? { app, checkout: { pay: 'Pay' } } : { app },
      })
      expect(await get(`en/nothing.json${query}`)).toBe(404)
    }
    await server.call(api.projects.update, { params, body: { settings: { deliverPublic: false } } })
    expect(await get(`en/checkout.json?reader=${first}`)).toBe(404)
  })

  test('a channel serves what is reviewed, and holds back what fails a check of severity error', async () => {
    await addChannel('reviewed', { texts: 'reviewed', fallback: true })
    await addChannel('checked', { holdsErrors: true })
    await save('title', 'Laden')
    await save('cart', 'Sie haben Artikel')
    await release('', 'reviewed')
    await move('checked', 1)
    expect(await loaded('reviewed')).toEqual({ title: 'Shop', cart: 'You have {{count}} items' })
    expect(await loaded('checked')).toEqual({ title: 'Laden' })
    await save('title', 'Laden', 'de', 'reviewed')
    await save('cart', 'Sie haben {{count}} Artikel')
    await release('', 'reviewed')
    await move('checked', 2)
    expect(await loaded('reviewed')).toEqual({ title: 'Laden', cart: 'You have {{count}} items' })
    expect(await loaded('checked')).toEqual({ title: 'Laden', cart: 'Sie haben {{count}} Artikel' })
  })

  test('the same settings hold for the live channel, also after the source has changed', async () => {
    await server.call(api.releases.updateChannel, {
      params: { ...params, channel: 'live' },
      body: { holdsErrors: true },
    })
    await save('cart', 'Sie haben {{count}} Artikel')
    expect(await loaded('live')).toEqual({ cart: 'Sie haben {{count}} Artikel' })
    await save('cart', 'You have {{amount}} items', 'en')
    expect(await loaded('live')).toEqual({})
    await release()
    await save('cart', 'You have {{count}} items', 'en')
    expect(await loaded('live')).toEqual({ cart: 'Sie haben {{count}} Artikel' })
    await addChannel('production', { holdsErrors: true })
    // What failed when the release was made fails in it.
    await move('production', 1)
    expect(await loaded('production')).toEqual({})
    await release('', 'production')
    expect(await loaded('production')).toEqual({ cart: 'Sie haben {{count}} Artikel' })
  })

  test('a release finds errors by its own source texts, in texts that failed a check before', async () => {
    await addChannel('checked', { holdsErrors: true })
    await addKey('welcome', 'Hello world')
    await save('welcome', 'Hallo  Welt') // two blanks: a warning
    await release('', 'checked')
    expect(await loaded('checked')).toEqual({ welcome: 'Hallo  Welt' })
    await save('welcome', 'Hello {{name}}', 'en')
    await release('', 'checked')
    expect(await loaded('checked')).toEqual({})
    await save('welcome', 'Hello all', 'en')
    await release('', 'checked')
    expect(await loaded('checked')).toEqual({ welcome: 'Hallo  Welt' })
  })

  test('texts that are checked again are served again, by what the checks find', async () => {
    await addKey('shelf', 'Shelf %d')
    await save('shelf', 'Regal %s')
    await server.call(api.releases.updateChannel, {
      params: { ...params, channel: 'live' },
      body: { holdsErrors: true },
    })
    const before = await loaded('live')
    const held = hold.at('check-texts')
    const changing = server.call(api.projects.update, { params, body: { syntax: 'printf' } })
    await held
    // Built in the new syntax, with what checks have found in the old one.
    expect(await loaded('live')).toEqual(before)
    hold.letGo()
    await changing
    await expect.poll(() => loaded('live')).toEqual({})
  })

  test('a pseudo channel serves stretched source texts for any language', async () => {
    const texts = await loaded('pseudo', { language: 'fr' })
    expect(Object.keys(Object(texts))).toEqual(['title', 'cart'])
    expect(JSON.stringify(texts)).toContain('{{count}}')
    expect(Object(texts).title).toMatch(/^⟦.{5,}⟧$/u)
    await save('title', 'Store', 'en')
    expect(await loaded('pseudo', { language: 'fr' })).not.toEqual(texts)
    expect(JSON.stringify(await loaded('pseudo', { language: 'ar' }))).toContain('\u202e')
  })

  test('the project, or the channel, decides who can load a channel', async () => {
    await server.call(api.projects.update, { params, body: { settings: { deliverPublic: false } } })
    await save('title', 'Laden')
    expect(await loaded('live')).toBe(404)
    await server.call(api.releases.updateChannel, {
      params: { ...params, channel: 'live' },
      body: { isPublic: true },
    })
    expect(await loaded('live')).toEqual({ title: 'Laden' })
    await server.call(api.releases.updateChannel, {
      params: { ...params, channel: 'live' },
      body: { isPublic: false },
    })
    expect(await loaded('live')).toBe(404)
    expect(await (await server.request('/d/shop/live/locales/de/app.json')).json()).toEqual({
      title: 'Laden',
    })
  })

  test('names that are taken or reserved, channels of the catalog, and what someone else moved in the meantime', async () => {
    await addChannel('production')
    const { call, fail } = server
    for (const name of ['production', 'live', 'pseudo', 'files'])
      expect(
        (await fail(api.releases.addChannel, { params, body: { name, kind: 'release', settings: {} } })).code,
      ).toBe('already-exists')
    await release()
    const failedMove = (channel: string, body: { release: number; version?: number }) =>
      fail(api.releases.moveChannel, {
        params: { ...params, channel },
        body: { percent: 100, note: '', ...body },
      })
    expect((await failedMove('live', { release: 1 })).code).toBe('invalid-input')
    expect((await failedMove('nothing', { release: 1 })).code).toBe('not-found')
    expect((await failedMove('production', { release: 7 })).code).toBe('not-found')
    await move('production', 1)
    expect((await failedMove('production', { release: 1, version: 1 })).code).toBe('stale-channel')
    await save('title', 'Laden')
    const body = { title: '', notes: '', channel: 'production', percent: 10 }
    const stale = await fail(api.releases.create, { params, body: { ...body, version: 1 } })
    expect(stale.code).toBe('stale-channel')
    expect((await call(api.releases.list, { params, query: { limit: 9 } })).releases).toHaveLength(1)
    await call(api.releases.create, { params, body: { ...body, version: 2 } })
    const { channels } = await call(api.releases.channels, { params })
    expect(channels.find(({ name }) => name === 'production')).toMatchObject({
      release: 1,
      next: { release: 2, percent: 10 },
    })
    await call(api.releases.removeChannel, { params: { ...params, channel: 'production' } })
    expect(await loaded('production')).toBe(404)
    expect((await fail(api.releases.removeChannel, { params: { ...params, channel: 'live' } })).code).toBe(
      'not-found',
    )
  })

  test('live and pseudo keep the settings that limit them: they cannot be removed', async () => {
    for (const channel of ['live', 'pseudo']) {
      const of = { ...params, channel }
      await server.call(api.releases.updateChannel, { params: of, body: { isPublic: false } })
      expect((await server.fail(api.releases.removeChannel, { params: of })).code).toBe('not-found')
      expect(await loaded(channel)).toBe(404)
    }
  })

  test('the number of channels of a project is limited: each of them is built for those who request it', async () => {
    const { store } = server.server.deps
    const project = await store.read((r) => projectBySlug(r, 'shop'))
    await store.write(async (w) => {
      // With live and pseudo, which exist already.
      for (let number = 2; number < LIMITS.channelsMax; number++)
        await addChannelRow(w, {
          projectId: project?.id ?? 0,
          name: `c${number}`,
          kind: 'release',
          settings: DEFAULT_CHANNEL_SETTINGS,
          at: new Date().toISOString(),
        })
    })
    const body = { name: 'one-more', kind: 'release' as const, settings: {} }
    const { code, fields } = await server.fail(api.releases.addChannel, { params, body })
    expect([code, fields]).toEqual(['invalid-input', [{ pointer: '/name', code: 'too-many' }]])
    await server.call(api.releases.removeChannel, { params: { ...params, channel: 'c2' } })
    expect((await server.call(api.releases.addChannel, { params, body })).name).toBe('one-more')
  })

  test('when people change the same thing at the same moment, no one undoes what another has done', async () => {
    await addChannel('production')
    await release()
    const moves = await Promise.allSettled(
      Array.from({ length: 6 }, () =>
        server.call(api.releases.moveChannel, {
          params: { ...params, channel: 'production' },
          body: { release: 1, percent: 100, note: '', version: 1 },
        }),
      ),
    )
    expect(moves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const recorded = await server.call(api.releases.channels, { params })
    expect(recorded.moves).toHaveLength(1)

    const changes = [{ isPublic: false }, { cacheSeconds: 7 }, { holdsErrors: true }, { staleSeconds: 9 }]
    const update = (body: (typeof changes)[number]) =>
      server.call(api.releases.updateChannel, { params: { ...params, channel: 'live' }, body })
    await Promise.all(changes.map(update))
    const { channels } = await server.call(api.releases.channels, { params })
    expect(channels.find(({ name }) => name === 'live')).toMatchObject({
      settings: Object.assign({}, ...changes),
      version: changes.length,
    })

    const origins = ['https://shop.example']
    await Promise.all([
      server.call(api.editing.setOrigins, { params, body: { origins } }),
      server.call(api.projects.update, { params, body: { settings: { deliverPublic: false } } }),
      server.call(api.projects.update, { params, body: { name: 'Store' } }),
    ])
    const project = await server.call(api.projects.get, { params })
    expect([project.name, project.settings.deliverPublic]).toEqual(['Store', false])
    expect(await server.call(api.editing.origins, { params })).toEqual({ origins })
  })
})
