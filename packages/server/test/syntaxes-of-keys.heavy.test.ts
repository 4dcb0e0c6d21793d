import { readFile } from 'node:fs/promises'
import { api } from '@dragoman/contract'
import { formatById } from '@dragoman/formats'
import { catalogTexts, projectBySlug } from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { withErrorsOnly } from '../src/publish/error-texts.ts'
import { type FolderProject, folderProject, reopened } from './folder-project.ts'
import { DATABASES, eventually } from './test-server.ts'

const CASE = new URL('../../cli/test/cases/po-placeholders/po/', import.meta.url)
const TEMPLATE = 'jam-shelf.pot'

/** By key: the syntax that its flags name, and what the checks find in the German text. */
const EXPECTED: Readonly<Record<string, readonly [syntax: string | null, missing: readonly string[]]>> = {
  'Copied %1 of %2 jars': ['kde', ['%2']],
  'Page %1 of %L2': ['qt', []],
  'Sealing the jar (%d%% done).': ['c', []],
  'Reached shelf %1 near %2': ['kde', ['%1', '%2']],
  '{0:.1f} litres in {jar!r}': ['brace', []],
  'Save 20% off jam': ['plain', []],
  'Shelf %1% holds %2% jars': ['boost', ['%2%']],
  '$cook has opened the jar': ['shell', ['$cook']],
  '%s has %d jars': ['c', []],
  '{cook} has {jars} jars': ['perl-brace', ['{jars}']],
  'Jar {0} of {1}': ['dotnet', ['{1}']],
}

