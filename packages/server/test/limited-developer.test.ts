import { api, type Failure } from '@dragoman/contract'
import {
  createSource,
  listConflicts,
  projectBySlug,
  putConflict,
  putScreenshotImage,
  upsertFile,
} from '@dragoman/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { peopleOf, type TestPerson } from './people.ts'
import { BOTH_DATABASES, openTestServer, type TestServer } from './test-server.ts'

const params = { project: 'shop' }
const IMAGE = 'a'.repeat(64)
const REFUSED = 'other-namespace'

describe.each(BOTH_DATABASES)('a developer of one namespace, on %s', (database) => {
  let server: TestServer
  let developer: TestPerson
  let projectId = 0
  beforeAll(async () => {
    server = await openTestServer({ database })
    const body = { slug: params.project, name: 'Shop', sourceLanguage: 'en' }
    await server.call(api.projects.create, { body })
    for (const namespace of ['app', 'legal'])
      await server.call(api.keys.create, {
        params,
        body: { namespace, name: 'title', plural: 'none', forms: { other: 'Title' } },
      })
    const { store } = server.server.deps
    projectId = (await store.read((r) => projectBySlug(r, params.project)))?.id ?? 0
    const namespaces = new Set(['app'])
    developer = await peopleOf(server).member('Dev', projectId, { role: 'developer', namespaces })
    const image = { type: 'image/png', width: 10, height: 10, bytes: new Uint8Array([1]) }
    await store.write((w) =>
      putScreenshotImage(w, { projectId, hash: IMAGE, ...image, at: new Date().toISOString() }),
    )
  })
  afterAll(() => server.close())

  const outcome = (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      ({ params: { reason }, code }: Failure) => reason ?? code,
    )

  test('forgets missing keys of that namespace only', async () => {
    const forget = (keys: { namespace: string; name: string }[] | null) =>
      outcome(developer.call(api.releases.forgetMissingKeys, { params, body: { keys } }))
    expect(await forget([{ namespace: 'app', name: 'q' }])).toBe('done')
    expect(await forget([{ namespace: 'legal', name: 'q' }])).toBe(REFUSED)
    expect(await forget(null)).toBe(REFUSED)
  })

  test('saves, replaces and removes screenshots of its strings only', async () => {
    const region = { part: 'text', x: 0, y: 0, width: 1, height: 1 }
    const save = (call: TestServer['call'], name: string, ...namespaces: string[]) =>
      call(api.screenshots.save, {
        params,
        body: {
          name,
          language: 'en',
          image: IMAGE,
          mark: '',
          takenAt: null,
          strings: namespaces.map((namespace) => ({ namespace, key: 'title', ...region })),
        },
      })
    const { screenshot } = await save(server.call, 'Terms', 'legal')
    const at = { params: { ...params, screenshot: screenshot ?? 0 } }
    expect(await outcome(save(developer.call, 'Home', 'app'))).toBe('done')
    expect(await outcome(save(developer.call, 'Both', 'app', 'legal'))).toBe(REFUSED)
    expect(await outcome(save(developer.call, 'Terms', 'app'))).toBe(REFUSED)
    expect(await outcome(developer.call(api.screenshots.remove, at))).toBe(REFUSED)
    expect((await server.call(api.screenshots.get, at)).name).toBe('Terms')
  })

  test('removes screenshots whose strings were deleted, unlike a developer of one language', async () => {
    const languages = new Set(['en'])
    const ofEnglish = await peopleOf(server).member('Eva', projectId, { role: 'developer', languages })
    const { key } = await server.call(api.keys.create, {
      params,
      body: { namespace: 'app', name: 'old', plural: 'none', forms: { other: 'Old' } },
    })
    const shown = { namespace: 'app', key: 'old', part: 'text', x: 0, y: 0, width: 1, height: 1 }
    const body = { name: 'Old', language: 'en', image: IMAGE, mark: '', takenAt: null, strings: [shown] }
    const { screenshot } = await developer.call(api.screenshots.save, { params, body })
    await server.call(api.keys.remove, { params: { ...params, key: key.id } })
    const at = { params: { ...params, screenshot: screenshot ?? 0 } }
    expect(await outcome(ofEnglish.call(api.screenshots.remove, at))).toBe('other-language')
    expect((await server.call(api.screenshots.get, at)).name).toBe('Old')
    expect(await outcome(developer.call(api.screenshots.remove, at))).toBe('done')
  })

  test('resolves conflicts of that namespace only, also without a text or a language', async () => {
    const { store } = server.server.deps
    const at = '2026-01-01T00:00:00.000Z'
    const put = (language: string, namespace: string) =>
      store.write(async (w) => {
        const source = await createSource(w, {
          ...{ kind: 'folder', folder: `/${language}/${namespace}`, pattern: '{lng}/{ns}.json' },
          ...{ format: 'i18next-json', projectId, writable: true, createdAt: at },
        })
        const place = { sourceId: source.id, path: `${language}/${namespace}.json`, language, namespace }
        const file = await upsertFile(w, { ...place, side: 'target', state: 'in-step', problem: null })
        const unit = { name: 'gone', plural: 'none', path: ['gone'], keyId: null } as const
        const forms = { base: { other: 'a' }, theirs: { other: 'b' }, ours: {} }
        return (await putConflict(w, { fileId: file.id, ...unit, ...forms, at })).id
      })
    const resolve = async (id: number) => {
      const { conflicts } = await developer.call(api.files.conflicts, { params })
      const mark = conflicts.find((one) => one.id === id)?.mark ?? ''
      return outcome(
        developer.call(api.files.resolve, { params: { ...params, conflict: id }, body: { forms: {}, mark } }),
      )
    }
    const deleted = await put('en', 'legal')
    const withoutLanguage = await put('fr', 'legal')
    expect([await resolve(deleted), await resolve(withoutLanguage)]).toEqual([REFUSED, REFUSED])
    const open = await store.read((r) => listConflicts(r, projectId, { state: 'open' }))
    expect(open.map(({ id }) => id)).toEqual([deleted, withoutLanguage])
    expect([await resolve(await put('en', 'app')), await resolve(await put('fr', 'app'))]).toEqual([
      'done',
      'done',
    ])
  })

  test('imports files of that namespace only, also as the base for exports', async () => {
    const importIni = (namespace: string, title: string) =>
      outcome(
        developer.call(api.files.import, {
          params,
          query: { name: `en/${namespace}.ini`, language: 'en', namespace, mode: 'overwrite' },
          bytes: new TextEncoder().encode(`; By Dev\ntitle = ${title}\n`),
        }),
      )
    const exported = async (namespace: string) => {
      const query = { format: 'ini', language: 'en', namespace }
      const { content } = await server.call(api.files.export, { params, query })
      return Buffer.from(content, 'base64').toString()
    }
    expect(await importIni('legal', 'Other title')).toBe(REFUSED)
    // Nothing in it is new.
    expect(await importIni('legal', 'Title')).toBe('done')
    expect(await exported('legal')).toBe('title = Title\n')
    expect(await importIni('app', 'Title')).toBe('done')
    expect(await exported('app')).toBe('; By Dev\ntitle = Title\n')
  })

  test('neither publishes nor replaces what was found in code', async () => {
    const release = developer.call(api.releases.create, { params, body: { title: 'Spring', notes: '' } })
    expect(await outcome(release)).toBe(REFUSED)
    const body = {
      revision: 'abc',
      permalink: null,
      defaultNamespaces: null,
      fallbackNamespaces: [],
      filesRead: 0,
      files: [],
    }
    expect(await outcome(developer.call(api.codeUses.replace, { params, body }))).toBe(REFUSED)
  })
})
