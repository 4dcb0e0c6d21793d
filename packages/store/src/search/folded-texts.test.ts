import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { AT, applied, MARA, newKey, sampleProject } from '../../test/sample.ts'
import { addSuggestion, editorPage, listAudit, type ProjectRow, recordAudit } from '../index.ts'
import { auditStays } from '../migrations/0033-audit-stays.ts'
import { foldedTexts } from '../migrations/0102-folded-texts.ts'

const NAMES = ['IŞIK', 'Straße', 'Łódź', 'Größe', '\u200b']

/** What `fold` returned before the migration for what it returns now. */
const EARLIER = [
  ['strasse', 'straße'],
  ['lodz', 'łodz'],
  ['grosse', 'große'],
  ['', '\u200b'],
] as const

onBoth('the search texts of an earlier version', (open) => {
  let database: TestDatabase
  let project: ProjectRow
  beforeAll(async () => {
    database = await open()
    const { store } = database
    project = await sampleProject(store)
    await applied(store, project.id, [
      ...NAMES.map((text, place) => newKey('app', `key${place}`, { en: `Text ${place}`, de: text })),
      // With their names, more than one step of the migration reads. It changes half of the texts.
      ...Array.from({ length: 1100 }, (_, place) =>
        newKey('many', `item${place}`, { en: place % 2 === 0 ? `Łódź ${place}` : `Town ${place}` }),
      ),
    ])
    const keyId = await store.read(
      async ({ db }) =>
        (await db.selectFrom('key').select('id').where('name', '=', 'key0').executeTakeFirst())?.id ?? 0,
    )
    await store.write(async (w) => {
      for (const text of NAMES) {
        const forms = { other: text }
        await addSuggestion(w, {
          projectId: project.id,
          keyId,
          language: 'de',
          forms,
          note: '',
          author: MARA.actor,
          at: AT,
        })
        const origin = { actor: { ...MARA.actor, name: text }, address: null, tokenId: null }
        await recordAudit(w, {
          kind: 'project.made',
          projectId: project.id,
          origin,
          target: text,
          details: {},
        })
      }
    })
    await store.waitForIndex()
  })
  afterAll(() => database.remove())

  const stored = () =>
    database.store.read(async ({ db }) => ({
      texts: await db.selectFrom('search_text').selectAll().orderBy('id').execute(),
      suggestions: await db.selectFrom('suggestion').select(['id', 'folded']).orderBy('id').execute(),
      audit: await db
        .selectFrom('audit_entry')
        .select(['id', 'actor_search', 'target_search'])
        .orderBy('id')
        .execute(),
    }))
  const found = async (word: string) => {
    const page = await database.store.read((r) =>
      editorPage(r, {
        projectId: project.id,
        sourceLanguage: 'en',
        language: 'de',
        filter: { words: [word] },
        limit: 1,
      }),
    )
    return page.total.count
  }

  /** Stores and indexes what the earlier version did. */
  async function goBack(): Promise<void> {
    await database.store.write(async (w) => {
      const { db, dialect } = w
      await sql
        .raw(`drop trigger audit_entry_stays${dialect.name === 'sqlite' ? '' : ' on audit_entry'}`)
        .execute(db)
      for (const [now, before] of EARLIER)
        for (const [table, column] of [
          ['search_text', 'folded'],
          ['suggestion', 'folded'],
          ['audit_entry', 'actor_search'],
          ['audit_entry', 'target_search'],
        ] as const) {
          const own = sql.ref(column)
          const changed =
            now === ''
              ? sql`case ${own} when '' then ${before} else ${own} end`
              : sql`replace(${own}, ${now}, ${before})`
          await sql`update ${sql.table(table)} set ${own} = ${changed}`.execute(db)
        }
      await auditStays.up(db, dialect.name)
      const ids = (await db.selectFrom('search_text').select('id').execute()).map(({ id }) => id)
      await dialect.indexLater(
        db,
        ids.map((id) => [id, id]),
      )
      w.laterWork()
    })
    await database.store.waitForIndex()
  }

  test('are folded again, and found before and after they are indexed', async () => {
    const before = await stored()
    await goBack()
    expect(await stored()).not.toEqual(before)
    expect([await found('strasse'), await found('lodz')]).toEqual([0, 0])
    await database.store.write(async (w) => {
      await foldedTexts.up(w.db, database.store.dialect)
    })
    expect(await stored()).toEqual(before)
    const counts = async () => [
      await found('strasse'),
      await found('STRAẞE'),
      await found('łódź'),
      await found('town 1099'),
    ]
    expect(await counts()).toEqual([1, 1, 551, 1])
    await database.store.write(async (w) => w.laterWork())
    await database.store.waitForIndex()
    const { pending } = await database.store.read(async ({ db }) => ({
      pending: await db.selectFrom('search_pending').selectAll().execute(),
    }))
    expect(pending).toEqual([])
    expect(await counts()).toEqual([1, 1, 551, 1])
  })

  test('entries of the audit log are found by them, and stay as they are', async () => {
    const of = { projectId: project.id, searchesPaths: false, cursor: null, limit: 10 }
    for (const filter of [{ who: 'lodz' }, { text: 'strasse' }]) {
      const { rows } = await database.store.read((r) => listAudit(r, { ...of, ...filter }))
      expect(rows).toHaveLength(1)
    }
    await expect(
      database.store.write(({ db }) => db.updateTable('audit_entry').set({ target: 'x' }).execute()),
    ).rejects.toThrow()
  })
})
