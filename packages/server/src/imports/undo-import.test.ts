import { api } from '@dragoman/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endOfJob, uploadFiles } from '../../test/import-client.ts'
import { DATABASES, openTestServer, type TestServer } from '../../test/test-server.ts'

const project = 'shop'
const params = { project }

/** A PO file of one text, with a comment in front that only an export from this file has. */
function poOf(comment: string, text: string, { charset = 'UTF-8', language = 'de' } = {}): string {
  return `# ${comment}
msgid ""
msgstr ""
"Language: ${language}\\n"
"Content-Type: text/plain; charset=${charset}\\n"

msgid "${text}"
msgstr "${text} translated"
`
}

describe.each(DATABASES)('undo of an import · %s', (database) => {
  let server: TestServer
  beforeEach(async () => {
    server = await openTestServer({ database })
    await server.call(api.projects.create, { body: { slug: project, name: 'Shop', sourceLanguage: 'en' } })
    await importFiles({ 'en/app.json': '{ "hi": "Hello €" }', 'de/app.json': '{ "hi": "Hallo €" }' })
  })
  afterEach(() => server.close())

  async function importFiles(files: Record<string, string>): Promise<number> {
    const { id } = await (await uploadFiles(server, project, files)).start()
    return (await endOfJob(server, project, id)).operationId ?? 0
  }
  /** Returns the operation that undoes this one. */
  async function undo(operation: number): Promise<number> {
    const done = await server.call(api.operations.undo, {
      params: { project, operation },
      body: { keepNewer: true },
    })
    return done.operation?.id ?? 0
  }
  async function exported(): Promise<string> {
    const query = { format: 'gettext-po', language: 'de', namespace: 'app' }
    const { content } = await server.call(api.files.export, { params, query })
    return Buffer.from(content, 'base64').toString()
  }
  /** Returns the charsets of files, and whether the German text has issues. */
  async function limits() {
    const found = await server.call(api.files.limits, { params })
    const { rows } = await server.call(api.translations.page, { params, query: { language: 'de', limit: 9 } })
    const hello = rows.find(({ key }) => key.name === 'hi')
    return {
      charsets: found.limits.flatMap((of) => of.limits.charset?.name ?? []),
      isFailing: hello?.target.failing,
    }
  }

  test('its file limits no text, and limits them again once the undo is undone', async () => {
    const before = await limits()
    expect(before).toEqual({ charsets: [], isFailing: false })
    const imported = await importFiles({ 'app.de.po': poOf('Other app', 'Other', { charset: 'ISO-8859-1' }) })
    const limited = { charsets: ['iso-8859-1'], isFailing: true }
    expect(await limits()).toEqual(limited)
    const undone = await undo(imported)
    expect(await limits()).toEqual(before)
    await undo(undone)
    expect(await limits()).toEqual(limited)
  })

  test('open windows load the limits of files again, even if no text is affected', async () => {
    const imported = await importFiles({ 'app.de.po': poOf('Other app', 'Other') })
    const kinds: string[] = []
    server.server.deps.store.onCommit((events) => {
      for (const { kind } of events) kinds.push(kind)
    })
    await undo(imported)
    expect(kinds).toEqual(['content.changed', 'files.changed'])
  })

  test('exports start from no file, and from it again once the undo is undone', async () => {
    const imported = await importFiles({ 'app.de.po': poOf('Other app', 'Other') })
    expect(await exported()).toContain('# Other app')
    const undone = await undo(imported)
    expect(await exported()).not.toContain('# Other app')
    await undo(undone)
    expect(await exported()).toContain('# Other app')
  })

  test('exports start from the file that it had replaced', async () => {
    await importFiles({ 'app.de.po': poOf('First app', 'First') })
    const second = await importFiles({ 'app.de.po': poOf('Second app', 'Second') })
    expect(await exported()).toContain('# Second app')
    await undo(second)
    const text = await exported()
    expect(text).toContain('# First app')
    expect(text).not.toContain('Second')
  })

  test('keeps only the file that is used and the one that it replaced', async () => {
    const storedFiles = async () => {
      const rows = await server.server.deps.store.read(({ db }) =>
        db
          .selectFrom('uploaded_file')
          .select('path')
          .where('format', '=', 'gettext-po')
          .orderBy('id')
          .execute(),
      )
      return rows.map(({ path }) => path)
    }
    for (const name of ['a', 'b', 'c'])
      await importFiles({
        [`${name}/app.de.po`]: poOf(name, name),
        [`${name}/app.fr.po`]: poOf(name, name, { language: 'fr' }),
      })
    expect(await storedFiles()).toEqual(['b/app.de.po', 'b/app.fr.po', 'c/app.de.po', 'c/app.fr.po'])
    // Nothing changes, so nothing can be undone and no earlier file is needed.
    await importFiles({ 'd/app.de.po': poOf('d', 'c') })
    expect(await storedFiles()).toEqual(['b/app.fr.po', 'c/app.fr.po', 'd/app.de.po'])
  })
})
