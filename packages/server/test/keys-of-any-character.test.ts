import { api } from '@dragoman/contract'
import { keepFileBase, listFiles } from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { type FolderProject, folderProject } from './folder-project.ts'
import { endOfJob, uploadFiles } from './import-client.ts'
import { DATABASES, eventually } from './test-server.ts'

const NAME = 'Line one\nLine "two"\t'
const EN = `${JSON.stringify({ [NAME]: 'First\nSecond', plain: 'Plain' }, null, 2)}\n`
const DE = `${JSON.stringify({ [NAME]: 'Eins\nZwei', plain: 'Einfach' }, null, 2)}\n`

describe.each(DATABASES)('on %s', (database) => {
  let project: FolderProject | null = null
  afterEach(async () => {
    await project?.test.close()
    project = null
  })
  async function open(files: Readonly<Record<string, string>>): Promise<FolderProject> {
    project = await folderProject(files, { database })
    return project
  }
  async function found({ test: server, params }: FolderProject, q: string) {
    const { rows } = await server.call(api.translations.page, {
      params,
      query: { language: 'de', q, limit: 10 },
    })
    return rows
  }

  test('a key with line breaks and tabs is imported, found, edited, renamed and delivered unchanged', async () => {
    const opened = await open({ 'en/app.json': EN, 'de/app.json': DE })
    const { test: server, params } = opened
    for (const q of ['key:"Line one\nLine*"', 'key:*one*', 'key:*two*']) {
      expect((await found(opened, q)).map(({ key }) => key.name)).toEqual([NAME])
    }
    const [row] = await found(opened, 'key:*one*')
    if (row === undefined) throw new Error('no row')
    await server.call(api.translations.save, {
      params: { ...params, key: row.key.id, language: 'de' },
      body: { forms: { other: 'Eins\nDrei' }, baseVersion: row.target.version },
    })
    await eventually(async () => (await opened.read('de/app.json')) === DE.replace('Zwei', 'Drei'))
    const delivered = await server.request('/d/shop/live/locales/de/app.json')
    expect(await delivered.json()).toEqual({ [NAME]: 'Eins\nDrei', plain: 'Einfach' })

    const renamed = NAME.replace('one', '1')
    const rename = { params: { ...params, key: row.key.id }, body: { name: renamed } }
    expect((await server.call(api.keys.update, rename)).key.name).toBe(renamed)
    await eventually(async () => renamed in JSON.parse(await opened.read('en/app.json')))
    // A control character that the key did not have cannot be typed into a name, and new keys cannot have
    // any.
    for (const name of [`${renamed}\u0007`, 'a\u0000']) {
      expect((await server.fail(api.keys.update, { ...rename, body: { name } })).fields).toEqual([
        { pointer: '/name', code: 'unusable' },
      ])
    }
    const body = { namespace: 'app', name: 'new\nkey', plural: 'none', forms: { other: 'x' } } as const
    expect((await server.fail(api.keys.create, { params, body })).fields).toEqual([
      { pointer: '/name', code: 'unusable' },
    ])
  })

  test('a push cannot put keys outside of the folder, or give them names with U+0000', async () => {
    const { test: server, params } = await open({ 'en/app.json': EN })
    const key = { kind: 'add-key' as const, plural: 'none' as const, path: ['x'], texts: {} }
    const changes = [
      { ...key, namespace: '../../other/x', name: 'x' },
      { ...key, namespace: '.git/hooks/x', name: 'x' },
      { ...key, namespace: 'app', name: 'a\u0000b' },
    ]
    const body = { origin: 'dragoman push', languages: [], changes }
    expect((await server.fail(api.texts.push, { params, body })).fields).toEqual([
      { pointer: '/changes/0/namespace', code: 'unusable' },
      { pointer: '/changes/1/namespace', code: 'ignored-folder' },
      { pointer: '/changes/2/name', code: 'unusable' },
    ])
  })

  test('what is uploaded is exported with the same bytes; U+0000 is reported before the import', async () => {
    const { test: server } = await open({ 'en/app.json': EN })
    await server.call(api.projects.create, { body: { slug: 'up', name: 'Up', sourceLanguage: 'en' } })
    const zero = DE.replace('"plain"', '"a\\u0000b": "x",\n  "plain"')
    const upload = await uploadFiles(server, 'up', { 'en/app.json': EN, 'de/app.json': zero })
    const plan = await upload.plan({ placements: [] })
    expect(
      plan.parts.map(({ language, issues }) => [language, issues.map(({ code }) => code)]).sort(),
    ).toEqual([
      ['de', ['unusable-key']],
      ['en', []],
    ])
    expect((await endOfJob(server, 'up', (await upload.start({ placements: [] })).id)).state).toBe('done')
    for (const [language, text] of [
      ['en', EN],
      ['de', zero],
    ] as const) {
      const query = { format: 'i18next-json', language, namespace: 'app' }
      const { content } = await server.call(api.files.export, { params: { project: 'up' }, query })
      expect(Buffer.from(content, 'base64').toString()).toBe(text)
    }
    const { rows } = await server.call(api.keys.page, {
      params: { project: 'up' },
      query: { languages: 'en,de', limit: 10 },
    })
    expect(rows.map(({ key }) => key.name).sort()).toEqual([NAME, 'plain'])
  })

  test('keys that were left out when the file was first imported are added, and not treated as removed', async () => {
    const without = `${JSON.stringify({ plain: 'Plain' }, null, 2)}\n`
    const opened = await open({ 'en/app.json': without, 'de/app.json': '{}\n' })
    // As an earlier version left it: the file was synced with all its bytes, but the catalog has no such key.
    await opened.test.server.deps.store.write(async (w) => {
      const { id: projectId } = await w.db
        .selectFrom('project')
        .select('id')
        .where('slug', '=', 'shop')
        .executeTakeFirstOrThrow()
      const [file] = await listFiles(w, { projectId })
      await keepFileBase(w, file?.sourceId ?? 0, 'en/app.json', Buffer.from(EN))
      await w.db.updateTable('file').set({ any_keys: 0 }).execute()
    })
    await opened.write('en/app.json', EN)
    await eventually(async () => (await found(opened, 'key:*one*')).length === 1)
    await opened.save('plain', 'en', 'Plainer')
    await eventually(async () => (await opened.read('en/app.json')) === EN.replace('"Plain"', '"Plainer"'))
  })
})
