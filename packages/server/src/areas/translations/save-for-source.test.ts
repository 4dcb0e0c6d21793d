import { api, type TranslationReply } from '@dragoman/contract'
import type { TranslationState } from '@dragoman/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATABASES, openTestServer, type TestServer } from '../../../test/test-server.ts'

describe.each(DATABASES)('a save for an earlier source text on %s', (database) => {
  let server: TestServer
  const params = { project: 'shop' }

  beforeAll(async () => {
    server = await openTestServer({ database })
    await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
    await server.call(api.languages.add, { params, body: { tag: 'de' } })
  })
  afterAll(() => server.close())

  let made = 0
  async function makeKey(text: string): Promise<number> {
    made += 1
    const body = { namespace: 'common', name: `text${made}`, plural: 'none' as const, forms: { other: text } }
    return (await server.call(api.keys.create, { params, body })).key.id
  }
  const textOf = async (key: number, language: string): Promise<TranslationReply> =>
    (await server.call(api.translations.get, { params: { ...params, key, language } })).target
  type Wanted = {
    readonly state?: TranslationState
    readonly sourceVersion?: number
    readonly baseVersion?: number
  }
  const save = async (key: number, language: string, other: string, wanted: Wanted = {}) => {
    const baseVersion = wanted.baseVersion ?? (await textOf(key, language)).version
    return server.call(api.translations.save, {
      params: { ...params, key, language },
      body: { forms: { other }, ...wanted, baseVersion },
    })
  }
  /** Makes a key whose source text was changed after `sourceVersion`. */
  async function makeChanged(before = 'Pay', after = 'Pay now', translation?: string) {
    const key = await makeKey(before)
    const { version: sourceVersion } = await textOf(key, 'en')
    if (translation !== undefined) await save(key, 'de', translation)
    await save(key, 'en', after)
    return { key, sourceVersion }
  }

  test('is kept, and outdated until someone confirms it for the new one', async () => {
    const { key, sourceVersion } = await makeChanged()
    const { translation } = await save(key, 'de', 'Zahlen', { sourceVersion })
    expect(translation).toMatchObject({ state: 'translated', outdated: true, sourceVersion })
    expect(await textOf(key, 'de')).toEqual(translation)
    const { version } = await textOf(key, 'en')
    const confirmed = await save(key, 'de', 'Zahlen', { state: 'translated', sourceVersion: version })
    expect(confirmed.translation).toMatchObject({ outdated: false, sourceVersion: version })
  })

  test('is up to date if the source was changed back, or if the version is not given', async () => {
    const { key, sourceVersion } = await makeChanged()
    expect((await save(key, 'de', 'Jetzt zahlen')).translation.outdated).toBe(false)
    await save(key, 'en', 'Pay')
    const { translation } = await save(key, 'de', 'Zahlen', { state: 'reviewed', sourceVersion })
    expect(translation).toMatchObject({ state: 'reviewed', outdated: false })
  })

  test('approves nothing: new words are translated, the same ones stay as they are', async () => {
    const { key, sourceVersion } = await makeChanged()
    const { translation } = await save(key, 'de', 'Zahlen', { state: 'reviewed', sourceVersion })
    expect(translation).toMatchObject({ state: 'translated', outdated: true })

    const other = await makeChanged('Pay', 'Pay now', 'Zahlen')
    const before = await textOf(other.key, 'de')
    expect(before).toMatchObject({ state: 'translated', outdated: true })
    const { sourceVersion: seen } = other
    const again = await save(other.key, 'de', 'Zahlen', { state: 'reviewed', sourceVersion: seen })
    expect(again).toEqual({ operation: null, translation: before })
  })

  test('leaves a reviewed text reviewed, but outdated', async () => {
    const key = await makeKey('Pay')
    await save(key, 'de', 'Zahlen', { state: 'reviewed' })
    await save(key, 'en', 'Pay now')
    const { version: sourceVersion } = await textOf(key, 'en')
    await save(key, 'en', 'Pay later')
    const { translation } = await save(key, 'de', 'Zahlen', { state: 'reviewed', sourceVersion })
    expect(translation).toMatchObject({ state: 'reviewed', outdated: true, sourceVersion })
  })

  test('is not refused by a check that compares it with the new source', async () => {
    const { key, sourceVersion } = await makeChanged('Pay', 'Pay {{sum}}')
    const { translation } = await save(key, 'de', 'Zahlen', { state: 'reviewed', sourceVersion })
    expect(translation).toMatchObject({ state: 'translated', outdated: true, failing: true })
  })

  test('is outdated among many, unless its source is saved with it', async () => {
    const [one, other] = [await makeChanged(), await makeChanged()]
    const source = await textOf(other.key, 'en')
    const german = { language: 'de', forms: { other: 'Zahlen' }, baseVersion: 0 }
    const { saved, refused } = await server.call(api.translations.bulkSave, {
      params,
      body: {
        texts: [
          { ...german, keyId: one.key, sourceVersion: one.sourceVersion },
          { ...german, keyId: other.key, sourceVersion: other.sourceVersion },
          {
            keyId: other.key,
            language: 'en',
            forms: { other: 'Pay here' },
            baseVersion: source.version,
          },
        ],
        requireChecks: false,
      },
    })
    expect(refused).toEqual([])
    const outdatedOf = (key: number) =>
      saved.find(({ keyId, language }) => keyId === key && language === 'de')?.outdated
    expect([outdatedOf(one.key), outdatedOf(other.key)]).toEqual([true, false])
  })

  test('is outdated if the source text saved with it is refused', async () => {
    const { key, sourceVersion } = await makeChanged()
    const texts = [
      { keyId: key, language: 'de', forms: { other: 'Hier zahlen' }, baseVersion: 0, sourceVersion },
      { keyId: key, language: 'en', forms: { other: 'Pay here' }, baseVersion: sourceVersion },
    ]
    const body = { texts, requireChecks: false }
    const { saved, refused } = await server.call(api.translations.bulkSave, { params, body })
    expect(refused).toMatchObject([{ language: 'en', code: 'stale-edit' }])
    expect(saved).toMatchObject([{ language: 'de', outdated: true, sourceVersion }])
  })
})
