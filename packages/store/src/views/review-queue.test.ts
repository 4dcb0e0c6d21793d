import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { AT, applied, MARA, newKey, sampleProject } from '../../test/sample.ts'
import {
  addSuggestion,
  applyOperation,
  editorPage,
  listLanguages,
  type ProjectRow,
  reviewCounts,
  reviewPage,
  textsToReviewAgain,
  undoOperation,
} from '../index.ts'
import { replacedTexts } from '../migrations/0073-replaced-texts.ts'

onBoth('the queue of a reviewer', (open) => {
  let database: TestDatabase
  let project: ProjectRow
  beforeAll(async () => {
    database = await open()
    project = await sampleProject(database.store, ['de'])
    await applied(database.store, project.id, [
      newKey('app', 'hello', { en: 'Hello', de: 'Hallo' }),
      newKey('app', 'pay', { en: 'Pay now', de: 'Jetzt zahlen' }),
      newKey('app', 'later', { en: 'Pay later', de: 'Später zahlen' }),
    ])
  })
  afterAll(() => database.remove())

  const rows = () =>
    database.store.read((r) =>
      editorPage(r, {
        projectId: project.id,
        sourceLanguage: 'en',
        language: 'de',
        filter: {},
        limit: 20,
      }),
    )
  const idOf = async (name: string) => (await rows()).rows.find(({ key }) => key.name === name)?.key.id ?? 0
  const translate = async (name: string, language: string, other: string, state?: 'reviewed') =>
    applied(database.store, project.id, [
      {
        kind: 'translate',
        keyId: await idOf(name),
        language,
        forms: { other },
        ...(state === undefined ? {} : { state }),
      },
    ])
  const languagesOf = async () => {
    const all = await database.store.read((r) => listLanguages(r, project.id))
    const one = (wanted: string) => {
      const found = all.find(({ tag }) => tag === wanted)
      if (found === undefined) throw new Error(`no language ${wanted}`)
      return { id: found.id, tag: wanted }
    }
    return { language: one('de'), source: one('en') }
  }
  const queue = async (words: readonly string[] = [], order: 'oldest' | 'newest' = 'oldest') => {
    const filter = { kind: null, author: null, words, failing: null }
    const languages = await languagesOf()
    const found = await database.store.read((r) => reviewPage(r, { ...languages, filter, order, limit: 10 }))
    return found.items.map(({ key, kind }) => `${key.name} ${kind}`)
  }

  test('a reviewed text is queued again when its source changes, and removed when the source is changed back', async () => {
    const at = (await queue()).length
    await translate('pay', 'de', 'Jetzt zahlen', 'reviewed')
    expect((await queue()).some((item) => item.startsWith('pay'))).toBe(false)
    await translate('pay', 'en', 'Pay at once')
    expect(await queue()).toContain('pay source-changed')
    expect(await queue([], 'newest')).toEqual((await queue()).toReversed())
    expect(await queue()).toHaveLength(at)
    expect(await database.store.read((r) => textsToReviewAgain(r, project.id))).toMatchObject([
      { tag: 'de', texts: 1 },
    ])
    const { language } = await languagesOf()
    const { kinds } = await database.store.read((r) =>
      reviewCounts(r, { languageId: language.id, isSource: false }),
    )
    expect(kinds['source-changed']).toBe(1)
    await translate('pay', 'en', 'Pay now')
    expect((await queue()).some((item) => item.startsWith('pay'))).toBe(false)
  })

  test('searches for words in the key, the source, the text and suggestions', async () => {
    expect(await queue(['pay', 'spater'])).toEqual(['later new'])
    expect(await queue(['hallo'])).toEqual(['hello new'])
    expect(await queue(['nirgends'])).toEqual([])
    const at = '2026-11-23T10:00:00.000Z'
    const keyId = await idOf('hello')
    await database.store.write((w) =>
      addSuggestion(w, {
        projectId: project.id,
        keyId,
        language: 'de',
        forms: { other: 'Guten Tag' },
        note: '',
        author: MARA.actor,
        at,
      }),
    )
    expect(await queue(['guten'])).toEqual(['hello suggestions'])
    expect(await queue(['hallo'])).toEqual(['hello suggestions'])
  })

  test('an undone review restores the places of its texts, and later writes come after them', async () => {
    const before = await queue()
    const page = async () => {
      const filter = { kind: null, author: null, words: [], failing: null }
      const languages = await languagesOf()
      return database.store.read((r) => reviewPage(r, { ...languages, filter, order: 'oldest', limit: 10 }))
    }
    const { lastPlace, items } = await page()
    const texts = items.filter(({ on }) => on === 'text')
    expect(items.every(({ place }) => place <= lastPlace)).toBe(true)
    const { operationId } = await database.store.write(async (w) => {
      const changes = texts.map(({ key, target }) => ({
        kind: 'translate' as const,
        keyId: key.id,
        language: 'de',
        forms: target.forms,
        state: 'reviewed' as const,
      }))
      const done = await applyOperation(w, {
        projectId: project.id,
        kind: 'review',
        by: MARA,
        at: AT,
        changes,
      })
      if (!done.ok) throw new Error('refused')
      return done
    })
    expect(await queue()).toHaveLength(before.length - texts.length)
    await applied(database.store, project.id, [newKey('app', 'after', { en: 'After', de: 'Danach' })])
    await database.store.write((w) =>
      undoOperation(w, { projectId: project.id, operationId, by: MARA, at: AT }),
    )
    expect(await queue()).toEqual([...before, 'after new'])
    expect((await page()).items.at(-1)?.place).toBeGreaterThan(lastPlace)
  })

  test('distinguishes a changed text from a new one, whatever the fields of the history are called', async () => {
    const kindOf = async (name: string) =>
      (await queue()).find((item) => item.startsWith(`${name} `))?.slice(name.length + 1)
    await applied(database.store, project.id, [
      newKey('app', 'empty', { en: 'Empty', de: '' }),
      newKey('app', 'same', { en: 'Same', de: 'Gleich' }),
      newKey('app', 'plural', { en: '{{count}} days', de: '{},' }),
    ])
    await translate('empty', 'de', 'Leer')
    expect(await kindOf('empty')).toBe('new')
    await translate('same', 'de', 'Gleich', 'reviewed')
    await applied(database.store, project.id, [
      {
        kind: 'translate',
        keyId: await idOf('same'),
        language: 'de',
        forms: { other: 'Gleich' },
        state: 'translated',
      },
    ])
    expect(await kindOf('same')).toBe('new')
    await translate('same', 'de', 'Ungleich')
    expect(await kindOf('same')).toBe('changed')
    await applied(database.store, project.id, [
      {
        kind: 'translate',
        keyId: await idOf('plural'),
        language: 'de',
        forms: { one: '{{count}} Tag', other: '{{count}} Tage' },
      },
    ])
    expect(await kindOf('plural')).toBe('changed')
  })

  test.each([
    ['other', []],
    ['one', []],
    ['forms', []],
    ['uber', ['strange suggestions']],
    ['ÜBER', ['strange suggestions']],
    ['überall"', []],
    ['"überall', ['strange suggestions']],
    ["d'or", ['strange suggestions']],
    ['100%', ['strange suggestions']],
    ['1__%', []],
    ['\\', ['strange suggestions']],
    ['\u0000uber', ['strange suggestions']],
  ])('searches suggestions for %j as text, not as JSON', async (word, found) => {
    if (!(await rows()).rows.some(({ key }) => key.name === 'strange')) {
      await applied(database.store, project.id, [newKey('app', 'strange', { en: 'Strange', de: '' })])
      const keyId = await idOf('strange')
      await database.store.write((w) =>
        addSuggestion(w, {
          projectId: project.id,
          keyId,
          language: 'de',
          forms: { other: 'Ganz "überall d\'or \\ 100%' },
          note: '',
          author: MARA.actor,
          at: AT,
        }),
      )
    }
    expect(await queue([word])).toEqual(found)
  })

  test('the migration fills the columns of existing changes and suggestions', async () => {
    const columns = () =>
      database.store.read(async ({ db }) => ({
        changes: await db.selectFrom('change').select(['id', 'replaced_text']).orderBy('id').execute(),
        suggestions: await db.selectFrom('suggestion').select(['id', 'folded']).orderBy('id').execute(),
      }))
    const before = await columns()
    const items = await queue()
    expect(before.changes.some(({ replaced_text }) => replaced_text === 1)).toBe(true)
    expect(before.suggestions.some(({ folded }) => folded.includes('uberall'))).toBe(true)
    await database.store.write(async (w) => {
      await sql`alter table change drop column replaced_text`.execute(w.db)
      await sql`alter table suggestion drop column folded`.execute(w.db)
      await replacedTexts.up(w.db, database.config.kind)
    })
    expect(await columns()).toEqual(before)
    expect(await queue()).toEqual(items)
  })

  test('the last place is not before that of any text in the queue', async () => {
    const { operationId } = await translate('later', 'de', 'Nachher zahlen')
    const filter = { kind: null, author: null, words: [], failing: null }
    const languages = await languagesOf()
    const ask = { ...languages, filter, order: 'oldest', limit: 10 } as const
    const { items, lastPlace } = await database.store.read((r) => reviewPage(r, ask))
    expect(items.map(({ place }) => place)).toContain(operationId)
    expect(lastPlace).toBe(operationId)
  })
})
