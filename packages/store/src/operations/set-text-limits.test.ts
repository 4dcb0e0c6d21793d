import type { DeclaredForm, Forms, TextLimits } from '@dragoman/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { expectCountsRight } from '../../test/recount.ts'
import { AT, applied, newKey, sampleProject } from '../../test/sample.ts'
import {
  beginUploadedFile,
  createSource,
  deleteFilePart,
  finishUploadedFile,
  listFiles,
  moveSourceFile,
  type ProjectRow,
  removeSource,
  setFileLimits,
  upsertFile,
} from '../index.ts'

const KEYS = 300

const ONE_AND_OTHER: readonly DeclaredForm[] = [
  { form: 'one', numbers: '1' },
  { form: 'other', numbers: '0, 2–999' },
]
const UNLIMITED: TextLimits = {
  characters: 'gettext',
  charset: null,
  maxLength: null,
  writing: { kind: 'any' },
}
/** Only the texts that `beforeEach` adds in English can be written with it. */
const ASCII: TextLimits = { ...UNLIMITED, charset: { name: 'us-ascii', runs: '' } }

onBoth('limits of a file', (open) => {
  let database: TestDatabase
  let project: ProjectRow
  let made = 0
  let emitted: string[] = []
  beforeAll(async () => {
    database = await open()
    database.store.onCommit((events) => {
      for (const { kind } of events) emitted.push(kind)
    })
  })
  afterAll(() => database.remove())
  beforeEach(async () => {
    project = await sampleProject(database.store, ['de', 'pl'], `limits-${++made}`)
    await applied(
      database.store,
      project.id,
      Array.from({ length: KEYS }, (_, i) =>
        newKey('app', `key${i}`, { en: 'Word', de: 'Wört', pl: 'Słowo' }),
      ),
    )
  })

  /** Adds a key with plural forms in all languages; the Polish ones are not complete. */
  async function addPlural(): Promise<number> {
    const forms: { readonly forms: Forms } = { forms: { one: 'One', other: 'Many' } }
    const { changeSet } = await applied(database.store, project.id, [
      {
        ...newKey('app', 'items', {}),
        plural: 'cardinal',
        texts: new Map([
          ['en', forms],
          ['de', { forms: { other: 'Viele' } }],
          ['pl', forms],
        ]),
      },
    ])
    return changeSet.keys?.[0] ?? 0
  }
  async function addFile(language: string): Promise<number> {
    const file = await database.store.write(async (w) => {
      const { id: sourceId } = await createSource(w, {
        ...{ projectId: project.id, kind: 'folder', folder: `/${language}`, pattern: '{lng}/{ns}.po' },
        ...{ format: 'gettext-po', writable: true, createdAt: AT },
      })
      return upsertFile(w, {
        ...{ sourceId, path: `${language}/app.po`, language, namespace: 'app' },
        ...{ side: 'target', state: 'in-step', problem: null },
      })
    })
    return file.id
  }
  /** Sets the limits of a file, and returns the kinds of the events. */
  async function limit(fileId: number, limits: TextLimits | null): Promise<readonly string[]> {
    emitted = []
    await database.store.write((w) => setFileLimits(w, { fileId, limits }))
    return emitted
  }
  /** Makes all texts fail that do not. A check corrects that, so the rest are those that are not checked. */
  const failAll = () =>
    database.store.write(({ db }) =>
      db.updateTable('translation').set({ failing: 1 }).where('state', '<>', 0).execute(),
    )
  const passing = () =>
    database.store.read(({ db }) =>
      db
        .selectFrom('translation as t')
        .innerJoin('language as l', 'l.id', 't.language_id')
        .select(['t.key_id as keyId', 'l.tag as language'])
        .where('l.project_id', '=', project.id)
        .where('t.failing', '=', 0)
        .orderBy('t.id')
        .execute(),
    )

  test('that declare plural forms check no key without plural forms', async () => {
    const file = await addFile('de')
    expect(await limit(file, { ...UNLIMITED, plurals: ONE_AND_OTHER })).toEqual(['files.changed'])
    expect(await limit(file, UNLIMITED)).toEqual(['files.changed'])
    expect(await limit(file, null)).toEqual(['files.changed'])
  })

  test('that declare plural forms check texts of their language, and the source texts, of keys with plural forms', async () => {
    const keyId = await addPlural()
    const file = await addFile('pl')
    await failAll()
    const limits = { ...UNLIMITED, plurals: ONE_AND_OTHER }
    expect(await limit(file, limits)).toEqual(['content.changed', 'files.changed'])
    expect(await passing()).toEqual([
      { keyId, language: 'en' },
      { keyId, language: 'pl' },
    ])
  })

  test('that no longer apply check the texts that they concerned', async () => {
    await addPlural()
    const file = await addFile('de')
    await limit(file, ASCII)
    expect((await passing()).filter(({ language }) => language === 'de')).toEqual([])
    await failAll()
    expect(await limit(file, null)).toEqual(['content.changed', 'files.changed'])
    const languages = (await passing()).map(({ language }) => language)
    expect(languages.filter((language) => language === 'en')).toHaveLength(KEYS)
    expect(languages.filter((language) => language === 'de')).toHaveLength(KEYS)
    expect(languages).toHaveLength(2 * KEYS)
  })

  const failing = () =>
    database.store.read(async ({ db }) => {
      const { rows } = await sql<{ language: string; count: number }>`
        select l.tag as language, count(*) as count from translation t join language l on l.id = t.language_id
        where l.project_id = ${project.id} and t.failing = 1 group by l.tag order by l.tag`.execute(db)
      return rows.map(({ language, count }) => [language, Number(count)])
    })
  const fileOf = async (language: string) => {
    const files = await database.store.read((r) => listFiles(r, { projectId: project.id }))
    const file = files.find((one) => one.language === language)
    if (file === undefined) throw new Error(`no file of ${language}`)
    return file
  }

  test('no longer apply once its source is disconnected', async () => {
    for (const language of ['de', 'pl']) await limit(await addFile(language), ASCII)
    expect(await failing()).toEqual([
      ['de', KEYS],
      ['pl', KEYS],
    ])
    const { sourceId } = await fileOf('de')
    emitted = []
    await database.store.write((w) => removeSource(w, sourceId))
    expect(emitted).toEqual(['content.changed', 'files.changed', 'source.removed'])
    expect(await failing()).toEqual([['pl', KEYS]])
    await expectCountsRight(database.store, project.id)
  })

  test('no longer apply once its part is deleted', async () => {
    await limit(await addFile('de'), ASCII)
    const { id } = await fileOf('de')
    emitted = []
    await database.store.write((w) => deleteFilePart(w, id))
    expect(emitted).toEqual(['content.changed', 'files.changed'])
    expect(await failing()).toEqual([])
    await expectCountsRight(database.store, project.id)
  })

  test('apply to its keys in another namespace once it is moved there', async () => {
    await limit(await addFile('de'), ASCII)
    const { sourceId, path } = await fileOf('de')
    const keys = await database.store.read(({ db }) =>
      db.selectFrom('key').select('id').where('project_id', '=', project.id).execute(),
    )
    await applied(
      database.store,
      project.id,
      keys.map(({ id }) => ({ kind: 'edit-key', keyId: id, fields: { namespace: 'web' } })),
    )
    await database.store.write((w) =>
      moveSourceFile(w, { sourceId, from: path, to: 'de/web.po', namespace: 'web' }),
    )
    expect(await failing()).toEqual([['de', KEYS]])
    await expectCountsRight(database.store, project.id)
  })

  test('that was uploaded apply as long as no file of the namespace is connected', async () => {
    const file = { projectId: project.id, format: 'gettext-po', operationId: null }
    await database.store.write(async (w) => {
      const id = await beginUploadedFile(w, { ...file, path: 'de/app.po', languageNames: {} })
      const parts = [{ language: 'de', namespace: 'app', side: 'target' as const, limits: ASCII }]
      await finishUploadedFile(w, { ...file, id, pieces: 0, parts })
    })
    expect(await failing()).toEqual([['de', KEYS]])
    await addFile('pl')
    expect(await failing()).toEqual([])
    const { sourceId } = await fileOf('pl')
    await database.store.write((w) => removeSource(w, sourceId))
    expect(await failing()).toEqual([['de', KEYS]])
    await expectCountsRight(database.store, project.id)
  })
})