describe.each(DATABASES)('the syntax that a file names for single keys · %s', (database) => {
  let project: FolderProject | null = null
  afterEach(async () => {
    await project?.test.close()
    project = null
  })

  async function open(files?: Readonly<Record<string, string>>): Promise<FolderProject> {
    const read = (name: string) => readFile(new URL(name, CASE), 'utf8')
    project = await folderProject(
      files ?? { 'de.po': await read('de.po'), [TEMPLATE]: await read(TEMPLATE) },
      { database },
    )
    return project
  }
  const rowsOf = async ({ test: { call }, params }: FolderProject, language = 'de') =>
    (await call(api.translations.page, { params, query: { language, limit: 50 } })).rows
  async function keyOf(opened: FolderProject, name: string) {
    const row = (await rowsOf(opened)).find(({ key }) => key.name === name)
    if (row === undefined) throw new Error(`No key ${name}`)
    return row
  }
  async function save(opened: FolderProject, name: string, language: string, text: string): Promise<void> {
    const row = (await rowsOf(opened, language)).find(({ key }) => key.name === name)
    if (row === undefined) throw new Error(`No key ${name}`)
    await opened.test.call(api.translations.save, {
      params: { ...opened.params, key: row.key.id, language },
      body: { forms: { other: text }, baseVersion: row.target.version },
    })
  }
  const edited = async (opened: FolderProject, change: (text: string) => string, path = TEMPLATE) =>
    opened.write(path, change(await opened.read(path)))

  test('is that of the key, and decides what the editor and the checks find', async () => {
    const opened = await open()
    const { call } = opened.test
    const rows = await rowsOf(opened)
    expect(Object.fromEntries(rows.map(({ key }) => [key.name, key.syntax]))).toEqual(
      Object.fromEntries(Object.entries(EXPECTED).map(([name, [syntax]]) => [name, syntax])),
    )
    const found: Record<string, readonly unknown[]> = {}
    for (const { key } of rows) {
      const { issues } = await call(api.translations.get, {
        params: { ...opened.params, key: key.id, language: 'de' },
      })
      found[key.name] = issues.flatMap(({ code, params }) =>
        code === 'placeholder-missing' ? [params?.name ?? params?.placeholder] : [code],
      )
    }
    expect(found).toEqual(
      Object.fromEntries(Object.entries(EXPECTED).map(([name, [, missing]]) => [name, missing])),
    )
    expect(
      rows
        .filter(({ target }) => target.failing)
        .map(({ key }) => key.name)
        .sort(),
    ).toEqual(
      Object.keys(EXPECTED)
        .filter((name) => (EXPECTED[name]?.[1].length ?? 0) > 0)
        .sort(),
    )
    const { namesSyntaxes } = await call(api.projects.get, { params: opened.params })
    expect(namesSyntaxes).toBe(true)
  })

  test('decides which texts are approved, alone and in bulk, and which are held back from apps', async () => {
    const opened = await open()
    const { call, server } = opened.test
    const keys = (await rowsOf(opened)).map(({ key }) => key.id)
    const bulk = await call(api.translations.bulk, {
      params: opened.params,
      body: { language: 'de', select: { keys }, act: { kind: 'set-state', state: 'reviewed' } },
    })
    expect(bulk).toMatchObject({
      failing: Object.values(EXPECTED).filter(([, missing]) => missing.length > 0).length,
    })
    const held = await server.deps.store.read(async (r) => {
      const row = await projectBySlug(r, 'shop')
      if (row === null) throw new Error('There is no project')
      const namespace = (await rowsOf(opened))[0]?.key.namespace ?? ''
      const place = { projectId: row.id, language: 'de', namespace }
      return (await withErrorsOnly(r, row, place, await catalogTexts(r, place))).filter(
        ({ failing }) => failing,
      )
    })
    expect(held.map(({ name }) => name).sort()).toEqual(
      Object.keys(EXPECTED)
        .filter((name) => (EXPECTED[name]?.[1].length ?? 0) > 0)
        .sort(),
    )
  })

  test('a text is checked with it when it is saved', async () => {
    const opened = await open()
    await save(opened, 'Shelf %1% holds %2% jars', 'de', 'Regal %1% fasst %2% Gläser')
    expect((await keyOf(opened, 'Shelf %1% holds %2% jars')).target.failing).toBe(false)
    await save(opened, '%s has %d jars', 'de', '%s hat Gläser')
    expect((await keyOf(opened, '%s has %d jars')).target.failing).toBe(true)
    await save(opened, 'Save 20% off jam', 'de', 'Marmelade 20 % billiger, %d')
    expect((await keyOf(opened, 'Save 20% off jam')).target.failing).toBe(false)
  })

  test('changes with the flags in the template, and undoing that brings the earlier one back', async () => {
    const opened = await open()
    const { call } = opened.test
    const name = 'Save 20% off jam'
    await save(opened, name, 'de', 'Marmelade %d')
    await edited(opened, (text) => text.replace('#, no-c-format', '#, c-format'))
    await eventually(async () => (await keyOf(opened, name)).key.syntax === 'c')
    expect((await keyOf(opened, name)).target.failing).toBe(true)
    await edited(opened, (text) => text.replace(`#, c-format\nmsgid "${name}"`, `msgid "${name}"`))
    await eventually(async () => (await keyOf(opened, name)).key.syntax === null)
    const { operations } = await call(api.operations.list, { params: opened.params, query: { limit: 1 } })
    await call(api.operations.undo, {
      params: { ...opened.params, operation: operations[0]?.id ?? 0 },
      body: { keepNewer: false },
    })
    expect((await keyOf(opened, name)).key.syntax).toBe('c')
  })

  test('a removed key that comes back has it again', async () => {
    const opened = await open()
    const { call } = opened.test
    const { key } = await keyOf(opened, 'Copied %1 of %2 jars')
    const { operation } = await call(api.keys.bulk, {
      params: opened.params,
      body: { keys: [key.id], act: { kind: 'remove' } },
    })
    await call(api.operations.undo, {
      params: { ...opened.params, operation: operation?.id ?? 0 },
      body: { keepNewer: false },
    })
    const back = await keyOf(opened, key.name)
    expect([back.key.syntax, back.target.failing]).toEqual(['kde', true])
  })

  test('flags of a translation do not count next to a template', async () => {
    const opened = await open()
    await edited(
      opened,
      (text) => text.replace('#, kde-format', '#, c-format').replace('Seite', 'Blatt'),
      'de.po',
    )
    await eventually(
      async () => (await keyOf(opened, 'Page %1 of %L2')).target.forms.other === 'Blatt %1 von %L2',
    )
    expect((await keyOf(opened, 'Copied %1 of %2 jars')).key.syntax).toBe('kde')
  })

  test('without a template, files that differ do not overwrite each other', async () => {
    const po = (language: string, flag: string, text: string) =>
      `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n#, ${flag}\nmsgid "Pay %1"\nmsgstr "${text}"\n\nmsgid "Cart"\nmsgstr ""\n`
    const opened = await open({
      'de.po': po('de', 'kde-format', '%1 zahlen'),
      'fr.po': po('fr', 'qt-format', 'Payer %1'),
    })
    const first = (await keyOf(opened, 'Pay %1')).key.syntax
    expect(['kde', 'qt']).toContain(first)
    await save(opened, 'Cart', 'fr', 'Panier')
    await eventually(async () => (await opened.read('fr.po')).includes('Panier'))
    await save(opened, 'Cart', 'de', 'Korb')
    await eventually(async () => (await opened.read('de.po')).includes('Korb'))
    expect((await keyOf(opened, 'Pay %1')).key.syntax).toBe(first)
  })

  test('is in the file of a new language, as in the template', async () => {
    const opened = await open()
    await opened.test.call(api.languages.add, { params: opened.params, body: { tag: 'pl' } })
    await save(opened, 'Copied %1 of %2 jars', 'pl', 'Skopiowano %1 z %2 słoików')
    const made = await eventually(async () => await opened.read('pl.po').catch(() => null))
    const flags = (text: string) => [...text.matchAll(/^#, (.*-format)$/gm)].map(([, flag]) => flag)
    expect(flags(made)).toEqual(flags(await opened.read(TEMPLATE)))
  })

  test('is in an export, and an import of it', async () => {
    const opened = await open()
    const { call } = opened.test
    const namespace = (await rowsOf(opened))[0]?.key.namespace ?? ''
    const file = await call(api.files.export, {
      params: opened.params,
      query: { language: 'de', namespace, format: 'gettext-po' },
    })
    const read = formatById('gettext-po')?.read(Buffer.from(file.content, 'base64'), {
      language: 'de',
      side: 'target',
    })
    expect(
      Object.fromEntries(
        [...(read?.entries.values() ?? [])].map(({ name, syntax }) => [name, syntax ?? null]),
      ),
    ).toEqual(Object.fromEntries(Object.entries(EXPECTED).map(([name, [syntax]]) => [name, syntax])))
  })

  test('is there after a restart', async () => {
    const opened = await open()
    project = reopened(opened, await opened.test.restart())
    expect((await keyOf(project, 'Copied %1 of %2 jars')).key.syntax).toBe('kde')
  })

  test('is given to keys that an earlier version has imported, at the next start', async () => {
    const opened = await open()
    const { store } = opened.test.server.deps
    // As the migration leaves them.
    await store.write(async ({ db }) => {
      await db.updateTable('key').set({ syntax: null }).execute()
      await db.updateTable('file').set({ any_keys: 0 }).execute()
    })
    project = reopened(opened, await opened.test.restart())
    const again = project
    await eventually(async () => (await keyOf(again, 'Copied %1 of %2 jars')).key.syntax === 'kde')
    expect(Object.fromEntries((await rowsOf(again)).map(({ key }) => [key.name, key.syntax]))).toEqual(
      Object.fromEntries(Object.entries(EXPECTED).map(([name, [syntax]]) => [name, syntax])),
    )
  })
})
