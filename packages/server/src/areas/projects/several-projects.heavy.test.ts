import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { api } from '@dragoman/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../test/test-server.ts'
import { inspectFolder } from '../../sources/folder/inspect-folder.ts'
import { ensureProjectForFolder } from './ensure-project-for-folder.ts'

const JSON_TEXT = '{\n  "title": "Text"\n}\n'
const FILES = {
  'web/locales/en/app.json': JSON_TEXT,
  'web/locales/de/app.json': JSON_TEXT,
  'web/locales/pl/app.json': JSON_TEXT,
  'mobile/app/src/main/res/values/strings.xml':
    '<resources>\n    <string name="a">Shop</string>\n</resources>\n',
  'mobile/app/src/main/res/values-de/strings.xml':
    '<resources>\n    <string name="a">Laden</string>\n</resources>\n',
  'docs/po/de.po': 'msgid ""\nmsgstr ""\n"Language: de\\n"\n\nmsgid "Read me"\nmsgstr "Lies mich"\n',
}
const WEB = 'web/locales/{lng}/{ns}.json'
const MOBILE = 'mobile/app/src/main/res/values{-lng=en}/strings.xml'
const DOCS = 'docs/po/{lng}.po'

describe('several projects in one repository', () => {
  let server: TestServer | null = null
  afterEach(async () => {
    await server?.close()
    server = null
  })

  async function open(files: Readonly<Record<string, string>> = FILES) {
    const running = await openTestServer()
    server = running
    const folder = join(running.folder, 'shop')
    const write = async (path: string, text: string) => {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    for (const [path, text] of Object.entries(files)) await write(path, text)
    const openAll = async () => ensureProjectForFolder(running.server.deps, await inspectFolder(folder))
    const listed = async () => {
      const { projects } = await running.call(api.projects.list, {})
      const found: [string, string, string][] = []
      for (const { slug, name } of projects) {
        const { sources } = await running.call(api.sources.list, { params: { project: slug } })
        found.push([slug, name, sources.map(({ pattern }) => pattern).join()])
      }
      return found.sort()
    }
    return { test: running, folder, write, openAll, listed }
  }

  test('are all opened, and found again at the next start', async () => {
    const { openAll, listed, test: running } = await open()
    const first = await openAll()
    expect(first.slug).toBe('shop')
    const all = [
      ['shop', 'shop', WEB],
      ['shop-docs-po', 'shop (docs/po)', DOCS],
      ['shop-mobile-app-src-main-res', 'shop (mobile/app/src/main/res)', MOBILE],
    ]
    expect(await listed()).toEqual(all)
    expect((await openAll()).id).toBe(first.id)
    expect(await listed()).toEqual(all)
    const { syntax, languages } = await running.call(api.projects.get, {
      params: { project: 'shop-mobile-app-src-main-res' },
    })
    expect([syntax, languages.map(({ tag }) => tag)]).toEqual(['printf', ['en', 'de']])
  })

  test('one with a manually entered pattern is not opened a second time', async () => {
    const { test: running, folder, openAll, listed } = await open()
    const body = {
      slug: 'own',
      name: 'Own',
      sourceLanguage: 'en',
      folder,
      pattern: 'web/locales/{lng}/app.json',
    }
    await running.call(api.projects.create, { body })
    expect((await openAll()).slug).toBe('own')
    expect((await listed()).map(([, , pattern]) => pattern).sort()).toEqual([DOCS, MOBILE, body.pattern])
  })

  test('a new one is opened at the next start', async () => {
    const { write, openAll, listed } = await open()
    await openAll()
    await write('api/lang/en.json', JSON_TEXT)
    await write('api/lang/de.json', JSON_TEXT)
    await openAll()
    expect((await listed()).map(([slug]) => slug)).toContain('shop-api-lang')
  })

  test('are offered with location and status, and selected ones are created together', async () => {
    const { test: running, folder, listed } = await open()
    const inspect = async () => (await running.call(api.sources.inspect, { body: { folder } })).candidates
    expect((await inspect()).map(({ pattern, place, isConnected }) => [pattern, place, isConnected])).toEqual(
      [
        [WEB, 'web/locales', false],
        [MOBILE, 'mobile/app/src/main/res', false],
        [DOCS, 'docs/po', false],
      ],
    )
    const body = {
      slug: 'acme',
      name: 'Acme',
      sourceLanguage: 'en',
      folder,
      pattern: WEB,
      others: [DOCS],
      deliverPublic: true,
    }
    await running.call(api.projects.create, { body })
    expect(await listed()).toEqual([
      ['acme', 'Acme', WEB],
      ['acme-docs-po', 'Acme (docs/po)', DOCS],
    ])
    const { settings } = await running.call(api.projects.get, { params: { project: 'acme-docs-po' } })
    expect(settings.deliverPublic).toBe(true)
    expect((await inspect()).map(({ isConnected }) => isConnected)).toEqual([true, false, true])
  })

  test('none is created if one of them cannot be', async () => {
    const { test: running, folder, listed } = await open()
    const body = { slug: 'acme', name: 'Acme', sourceLanguage: 'en', folder, pattern: WEB }
    for (const others of [['no/{lng}.json'], [DOCS, DOCS], [WEB]])
      expect(await running.fail(api.projects.create, { body: { ...body, others } })).toMatchObject({
        code: 'invalid-input',
        fields: [{ pointer: `/others/${others.length - 1}`, code: 'pattern-not-found' }],
      })
    expect(await listed()).toEqual([])
    await running.call(api.projects.create, {
      body: { ...body, slug: 'guide', name: 'Guide', pattern: DOCS },
    })
    expect(
      await running.fail(api.projects.create, { body: { ...body, others: [MOBILE, DOCS] } }),
    ).toMatchObject({ code: 'already-exists' })
    expect(await listed()).toEqual([['guide', 'Guide', DOCS]])
    await running.call(api.projects.create, { body: { ...body, others: [MOBILE] } })
    expect(await listed()).toHaveLength(3)
  })

  test('two in one place are distinguished by their patterns', async () => {
    const { openAll, listed } = await open({
      'translations/game_en.csv': 'a,Save\n',
      'translations/game_de.csv': 'a,Sichern\n',
      'translations/menu.csv': 'key,en,de\na,Save,Sichern\n',
    })
    await openAll()
    expect((await listed()).map(([, name]) => name)).toEqual(['shop', 'shop (translations/menu.csv)'])
  })
})
