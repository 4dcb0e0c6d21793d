import type { DeclaredForm, Forms, TextLimits } from '@dragoman/core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { AT, applied, newKey, sampleProject } from '../../test/sample.ts'
import { createSource, type ProjectRow, setFileLimits, upsertFile } from '../index.ts'

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
    await limit(file, { ...UNLIMITED, charset: { name: 'us-ascii', runs: '' } })
    expect((await passing()).filter(({ language }) => language === 'de')).toEqual([])
    await failAll()
    expect(await limit(file, null)).toEqual(['content.changed', 'files.changed'])
    const languages = (await passing()).map(({ language }) => language)
    expect(languages.filter((language) => language === 'en')).toHaveLength(KEYS)
    expect(languages.filter((language) => language === 'de')).toHaveLength(KEYS)
    expect(languages).toHaveLength(2 * KEYS)
  })
})
