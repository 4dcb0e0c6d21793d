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
  async function imported(files: Readonly<Record<string, string>>, choice: Partial<ImportChoice> = {}) {
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
    return { fileName, text: Buffer.from(content, 'base64').toString() }
  }
  const rows = async () =>
    (await server.call(api.translations.page, { params, query: { language: 'fr', limit: 50 } })).rows
  const names = async () => (await rows()).map(({ key }) => `${key.name} ${key.plural}`)

  test.each(['xliff-1', 'xliff-2', 'icu-json'])(
    'an unchanged %s file with untranslated plurals adds no keys',
    async (format) => {
      const before = await names()
      const { fileName, text } = await exported(format)
      const plan = await imported(
        { [fileName]: text },
        { placements: [{ file: 0, format, language: 'fr', namespace: 'app' }] },
      )
      expect([plan.keysAdded, plan.translationsAdded, plan.changed]).toEqual([0, 0, 0])
      expect(await names()).toEqual(before)
    },
  )

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
})
