import { LIMITS, type RecordedActor } from '@dragoman/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addSuggestion,
  addVisitorSuggestion,
  applyOperation,
  createMember,
  history,
  keysPage,
  type ProjectRow,
  suggestionsOfString,
  translation,
  undoOperation,
} from '../src/index.ts'
import { generator, oneOf } from './generator.ts'
import { LAW_MINUTES, lawSeeds } from './law-minutes.ts'
import { onBoth, type TestDatabase } from './on-both.ts'
import { ANN, AT, applied, JAN, MARA, newKey, sampleProject } from './sample.ts'

const SEEDS = [2, 5, 11]
const STEPS = 60
const KEYS = 4
const PEOPLE = [MARA, JAN, ANN]
const VISITOR: RecordedActor = { id: null, name: 'Vera' }

onBoth('suggestions', (open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
    // An undo names only people who have an account.
    for (const { actor } of PEOPLE) {
      const account = { name: actor.name, passwordHash: null, at: AT }
      const { id } = await database.store.write((w) => createMember(w, account))
      expect(actor.id).toBe(`user:${id}`)
    }
  })
  afterAll(() => database.remove())

  test('words belong to their author, whatever others do to their state, accept or undo', {
    timeout: (LAW_MINUTES + 5) * 60_000,
  }, async () => {
    let walks = 0
    let accepted = 0
    for (const seed of lawSeeds(SEEDS)) {
      accepted += await walk(database, seed)
      walks += 1
    }
    expect(accepted).toBeGreaterThan(walks * 3)
  })
})

onBoth('suggestions of visitors', (open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.remove())

  test('the number per hour is limited by network; the address is stored and never shown', async () => {
    const { store } = database
    const { id: projectId } = await sampleProject(store, ['de'], 'visitors')
    await applied(store, projectId, [newKey('app', 'a', { en: 'a' }), newKey('app', 'b', { en: 'b' })])
    const keys = await store.read((r) => keysPage(r, { projectId, languages: ['de'], filter: {}, limit: 5 }))
    let made = 0
    const suggest = (network: string, nowMs: number) =>
      store.write((w) => {
        const keyId = keys.rows[made % 2]?.key.id ?? 0
        made += 1
        const visitor = { name: 'Vera', address: 'vera@example.org', countedAs: [network] }
        const forms = { other: `text ${made}` }
        const text = { projectId, keyId, language: 'de', forms, note: '', at: AT }
        return addVisitorSuggestion(w, { ...text, visitor, nowMs })
      })
    for (let n = 0; n < LIMITS.visitorSuggestionsPerHour; n++)
      expect(await suggest('192.0.2.1', 1000)).toMatchObject({ ok: true })
    const first = await store.read((r) =>
      suggestionsOfString(r, { projectId, keyId: keys.rows[0]?.key.id ?? 0, language: 'de' }),
    )
    expect(first[0]?.author).toEqual({ id: 'visitor:0', name: 'Vera' })
    expect(JSON.stringify(first)).not.toContain('vera@example.org')
    expect(await suggest('192.0.2.1', 2000)).toEqual({
      ok: false,
      refusal: { code: 'too-many-requests', retryAfterS: 3599 },
    })
    // Another network is only subject to the limit per string.
    expect(await suggest('192.0.2.2', 2000)).toMatchObject({ ok: false, refusal: { code: 'too-many' } })
    expect(await suggest('192.0.2.1', 3_602_000)).toMatchObject({ refusal: { code: 'too-many' } })
  })
})

onBoth('open suggestions of visitors on one string', (open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.remove())

  test('the number is limited for each address, and does not stop other visitors', async () => {
    const { store } = database
    const { id: projectId } = await sampleProject(store, ['de'], 'visitors-of-a-string')
    await applied(store, projectId, [newKey('app', 'a', { en: 'a' })])
    const keys = await store.read((r) => keysPage(r, { projectId, languages: ['de'], filter: {}, limit: 1 }))
    const keyId = keys.rows[0]?.key.id ?? 0
    let made = 0
    const suggest = (address: string | null) =>
      store.write((w) => {
        made += 1
        const visitor = { name: 'Vera', address, countedAs: [`192.0.2.${made}`] }
        const forms = { other: `text ${made}` }
        return addVisitorSuggestion(w, {
          ...{ projectId, keyId, language: 'de', forms, note: '', at: AT },
          visitor,
          nowMs: 1000,
        })
      })
    for (let n = 0; n < LIMITS.suggestionsPerString; n++)
      expect(await suggest('vera@example.org')).toMatchObject({ ok: true })
    const tooMany = { ok: false, refusal: { code: 'too-many', limit: LIMITS.suggestionsPerString } }
    expect(await suggest('vera@example.org')).toEqual(tooMany)
    expect(await suggest('Vera@Example.org')).toEqual(tooMany)
    expect(await suggest('other@example.org')).toMatchObject({ ok: true })
    // Without an address, nothing tells visitors apart: only the number per hour and network is limited.
    for (let n = 0; n <= LIMITS.suggestionsPerString; n++)
      expect(await suggest(null)).toMatchObject({ ok: true })
  })
})

