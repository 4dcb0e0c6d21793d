import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { recordStatements } from '../../test/record-statements.ts'
import { expectCountsRight } from '../../test/recount.ts'
import { applied, apply, newKey, sampleProject } from '../../test/sample.ts'
import {
  type ChangeRequest,
  editorPage,
  history,
  keyById,
  keyByIdentity,
  type ProjectRow,
  translation,
  wasRemoved,
} from '../index.ts'

onBoth('the write door', (open) => {
  let database: TestDatabase
  let project: ProjectRow
  beforeAll(async () => {
    database = await open()
    project = await sampleProject(database.store)
  })
  afterAll(() => database.remove())

  const read = (keyId: number, language: string) =>
    database.store.read((r) => translation(r, project.id, keyId, language))

  async function freshKey(name: string, texts: Record<string, string>): Promise<number> {
    const result = await applied(database.store, project.id, [newKey('common', name, texts)])
    const [id] = result.changeSet.keys ?? []
    if (id === undefined) throw new Error('no key was made')
    return id
  }

  test('adds a key with a row in every language', async () => {
    const id = await freshKey('greeting', { en: 'Hello', de: 'Hallo' })
    expect(await read(id, 'de')).toMatchObject({
      forms: { other: 'Hallo' },
      state: 'translated',
      version: (await read(id, 'en'))?.version,
      sourceVersion: (await read(id, 'en'))?.version,
      outdated: false,
    })
    expect((await read(id, 'de'))?.version).toBeGreaterThan(0)
    expect(await read(id, 'pl')).toMatchObject({ forms: {}, state: 'untranslated', version: 0 })
    expect(await database.store.read((r) => keyById(r, project.id, id))).toMatchObject({
      namespace: 'common',
      name: 'greeting',
      version: (await read(id, 'en'))?.version,
    })
  })

  test('refuses an old version, returns the current one and writes nothing', async () => {
    const id = await freshKey('save', { en: 'Save', de: 'Speichern' })
    const baseVersion = (await read(id, 'de'))?.version ?? 0
    const saved = await applied(database.store, project.id, [
      { kind: 'translate', keyId: id, language: 'de', forms: { other: 'Sichern' }, baseVersion },
    ])
    const result = await apply(database.store, project.id, [
      newKey('common', 'never', { en: 'Never' }),
      { kind: 'translate', keyId: id, language: 'de', forms: { other: 'Ablegen' }, baseVersion },
    ])
    expect(result).toMatchObject({
      ok: false,
      refusals: [
        {
          code: 'stale-edit',
          language: 'de',
          current: { forms: { other: 'Sichern' }, version: saved.operationId },
        },
      ],
    })
    const page = await database.store.read((r) =>
      editorPage(r, {
        projectId: project.id,
        sourceLanguage: 'en',
        language: 'de',
        filter: { keyPatterns: ['never'] },
        limit: 10,
      }),
    )
    expect(page.rows).toEqual([])
  })

  test('reports that a removed key is gone, and that an unknown one never existed', async () => {
    const id = await freshKey('away', { en: 'Away' })
    await applied(database.store, project.id, [{ kind: 'remove-key', keyId: id }])
    const edit = (keyId: number) =>
      apply(database.store, project.id, [{ kind: 'translate', keyId, language: 'de', forms: { other: 'x' } }])
    expect(await edit(id)).toMatchObject({ ok: false, refusals: [{ code: 'gone', keyId: id }] })
    expect(await edit(999_999)).toMatchObject({ ok: false, refusals: [{ code: 'not-found' }] })
    expect(await database.store.read((r) => wasRemoved(r, project.id, id))).toBe(true)
  })

  test('a changed source makes translations outdated, one that was changed back does not', async () => {
    const id = await freshKey('title', { en: 'Title', de: 'Titel' })
    const baseVersion = (await read(id, 'de'))?.version ?? 0
    const source = (other: string) =>
      applied(database.store, project.id, [
        { kind: 'translate', keyId: id, language: 'en', forms: { other } },
      ])
    await source('Heading')
    expect(await read(id, 'de')).toMatchObject({ outdated: true, version: baseVersion })
    await source('Title')
    expect(await read(id, 'de')).toMatchObject({ outdated: false, version: baseVersion })
    const { operationId: sourceVersion } = await source('Headline')
    const { operationId: version } = await applied(database.store, project.id, [
      { kind: 'translate', keyId: id, language: 'de', forms: { other: 'Titel' }, baseVersion },
    ])
    expect(await read(id, 'de')).toMatchObject({ outdated: false, version, sourceVersion })
  })

  test('an outdated text that becomes a draft with the same words stays outdated until it is saved', async () => {
    const id = await freshKey('sent back', { en: 'Title', de: 'Titel' })
    const save = (language: string, other: string, state?: 'draft') =>
      applied(database.store, project.id, [
        {
          kind: 'translate',
          keyId: id,
          language,
          forms: { other },
          ...(state === undefined ? {} : { state }),
        },
      ])
    await save('en', 'Heading')
    await save('de', 'Titel', 'draft')
    expect(await read(id, 'de')).toMatchObject({ state: 'draft', outdated: true })
    await save('en', 'Title')
    expect(await read(id, 'de')).toMatchObject({ outdated: false })
    await save('en', 'Heading')
    await save('de', 'Überschrift', 'draft')
    expect(await read(id, 'de')).toMatchObject({ state: 'draft', outdated: false })
    await expectCountsRight(database.store, project.id)
  })

  test.each([
    ['after', 0],
    ['before', 0],
    ['in an earlier chunk than', 300],
  ])('a translation written %s the source text of its operation is made for it', async (order, between) => {
    const id = await freshKey(`pair ${order}`, { en: 'Title', de: 'Titel' })
    const fill = Array.from({ length: between }, (_, i) => newKey('common', `fill ${i}`, { en: 'Fill' }))
    const pair: readonly ChangeRequest[] = [
      { kind: 'translate', keyId: id, language: 'de', forms: { other: 'Überschrift' } },
      ...fill,
      { kind: 'translate', keyId: id, language: 'en', forms: { other: 'Heading' } },
    ]
    const changes = order === 'after' ? pair.toReversed() : pair
    const { operationId } = await applied(database.store, project.id, changes)
    expect(await read(id, 'de')).toMatchObject({ outdated: false, sourceVersion: operationId })
    await expectCountsRight(database.store, project.id)
    await applied(database.store, project.id, [
      { kind: 'translate', keyId: id, language: 'en', forms: { other: 'Title' } },
    ])
    expect(await read(id, 'de')).toMatchObject({ outdated: true })
  })

  test('failing follows the texts', async () => {
    const id = await freshKey('count', { en: 'You have {{count}} mails', de: 'Du hast Mails' })
    expect(await read(id, 'de')).toMatchObject({ failing: true })
    await applied(database.store, project.id, [
      { kind: 'translate', keyId: id, language: 'de', forms: { other: 'Du hast {{count}} Mails' } },
    ])
    expect(await read(id, 'de')).toMatchObject({ failing: false })
    await applied(database.store, project.id, [
      { kind: 'translate', keyId: id, language: 'en', forms: { other: 'You have {{number}} mails' } },
    ])
    expect(await read(id, 'de')).toMatchObject({ failing: true, outdated: true })
  })

  test('records what was replaced', async () => {
    const id = await freshKey('story', { en: 'Story' })
    const versions: number[] = []
    for (const other of ['Eins', 'Zwei', 'Drei']) {
      versions.push(
        (
          await applied(database.store, project.id, [
            { kind: 'translate', keyId: id, language: 'de', forms: { other } },
          ])
        ).operationId,
      )
    }
    const rows = await database.store.read((r) =>
      history(r, { projectId: project.id, keyId: id, language: 'de', limit: 10 }),
    )
    expect(rows.map((row) => [row.forms.other, row.version])).toEqual([
      ['Drei', versions[2]],
      ['Zwei', versions[1]],
      ['Eins', versions[0]],
    ])
  })

  test('writing the same text again is not an operation', async () => {
    const id = await freshKey('same', { en: 'Same', de: 'Gleich' })
    const result = await applied(database.store, project.id, [
      { kind: 'translate', keyId: id, language: 'de', forms: { other: 'Gleich' } },
    ])
    expect(result.operationId).toBe(0)
  })

  test('a name that is in use is refused', async () => {
    await freshKey('twice', { en: 'Twice' })
    expect(
      await apply(database.store, project.id, [newKey('common', 'twice', { en: 'Again' })]),
    ).toMatchObject({
      refusals: [{ code: 'already-exists' }],
    })
  })

  test('moving a key moves its counts and keeps its texts', async () => {
    const id = await freshKey('old.name', { en: 'Text', de: 'Text!' })
    const text = await read(id, 'de')
    const { operationId: version } = await applied(database.store, project.id, [
      { kind: 'edit-key', keyId: id, fields: { namespace: 'other', name: 'new.name', tags: ['a'] } },
    ])
    expect(await database.store.read((r) => keyById(r, project.id, id))).toMatchObject({
      namespace: 'other',
      path: ['new', 'name'],
      version,
      tags: ['a'],
    })
    expect(await read(id, 'de')).toEqual(text)
  })

  test('keys are placed where requested', async () => {
    const first = await freshKey('order.first', { en: '1' })
    for (let i = 0; i < 15; i++)
      await applied(database.store, project.id, [
        { ...newKey('common', `order.after${i}`, { en: 'x' }), after: first },
      ])
    const page = await database.store.read((r) =>
      editorPage(r, {
        projectId: project.id,
        sourceLanguage: 'en',
        language: 'de',
        filter: { keyPatterns: ['order.*'] },
        limit: 50,
      }),
    )
    expect(page.rows.map((row) => row.key.name)).toEqual([
      'order.first',
      ...Array.from({ length: 15 }, (_, i) => `order.after${14 - i}`),
    ])
  })

  test('keys that are placed after the same one are placed together, with one redistribution', async () => {
    const names = Array.from({ length: 400 }, (_, i) => `placed.old${i}`)
    await applied(
      database.store,
      project.id,
      names.map((name) => newKey('placed', name, { en: 'x' })),
    )
    const identity = { namespace: 'placed', name: 'placed.old3', plural: 'none' } as const
    const above = await database.store.read((r) => keyByIdentity(r, project.id, identity))
    const statements = recordStatements()
    onTestFinished(statements.stop)
    await applied(
      database.store,
      project.id,
      Array.from({ length: 400 }, (_, i) => ({
        ...newKey('placed', `placed.new${399 - i}`, { en: 'x' }),
        after: above?.id ?? 0,
      })),
    )
    statements.stop()
    const isMove = (text: string) => /^\s*update "?translation"? [^;]*position/i.test(text)
    // SQLite runs one for each text: those of 800 keys at most, in three languages.
    expect(statements.texts.filter(isMove).length).toBeGreaterThan(0)
    expect(statements.texts.filter(isMove).length).toBeLessThanOrEqual(800 * 3)
    const page = await database.store.read((r) =>
      editorPage(r, {
        projectId: project.id,
        sourceLanguage: 'en',
        language: 'de',
        filter: { keyPatterns: ['placed.*'] },
        limit: 900,
      }),
    )
    expect(page.rows.map((row) => row.key.name)).toEqual([
      ...names.slice(0, 4),
      ...Array.from({ length: 400 }, (_, i) => `placed.new${i}`),
      ...names.slice(4),
    ])
  })

  describe('counts', () => {
    test('equal what counting the rows returns', async () => {
      await expectCountsRight(database.store, project.id)
    })
  })
})
