import { api, type TranslationReply } from '@dragoman/contract'
import type { Forms, PluralKind } from '@dragoman/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callWhileSaved } from '../../../test/call-while-saved.ts'
import { DATABASES, openTestServer, type TestServer } from '../../../test/test-server.ts'

describe.each(DATABASES)('saving many texts on %s', (database) => {
  let server: TestServer
  const params = { project: 'shop' }

  beforeAll(async () => {
    server = await openTestServer({ database })
    await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
    for (const tag of ['de', 'pl']) await server.call(api.languages.add, { params, body: { tag } })
  })
  afterAll(() => server.close())

  let made = 0
  async function makeKey(text: string, plural: PluralKind = 'none'): Promise<number> {
    made += 1
    const body = { namespace: 'common', name: `text${made}`, plural, forms: { other: text } }
    return (await server.call(api.keys.create, { params, body })).key.id
  }
  const text = (keyId: number, language: string, other: string, baseVersion = 0) => ({
    keyId,
    language,
    forms: { other },
    baseVersion,
  })
  const textOf = async (key: number, language: string): Promise<TranslationReply> =>
    (await server.call(api.translations.get, { params: { ...params, key, language } })).target

  test('is one operation, and one undo reverts all', async () => {
    const [a, b] = [await makeKey('One'), await makeKey('Two {{n}}')]
    const texts = [
      text(a, 'de', 'Eins'),
      text(b, 'de', 'Zwei {{n}}'),
      text(a, 'pl', 'Jeden'),
      text(b, 'pl', 'Dwa {{n}}'),
    ]
    const done = await server.call(api.translations.bulkSave, {
      params,
      body: { texts, requireChecks: true },
    })
    expect(done.refused).toEqual([])
    expect(done.saved.map(({ keyId, language, version }) => [keyId, language, version])).toEqual(
      texts.map(({ keyId, language }) => [keyId, language, done.operation?.id]),
    )
    expect(done.operation).toMatchObject({ kind: 'bulk', summary: { translations: 4 } })
    expect(done.operation?.summary.languages.toSorted()).toEqual(['de', 'pl'])
    await server.call(api.operations.undo, {
      params: { ...params, operation: done.operation?.id ?? 0 },
      body: { keepNewer: false },
    })
    expect((await textOf(b, 'pl')).forms).toEqual({})
  })

  test('leaves out what is stale, fails a check or does not exist, and saves the rest', async () => {
    const [stale, failing, good] = [await makeKey('A'), await makeKey('After {{hour}}'), await makeKey('B')]
    const forms: Forms = { other: 'Mara war hier' }
    const { translation } = await server.call(api.translations.save, {
      params: { ...params, key: stale, language: 'de' },
      body: { forms, baseVersion: 0 },
    })
    const texts = [
      text(stale, 'de', 'Ich'),
      text(failing, 'de', 'Danach'),
      text(good, 'de', 'Be'),
      text(99_999, 'de', 'x'),
      text(good, 'xx', 'x'),
    ]
    const done = await server.call(api.translations.bulkSave, {
      params,
      body: { texts, requireChecks: true },
    })
    expect(done.saved).toMatchObject([{ keyId: good, forms: { other: 'Be' } }])
    expect(done.refused).toMatchObject([
      { keyId: stale, code: 'stale-edit', current: { forms, version: translation.version } },
      { keyId: failing, code: 'failing-checks', issues: [{ code: 'placeholder-missing', form: 'other' }] },
      { keyId: 99_999, code: 'not-found' },
      { keyId: good, language: 'xx', code: 'not-found' },
    ])
    expect((await textOf(stale, 'de')).forms).toEqual(forms)
    const anyway = await server.call(api.translations.bulkSave, {
      params,
      body: { texts: [text(failing, 'de', 'Danach')], requireChecks: false },
    })
    expect(anyway.saved).toMatchObject([{ failing: true }])
  })

  test('leaves out a text that someone saves before it is written, and saves the rest', async () => {
    const [stale, good] = [await makeKey('A'), await makeKey('B')]
    const forms: Forms = { other: 'Mara war schneller' }
    const texts = [text(stale, 'de', 'Ich'), text(good, 'de', 'Be')]
    const done = await callWhileSaved(server, { keyId: stale, language: 'de', forms }, () =>
      server.call(api.translations.bulkSave, { params, body: { texts, requireChecks: true } }),
    )
    expect(done.saved).toMatchObject([{ keyId: good, forms: { other: 'Be' } }])
    expect(done.refused).toMatchObject([{ keyId: stale, code: 'stale-edit', current: { forms } }])
    expect((await textOf(stale, 'de')).forms).toEqual(forms)
  })

  test('translations given with their source are checked against it and made for it', async () => {
    const key = await makeKey('Hello')
    const source = await textOf(key, 'en')
    const texts = [text(key, 'de', 'Hallo {{name}}'), text(key, 'en', 'Hello {{name}}', source.version)]
    const done = await server.call(api.translations.bulkSave, {
      params,
      body: { texts, requireChecks: true },
    })
    expect(done.refused).toEqual([])
    expect(await textOf(key, 'de')).toMatchObject({ outdated: false, failing: false })
  })

  test('an unchanged text creates no operation; a text given twice is refused', async () => {
    const key = await makeKey('Same')
    const first = await server.call(api.translations.bulkSave, {
      params,
      body: { texts: [text(key, 'de', 'Gleich')], requireChecks: false },
    })
    const again = await server.call(api.translations.bulkSave, {
      params,
      body: { texts: [text(key, 'de', 'Gleich')], requireChecks: false },
    })
    expect(again).toMatchObject({ operation: null, refused: [], saved: first.saved })
    const twice = await server.fail(api.translations.bulkSave, {
      params,
      body: { texts: [text(key, 'de', 'a'), text(key, 'de', 'b')], requireChecks: false },
    })
    expect(twice).toMatchObject({ code: 'invalid-input', fields: [{ pointer: '/texts/1', code: 'twice' }] })
  })

  test('the plural kind of a key is changed with its texts, and both are restored', async () => {
    const key = await makeKey('{{count}} items', 'cardinal')
    const forms = { one: '{{count}} Teil', other: '{{count}} Teile' }
    await server.call(api.translations.bulkSave, {
      params,
      body: { texts: [{ keyId: key, language: 'de', forms, baseVersion: 0 }], requireChecks: false },
    })
    const { version } = (await server.call(api.keys.get, { params: { ...params, key } })).key
    const { key: now, operation } = await server.call(api.keys.update, {
      params: { ...params, key },
      body: { plural: 'none', baseVersion: version },
    })
    expect(now.plural).toBe('none')
    expect(now.version).toBeGreaterThan(version)
    expect(await textOf(key, 'de')).toMatchObject({
      forms: { other: '{{count}} Teile' },
      failing: false,
      state: 'translated',
    })
    const stale = await server.fail(api.keys.update, {
      params: { ...params, key },
      body: { plural: 'ordinal', baseVersion: version },
    })
    expect(stale).toMatchObject({ code: 'stale-edit', current: { key: { version: now.version } } })
    await server.call(api.operations.undo, {
      params: { ...params, operation: operation?.id ?? 0 },
      body: { keepNewer: false },
    })
    expect((await textOf(key, 'de')).forms).toEqual(forms)
    expect((await server.call(api.keys.get, { params: { ...params, key } })).key.plural).toBe('cardinal')
  })

  test('a text that someone saves before the plural kind is changed is changed too', async () => {
    const key = await makeKey('{{count}} items', 'cardinal')
    const { version } = (await server.call(api.keys.get, { params: { ...params, key } })).key
    const forms = { one: '{{count}} Ding', other: '{{count}} Dinge' }
    const { key: now } = await callWhileSaved(server, { keyId: key, language: 'de', forms }, () =>
      server.call(api.keys.update, {
        params: { ...params, key },
        body: { plural: 'none', baseVersion: version },
      }),
    )
    expect(now.plural).toBe('none')
    expect((await textOf(key, 'de')).forms).toEqual({ other: '{{count}} Dinge' })
  })

  test('a translation that was outdated still is after the plural kind is changed', async () => {
    const key = await makeKey('{{count}} items', 'cardinal')
    const save = async (language: string, forms: Forms) =>
      server.call(api.translations.save, {
        params: { ...params, key, language },
        body: { forms, baseVersion: (await textOf(key, language)).version },
      })
    await save('de', { one: '{{count}} Teil', other: '{{count}} Teile' })
    await save('en', { one: '{{count}} thing', other: '{{count}} things' })
    await save('pl', { one: '{{count}} rzecz', few: '{{count}} rzeczy', other: '{{count}} rzeczy' })
    expect(await textOf(key, 'de')).toMatchObject({ outdated: true })
    const { version } = (await server.call(api.keys.get, { params: { ...params, key } })).key
    await server.call(api.keys.update, {
      params: { ...params, key },
      body: { plural: 'none', baseVersion: version },
    })
    expect(await textOf(key, 'de')).toMatchObject({ forms: { other: '{{count}} Teile' }, outdated: true })
    expect(await textOf(key, 'pl')).toMatchObject({ outdated: false })
    await save('de', { other: '{{count}} Dinge' })
    expect(await textOf(key, 'de')).toMatchObject({ outdated: false })
  })
})