/**
 * Makes random suggestions, acceptances, saves, reviews and undos; every text keeps the author of its words.
 */
async function walk({ store }: TestDatabase, seed: number): Promise<number> {
  const random = generator(seed)
  const pick = <T>(list: readonly T[]): T => {
    const one = oneOf(random, list)
    if (one === undefined) throw new Error('nothing to pick from')
    return one
  }
  const project: ProjectRow = await sampleProject(store, ['de'], `suggest-${seed}`)
  const texts = Array.from({ length: KEYS }, (_, n) => newKey('app', `k${n}`, { en: `k${n}`, de: `w0 ${n}` }))
  await applied(store, project.id, texts)
  const keyIds = await store.read(async (r) => {
    const page = await keysPage(r, {
      projectId: project.id,
      languages: ['de'],
      filter: {},
      limit: KEYS,
    })
    return page.rows.map(({ key }) => key.id)
  })
  /** Who wrote which words; every text is unique. */
  const authors = new Map<string, RecordedActor>(keyIds.map((_, n) => [`w0 ${n}`, MARA.actor]))
  const operations: number[] = []
  let written = 0
  let accepted = 0
  for (let step = 0; step < STEPS; step++) {
    const keyId = pick(keyIds)
    const by = pick(PEOPLE)
    const of = { projectId: project.id, keyId, language: 'de' }
    const now = await store.read((r) => translation(r, project.id, keyId, 'de'))
    if (now === null) throw new Error('no text')
    const change = { kind: 'translate' as const, keyId, language: 'de', baseVersion: now.version }
    const what = pick(['propose', 'accept', 'accept', 'save', 'state', 'undo'] as const)
    const words = `w${++written} ${seed}`
    await store.write(async (w) => {
      const apply = async (
        request: Pick<Parameters<typeof applyOperation>[1], 'kind' | 'changes' | 'decides'>,
      ) => {
        const result = await applyOperation(w, { projectId: project.id, by, at: AT, ...request })
        if (!result.ok) throw new Error(JSON.stringify(result.refusals))
        if (result.operationId > 0) operations.push(result.operationId)
      }
      if (what === 'propose') {
        const author = pick([...PEOPLE.map(({ actor }) => actor), VISITOR])
        authors.set(words, author)
        await addSuggestion(w, { ...of, forms: { other: words }, note: '', author, at: AT })
      } else if (what === 'accept') {
        const open = (await suggestionsOfString(w, of)).find(({ state }) => state === 'open')
        if (open === undefined) return
        accepted += 1
        const decides = { language: 'de', accepted: [open.id], rejected: [] }
        const { forms, author } = open
        await apply({ kind: 'review', changes: [{ ...change, forms, state: 'reviewed', author }], decides })
      } else if (what === 'save') {
        authors.set(words, by.actor)
        await apply({ kind: 'save', changes: [{ ...change, forms: { other: words } }] })
      } else if (what === 'state') {
        const state = pick(['draft', 'translated', 'reviewed'] as const)
        await apply({ kind: 'bulk', changes: [{ ...change, forms: now.forms, state }] })
      } else if (operations.length > 0) {
        const operationId = pick(operations)
        const result = await undoOperation(w, { projectId: project.id, operationId, by, at: AT })
        if (result.ok && result.operationId > 0) operations.push(result.operationId)
      }
    })
    await expectAuthors(store, project.id, keyIds, authors)
  }
  return accepted
}

async function expectAuthors(
  store: TestDatabase['store'],
  projectId: number,
  keyIds: readonly number[],
  authors: ReadonlyMap<string, RecordedActor>,
): Promise<void> {
  for (const keyId of keyIds) {
    const now = await store.read((r) => translation(r, projectId, keyId, 'de'))
    const words = now?.forms.other ?? ''
    if (words !== '') expect([words, now?.actor]).toEqual([words, authors.get(words)])
    const rows = await store.read((r) => history(r, { projectId, keyId, language: 'de', limit: 200 }))
    for (const { forms, actor, author, kind } of rows) {
      const said = forms.other ?? ''
      // An undo restores words whose author an earlier row names.
      if (said === '' || kind === 'undo') continue
      expect([said, author ?? actor]).toEqual([said, authors.get(said)])
    }
  }
}
