import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { api } from '@dragoman/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../test/test-server.ts'
import { ensureProjectForFolder } from '../../areas/projects/ensure-project-for-folder.ts'
import { inspectFolder } from './inspect-folder.ts'

const STRINGS = (text: string) => `<resources>\n    <string name="title">${text}</string>\n</resources>\n`
const ANDROID = {
  'app/src/main/res/values/strings.xml': STRINGS('Shop'),
  'app/src/main/res/values/colors.xml': '<resources>\n    <color name="red">#f00</color>\n</resources>\n',
  'app/src/main/res/values-night/strings.xml': STRINGS('Night shop'),
  'app/src/main/res/values-pt-rBR/strings.xml': STRINGS('Loja'),
  'app/src/main/res/values-en/strings.xml': STRINGS('The shop'),
}
const VUE = { 'lang/en.json': '{\n  "a": "Save"\n}\n', 'lang/cn.json': '{\n  "a": "保存"\n}\n' }
const PATTERN = 'app/src/main/res/values{-lng=en}/strings.xml'

describe('a folder that is set up', () => {
  let server: TestServer | null = null
  afterEach(async () => {
    await server?.close()
    server = null
  })

  async function open(
    files: Readonly<Record<string, string>>,
  ): Promise<{ readonly test: TestServer; readonly folder: string }> {
    const test = await openTestServer()
    server = test
    const folder = join(test.folder, 'app')
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    return { test, folder }
  }
  const project = { slug: 'app', name: 'App', sourceLanguage: 'en' }

  test('is recognized by its layout and first bytes', async () => {
    const { test, folder } = await open(ANDROID)
    const { candidates } = await test.call(api.sources.inspect, { body: { folder } })
    expect(candidates).toHaveLength(1)
    expect(candidates[0]).toMatchObject({
      pattern: PATTERN,
      format: 'android-xml',
      formats: ['android-xml'],
      formatReason: 'android-resources',
      reason: 'android-values',
      sourceLanguage: 'en',
      fileCount: 2,
      files: [
        { path: 'app/src/main/res/values-pt-rBR/strings.xml', language: 'pt-BR', namespace: 'translation' },
        { path: 'app/src/main/res/values/strings.xml', language: 'en', namespace: 'translation' },
      ],
    })
    const { syntax } = await test.call(api.projects.create, { body: { ...project, folder } })
    expect(syntax).toBe('printf')
    const { sources } = await test.call(api.projects.overview, { params: { project: 'app' } })
    expect(sources).toBe(1)
  })

  test('files without a language belong to another source language if that is chosen', async () => {
    const { test, folder } = await open(ANDROID)
    await test.call(api.projects.create, {
      body: { ...project, sourceLanguage: 'de', folder, pattern: PATTERN },
    })
    await test.server.deps.jobs.idle()
    const { sources } = await test.call(api.sources.list, { params: { project: 'app' } })
    expect(sources.map((source) => source.pattern)).toEqual(['app/src/main/res/values{-lng=de}/strings.xml'])
    const { languages } = await test.call(api.projects.get, { params: { project: 'app' } })
    expect(languages.map((language) => language.tag)).toEqual(['de', 'en', 'pt-BR'])
  })

  test('a corrected guess is stored in dragoman.json, and read from there the next time', async () => {
    const { test, folder } = await open(VUE)
    const body = { ...project, folder, pattern: 'lang/{lng}.json', format: 'vue-i18n-json', remember: true }
    await test.call(api.projects.create, { body })
    expect(JSON.parse(await readFile(join(folder, 'dragoman.json'), 'utf8'))).toEqual({
      sourceLanguage: 'en',
      files: [{ pattern: 'lang/{lng}.json', format: 'vue-i18n-json' }],
    })
    const { sources } = await test.call(api.sources.list, { params: { project: 'app' } })
    expect(sources).toMatchObject([{ pattern: 'lang/{lng}.json', format: 'vue-i18n-json' }])
    const { candidates } = await test.call(api.sources.inspect, { body: { folder } })
    expect(candidates).toMatchObject([{ format: 'vue-i18n-json', reason: 'configured', fileCount: 1 }])
  })

  test('dragoman.json defines how languages are spelled', async () => {
    const item = { pattern: 'lang/{lng}.json', format: 'vue-i18n-json', languages: { 'zh-Hans': 'cn' } }
    const { test, folder } = await open({
      ...VUE,
      'dragoman.json': JSON.stringify({ sourceLanguage: 'en', files: [item] }),
    })
    await test.call(api.projects.create, { body: { ...project, folder } })
    await test.server.deps.jobs.idle()
    const { languages } = await test.call(api.projects.get, { params: { project: 'app' } })
    expect(languages.map((language) => language.tag)).toEqual(['en', 'zh-Hans'])
  })

  test('a mistake in dragoman.json is reported with its position, and the file is left alone', async () => {
    const text =
      '{\n  "sourceLanguage": "en",\n  "files": [{ "pattern": "lang/{lng}.json", "format": "vue" }]\n}\n'
    const { test, folder } = await open({ ...VUE, 'dragoman.json': text })
    expect(await test.fail(api.projects.create, { body: { ...project, folder } })).toMatchObject({
      code: 'unusable-project-file',
      params: { line: 3, column: 55, field: 'files[0].format', value: 'vue', reason: 'format-unknown' },
    })
    expect(await readFile(join(folder, 'dragoman.json'), 'utf8')).toBe(text)
  })

  test('a format that cannot read the files is refused', async () => {
    const { test, folder } = await open(ANDROID)
    const body = { ...project, folder, pattern: PATTERN, format: 'json' }
    expect(await test.fail(api.projects.create, { body })).toMatchObject({
      code: 'invalid-input',
      fields: [{ pointer: '/format', code: 'format-unfit' }],
    })
  })

  test.each([
    ['../{lng}.json', 'pattern-outside'],
    ['lang/{locale}.json', 'pattern-unknown-part'],
    ['lang/{ext=a,aa}{ext=a,aa}/{lng}.json', 'pattern-unknown-part'],
  ])('the invalid pattern %s is refused', async (pattern, code) => {
    const { test, folder } = await open(VUE)
    const body = { ...project, folder, pattern, format: 'json', remember: true }
    expect(await test.fail(api.projects.create, { body })).toMatchObject({
      code: 'invalid-input',
      fields: [{ pointer: '/pattern', code }],
    })
    await expect(readFile(join(folder, 'dragoman.json'))).rejects.toThrow('ENOENT')
  })

  test('a detected pattern can have folders that are named like placeholders', async () => {
    const { test, folder } = await open({
      '{{app.slug}}/lang/en.json': VUE['lang/en.json'],
      '{{app.slug}}/lang/de.json': VUE['lang/en.json'],
    })
    const pattern = '{{app.slug}}/lang/{lng}.json'
    await test.call(api.projects.create, { body: { ...project, folder, pattern } })
    const { sources } = await test.call(api.sources.list, { params: { project: 'app' } })
    expect(sources).toMatchObject([{ pattern }])
  })

  test('has a project for each item of its dragoman.json, also at the next start', async () => {
    const items = [
      { pattern: 'app/src/main/res/values{-lng}/strings.xml', format: 'android-xml' },
      { pattern: 'lang/{lng}.json', format: 'vue-i18n-json', languages: { 'zh-Hans': 'cn' } },
    ]
    const { test, folder } = await open({
      ...ANDROID,
      ...VUE,
      'dragoman.json': JSON.stringify({ sourceLanguage: 'en', files: items }),
    })
    const { deps } = test.server
    const first = await ensureProjectForFolder(deps, await inspectFolder(folder))
    expect((await ensureProjectForFolder(deps, await inspectFolder(folder))).id).toBe(first.id)
    const { projects } = await test.call(api.projects.list, {})
    expect(projects.map(({ name }) => name)).toEqual(['app', 'app (lang)'])
    expect([first.name, first.syntax]).toEqual(['app', 'printf'])
    const chinese = await test.call(api.projects.get, { params: { project: 'app-lang' } })
    expect(chinese.syntax).toBe('vue-i18n')
    expect(chinese.languages.map(({ tag }) => tag)).toEqual(['en', 'zh-Hans'])
  })
})
