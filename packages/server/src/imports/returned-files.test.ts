import { api, type ImportChoice } from '@dragoman/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endOfJob, uploadFiles } from '../../test/import-client.ts'
import { DATABASES, openTestServer, type TestServer } from '../../test/test-server.ts'

const project = 'shop'
const params = { project }

const ENGLISH = {
  bye: 'Bye',
  files_one: '{{count}} file',
  files_other: '{{count}} files',
  hi: 'Hello {{name}}',
  place_ordinal_one: '{{count}}st',
  place_ordinal_two: '{{count}}nd',
  place_ordinal_few: '{{count}}rd',
  place_ordinal_other: '{{count}}th',
}

describe.each(DATABASES)('files that translators return · %s', (database) => {
  let server: TestServer
  beforeEach(async () => {
    server = await openTestServer({ database })
    await server.call(api.projects.create, { body: { slug: project, name: 'Shop', sourceLanguage: 'en' } })
    await imported({ 'en/app.json': JSON.stringify(ENGLISH), 'fr/app.json': '{ "bye": "Au revoir" }' })
  })
  afterEach(() => server.close())

  /** Imports files, and returns what the preview showed. */
  async function imported(files: Parameters<typeof uploadFiles>[2], choice: Partial<ImportChoice> = {}) {
    const upload = await uploadFiles(server, project, files)
    const plan = await upload.plan(choice)
    const job = await endOfJob(server, project, (await upload.start(choice)).id)
    expect([job.state, plan.failures]).toEqual(['done', []])
    return plan
  }
  const exported = async (format: string) => {
    const { fileName, content } = await server.call(api.files.export, {
      params,
      query: { format, language: 'fr', namespace: 'app' },
    })
    const bytes = new Uint8Array(Buffer.from(content, 'base64'))
    return { fileName, bytes, text: Buffer.from(bytes).toString() }
  }
  const rows = async () =>
    (await server.call(api.translations.page, { params, query: { language: 'fr', limit: 50 } })).rows
  const names = async () => (await rows()).map(({ key }) => `${key.name} ${key.plural}`)

  test('an unchanged file with untranslated plurals adds no keys', async () => {
    const before = await names()
    for (const format of ['xliff-1', 'xliff-2', 'icu-json']) {
      const { fileName, bytes } = await exported(format)
      const plan = await imported({ [fileName]: bytes }, { placements: [placementOf(format)] })
      expect([format, plan.keysAdded, plan.translationsAdded, plan.changed]).toEqual([format, 0, 0, 0])
    }
    expect(await names()).toEqual(before)
  })

  test('a translation that cannot become plural forms is reported and not imported', async () => {
    const before = await names()
    const broken = '{count, plural, one {# fichier} autre {# fichiers}}'
    const text = (await exported('xliff-1')).text.replace(
      /(<source>\{count, plural,[^<]*<\/source>)/,
      `$1<target>${broken}</target>`,
    )
    const plan = await imported({ 'app.fr.xlf': text })
    expect(plan.keysAdded).toBe(0)
    expect(plan.parts.flatMap(({ report }) => report)).toContainEqual(
      expect.objectContaining({ code: 'plural-refused', count: 1, examples: [{ name: 'files' }] }),
    )
    expect(await names()).toEqual(before)
  })

  const row = async (name: string) => {
    const found = (await rows()).find(({ key }) => key.name === name)
    if (found === undefined) throw new Error(`no key ${name}`)
    return found
  }
  const save = async (name: string, language: 'en' | 'fr', text: string) => {
    const { key, source, target } = await row(name)
    await server.call(api.translations.save, {
      params: { project, key: key.id, language },
      body: { forms: { other: text }, baseVersion: (language === 'en' ? source : target).version },
    })
  }
  /** Imports a translation of a text, and returns how many are outdated in the preview, and the text. */
  const returned = async (name: string, source: string, target: string, languages: FileLanguages = {}) => {
    const plan = await imported({ 'app.fr.xlf': xliff({ name, source, target, ...languages }) })
    const { state, outdated, forms } = (await row(name)).target
    const counted = plan.parts.find(({ language }) => language === 'fr')?.outdated
    return [counted, forms.other, state, outdated]
  }

  describe('the state of the same words', () => {
    const setState = async (name: string, state: 'draft' | 'translated' | 'reviewed') => {
      const { key, target } = await row(name)
      await server.call(api.translations.save, {
        params: { project, key: key.id, language: 'fr' },
        body: { forms: target.forms, state, baseVersion: target.version },
      })
    }
    const states = async () =>
      (await rows()).map(({ key, source, target }) => [key.name, source.state, target.state])

    test('is that of the file: a confirmed draft is translated', async () => {
      await setState('bye', 'draft')
      const { text } = await exported('xliff-1')
      const returnedFile = text.replace('state="needs-review-translation"', 'state="final"')
      const filled = await imported({ 'app.fr.xlf': returnedFile }, { mode: 'fill' })
      expect([filled.changed, (await row('bye')).target.state]).toEqual([0, 'draft'])
      const plan = await imported({ 'app.fr.xlf': returnedFile })
      expect(plan).toMatchObject({ changed: 1, translationsAdded: 0 })
      expect(plan.parts.flatMap(({ sample }) => sample)).toMatchObject([{ name: 'bye', state: 'translated' }])
      expect((await row('bye')).target.state).toBe('translated')
    })

    test('is that of the file: a text that needs work is a draft', async () => {
      await setState('bye', 'reviewed')
      const { text } = await exported('xliff-1')
      const plan = await imported({
        'app.fr.xlf': text.replace('state="final"', 'state="needs-translation"'),
      })
      expect([plan.changed, (await row('bye')).target.state]).toEqual([1, 'draft'])
    })

    test('is not that of the source text in a table with one column of states', async () => {
      await imported({ 'app.csv': 'key,en,fr,status\nbye,Bye,Au revoir,needs review\n' })
      expect((await states())[0]).toEqual(['bye', 'translated', 'draft'])
    })

    test('is that of the source text in a format with a state for each language', async () => {
      const text = (state: string, value: string) => ({ stringUnit: { state, value } })
      const localizations = { en: text('needs_review', 'Bye'), fr: text('translated', 'Au revoir') }
      const catalog = { sourceLanguage: 'en', strings: { bye: { localizations } }, version: '1.0' }
      await imported({ 'app.xcstrings': JSON.stringify(catalog) })
      expect((await states())[0]).toEqual(['bye', 'draft', 'translated'])
    })

    test('stays that of a draft if only its missing forms are filled', async () => {
      await imported({ 'fr/app.json': '{ "files_one": "un fichier" }' })
      await setState('files', 'draft')
      await imported({ 'fr/app.json': '{ "files_one": "1", "files_other": "des" }' }, { mode: 'fill' })
      const { forms, state } = (await row('files')).target
      expect([forms, state]).toEqual([{ one: 'un fichier', other: 'des' }, 'draft'])
    })

    test('stays if an exported file is imported unchanged', async () => {
      await imported({
        'fr/app.json': '{ "hi": "Salut {{name}}", "files_one": "un", "files_other": "des" }',
      })
      await setState('bye', 'draft')
      await setState('hi', 'reviewed')
      const before = await states()
      for (const format of FORMATS_WITH_STATES) {
        const { fileName, bytes } = await exported(format)
        await imported({ [fileName]: bytes }, { placements: [placementOf(format)] })
        expect([format, await states()]).toEqual([format, before])
      }
    })
  })

  describe('a text that a translation program has split into segments', () => {
    test('is whole in XLIFF 1.2, and exports keep the segments', async () => {
      await save('bye', 'en', 'Bye. Bye.')
      const segments =
        '<mrk mid="0" mtype="seg">Salut.</mrk> <mrk mid="1" mtype="seg">Adieu <x id="1"/>.</mrk>'
      await imported({ 'app.fr.xlf': xliff({ name: 'bye', source: 'Bye. Bye.', target: segments }) })
      expect((await row('bye')).target).toMatchObject({
        forms: { other: 'Salut. Adieu <x id="1"/>.' },
        outdated: false,
      })
      expect((await exported('xliff-1')).text).toContain(`<target>${segments}</target>`)
    })

    test('is whole in XLIFF 2 if its unit is a key', async () => {
      const before = await names()
      await save('bye', 'en', 'Bye. Bye.')
      const segments = `<segment id="s1"><source>Bye.</source><target>Salut.</target></segment><ignorable><source> </source></ignorable><segment id="s2"><source>Bye.</source><target>Adieu.</target></segment>`
      const file = `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="fr"><file id="app"><unit id="bye">${segments}</unit></file></xliff>`
      const plan = await imported({ 'app.fr.xlf': file })
      expect([plan.keysAdded, await names()]).toEqual([0, before])
      expect((await row('bye')).target).toMatchObject({
        forms: { other: 'Salut. Adieu.' },
        outdated: false,
      })
      expect((await exported('xliff-2')).text).toContain(segments)
      await save('bye', 'fr', 'Ciao')
      expect((await exported('xliff-2')).text).toContain('<target>Ciao</target>')
    })
  })

  describe('the translation of a source text that was changed meanwhile', () => {
    test('is outdated, for the text it was made for', async () => {
      const { version } = (await row('hi')).source
      await save('hi', 'en', 'Welcome back, {{name}}')
      expect(await returned('hi', 'Hello {name}', 'Bonjour {name}')).toEqual([
        1,
        'Bonjour {{name}}',
        'translated',
        true,
      ])
      expect((await row('hi')).target.sourceVersion).toBe(version)
      await save('hi', 'en', 'Hello {{name}}')
      expect((await row('hi')).target.outdated).toBe(false)
    })

    test('is outdated also if the project never had that text', async () => {
      expect(await returned('bye', 'Farewell', 'Adieu')).toEqual([1, 'Adieu', 'translated', true])
      await save('bye', 'en', 'Bye bye')
      expect((await row('bye')).target.outdated).toBe(true)
      expect(await returned('bye', 'Bye bye', 'Salut')).toEqual([0, 'Salut', 'translated', false])
    })

    test('stays outdated if it was', async () => {
      await save('bye', 'en', 'Goodbye')
      expect((await row('bye')).target.outdated).toBe(true)
      expect(await returned('bye', 'Bye', 'Adieu')).toEqual([1, 'Adieu', 'translated', true])
      expect(await returned('bye', 'Goodbye', 'Salut')).toEqual([0, 'Salut', 'translated', false])
    })

    test('is not outdated if only the white space, the name or another language is in the file', async () => {
      expect(await returned('bye', '\n  Bye ', 'Salut')).toEqual([0, 'Salut', 'translated', false])
      expect(await returned('bye', 'bye', 'Adieu')).toEqual([0, 'Adieu', 'translated', false])
      const german = { sourceLanguage: 'de' }
      expect(await returned('bye', 'Tschüss', 'Ciao', german)).toEqual([0, 'Ciao', 'translated', false])
    })

    test('is not assumed of an exported file', async () => {
      const french =
        '{ "hi": "Salut {{name}}", "files_one": "{{count}} fichier", "files_other": "{{count}} fichiers" }'
      await imported({ 'fr/app.json': french })
      const files = new Map<string, Exported>()
      for (const format of FORMATS_WITH_SOURCES) files.set(format, await exported(format))
      for (const [format, { fileName, bytes }] of files) {
        const others = french.replaceAll('fichier', 'doc').replace('Salut', 'Coucou')
        await imported({ 'fr/app.json': others })
        const plan = await imported({ [fileName]: bytes }, { placements: [placementOf(format)] })
        const counted = plan.parts.map(({ changed, outdated }) => [changed, outdated])
        expect([format, counted.at(-1)]).toEqual([format, [2, 0]])
        expect((await rows()).filter(({ target }) => target.outdated)).toEqual([])
      }
    })
  })
})

const FORMATS_WITH_SOURCES = ['xliff-1', 'xliff-2', 'gettext-po', 'qt-ts']
const FORMATS_WITH_STATES = [
  ...FORMATS_WITH_SOURCES,
  'csv',
  'xlsx',
  'php-array',
  'gotext-json',
  'apple-xcstrings',
]
const MULTILINGUAL = new Set(['csv', 'xlsx', 'apple-xcstrings'])

type Exported = { readonly fileName: string; readonly bytes: Uint8Array<ArrayBuffer> }

function placementOf(format: string): ImportChoice['placements'][number] {
  return { file: 0, format, namespace: 'app', ...(MULTILINGUAL.has(format) ? {} : { language: 'fr' }) }
}

type FileLanguages = { readonly sourceLanguage?: string }
type Returned = FileLanguages & { readonly name: string; readonly source: string; readonly target: string }

function xliff({ name, source, target, sourceLanguage = 'en' }: Returned): string {
  return `<xliff version="1.2"><file source-language="${sourceLanguage}" target-language="fr" original="app" datatype="plaintext"><body><trans-unit id="${name}"><source>${source}</source><target>${target}</target></trans-unit></body></file></xliff>`
}
