import { api } from '@dragoman/contract'
import { addJob, addUploadedPiece, beginUploadedFile, jobById, projectBySlug } from '@dragoman/store'
import { zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contentHash } from '../../test/content-hash.ts'
import { type JobHold, openJobHold } from '../../test/hold-jobs.ts'
import { endOfJob, localeFiles, uploadFiles } from '../../test/import-client.ts'
import { DATABASES, openTestServer, type TestServer } from '../../test/test-server.ts'
import { forgetOld } from '../jobs/forget-old.ts'

const project = 'shop'
const params = { project }

describe.each(DATABASES)('imports · %s', (database) => {
  let server: TestServer
  let hold: JobHold
  beforeEach(async () => {
    hold = openJobHold()
    server = await openTestServer({ database, ...hold.options })
    await server.call(api.projects.create, { body: { slug: project, name: 'Shop', sourceLanguage: 'en' } })
  })
  afterEach(() => server.close())

  const hash = () => contentHash(server, project)
  const operations = async () =>
    (await server.call(api.operations.list, { params, query: { limit: 100 } })).operations
  const counts = async () => {
    const { languages, keys } = await server.call(api.projects.overview, { params })
    return {
      keys,
      translated: Object.fromEntries(languages.map(({ tag, counts: of }) => [tag, of.translated])),
    }
  }

  test('many files are one plan, one job and one operation that is undone together', async () => {
    const before = await hash()
    const files = localeFiles({ languages: ['en', 'de', 'fr'], namespaces: 4, keys: 30 })
    const upload = await uploadFiles(server, project, files)
    expect(await upload.plan()).toMatchObject({
      files: 12,
      keysAdded: 120,
      translationsAdded: 360,
      changed: 0,
      languagesAdded: ['de', 'fr'],
      failures: [],
    })
    const started = await upload.start()
    const job = await endOfJob(server, project, started.id)
    expect(job).toMatchObject({
      kind: 'import',
      state: 'done',
      done: 360,
      total: 360,
      startedBy: { id: 'user:1', name: 'Ann' },
      problem: null,
      result: { files: 12, keysAdded: 120, translations: 360, languagesAdded: ['de', 'fr'], keptNewer: 0 },
    })
    expect(await counts()).toEqual({ keys: 120, translated: { en: 120, de: 120, fr: 120 } })
    const [operation, ...rest] = await operations()
    expect(rest).toEqual([])
    expect(operation).toMatchObject({
      id: job.operationId,
      kind: 'import',
      summary: { keysAdded: 120, translations: 360, origin: '12 files' },
    })
    await server.call(api.operations.undo, {
      params: { project, operation: operation?.id ?? 0 },
      body: { keepNewer: false },
    })
    expect(await hash()).toBe(before)
  })

  test('importing the same again changes nothing and creates no operation', async () => {
    const files = localeFiles({ languages: ['en', 'de'], namespaces: 1, keys: 10 })
    await endOfJob(server, project, (await (await uploadFiles(server, project, files)).start()).id)
    const again = await uploadFiles(server, project, files)
    expect(await again.plan()).toMatchObject({
      keysAdded: 0,
      translationsAdded: 0,
      changed: 0,
      unchanged: 20,
      languagesAdded: [],
    })
    const job = await endOfJob(server, project, (await again.start()).id)
    expect(job).toMatchObject({ state: 'done', operationId: null, result: { keysAdded: 0, translations: 0 } })
    expect(await operations()).toHaveLength(1)
  })

  test('the plan says by file what cannot be imported, and the rest is imported', async () => {
    const upload = await uploadFiles(server, project, {
      'app/en/good.json': '{ "a": "A" }',
      'app/en/broken.json': '{ "a": ',
      'app/picture.png': '\u0089PNG',
      'app/unclear.json': '{ "a": "A" }',
    })
    const plan = await upload.plan()
    expect(
      plan.failures.map(({ path, problem }) => [
        path,
        problem.code,
        problem.params.line ?? problem.params.reason,
      ]),
    ).toEqual([
      ['app/en/broken.json', 'unreadable-file', 1],
      ['app/picture.png', 'unsupported-format', 'unknown-extension'],
      ['app/unclear.json', 'invalid-input', 'unknown-language'],
    ])
    expect(plan.parts.map(({ path }) => path)).toEqual(['app/en/good.json'])
    const placements = [{ file: plan.failures[2]?.file ?? 0, language: 'de', namespace: 'good' }]
    const placed = await upload.plan({ placements })
    expect(placed).toMatchObject({ keysAdded: 1, translationsAdded: 2, languagesAdded: ['de'] })
    await endOfJob(server, project, (await upload.start({ placements })).id)
    expect(await counts()).toEqual({ keys: 1, translated: { en: 1, de: 1 } })
  })

  test('translations without a language are not ignored: the plan asks for it', async () => {
    const xliff =
      '<xliff version="1.2"><file source-language="en" original="a" datatype="plaintext"><body><trans-unit id="a"><source>One</source><target>Eins</target></trans-unit></body></file></xliff>'
    const upload = await uploadFiles(server, project, {
      'messages.po': 'msgid ""\nmsgstr ""\n"Language: \\n"\n\nmsgid "One"\nmsgstr "Eins"\n',
      'messages.xlf': xliff,
      'template.pot': 'msgid ""\nmsgstr ""\n"Language: \\n"\n\nmsgid "One"\nmsgstr ""\n',
    })
    const plan = await upload.plan()
    expect(plan.failures.map(({ path, problem }) => [path, problem.params.reason])).toEqual([
      ['messages.po', 'unknown-language'],
      ['messages.xlf', 'unknown-language'],
    ])
    expect(plan.parts.map(({ path, language }) => [path, language])).toEqual([['template.pot', 'en']])
    const placements = plan.failures.map(({ file }) => ({ file, language: 'de' }))
    const placed = await upload.plan({ placements })
    expect(placed.failures).toEqual([])
    expect(placed.languagesAdded).toEqual(['de'])
    // With their source texts, as if the file named its language.
    await endOfJob(server, project, (await upload.start({ placements })).id)
    const { rows } = await server.call(api.translations.page, {
      params: { project },
      query: { language: 'de', limit: 10 },
    })
    expect(rows.map(({ key, source, target }) => [key.name, source.forms.other, target.forms.other])).toEqual(
      [
        ['One', 'One', 'Eins'],
        ['a', 'One', 'Eins'],
        ['One', 'One', undefined],
      ],
    )
  })

  test('the plan of filling only contains what is written', async () => {
    const all = await uploadFiles(server, project, {
      'en/app.json': '{ "f_one": "a file", "f_other": "files", "bye": "Bye" }',
      'de/app.json': '{ "f_one": "eine Datei", "bye": "Ade" }',
    })
    await endOfJob(server, project, (await all.start()).id)
    const upload = await uploadFiles(server, project, {
      'de/app.json': '{ "f_one": "NEU", "f_other": "Dateien", "bye": "NEU" }',
    })
    const filling = { keysAdded: 0, changed: 0, unchanged: 1 }
    const plan = await upload.plan({ mode: 'fill' })
    expect(plan).toMatchObject({ ...filling, translationsAdded: 1 })
    expect(plan.parts).toMatchObject([{ ...filling, filled: 1 }])
    const sample = { name: 'f', plural: 'cardinal', change: 'added' }
    const forms = { now: { one: 'eine Datei' }, incoming: { one: 'eine Datei', other: 'Dateien' } }
    expect(plan.parts[0]?.sample).toEqual([{ ...sample, ...forms }])
    await endOfJob(server, project, (await upload.start({ mode: 'fill' })).id)
    const query = { language: 'de', limit: 9 }
    const { rows } = await server.call(api.translations.page, { params, query })
    expect(rows.map(({ key, target }) => [key.name, target.forms])).toEqual([
      ['f', forms.incoming],
      ['bye', { other: 'Ade' }],
    ])
  })

  test('a ZIP archive is imported as its files', async () => {
    const files = localeFiles({ languages: ['en', 'de'], namespaces: 2, keys: 5 })
    const entries = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))
    const archive = zipSync({
      ...entries,
      '__MACOSX/locales/._en': Buffer.from('x'),
      '../../../outside/en.json': Buffer.from('{"a":"b"}'),
    })
    const upload = await uploadFiles(server, project, { 'app.zip': new Uint8Array(archive) })
    const plan = await upload.plan()
    expect(plan.parts.map(({ path }) => path).sort()).toEqual(
      [...Object.keys(files), 'outside/en.json'].sort(),
    )
    const job = await endOfJob(server, project, (await upload.start()).id)
    expect(job).toMatchObject({ state: 'done', result: { files: 5, keysAdded: 11, translations: 21 } })
  })

  test('uploads over a limit are refused with the name of the file', async () => {
    const { upload } = await server.call(api.imports.create, { params })
    const send = (path: string, bytes: Uint8Array<ArrayBuffer>) =>
      server.fail(api.imports.upload, { params: { project, upload }, query: { path }, bytes })
    const large = await send('en/large.json', new Uint8Array(33 * 1024 * 1024))
    expect([large.code, large.params.name]).toEqual(['too-large', 'en/large.json'])
    const bomb = await send(
      'bomb.zip',
      new Uint8Array(zipSync({ 'en/a.json': new Uint8Array(20 * 1024 * 1024) })),
    )
    expect([bomb.code, bomb.params.name]).toEqual(['too-large', 'bomb.zip'])
    const many = Object.fromEntries(
      Array.from({ length: 10_001 }, (_, index) => [`en/${index}.json`, new Uint8Array()]),
    )
    expect((await send('many.zip', new Uint8Array(zipSync(many, { level: 0 })))).code).toBe('too-large')
    const broken = await send('broken.zip', new Uint8Array(Buffer.from('PK\u0003\u0004 and no more')))
    expect([broken.code, broken.params.name]).toEqual(['unreadable-file', 'broken.zip'])
    const plan = await server.call(api.imports.plan, {
      params: { project, upload },
      body: { mode: 'overwrite', placements: [] },
    })
    expect(plan).toMatchObject({ files: 0, parts: [], failures: [] })
    expect(
      (
        await server.fail(api.imports.plan, {
          params: { project, upload: '0'.repeat(32) },
          body: { mode: 'fill', placements: [] },
        })
      ).code,
    ).toBe('not-found')
  })

  const several = () => localeFiles({ languages: ['en', 'de'], namespaces: 3, keys: 60 })
  const jobOf = (job: number) => server.call(api.jobs.get, { params: { project, job } })
  /** Starts an import, and returns it when it is held in its second file, or before it. */
  async function startAndHold(done = 70) {
    const upload = await uploadFiles(server, project, several())
    const held = hold.at('import', done)
    const { id } = await upload.start()
    await held
    return id
  }

  test('after canceling with undo everything is as before; the activity lists both', async () => {
    const before = await hash()
    const id = await startAndHold()
    const running = await jobOf(id)
    expect(running.state).toBe('running')
    const busy = await server.fail(api.operations.undo, {
      params: { project, operation: running.operationId ?? 0 },
      body: { keepNewer: false },
    })
    expect(busy.code).toBe('still-running')
    await server.call(api.jobs.cancel, { params: { project, job: id }, body: { keep: false } })
    hold.letGo()
    const job = await endOfJob(server, project, id)
    expect(job.state).toBe('cancelled')
    expect(await hash()).toBe(before)
    const [undo, imported] = await operations()
    expect([undo?.kind, undo?.undoes, imported?.undoneBy]).toEqual(['undo', imported?.id, undo?.id])
  })

  test('after cancelling without undo the imported part stays, as one operation', async () => {
    const id = await startAndHold()
    await server.call(api.jobs.cancel, { params: { project, job: id }, body: { keep: true } })
    hold.letGo()
    const job = await endOfJob(server, project, id)
    expect(job.state).toBe('cancelled')
    const { keys, translated } = await counts()
    expect(keys).toBeGreaterThan(0)
    expect((translated.en ?? 0) + (translated.de ?? 0)).toBeLessThan(360)
    expect(await operations()).toHaveLength(1)
    expect(job.result?.keysAdded).toBe(keys)
  })

  test.each([false, true])('canceled while queued with keep: %s, it adds no languages', async (keep) => {
    const before = await hash()
    const { upload } = await uploadFiles(server, project, several())
    const { store, uploads } = server.server.deps
    const projectId = (await store.read((r) => projectBySlug(r, project)))?.id ?? 0
    const folder = await uploads.folderOf(projectId, upload)
    const { id } = await store.write((w) =>
      addJob(w, {
        projectId,
        kind: 'import',
        payload: { folder, mode: 'overwrite', placements: [] },
        unit: 'texts',
        startedBy: { id: 'user:1', name: 'Ann' },
        maxAttempts: 3,
        at: '2999-01-01T00:00:00.000Z',
      }),
    )
    await server.call(api.jobs.cancel, { params: { project, job: id }, body: { keep } })
    expect(await endOfJob(server, project, id)).toMatchObject({ state: 'cancelled', operationId: null })
    expect([await hash(), await operations()]).toEqual([before, []])
  })

  test('a restart in the middle does not stop it, and nothing is written twice', async () => {
    const id = await startAndHold()
    server = await server.restart()
    const job = await endOfJob(server, project, id)
    expect(job).toMatchObject({ state: 'done', done: 360, result: { keysAdded: 180, translations: 360 } })
    expect(await counts()).toEqual({ keys: 180, translated: { en: 180, de: 180 } })
    expect(await operations()).toHaveLength(1)
  })

  test('two imports at the same time are both complete, and concurrent saves stay', async () => {
    const one = await startAndHold()
    const other = await (
      await uploadFiles(server, project, {
        'en/more.json': '{ "x": "X" }',
        'fr/part0.json': '{ "key1": "un" }',
      })
    ).start()
    const { rows } = await server.call(api.translations.page, {
      params,
      query: { language: 'de', q: 'key:key7 ns:part0', limit: 1 },
    })
    const [row] = rows
    await server.call(api.translations.save, {
      params: { project, key: row?.key.id ?? 0, language: 'de' },
      body: { forms: { other: 'von Hand' }, baseVersion: row?.target.version ?? 0 },
    })
    const otherEnded = await endOfJob(server, project, other.id)
    hold.letGo()
    const ended = [await endOfJob(server, project, one), otherEnded]
    expect(ended.map(({ state, problem }) => [state, problem])).toEqual([
      ['done', null],
      ['done', null],
    ])
    expect(await counts()).toEqual({ keys: 181, translated: { en: 181, de: 180, fr: 1 } })
    const after = await server.call(api.translations.page, {
      params,
      query: { language: 'de', q: 'key:key7 ns:part0', limit: 1 },
    })
    expect(after.rows[0]?.target.forms.other).toBe('von Hand')
  })

  const textOf = async (q: string) => {
    const { rows } = await server.call(api.translations.page, {
      params,
      query: { language: 'de', q, limit: 1 },
    })
    const [row] = rows
    if (row === undefined) throw new Error(`no string for ${q}`)
    return { key: row.key.id, version: row.target.version, text: row.target.forms.other }
  }
  async function save(q: string, text: string) {
    const { key, version } = await textOf(q)
    await server.call(api.translations.save, {
      params: { project, key, language: 'de' },
      body: { forms: { other: text }, baseVersion: version },
    })
  }

  test.each([
    ['before its first step', 0],
    ['while nothing it has read is new', 70],
  ])('an import keeps what others save %s', async (_when, done) => {
    const files = several()
    await endOfJob(server, project, (await (await uploadFiles(server, project, files)).start()).id)
    const path = 'locales/de/part2.json'
    const changed = await uploadFiles(server, project, {
      ...files,
      [path]: (files[path] ?? '').replaceAll('some words', 'other words'),
    })
    const held = hold.at('import', done)
    const { id } = await changed.start()
    await held
    await save('key:key7 ns:part2', 'von Hand')
    hold.letGo()
    expect((await endOfJob(server, project, id)).result).toMatchObject({ translations: 59, keptNewer: 1 })
    expect([await textOf('key:key7 ns:part2'), await textOf('key:key8 ns:part2')]).toMatchObject([
      { text: 'von Hand' },
      { text: 'de 2 8 other words of a text' },
    ])
  })

  const keysOf = async (q: string) =>
    (await server.call(api.keys.page, { params, query: { q, languages: 'en', limit: 100 } })).rows.map(
      ({ key }) => key,
    )

  test('an import does not bring back keys that others delete and names that they change', async () => {
    const id = await startAndHold(60)
    const [deleted, renamed, described] = (await keysOf('ns:part0')).slice(-3)
    if (!deleted || !renamed || !described) throw new Error('too few keys')
    const of = ({ id: key }: { readonly id: number }) => ({ params: { project, key } })
    await server.call(api.keys.remove, of(deleted))
    await server.call(api.keys.update, { ...of(renamed), body: { name: 'renamed' } })
    await server.call(api.keys.update, { ...of(described), body: { description: 'Same name' } })
    hold.letGo()
    expect((await endOfJob(server, project, id)).result).toMatchObject({ translations: 358, keptNewer: 2 })
    const names = (await keysOf('ns:part0')).map(({ name }) => name)
    expect(names).toEqual([...Array.from({ length: 57 }, (_, key) => `key${key}`), 'renamed', 'key59'])
    expect(await counts()).toEqual({ keys: 179, translated: { en: 179, de: 178 } })
  })

  test('an import adds its keys although another import that had added them is undone', async () => {
    const files = several()
    const held = hold.at('import', 70)
    const first = await (await uploadFiles(server, project, files)).start()
    await held
    const alsoHeld = hold.at('import')
    const second = await (await uploadFiles(server, project, files)).start()
    await alsoHeld
    await server.call(api.jobs.cancel, { params: { project, job: first.id }, body: { keep: false } })
    hold.letGo()
    expect((await endOfJob(server, project, first.id)).state).toBe('cancelled')
    hold.letGo()
    expect((await endOfJob(server, project, second.id)).result).toMatchObject({
      keysAdded: 180,
      keptNewer: 0,
    })
    expect(await counts()).toEqual({ keys: 180, translated: { en: 180, de: 180 } })
  })

  test('of two imports of a text, the one that was started last replaces the other', async () => {
    const files = { 'en/app.json': '{ "a": "A" }', 'de/app.json': '{ "a": "alt" }' }
    await endOfJob(server, project, (await (await uploadFiles(server, project, files)).start()).id)
    const ids: number[] = []
    for (const text of ['eins', 'zwei']) {
      const held = hold.at('import')
      const upload = await uploadFiles(server, project, { 'de/app.json': `{ "a": "${text}" }` })
      ids.push((await upload.start()).id)
      await held
    }
    for (const id of ids) {
      hold.letGo()
      expect((await endOfJob(server, project, id)).result).toMatchObject({ translations: 1, keptNewer: 0 })
    }
    expect(await textOf('key:a')).toMatchObject({ text: 'zwei' })
  })

  test('an import keeps the file that another one is still storing', async () => {
    const keys = 300
    const texts = Array.from({ length: keys }, (_, key) => [`key${key}`, `${key} `.repeat(1500)])
    const large = JSON.stringify(Object.fromEntries(texts))
    const upload = await uploadFiles(server, project, { 'en/large.json': large })
    const held = hold.at('import', keys)
    const { id } = await upload.start()
    await held
    // The step that starts to store the file, and that of its first piece.
    for (const _ of ['file', 'piece']) {
      const next = hold.at('import', keys)
      hold.letGo()
      await next
    }
    const other = await (await uploadFiles(server, project, { 'en/more.json': '{ "x": "X" }' })).start()
    expect(await endOfJob(server, project, other.id)).toMatchObject({ state: 'done', problem: null })
    const { store, now } = server.server.deps
    await forgetOld(store, now)
    hold.letGo()
    expect(await endOfJob(server, project, id)).toMatchObject({ state: 'done', problem: null })
    expect((await store.read((r) => jobById(r, id)))?.attempts).toBe(1)
    const files = await store.read(({ db }) =>
      db.selectFrom('uploaded_file').select(['path', 'pieces']).orderBy('id').execute(),
    )
    expect(files).toEqual([
      { path: 'en/large.json', pieces: 2 },
      { path: 'en/more.json', pieces: 1 },
    ])
  })

  test('a file whose import ended before it was stored is deleted', async () => {
    const upload = await uploadFiles(server, project, { 'en/more.json': '{ "x": "X" }' })
    await endOfJob(server, project, (await upload.start()).id)
    const { store, now } = server.server.deps
    await store.write(async (w) => {
      const projectId = (await projectBySlug(w, project))?.id ?? 0
      const id = await beginUploadedFile(w, {
        projectId,
        path: 'en/lost.json',
        format: 'json',
        operationId: null,
        languageNames: {},
      })
      await addUploadedPiece(w, id, 0, new Uint8Array(4))
    })
    await forgetOld(store, now)
    const files = await store.read(({ db }) => db.selectFrom('uploaded_file').select('path').execute())
    expect(files).toEqual([{ path: 'en/more.json' }])
  })
})
