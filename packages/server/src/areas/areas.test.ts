import { api, type TranslationReply } from '@dragoman/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DATABASES, openTestServer, type TestServer } from '../../test/test-server.ts'

describe.each(DATABASES)('on %s', (database) => {
  let server: TestServer
  const params = { project: 'shop' }

  beforeAll(async () => {
    server = await openTestServer({ database })
    await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
    await server.call(api.languages.add, { params, body: { tag: 'de' } })
  })
  afterAll(() => server.close())

  let made = 0
  async function makeKey(
    text = 'Hello {{name}}',
    more: { name?: string; namespace?: string } = {},
  ): Promise<number> {
    made += 1
    const { key } = await server.call(api.keys.create, {
      params,
      body: {
        namespace: more.namespace ?? 'common',
        name: more.name ?? `made${made}`,
        plural: 'none',
        forms: { other: text },
      },
    })
    return key.id
  }

  function save(key: number, text: string, baseVersion: number) {
    return { params: { ...params, key, language: 'de' }, body: { forms: { other: text }, baseVersion } }
  }

  describe('projects', () => {
    test('are listed and changed, and taken names are refused', async () => {
      const { projects } = await server.call(api.projects.list, {})
      expect(projects).toMatchObject([{ slug: 'shop', sourceLanguage: 'en', languages: 2 }])
      const taken = await server.fail(api.projects.create, {
        body: { slug: 'shop', name: 'Other', sourceLanguage: 'en' },
      })
      expect(taken).toMatchObject({ code: 'already-exists' })
      const changed = await server.call(api.projects.update, { params, body: { name: 'The shop' } })
      expect(changed.name).toBe('The shop')
    })
    test('are listed with their progress: a draft is not done, an empty project neither', async () => {
      const slug = 'progress'
      const of = { project: slug }
      await server.call(api.projects.create, { body: { slug, name: 'Progress', sourceLanguage: 'en' } })
      await server.call(api.languages.add, { params: of, body: { tag: 'de' } })
      const listed = async () =>
        (await server.call(api.projects.list, {})).projects.find((project) => project.slug === slug)
      expect(await listed()).toMatchObject({ keys: 0, done: 0 })
      for (const [at, state] of (['untranslated', 'draft', 'translated', 'reviewed'] as const).entries()) {
        const { key } = await server.call(api.keys.create, {
          params: of,
          body: { namespace: 'common', name: `key${at}`, plural: 'none', forms: { other: 'Hello' } },
        })
        if (state === 'untranslated') continue
        const { translation } = await server.call(api.translations.save, {
          params: { ...of, key: key.id, language: 'de' },
          body: {
            forms: { other: 'Hallo' },
            state: state === 'draft' ? 'draft' : 'translated',
            baseVersion: 0,
          },
        })
        if (state !== 'reviewed') continue
        await server.call(api.translations.save, {
          params: { ...of, key: key.id, language: 'de' },
          body: { forms: { other: 'Hallo' }, state, baseVersion: translation.version },
        })
      }
      const counts = { total: 4, untranslated: 1, draft: 1, translated: 1, reviewed: 1 }
      expect(await listed()).toMatchObject({ keys: 4, done: 0.5, counts })
      await server.call(api.projects.remove, { params: of, body: { confirm: slug } })
    })
    test('get a description and a website, which everyone who reads them sees', async () => {
      const settings = { description: '  Sells\n\u202epots. ', website: 'shop.example/about' }
      const changed = await server.call(api.projects.update, { params, body: { settings } })
      const stored = { description: 'Sells pots.', website: 'https://shop.example/about' }
      expect(changed.settings).toMatchObject(stored)
      const { projects } = await server.call(api.projects.list, {})
      expect(projects.find(({ slug }) => slug === 'shop')).toMatchObject(stored)
      const none = { description: ' ', website: '' }
      const emptied = await server.call(api.projects.update, { params, body: { settings: none } })
      expect(emptied.settings).toMatchObject({ description: '', website: null })
    })
    test('refuse a website that is not https, and a description that is too long', async () => {
      const refused = async (settings: { website?: string; description?: string }) =>
        (await server.fail(api.projects.update, { params, body: { settings } })).fields
      for (const website of ['http://shop.example', 'javascript:alert(1)', 'https://ann:pw@shop.example'])
        expect(await refused({ website })).toEqual([{ pointer: '/settings/website', code: 'not-a-website' }])
      expect(await refused({ description: 'x'.repeat(501) })).toMatchObject([
        { pointer: '/settings/description' },
      ])
    })
    test('record what differs when settings are changed, and what it was before', async () => {
      const { name, slug, syntax } = await server.call(api.projects.get, { params })
      await server.call(api.projects.update, {
        params,
        body: { name, slug, syntax, settings: { description: 'Sells cups.', indexed: false } },
      })
      await server.call(api.projects.update, { params, body: { name, slug, syntax } })
      const { entries } = await server.call(api.audit.ofProject, {
        params,
        query: { kind: 'project.changed', limit: 10 },
      })
      expect(entries[0]?.details).toEqual({
        settings: { description: 'Sells cups.' },
        before: { settings: { description: '' } },
      })
    })
    test('change their message syntax, to a known one', async () => {
      const syntax = async (id: string) =>
        (await server.call(api.projects.update, { params, body: { syntax: id } })).syntax
      expect(await syntax('icu')).toBe('icu')
      const unknown = await server.fail(api.projects.update, { params, body: { syntax: 'cobol' } })
      expect(unknown.fields).toEqual([{ pointer: '/syntax', code: 'unknown-syntax' }])
      expect(await syntax('i18next')).toBe('i18next')
    })
    test('record a change of their message syntax, with the one before', async () => {
      await server.call(api.projects.update, { params, body: { syntax: 'icu' } })
      await server.call(api.projects.update, { params, body: { syntax: 'i18next' } })
      const query = { kind: 'project.changed', limit: 1 }
      const { entries } = await server.call(api.audit.ofProject, { params, query })
      expect(entries[0]?.details).toEqual({ syntax: 'i18next', before: { syntax: 'icu' } })
    })
    test('reserved URL names and unknown language codes are refused with their field', async () => {
      const reserved = await server.fail(api.projects.create, {
        body: { slug: 'api', name: 'X', sourceLanguage: 'en' },
      })
      expect(reserved.fields).toEqual([{ pointer: '/slug', code: 'reserved' }])
      const tag = await server.fail(api.languages.add, { params, body: { tag: 'not a tag' } })
      expect(tag).toMatchObject({
        code: 'invalid-input',
        fields: [{ pointer: '/tag', code: 'tag-malformed' }],
      })
    })
    test('are deleted only by their name', async () => {
      await server.call(api.projects.create, { body: { slug: 'gone', name: 'Gone', sourceLanguage: 'en' } })
      const failure = await server.fail(api.projects.remove, {
        params: { project: 'gone' },
        body: { confirm: 'shop' },
      })
      expect(failure.code).toBe('invalid-input')
      await server.call(api.projects.remove, { params: { project: 'gone' }, body: { confirm: 'gone' } })
      expect((await server.fail(api.projects.get, { params: { project: 'gone' } })).code).toBe('not-found')
    })
    test('are not created over a missing or empty folder', async () => {
      const body = { slug: 'folder', name: 'Folder', sourceLanguage: 'en' }
      const none = await server.fail(api.projects.create, {
        body: { ...body, folder: `${server.folder}/nothing` },
      })
      expect(none).toMatchObject({ code: 'unusable-folder', params: { reason: 'missing' } })
      const empty = await server.fail(api.projects.create, { body: { ...body, folder: server.folder } })
      expect(empty.code).toBe('no-locale-files')
      expect((await server.call(api.projects.list, {})).projects.map((project) => project.slug)).toEqual([
        'shop',
      ])
    })
  })

  describe('translations', () => {
    test('are saved against a version; an outdated one gets the current text', async () => {
      const key = await makeKey()
      const { translation } = await server.call(api.translations.save, save(key, 'Hallo {{name}}', 0))
      expect(translation).toMatchObject({
        state: 'translated',
        actor: { id: 'user:1', name: 'Ann' },
        failing: false,
      })
      expect(translation.version).toBeGreaterThan(0)
      const stale = await server.fail(api.translations.save, save(key, 'Servus {{name}}', 0))
      expect(stale.code).toBe('stale-edit')
      expect((stale.current as { translation: TranslationReply }).translation).toEqual(translation)
      expect(
        (await server.call(api.translations.get, { params: { ...params, key, language: 'de' } })).target.forms
          .other,
      ).toBe('Hallo {{name}}')
    })
    test('fail a check if they miss a placeholder', async () => {
      const key = await makeKey()
      expect((await server.call(api.translations.save, save(key, 'Hallo', 0))).translation.failing).toBe(true)
    })
    test('are gone if their key was deleted, and not found if it never existed', async () => {
      const key = await makeKey()
      await server.call(api.keys.remove, { params: { ...params, key } })
      expect((await server.fail(api.translations.save, save(key, 'Hallo', 0))).code).toBe('gone')
      expect((await server.fail(api.translations.save, save(999_999, 'Hallo', 0))).code).toBe('not-found')
    })
    test('in a language the project does not have are not found', async () => {
      const key = await makeKey()
      const failure = await server.fail(api.translations.save, {
        params: { ...params, key, language: 'xx' },
        body: { forms: {}, baseVersion: 0 },
      })
      expect(failure).toMatchObject({ code: 'not-found', params: { what: 'language' } })
    })
    test('have a history, newest first', async () => {
      const key = await makeKey('A')
      const { translation } = await server.call(api.translations.save, save(key, 'eins', 0))
      await server.call(api.translations.save, save(key, 'zwei', translation.version))
      const { history } = await server.call(api.translations.history, {
        params: { ...params, key, language: 'de' },
      })
      expect(history.map((entry) => entry.forms.other)).toEqual(['zwei', 'eins'])
    })
    test('become outdated with their source', async () => {
      const key = await makeKey('Before')
      await server.call(api.translations.save, save(key, 'Vorher', 0))
      const { source } = await server.call(api.translations.get, {
        params: { ...params, key, language: 'de' },
      })
      await server.call(api.translations.save, {
        params: { ...params, key, language: 'en' },
        body: { forms: { other: 'After' }, baseVersion: source.version },
      })
      expect(
        (await server.call(api.translations.get, { params: { ...params, key, language: 'de' } })).target
          .outdated,
      ).toBe(true)
      const { rows } = await server.call(api.translations.page, {
        params,
        query: { language: 'de', q: 'is:outdated', limit: 10 },
      })
      expect(rows.map((row) => row.key.id)).toEqual([key])
    })
  })

  describe('search', () => {
    test('finds by words, state and namespace, and reports what it does not understand', async () => {
      const key = await makeKey('Quokka "quoted"', { namespace: 'animals' })
      const find = (q: string) =>
        server.call(api.translations.page, { params, query: { language: 'de', q, limit: 10 } })
      expect((await find('quokka')).rows.map((row) => row.key.id)).toEqual([key])
      expect((await find('ns:anim*')).rows.map((row) => row.key.id)).toEqual([key])
      expect((await find('ns:nothing')).rows).toEqual([])
      const { total } = await server.call(api.keys.page, {
        params,
        query: { languages: '', q: 'quokka', limit: 10 },
      })
      expect(total.count).toBeLessThanOrEqual(1)
      expect((await find('quokka -state:untranslated')).rows).toEqual([])
      expect((await find('ns:animals is:described')).rows).toEqual([])
      const [row] = (await find('ns:animals -is:described -is:limited')).rows
      expect(row?.key.id).toBe(key)
      expect(
        (await find(`ns:animals key:${row?.key.name} key:nothing`)).rows.map((found) => found.key.id),
      ).toEqual([key])
      expect((await find(`ns:animals -key:${row?.key.name}`)).rows).toEqual([])
      expect((await find('state:wrong quokka')).issues.map((issue) => issue.code)).toEqual([
        'query-value-unknown',
      ])
      const grid = await server.call(api.keys.page, {
        params,
        query: { languages: 'de', q: 'state:wrong quokka by:ann', limit: 10 },
      })
      expect(grid.issues).toEqual([
        {
          code: 'query-value-unknown',
          severity: 'warning',
          params: expect.objectContaining({ name: 'state', value: 'wrong' }),
        },
      ])
    })
    test('finds pasted text as it is shown: a key with its namespace, the URL of a delivered file', async () => {
      const key = await makeKey('Pasted text', { namespace: 'billing' })
      const other = await makeKey('Other text', { namespace: 'billing' })
      const find = (q: string) =>
        server.call(api.translations.page, { params, query: { language: 'de', q, limit: 10 } })
      const { name } = (await find('"Pasted text"')).rows[0]?.key ?? { name: '' }
      for (const q of [
        `billing:${name}`,
        `billing.${name}`,
        `billing:"${name}"`,
        ` billing:${name} `,
        `billing:${name}_other`,
      ]) {
        const found = await find(q)
        expect(
          found.rows.map((row) => row.key.id),
          q,
        ).toEqual([key])
        expect(found.issues).toEqual([])
      }
      for (const q of [
        'http://localhost:4400/d/shop/live/locales/de/billing.json',
        '/d/shop/live/locales/ar/billing.json?v=1',
        'https://texts.example/d/shop/files/de/billing.0a1b2c.json',
        'billing:',
      ])
        expect((await find(q)).rows.map((row) => row.key.id).sort(), q).toEqual([key, other].sort())
      expect((await find('billing:nothing')).rows).toEqual([])
      expect((await find('nowhere:pasted')).issues.map((issue) => issue.code)).toEqual([
        'query-token-unknown',
      ])
      expect((await find(`BY:ann changed:<1d billing:${name} State:untranslated`)).issues).toEqual([])
    })
    test('pages by cursor, by offset and around a key', async () => {
      const keys: number[] = []
      for (let count = 0; count < 7; count++) keys.push(await makeKey('Page', { namespace: 'pages' }))
      const query = { language: 'de', q: 'ns:pages', limit: 3 }
      const first = await server.call(api.translations.page, { params, query })
      expect(first.total).toEqual({ count: 7, atLeast: false })
      const second = await server.call(api.translations.page, {
        params,
        query: { ...query, cursor: first.next ?? '' },
      })
      const last = await server.call(api.translations.page, { params, query: { ...query, offset: 6 } })
      expect([...first.rows, ...second.rows, ...last.rows].map((row) => row.key.id)).toEqual(keys)
      expect([second.offset, last.offset, last.next]).toEqual([3, 6, null])
      const around = await server.call(api.translations.page, {
        params,
        query: { ...query, around: keys[5] ?? 0 },
      })
      expect(around.rows.map((row) => row.key.id)).toContain(keys[5])
      expect(keys[around.offset]).toBe(around.rows[0]?.key.id)
    })
  })

  describe('bulk', () => {
    const bulk = (
      q: string,
      act: { kind: 'clear' } | { kind: 'copy-source' } | { kind: 'set-state'; state: 'reviewed' },
    ) => server.call(api.translations.bulk, { params, body: { language: 'de', select: { q }, act } })

    test('copies, approves and clears as one operation that can be undone', async () => {
      const keys = [await makeKey('One', { namespace: 'bulk' }), await makeKey('Two', { namespace: 'bulk' })]
      await server.call(api.translations.save, save(keys[0] ?? 0, 'Eins', 0))
      expect((await bulk('ns:bulk', { kind: 'copy-source' })).changed).toBe(1)
      const texts = async () => {
        const { rows } = await server.call(api.translations.page, {
          params,
          query: { language: 'de', q: 'ns:bulk', limit: 10 },
        })
        return rows.map((row) => `${row.target.forms.other ?? ''} ${row.target.state}`)
      }
      expect(await texts()).toEqual(['Eins translated', 'Two translated'])
      expect((await bulk('ns:bulk', { kind: 'set-state', state: 'reviewed' })).changed).toBe(2)
      const cleared = await bulk('ns:bulk', { kind: 'clear' })
      expect(await texts()).toEqual([' untranslated', ' untranslated'])
      await server.call(api.operations.undo, {
        params: { ...params, operation: cleared.operation?.id ?? 0 },
        body: { keepNewer: false },
      })
      expect(await texts()).toEqual(['Eins reviewed', 'Two reviewed'])
    })
    test('a copied plural has no text for 1 in a form for other numbers', async () => {
      await server.call(api.languages.add, { params, body: { tag: 'ru' } })
      const { key } = await server.call(api.keys.create, {
        params,
        body: {
          namespace: 'copied',
          name: 'n',
          plural: 'cardinal',
          forms: { one: 'One file', other: '{{count}} files' },
        },
      })
      const act = { kind: 'copy-source' as const }
      await server.call(api.translations.bulk, {
        params,
        body: { language: 'ru', select: { q: 'ns:copied' }, act },
      })
      const row = await server.call(api.translations.get, {
        params: { ...params, key: key.id, language: 'ru' },
      })
      const files = '{{count}} files'
      expect(row.target.forms).toEqual({ one: files, few: files, many: files, other: files })
    })
    test('an undo refuses what was changed since, with a list, and keeps the newer texts on request', async () => {
      const keys = [
        await makeKey('Old', { namespace: 'newer' }),
        await makeKey('Old', { namespace: 'newer' }),
      ]
      const { operation } = await bulk('ns:newer', { kind: 'copy-source' })
      await server.call(api.translations.save, save(keys[0] ?? 0, 'Neuer', operation?.id ?? 0))
      const undo = { params: { ...params, operation: operation?.id ?? 0 } }
      const refused = await server.fail(api.operations.undo, { ...undo, body: { keepNewer: false } })
      expect(refused).toMatchObject({ code: 'changed-since', params: { count: 1 } })
      expect(refused.current).toMatchObject({
        newer: [{ keyId: keys[0], current: { other: 'Neuer' } }],
      })
      await server.call(api.operations.undo, { ...undo, body: { keepNewer: true } })
      const row = async (key: number) =>
        (await server.call(api.translations.get, { params: { ...params, key, language: 'de' } })).target.forms
      expect([await row(keys[0] ?? 0), await row(keys[1] ?? 0)]).toEqual([{ other: 'Neuer' }, {}])
    })
  })

  describe('keys', () => {
    test('are nested or flat like the rest of their namespace', async () => {
      await makeKey('x', { namespace: 'nested', name: 'a.b' })
      const nested = await server.call(api.keys.create, {
        params,
        body: { namespace: 'nested', name: 'a.c', plural: 'none', forms: { other: 'y' } },
      })
      expect(nested.key.path).toEqual(['a', 'c'])
      await server.call(api.keys.create, {
        params,
        body: { namespace: 'flat', name: 'a.b', path: ['a.b'], plural: 'none', forms: { other: 'x' } },
      })
      const flat = await server.call(api.keys.create, {
        params,
        body: { namespace: 'flat', name: 'a.c', plural: 'none', forms: { other: 'y' } },
      })
      expect(flat.key.path).toEqual(['a.c'])
    })
    test('with a taken name are refused', async () => {
      await makeKey('x', { name: 'twice' })
      const failure = await server.fail(api.keys.create, {
        params,
        body: { namespace: 'common', name: 'twice', plural: 'none', forms: {} },
      })
      expect(failure).toMatchObject({ code: 'already-exists', params: { name: 'twice' } })
    })
    test('are described, tagged, moved and removed together', async () => {
      const keys = [await makeKey('x', { namespace: 'many' }), await makeKey('y', { namespace: 'many' })]
      await server.call(api.keys.bulk, { params, body: { keys, act: { kind: 'add-tag', tag: 'legal' } } })
      const { rows } = await server.call(api.keys.page, {
        params,
        query: { languages: 'en,de', q: 'tag:legal', limit: 10 },
      })
      expect(
        rows.map((row) => [row.key.id, row.translations.map((translation) => translation.language)]),
      ).toEqual(keys.map((key) => [key, ['en', 'de']]))
      await server.call(api.keys.bulk, { params, body: { keys, act: { kind: 'move', namespace: 'moved' } } })
      expect(
        (await server.call(api.keys.get, { params: { ...params, key: keys[0] ?? 0 } })).key.namespace,
      ).toBe('moved')
      await server.call(api.keys.bulk, { params, body: { keys, act: { kind: 'remove' } } })
      expect((await server.fail(api.keys.get, { params: { ...params, key: keys[0] ?? 0 } })).code).toBe(
        'gone',
      )
    })
  })

  describe('import of a file', () => {
    const file = (text: string) => new TextEncoder().encode(text)
    test('is planned, then done as one operation', async () => {
      await makeKey('Red', { namespace: 'colours', name: 'red' })
      await makeKey('Blue', { namespace: 'colours', name: 'blue' })
      const bytes = file('{ "red": "Rot", "blue": "", "green": "Grün" }')
      const query = { name: 'locales/de/colours.json' }
      const plan = await server.call(api.files.plan, { params, query, bytes })
      expect(plan).toMatchObject({
        language: 'de',
        languageKnown: true,
        namespace: 'colours',
        keysAdded: 1,
        filled: 1,
        changed: 0,
      })
      const done = await server.call(api.files.import, {
        params,
        query: { ...query, mode: 'overwrite' as const },
        bytes,
      })
      expect(done.operation).toMatchObject({ kind: 'import', summary: { keysAdded: 1, origin: query.name } })
      const again = await server.call(api.files.import, {
        params,
        query: { ...query, mode: 'overwrite' as const },
        bytes,
      })
      expect(again.operation).toBeNull()
      const unknown = await server.call(api.files.plan, {
        params,
        query: { name: 'it.json', namespace: 'colours' },
        bytes: file('{ "red": "Rosso" }'),
      })
      expect(unknown).toMatchObject({ language: 'it', languageKnown: false, filled: 1 })
    })
    test('of invalid content reports where it fails', async () => {
      const plan = (name: string, bytes: Uint8Array<ArrayBuffer>) =>
        server.fail(api.files.plan, { params, query: { name }, bytes })
      expect(await plan('de.json', file('{\n  "a": "b"\n  "c": "d"\n}'))).toMatchObject({
        code: 'unreadable-file',
        params: { line: 3, reason: 'json-expected-comma' },
      })
      expect((await plan('de.docx', file('x'))).code).toBe('unsupported-format')
      expect(await plan('words.json', file('{}'))).toMatchObject({
        code: 'invalid-input',
        fields: [{ pointer: '/query/language' }],
      })
      expect(await plan('de.json', new Uint8Array([123, 34, 255, 34, 125]))).toMatchObject({
        code: 'unreadable-file',
        params: { reason: 'bad-encoding' },
      })
      const deep = await plan('de.json', file(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`))
      expect(deep).toMatchObject({ code: 'unreadable-file', params: { reason: 'too-deep' } })
    })
  })

  describe('languages', () => {
    test('fall back, are removed and restored by an undo', async () => {
      const key = await makeKey('Word', { namespace: 'words' })
      const unknown = await server.fail(api.languages.add, { params, body: { tag: 'zz' } })
      expect([unknown.code, unknown.fields]).toEqual([
        'invalid-input',
        [{ pointer: '/tag', code: 'unknown-tag' }],
      ])
      await server.call(api.languages.add, { params, body: { tag: 'DE-at', fallback: 'de' } })
      await server.call(api.translations.save, {
        params: { ...params, key, language: 'de-AT' },
        body: { forms: { other: 'Wort' }, baseVersion: 0 },
      })
      const project = await server.call(api.projects.get, { params })
      expect(project.languages).toContainEqual({ tag: 'de-AT', fallback: 'de' })
      const itself = await server.fail(api.languages.update, {
        params: { ...params, language: 'de' },
        body: { fallback: 'de' },
      })
      expect(itself.fields[0]?.code).toBe('itself')
      const source = await server.fail(api.languages.remove, { params: { ...params, language: 'en' } })
      expect(source.code).toBe('not-allowed')
      const { operation } = await server.call(api.languages.remove, {
        params: { ...params, language: 'de-AT' },
      })
      expect(
        (await server.call(api.projects.get, { params })).languages.map((language) => language.tag),
      ).not.toContain('de-AT')
      await server.call(api.operations.undo, {
        params: { ...params, operation: operation?.id ?? 0 },
        body: { keepNewer: false },
      })
      const row = await server.call(api.translations.get, { params: { ...params, key, language: 'de-AT' } })
      expect(row.target.forms).toEqual({ other: 'Wort' })
    })
    test('fall back to the language with the shorter tag, if no other is named', async () => {
      const add = async (tag: string, fallback?: string | null) =>
        (
          await server.call(api.languages.add, {
            params,
            body: { tag, ...(fallback === undefined ? {} : { fallback }) },
          })
        ).languages
      expect(await add('de-CH')).toContainEqual({ tag: 'de-CH', fallback: 'de' })
      expect(await add('de-CH-1996')).toContainEqual({ tag: 'de-CH-1996', fallback: 'de-CH' })
      expect(await add('de-LI', null)).toContainEqual({ tag: 'de-LI', fallback: null })
      // Every chain ends with the source language.
      expect(await add('en-GB')).toContainEqual({ tag: 'en-GB', fallback: null })
      const itself = await server.fail(api.languages.add, {
        params,
        body: { tag: 'de-AT', fallback: 'de-AT' },
      })
      expect(itself.fields).toEqual([{ pointer: '/fallback', code: 'itself' }])
      const unknown = await server.fail(api.languages.add, { params, body: { tag: 'de-AT', fallback: 'nl' } })
      expect([unknown.code, unknown.params]).toEqual(['not-found', { what: 'language', language: 'nl' }])
      for (const language of ['de-CH', 'de-CH-1996', 'de-LI', 'en-GB'])
        await server.call(api.languages.remove, { params: { ...params, language } })
    })
    test('have counts per namespace', async () => {
      const text = { name: 'one', plural: 'none' as const, forms: { other: 'One' } }
      await server.call(api.keys.create, { params, body: { ...text, namespace: 'counted' } })
      const { counts, namespaces } = await server.call(api.languages.counts, {
        params: { ...params, language: 'de' },
      })
      expect(counts.total).toBe(namespaces.reduce((sum, namespace) => sum + namespace.counts.total, 0))
      expect(namespaces.length).toBeGreaterThan(1)
    })
  })
})
