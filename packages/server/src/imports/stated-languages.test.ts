import { api } from '@dragoman/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endOfJob, uploadFiles } from '../../test/import-client.ts'
import { DATABASES, openTestServer, type TestServer } from '../../test/test-server.ts'

const project = 'shop'
const params = { project }

/** An XLIFF file with a text of an existing key and one of a new key. */
const xliffOf = (source: string, target: string, text = 'Ade') =>
  `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="${source}" target-language="${target}" datatype="plaintext" original="messages"><body><trans-unit id="bye"><source>Bye</source><target>${text}</target></trans-unit><trans-unit id="new"><source>New</source><target>Neu</target></trans-unit></body></file></xliff>`

const tmxOf = (source: string, target: string) =>
  `<tmx version="1.4"><header srclang="${source}" adminlang="en" datatype="plaintext" segtype="block" creationtool="x" creationtoolversion="1" o-tmf="x"/><body><tu tuid="bye"><tuv xml:lang="${source}"><seg>Bye</seg></tuv><tuv xml:lang="${target}"><seg>Ade</seg></tuv></tu></body></tmx>`

describe.each(DATABASES)('languages that a file states · %s', (database) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ database })
    await server.call(api.projects.create, { body: { slug: project, name: 'Shop', sourceLanguage: 'en' } })
    const texts = { en: 'Bye', de: 'Tschüss', pt: 'Tchau', 'zh-Hans': '再见' }
    const files = Object.entries(texts).map(([language, bye]) => [
      `${language}/app.json`,
      JSON.stringify({ bye }),
    ])
    await endOfJob(
      server,
      project,
      (await (await uploadFiles(server, project, Object.fromEntries(files))).start()).id,
    )
  })
  afterAll(() => server.close())

  /** Returns the languages into which a file would be imported. */
  async function languagesOf(path: string, content: string, language?: string) {
    const upload = await uploadFiles(server, project, { [path]: content })
    const plan = await upload.plan({
      placements: language === undefined ? [] : [{ file: 0, language }],
    })
    expect(plan.failures).toEqual([])
    return { languages: plan.parts.map((part) => part.language), added: plan.languagesAdded }
  }

  test.each([
    ['the usual region', 'messages.xlf', xliffOf('en-US', 'de-DE'), ['en', 'de']],
    ['the usual region of Portuguese', 'messages.xlf', xliffOf('en', 'pt-BR'), ['en', 'pt']],
    ['the usual region of a script', 'messages.xlf', xliffOf('en', 'zh-CN'), ['en', 'zh-Hans']],
    ['another region, but the language of the path', 'app.de.xlf', xliffOf('en-GB', 'de-AT'), ['en', 'de']],
    ['the region in a memory', 'app.tmx', tmxOf('en-US', 'de-DE'), ['en', 'de']],
    ['the region in a heading', 'app.csv', 'key,en-US,pt_BR\nbye,Bye,Adeus\n', ['en', 'pt']],
    ['the region next to the path', 'app.de.csv', 'key,de-AT\nbye,Servus\n', ['de']],
  ])('of a language of the project, %s is that language', async (_, path, content, languages) => {
    expect(await languagesOf(path, content)).toEqual({ languages, added: [] })
  })

  test.each([
    ['another region', 'messages.xlf', xliffOf('en', 'de-AT'), 'de-AT'],
    ['another script', 'messages.xlf', xliffOf('en', 'zh-TW'), 'zh-TW'],
    ['a form of address', 'app.de.xlf', xliffOf('en', 'de-DE-formal'), 'de-DE-formal'],
    ['a pseudo language', 'messages.xlf', xliffOf('en', 'en-XA'), 'en-XA'],
    ['the region in the path of a file of one language', 'pt-BR.json', '{ "bye": "Adeus" }', 'pt-BR'],
    ['the region next to the language itself', 'app.csv', 'key,en,de,de-DE\nbye,Bye,Ade,Ade\n', 'de-DE'],
  ])('%s is a new language', async (_, path, content, language) => {
    expect((await languagesOf(path, content)).added).toEqual([language])
  })

  test.each([
    ['of a region', 'messages.xlf', xliffOf('en', 'de-AT'), 'de', ['en', 'de']],
    ['of a bilingual file', 'messages.xlf', xliffOf('en', 'de-DE'), 'pt', ['en', 'pt']],
    ['of the source texts', 'messages.xlf', xliffOf('en-GB', 'de-DE'), 'en', ['en']],
    ['of the only column', 'app.csv', 'key,en,de-AT\nbye,Bye,Servus\n', 'de', ['de']],
    ['as the file states it', 'app.csv', 'key,en,de-DE\nbye,Bye,Ade\n', 'de-DE', ['de-DE']],
  ])('a chosen language takes precedence over that %s', async (_, path, content, chosen, languages) => {
    expect((await languagesOf(path, content, chosen)).languages).toEqual(languages)
  })

  test('a language that no column has cannot be chosen', async () => {
    const upload = await uploadFiles(server, project, { 'app.csv': 'key,en,de-AT,de-CH\nbye,Bye,a,b\n' })
    for (const language of ['de', 'fr']) {
      const { failures } = await upload.plan({ placements: [{ file: 0, language }] })
      expect(failures.map(({ problem }) => problem.params.reason)).toEqual(['unknown-language'])
    }
  })

  const textsOf = async (language: string) => {
    const query = { language, limit: 9 }
    const { rows } = await server.call(api.translations.page, { params, query })
    return rows.map(({ key, source, target }) => [key.name, source.forms.other, target.forms.other])
  }

  test('a bilingual file of a region is imported with the source texts of its new keys', async () => {
    const upload = await uploadFiles(server, project, { 'app.de.xlf': xliffOf('en-US', 'de-DE') })
    await endOfJob(server, project, (await upload.start()).id)
    expect(await textsOf('de')).toEqual([
      ['bye', 'Bye', 'Ade'],
      ['new', 'New', 'Neu'],
    ])
    const query = { format: 'xliff-1', language: 'de', namespace: 'app' }
    const { content } = await server.call(api.files.export, { params, query })
    expect(Buffer.from(content, 'base64').toString()).toBe(xliffOf('en-US', 'de-DE'))
  })

  const exported = async (format: string, namespace: string) => {
    const query = { format, language: 'pt', namespace }
    const { content } = await server.call(api.files.export, { params, query })
    return Buffer.from(content, 'base64').toString()
  }

  test('the column of a region is imported, and an export has no second column for it', async () => {
    const upload = await uploadFiles(server, project, { 'app.csv': 'key,en-US,pt-BR\nbye,Bye,Adeus\n' })
    await endOfJob(server, project, (await upload.start()).id)
    expect(await textsOf('pt')).toContainEqual(['bye', 'Bye', 'Adeus'])
    const [head, ...rows] = (await exported('csv', 'app')).split('\n')
    expect(head).toBe('key,en-US,pt-BR,de,zh-Hans')
    expect(rows).toContain('bye,Bye,Adeus,Ade,再见')
  })

  test('edited texts are exported to the columns that have other names in the file', async () => {
    const files = { 'menu.tmx': tmxOf('en-US', 'pt-BR') }
    await endOfJob(server, project, (await (await uploadFiles(server, project, files)).start()).id)
    expect(await exported('tmx', 'menu')).toBe(files['menu.tmx'])
    const changes = { 'en/menu.json': '{ "bye": "Good bye" }', 'pt/menu.json': '{ "bye": "Adeus" }' }
    await endOfJob(server, project, (await (await uploadFiles(server, project, changes)).start()).id)
    expect(await exported('tmx', 'menu')).toBe(
      files['menu.tmx'].replace('>Bye<', '>Good bye<').replace('>Ade<', '>Adeus<'),
    )
  })

  test('one chosen column is exported with the name of all others in the file', async () => {
    const table = 'key,en-US,pt-BR\nbye,Bye,Adeus\n'
    const upload = await uploadFiles(server, project, { 'only.csv': table })
    const placements = [{ file: 0, language: 'pt' }]
    await upload.plan({ placements })
    await endOfJob(server, project, (await upload.start({ placements })).id)
    const [head] = (await exported('csv', 'only')).split('\n')
    expect(head).toBe('key,en-US,pt-BR')
  })
})
