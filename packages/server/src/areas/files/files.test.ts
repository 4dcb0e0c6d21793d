import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api, type Failure } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { createSource, projectBySlug, putConflict, upsertFile } from '@dragoman/store'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endOfJob, uploadFiles } from '../../../test/import-client.ts'
import { DATABASES, eventually, openTestServer, type TestServer } from '../../../test/test-server.ts'

const failing = (call: Promise<unknown>): Promise<Failure> =>
  call.then(
    () => Promise.reject(new Error('It was accepted')),
    (failure: Failure) => failure,
  )

const PO = `msgid ""
msgstr ""
"Language: pl\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"

#. On the button
msgid "Save"
msgstr "Zapisz"

#, fuzzy
msgctxt "menu"
msgid "Open"
msgstr "Otwórz"

msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d plik"
msgstr[1] "%d pliki"
msgstr[2] "%d plików"
`

const XLIFF = `<?xml version="1.0" encoding="utf-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
  <file source-language="en" target-language="fr" datatype="plaintext" original="app">
    <body>
      <trans-unit id="hello"><source>Hello {name}</source><target>Bonjour {name}</target></trans-unit>
    </body>
  </file>
</xliff>
`

describe.each(DATABASES)('files on %s', (database) => {
  let server: TestServer
  const params = { project: 'shop' }
  const file = (text: string) => new TextEncoder().encode(text)

  beforeAll(async () => {
    server = await openTestServer({ database })
    await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
    await server.call(api.languages.add, { params, body: { tag: 'de' } })
    const en =
      '{ "cart": { "title": "Cart", "greet": "Hello {{name}}" }, "items_one": "{{count}} item", "items_other": "{{count}} items" }'
    const de =
      '{ "cart": { "title": "Korb" }, "items_one": "{{count}} Ding", "items_other": "{{count}} Dinge" }'
    const mode = 'overwrite' as const
    await server.call(api.files.import, { params, query: { name: 'en/app.json', mode }, bytes: file(en) })
    await server.call(api.files.import, { params, query: { name: 'de/app.json', mode }, bytes: file(de) })
  })
  afterAll(() => server.close())

  async function exported(format: string, language = 'de') {
    const reply = await server.call(api.files.export, {
      params,
      query: { format, language, namespace: 'app' },
    })
    return { ...reply, text: Buffer.from(reply.content, 'base64').toString('utf8') }
  }

  test('formats are listed', async () => {
    const { formats } = await server.call(api.files.formats, { params })
    expect(formats).toContainEqual({ id: 'gettext-po', extensions: ['.po', '.pot'], languages: 'two' })
    expect(formats.length).toBeGreaterThan(24)
  })

  test('a text of a file that is longer than what people can save is listed', async () => {
    const own = { params: { project: 'long' } }
    await server.call(api.projects.create, { body: { slug: 'long', name: 'Long', sourceLanguage: 'en' } })
    const terms = 'All rights. '.repeat(LIMITS.formMax / 10)
    await server.call(api.files.import, {
      ...own,
      query: { name: 'en/app.json', mode: 'overwrite' },
      bytes: file(JSON.stringify({ terms })),
    })
    const { rows } = await server.call(api.translations.page, { ...own, query: { language: 'en', limit: 9 } })
    expect(rows.map(({ target }) => target.forms)).toEqual([{ other: terms }])
  })

  test('an unchanged text that is longer than what people can save is reviewed, and a longer one refused', async () => {
    const own = { params: { project: 'long-review' } }
    const body = { slug: 'long-review', name: 'Long review', sourceLanguage: 'en' }
    await server.call(api.projects.create, { body })
    const terms = 'All rights. '.repeat(LIMITS.formMax / 10)
    await server.call(api.files.import, {
      ...own,
      query: { name: 'en/app.json', mode: 'overwrite' },
      bytes: file(JSON.stringify({ terms })),
    })
    const { rows } = await server.call(api.translations.page, { ...own, query: { language: 'en', limit: 9 } })
    const [row] = rows
    if (row === undefined) throw new Error('There is no row')
    const save = (other: string) =>
      server.call(api.translations.save, {
        params: { ...own.params, key: row.key.id, language: 'en' },
        body: { forms: { other }, state: 'reviewed', baseVersion: row.target.version },
      })
    const refused = await failing(save(`${terms}!`))
    expect([refused.code, refused.fields[0]?.pointer]).toEqual(['invalid-input', '/forms/other'])
    expect((await save(terms)).translation).toMatchObject({ forms: { other: terms }, state: 'reviewed' })
  })

  test('a conflict of texts longer than what people can save is resolved with one of them', async () => {
    const own = { params: { project: 'long-conflict' } }
    const body = { slug: 'long-conflict', name: 'Long conflict', sourceLanguage: 'en' }
    await server.call(api.projects.create, { body })
    await server.call(api.languages.add, { ...own, body: { tag: 'de' } })
    const theirs = 'Alle Rechte. '.repeat(LIMITS.formMax / 10)
    await server.server.deps.store.write(async (w) => {
      const project = await projectBySlug(w, 'long-conflict')
      if (project === null) throw new Error('There is no project')
      const at = '2026-01-01T00:00:00.000Z'
      const source = await createSource(w, {
        ...{ kind: 'folder', folder: '/long', pattern: '{lng}.json', format: 'i18next-json' },
        ...{ projectId: project.id, writable: true, createdAt: at },
      })
      const place = { sourceId: source.id, path: 'de.json', language: 'de', namespace: 'app' }
      const file = await upsertFile(w, { ...place, side: 'target', state: 'in-step', problem: null })
      const unit = { name: 'terms', plural: 'none', path: ['terms'], keyId: null } as const
      const forms = { base: {}, theirs: { other: theirs }, ours: { other: 'kurz' } }
      await putConflict(w, { fileId: file.id, ...unit, ...forms, at })
    })
    const [conflict] = (await server.call(api.files.conflicts, own)).conflicts
    if (conflict === undefined) throw new Error('There is no conflict')
    const resolve = (other: string) =>
      server.call(api.files.resolve, {
        params: { ...own.params, conflict: conflict.id },
        body: { forms: { other }, mark: conflict.mark },
      })
    expect((await failing(resolve(`${theirs}!`))).code).toBe('invalid-input')
    expect((await resolve(theirs)).operation).not.toBeNull()
    const { rows } = await server.call(api.translations.page, { ...own, query: { language: 'de', limit: 9 } })
    expect(rows.map(({ target }) => target.forms)).toEqual([{ other: theirs }])
  })

  test('conflicts of one source are counted and listed, however many another has', async () => {
    const own = { params: { project: 'sources' } }
    await server.call(api.projects.create, { body: { slug: 'sources', name: 'Two', sourceLanguage: 'en' } })
    const at = '2026-01-01T00:00:00.000Z'
    const open = (name: string, count: number) =>
      server.server.deps.store.write(async (w) => {
        const project = await projectBySlug(w, 'sources')
        if (project === null) throw new Error('There is no project')
        const source = await createSource(w, {
          ...{ kind: 'folder', folder: `/${name}`, pattern: '{lng}.json', format: 'i18next-json' },
          ...{ projectId: project.id, writable: true, createdAt: at },
        })
        const place = { sourceId: source.id, path: `${name}.json`, language: 'de', namespace: name }
        const file = await upsertFile(w, { ...place, side: 'target', state: 'in-step', problem: null })
        const forms = { base: {}, theirs: { other: 'b' }, ours: { other: 'c' } }
        for (let nth = 0; nth < count; nth++) {
          const unit = { name: `key${nth}`, plural: 'none', path: [`key${nth}`], keyId: null } as const
          await putConflict(w, { fileId: file.id, ...unit, ...forms, at })
        }
        return source.id
      })
    const first = await open('first', 501)
    const second = await open('second', 2)
    const found = async (source?: number) => {
      const { conflicts, total } = await server.call(api.files.conflicts, { ...own, query: { source } })
      return { total, listed: conflicts.length, paths: [...new Set(conflicts.map(({ path }) => path))] }
    }
    expect(await found()).toMatchObject({ total: 503, listed: 500 })
    expect(await found(first)).toEqual({ total: 501, listed: 500, paths: ['first.json'] })
    expect(await found(second)).toEqual({ total: 2, listed: 2, paths: ['second.json'] })
    expect(await found(second + 1)).toEqual({ total: 0, listed: 0, paths: [] })
  })

  const exportAll = async (format: string) => {
    const { id } = await server.call(api.files.exportAll, { params, body: { format } })
    return endOfJob(server, 'shop', id)
  }

  test('a job exports everything as a ZIP archive, with the same bytes for the same texts', async () => {
    const job = await exportAll('gettext-po')
    expect(job).toMatchObject({ kind: 'export', state: 'done', done: 2, total: 2, result: null })
    const response = await server.request(`/api/projects/shop/files/export/all/${job.id}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="shop.zip"')
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    expect(job.file).toMatchObject({ name: 'shop.zip', sizeBytes: bytes.length })
    const files = unzipSync(bytes)
    expect(Object.keys(files)).toEqual(['en/app.en.po', 'de/app.de.po'])
    expect(strFromU8(files['de/app.de.po'] ?? new Uint8Array())).toContain('msgstr "Korb"')
    const { id } = await exportAll('gettext-po')
    const again = await server.call(api.files.exported, { params: { ...params, job: id } })
    expect(new Uint8Array(await new Response(again.bytes).arrayBuffer())).toEqual(bytes)
    const refused = await server.fail(api.files.exportAll, { params, body: { format: 'no-such-format' } })
    expect(refused).toMatchObject({ code: 'unsupported-format' })
  })

  test('selected languages and namespaces are archived too, but not unknown ones', async () => {
    const body = { format: 'i18next-json', languages: ['de'], namespaces: ['app'] }
    const { id } = await server.call(api.files.exportAll, { params, body })
    await endOfJob(server, 'shop', id)
    const { bytes } = await server.call(api.files.exported, { params: { ...params, job: id } })
    const files = unzipSync(new Uint8Array(await new Response(bytes).arrayBuffer()))
    expect(Object.keys(files)).toEqual(['de/app.de.json'])
    for (const [choice, what] of [
      [{ languages: ['fr'] }, 'language'],
      [{ namespaces: ['none'] }, 'namespace'],
    ] as const)
      expect(
        await server.fail(api.files.exportAll, {
          params,
          body: { format: 'i18next-json', ...choice },
        }),
      ).toMatchObject({ code: 'not-found', params: { what } })
  })

  test('a file with all languages in an archive has only the selected ones, and the source', async () => {
    await server.call(api.projects.create, { body: { slug: 'table', name: 'Table', sourceLanguage: 'en' } })
    const table = { project: 'table' }
    const files = { 'app.csv': 'key,en,de,fr\nhello,Hello,Hallo,Salut\n' }
    await endOfJob(server, 'table', (await (await uploadFiles(server, 'table', files)).start()).id)
    const exportTable = async (languages?: string[]) => {
      const body = { format: 'csv', ...(languages === undefined ? {} : { languages }) }
      const { id } = await server.call(api.files.exportAll, { params: table, body })
      await endOfJob(server, 'table', id)
      const zip = await server.call(api.files.exported, { params: { ...table, job: id } })
      const [text] = Object.values(unzipSync(new Uint8Array(await new Response(zip.bytes).arrayBuffer())))
      return strFromU8(text ?? new Uint8Array())
    }
    expect(await exportTable(['de'])).toBe('key,en,de\nhello,Hello,Hallo\n')
    expect(await exportTable()).toBe('key,en,de,fr\nhello,Hello,Hallo,Salut\n')
  })

  test('an archive has a folder for each part of a namespace, and adds no keys when it is imported again', async () => {
    await server.call(api.projects.create, { body: { slug: 'paths', name: 'Paths', sourceLanguage: 'en' } })
    const paths = { project: 'paths' }
    await server.call(api.languages.add, { params: paths, body: { tag: 'de' } })
    for (const namespace of ['a-b', 'a/b', 'my/orders', 'log_in', 'shop_de']) {
      const { key } = await server.call(api.keys.create, {
        params: paths,
        body: { namespace, name: 'hello', plural: 'none', forms: { other: namespace } },
      })
      await server.call(api.translations.save, {
        params: { ...paths, key: key.id, language: 'de' },
        body: { forms: { other: `${namespace} auf Deutsch` }, baseVersion: 0 },
      })
    }
    const exportPaths = async (format: string) => {
      const { id } = await server.call(api.files.exportAll, { params: paths, body: { format } })
      await endOfJob(server, 'paths', id)
      const { bytes } = await server.call(api.files.exported, { params: { ...paths, job: id } })
      return unzipSync(new Uint8Array(await new Response(bytes).arrayBuffer()))
    }
    const po = await exportPaths('gettext-po')
    const names = ['a-b', 'a/b', 'log_in', 'my/orders', 'shop_de']
    expect(Object.keys(po).sort()).toEqual(
      ['de', 'en'].flatMap((tag) => names.map((name) => `${tag}/${name}.${tag}.po`)),
    )
    const csv = await exportPaths('csv')
    expect(Object.keys(csv).sort()).toEqual(names.map((name) => `${name}.csv`))
    for (const format of ['gettext-po', 'csv', 'slang-json', 'i18next-json']) {
      const archive = Object.entries(await exportPaths(format))
      const files = Object.fromEntries(archive.map(([path, bytes]) => [path, new Uint8Array(bytes)]))
      const upload = await uploadFiles(server, 'paths', files)
      const { state, result } = await endOfJob(server, 'paths', (await upload.start()).id)
      expect([format, state, result?.keysAdded, result?.languagesAdded]).toEqual([format, 'done', 0, []])
    }
  })

  test('an archive is kept across restarts and for a day, and only its own project serves it', async () => {
    const { id } = await exportAll('i18next-json')
    const get = (project: string, job: number) =>
      server.fail(api.files.exported, { params: { project, job } })
    await server.call(api.projects.create, { body: { slug: 'other', name: 'Other', sourceLanguage: 'en' } })
    expect(await get('other', id)).toMatchObject({ code: 'not-found' })
    expect(await get('shop', id + 100)).toMatchObject({ code: 'not-found' })
    server = await server.restart()
    const { bytes } = await server.call(api.files.exported, { params: { ...params, job: id } })
    await bytes.cancel()
    const folder = join(server.folder, 'data/exports')
    const name = `${id}.zip`
    const yesterday = new Date(Date.now() - 25 * 60 * 60_000)
    await utimes(join(folder, name), yesterday, yesterday)
    await server.server.deps.archives.sweep()
    expect(await readdir(folder)).not.toContain(name)
    expect(await get('shop', id)).toMatchObject({ code: 'not-found', params: { what: 'export' } })
  })

  test('export writes another format and reports what it cannot store', async () => {
    const android = await exported('android-xml')
    expect(android).toMatchObject({ fileName: 'app.de.xml', languages: ['de'], size: android.text.length })
    expect(android.text).toContain('<string name="cart.title">Korb</string>')
    expect(android.text).toContain('<item quantity="other">%d Dinge</item>')
    expect(android.text).not.toContain('cart.greet')
    expect(android.report.map(({ code }) => code)).toEqual(['nesting-flattened', 'placeholders-respelled'])
    const chrome = await exported('chrome-json')
    expect(chrome.report[0]).toMatchObject({
      code: 'name-refused',
      severity: 'error',
      count: 1,
      examples: [{ name: 'cart.title' }],
    })
  })

  test('a preview of an export has no content, and is not in the audit log', async () => {
    await server.call(api.projects.create, { body: { slug: 'seen', name: 'Seen', sourceLanguage: 'en' } })
    const seen = { project: 'seen' }
    await server.call(api.keys.create, {
      params: seen,
      body: { namespace: 'app', name: 'hello', plural: 'none', forms: { other: 'Hello' } },
    })
    const exportSeen = (content?: 'include' | 'skip') =>
      server.call(api.files.export, {
        params: seen,
        query: { format: 'csv', language: 'en', namespace: 'app', ...(content && { content }) },
      })
    const entries = async () => {
      const { entries } = await server.call(api.audit.ofProject, { params: seen, query: { limit: 9 } })
      return entries
        .filter(({ kind }) => kind === 'export.made')
        .map(({ target, details }) => [target, details])
    }
    const { content, ...others } = await exportSeen()
    expect(Buffer.from(content, 'base64').toString()).toBe('\ufeffkey,en\nhello,Hello\n')
    expect(await exportSeen('skip')).toEqual({ ...others, content: '' })
    const details = { format: 'csv', language: 'en', namespace: 'app' }
    expect(await entries()).toEqual([['app.csv', details]])
    expect(await exportSeen('include')).toEqual({ ...others, content })
    expect(await entries()).toEqual([
      ['app.csv', details],
      ['app.csv', details],
    ])
  })

  test('export puts source and translation, or all languages, into one file', async () => {
    const { text } = await exported('xliff-1')
    expect(text).toContain('<source>{count, plural, one {# item} other {# items}}</source>')
    expect(text).toContain(
      '<target state="translated">{count, plural, one {# Ding} other {# Dinge}}</target>',
    )
    expect(text).toContain('<source>Hello {name}</source>')
    const catalog = await exported('apple-xcstrings', 'en')
    expect(catalog).toMatchObject({ fileName: 'app.xcstrings', languages: ['en', 'de'] })
    expect(JSON.parse(catalog.text).strings['cart.title'].localizations).toHaveProperty('de')
  })

  test('an exported CSV starts with a byte order mark, without which Excel misreads its accents', async () => {
    expect((await exported('csv')).text.slice(0, 5)).toBe('\ufeffkey,')
    for (const format of ['godot-csv', 'gettext-po'])
      expect((await exported(format)).text.startsWith('\ufeff')).toBe(false)
  })

  test('export of unknown things is refused', async () => {
    const fail = (format: string, language: string, namespace: string) =>
      server.fail(api.files.export, { params, query: { format, language, namespace } })
    expect((await fail('docx', 'de', 'app')).code).toBe('unsupported-format')
    expect(await fail('json', 'fr', 'app')).toMatchObject({ code: 'not-found', params: { what: 'language' } })
    expect(await fail('json', 'de', 'nothing')).toMatchObject({
      code: 'not-found',
      params: { what: 'namespace' },
    })
  })

  test('an exported file can be imported unchanged', async () => {
    for (const [format, path] of [
      ['android-xml', 'values-de/app.xml'],
      ['gettext-po', 'app.de.po'],
      ['xliff-2', 'app.de.xlf'],
      ['resx', 'app.de.resx'],
      ['rails-yaml', 'app.de.yml'],
    ] as const) {
      const { content } = await exported(format)
      const query = { name: path, format }
      const plan = await server.call(api.files.plan, {
        params,
        query,
        bytes: new Uint8Array(Buffer.from(content, 'base64')),
      })
      expect(plan, format).toMatchObject({
        language: 'de',
        namespace: 'app',
        format,
        keysAdded: 0,
        filled: 0,
        changed: 0,
      })
    }
  })

  test('a PO file defines its language, plural forms, states and comments', async () => {
    const query = { name: 'translations.po', namespace: 'desk' }
    const plan = await server.call(api.files.plan, { params, query, bytes: file(PO) })
    expect(plan).toMatchObject({
      format: 'gettext-po',
      language: 'pl',
      languages: ['en', 'pl'],
      languageKnown: false,
      reason: 'by-file',
      keysAdded: 3,
    })
    expect(plan.report.map(({ code }) => code)).toEqual(['context-in-name', 'placeholders-respelled'])
    await server.call(api.files.import, {
      params,
      query: { ...query, mode: 'overwrite' as const },
      bytes: file(PO),
    })
    const page = await server.call(api.translations.page, {
      params,
      query: { language: 'pl', q: 'ns:desk', limit: 10 },
    })
    const found = page.rows.map(({ key, target }) => ({
      name: key.name,
      forms: target.forms,
      state: target.state,
    }))
    expect(found).toEqual([
      { name: 'Save', forms: { other: 'Zapisz' }, state: 'translated' },
      { name: 'menu|Open', forms: { other: 'Otwórz' }, state: 'draft' },
      {
        name: '%d file',
        forms: { one: '{{count}} plik', few: '{{count}} pliki', many: '{{count}} plików' },
        state: 'translated',
      },
    ])
    const sources = await server.call(api.files.plan, {
      params,
      query: { ...query, language: 'en' },
      bytes: file(PO),
    })
    // New keys came with the source texts of the file.
    expect(sources).toMatchObject({ language: 'en', keysAdded: 0, filled: 0, unchanged: 3 })
  })

  test('the side of an XLIFF file can be chosen, and its format is detected by its beginning', async () => {
    const plan = (query: { name: string; language?: string; format?: string }) =>
      server.call(api.files.plan, { params, query, bytes: file(XLIFF) })
    expect(await plan({ name: 'export.xlf' })).toMatchObject({
      format: 'xliff-1',
      language: 'fr',
      languages: ['en', 'fr'],
      namespace: 'export',
    })
    const source = await plan({ name: 'export.xlf', language: 'en' })
    expect(source.sample).toMatchObject([{ name: 'hello', incoming: { other: 'Hello {{name}}' } }])
    const wrong = await server.fail(api.files.plan, {
      params,
      query: { name: 'a.xlf', format: 'gettext-po' },
      bytes: file(XLIFF),
    })
    expect(wrong).toMatchObject({ code: 'unreadable-file', params: { line: 1 } })
  })

  test("a file in the format of the project's files names keys in the same way", async () => {
    const folder = join(server.folder, 'desk/locale/pl/LC_MESSAGES')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'desk.po'), PO)
    const body = { slug: 'desk', name: 'Desk', sourceLanguage: 'en', folder: join(server.folder, 'desk') }
    await server.call(api.projects.create, { body })
    await server.server.deps.jobs.idle()
    const query = { name: 'pl/desk.po', language: 'pl', namespace: 'desk', mode: 'overwrite' as const }
    const bytes = file(PO.replace('Otwórz', 'Otwieraj'))
    const desk = { project: 'desk' }
    expect(await server.call(api.files.plan, { params: desk, query, bytes })).toMatchObject({
      keysAdded: 0,
      changed: 1,
      unchanged: 2,
      report: [],
    })
    await server.call(api.files.import, { params: desk, query, bytes })
    await eventually(
      async () => (await readFile(join(folder, 'desk.po'), 'utf8')) === PO.replace('Otwórz', 'Otwieraj'),
    )
  })
})
