import {
  applyOperation,
  batchesByIds,
  type ChangeRequest,
  createMember,
  joinOldBatches,
  noteWorked,
  putMembership,
  removeLanguage,
  type Store,
  undoOperation,
} from '@dragoman/store'
import { expect, test } from 'vitest'
import { onBoth, type TestDatabase } from '../../store/test/on-both.ts'
import { recordStatements } from '../../store/test/record-statements.ts'
import { AT, MARA, newKey, person, sampleProject } from '../../store/test/sample.ts'
import type { ContentChanged } from '../src/events/content-by-project.ts'
import { readNumbered } from '../src/events/read-numbered.ts'
import { applyEffects, countMarked } from '../src/notifications/apply-effects.ts'
import { followStrings } from '../src/notifications/rules/strings.ts'

const LANGUAGES = ['de', 'fr', 'pl']
const OPTIONS = { now: new Date(AT), bundleMs: 1000 }
/** Batches that are counted in one transaction. */
const COUNTED_AT_ONCE = 100
/** With more keys, a batch is counted by its namespaces. */
const MANY = 2001

/** A project with a translator of each language. */
async function openShop(open: () => Promise<TestDatabase>) {
  const { store, remove } = await open()
  const { id: projectId } = await sampleProject(store, LANGUAGES)
  const people = new Map<string, number>()
  for (const language of LANGUAGES)
    await store.write(async (w) => {
      const user = await createMember(w, { name: `Translator of ${language}`, passwordHash: null, at: AT })
      const rights = { role: 'translator', languages: new Set([language]), namespaces: null } as const
      await putMembership(w, { userId: user.id, projectId }, rights)
      people.set(language, user.id)
    })

  /** Runs something, and follows its events; returns the statements with which batches were counted. */
  async function followed(act: () => Promise<unknown>, now = OPTIONS.now): Promise<readonly string[]> {
    const events = await contentOf(store, act)
    const changes = { projectId, events }
    const effects = await store.read((r) => followStrings.followContent(r, changes, now))
    const recorded = recordStatements()
    const apply = () => store.write((w) => applyEffects(w, effects, { ...OPTIONS, now }))
    if (effects.length > 0) await apply().finally(recorded.stop)
    recorded.stop()
    // Others are of connections that do work in the background.
    return recorded.texts.filter((text) => /string_batch|counts/.test(text))
  }

  const openLinesOf = (userId: number) =>
    store.read(({ db }) =>
      db
        .selectFrom('notification')
        .select('kind')
        .where('user_id', '=', userId)
        .where('done_at', 'is', null)
        .orderBy('id')
        .execute(),
    )

  return {
    store,
    remove,
    projectId,
    followed,
    people,
    openLinesOf,
    /** Each push is of another person, so it starts batches of its own. */
    push: (number: number, changes: readonly ChangeRequest[]) =>
      followed(() => operate(store, projectId, 1000 + number, changes)),
    save: (changes: readonly ChangeRequest[], now = OPTIONS.now) =>
      followed(() => operate(store, projectId, 1, changes), now),
    /** Returns how many new strings are left in the batches of a language, the oldest first. */
    left: async (language: string) => (await batchesOf(store, language)).map(({ open }) => open),
    /** Returns the open notifications of the translator of a language. */
    openLines: (language: string) => openLinesOf(people.get(language) ?? 0),
  }
}

async function operate(store: Store, projectId: number, by: number, changes: readonly ChangeRequest[]) {
  const operation = { projectId, kind: 'import', by: person(by, `Person ${by}`), at: AT } as const
  const done = await store.write((w) => applyOperation(w, { ...operation, changes }))
  if (!done.ok) throw new Error(`refused: ${JSON.stringify(done.refusals)}`)
  return done
}

async function contentOf(store: Store, act: () => Promise<unknown>): Promise<readonly ContentChanged[]> {
  const events: ContentChanged[] = []
  const stop = store.onCommit((rows) => {
    for (const row of rows) {
      const event = readNumbered(row)
      if (event?.kind === 'content.changed') events.push(event)
    }
  })
  await act()
  stop()
  return events
}

function batchesOf(store: Store, language: string) {
  return store.read(async (r) => {
    const rows = await r.db
      .selectFrom('string_batch')
      .select('id')
      .where('language', '=', language)
      .where('kind', '=', 'new-strings')
      .execute()
    const batches = await batchesByIds(
      r,
      rows.map(({ id }) => id),
    )
    return [...batches.values()]
  })
}

function keysOf(store: Store): Promise<readonly number[]> {
  return store.read(async ({ db }) => {
    const rows = await db.selectFrom('key').select('id').orderBy('id').execute()
    return rows.map(({ id }) => id)
  })
}

function translated(keyId: number, language: string, text: string): ChangeRequest {
  return { kind: 'translate', keyId, language, forms: { other: text } }
}

function moved(keyId: number, namespace: string): ChangeRequest {
  return { kind: 'edit-key', keyId, fields: { namespace } }
}

function keysNamed(prefix: string, count: number, namespace = 'app'): ChangeRequest[] {
  return Array.from({ length: count }, (_, index) => newKey(namespace, `${prefix}${index}`, { en: 'Text' }))
}

onBoth('batches of strings', (open) => {
  test('a save counts only the batches that contain its keys, however many are open', async () => {
    const shop = await openShop(open)
    try {
      await shop.push(0, keysNamed('a', 2))
      const [first = 0] = await keysOf(shop.store)
      const statements = await shop.save([translated(first, 'en', 'Text!')])
      for (let number = 1; number <= 15; number++) await shop.push(number, keysNamed(`b${number}x`, 1))
      const later = await shop.save([translated(first, 'en', 'Text?')])
      expect(later.length).toBeLessThanOrEqual(statements.length)
      expect(await shop.left('de')).toEqual([2, ...Array.from({ length: 15 }, () => 1)])
      await shop.save([translated(first, 'de', 'Ein Text')])
      expect((await shop.left('de'))[0]).toBe(1)
      expect((await shop.left('fr'))[0]).toBe(2)
      await shop.save([{ kind: 'remove-key', keyId: first }])
      expect((await shop.left('fr'))[0]).toBe(1)
    } finally {
      await shop.remove()
    }
  })

  test('a removed key leaves the batch of the operation that gave it its source text', async () => {
    const shop = await openShop(open)
    try {
      await shop.push(0, [newKey('app', 'bare', {}), newKey('app', 'other', { en: 'Other' })])
      const [bare = 0] = await keysOf(shop.store)
      await shop.push(1, [translated(bare, 'en', 'Bare')])
      expect(await shop.left('de')).toEqual([2, 1])
      await shop.push(2, [{ kind: 'remove-key', keyId: bare }])
      expect(await shop.left('de')).toEqual([1, 0])
    } finally {
      await shop.remove()
    }
  })

  test('after a change of too many keys to list, batches are counted some at a time', async () => {
    const shop = await openShop(open)
    try {
      const pushes = Math.ceil((COUNTED_AT_ONCE + 1) / LANGUAGES.length)
      for (let number = 0; number < pushes; number++) await shop.push(number, keysNamed(`c${number}x`, 1))
      const all = await keysOf(shop.store)
      await shop.push(900, keysNamed('many', 501, 'other'))
      const keys = await keysOf(shop.store)
      const marked = () =>
        shop.store.read(async ({ db }) => {
          const rows = await db.selectFrom('string_batch').select('id').where('to_count', '>', 0).execute()
          return rows.length
        })
      while (await shop.store.write((w) => countMarked(w, OPTIONS))) {
        // some more
      }
      expect(await marked()).toBe(0)
      await shop.save(keys.map((keyId) => translated(keyId, 'de', 'Text')))
      expect(await marked()).toBeGreaterThan(0)
      while (await shop.store.write((w) => countMarked(w, OPTIONS))) {
        // some more
      }
      expect(await marked()).toBe(0)
      expect(await shop.left('de')).toEqual(Array.from({ length: pushes + 1 }, () => 0))
      expect((await shop.left('fr')).slice(0, all.length)).toEqual(all.map(() => 1))
    } finally {
      await shop.remove()
    }
  })

  test('a batch with many keys is counted without reading them, until some are removed', async () => {
    const shop = await openShop(open)
    try {
      await shop.push(0, keysNamed('k', MANY))
      expect(await shop.left('de')).toEqual([MANY])
      const keys = await keysOf(shop.store)
      const [first = 0] = keys
      const statements = await shop.save([translated(first, 'de', 'Ein Text')])
      expect(statements.filter((text) => text.includes('join "key" k'))).toEqual([])
      expect(statements.some((text) => text.includes('"counts"'))).toBe(true)
      expect(await shop.left('de')).toEqual([MANY - 1])
      // Strings of another operation that are left in the same namespace do not count as strings of this one.
      await shop.push(1, keysNamed('l', 50))
      await shop.save([{ kind: 'remove-key', keyId: keys[1] ?? 0 }])
      expect(await shop.left('fr')).toEqual([MANY - 1, 50])
      // The person has added these to their own batch.
      await shop.push(0, keysNamed('m', 5))
      expect(await shop.left('fr')).toEqual([MANY + 4, 50])
    } finally {
      await shop.remove()
    }
  })

  test('the strings of a batch with many keys are left after a move to another namespace', async () => {
    const shop = await openShop(open)
    try {
      await shop.push(0, keysNamed('k', MANY))
      const keys = await keysOf(shop.store)
      // Few keys are listed in the event.
      await shop.save(keys.slice(0, 300).map((keyId) => moved(keyId, 'moved')))
      expect(await shop.left('de')).toEqual([MANY])
      await shop.save(keys.map((keyId) => moved(keyId, 'moved')))
      expect(await shop.left('de')).toEqual([MANY])
      expect(await shop.openLines('de')).toEqual([{ kind: 'new-strings' }])
      const [batch] = await batchesOf(shop.store, 'de')
      expect(batch?.namespaces).toEqual(new Map([['moved', MANY]]))
    } finally {
      await shop.remove()
    }
  })

  test('a moved key of another operation does not change a batch with many keys', async () => {
    const shop = await openShop(open)
    try {
      await shop.push(0, keysNamed('k', MANY))
      await shop.push(1, keysNamed('l', 5))
      const others = (await keysOf(shop.store)).slice(MANY)
      const statements = await shop.save(others.map((keyId) => moved(keyId, 'moved')))
      expect(await shop.left('de')).toEqual([MANY, 5])
      expect(statements.filter((text) => text.includes('group by k.namespace_id'))).toEqual([])
    } finally {
      await shop.remove()
    }
  })

  test('an import with many keys that is undone leaves no strings', async () => {
    const shop = await openShop(open)
    try {
      await shop.push(1, keysNamed('l', MANY))
      let operationId = 0
      await shop.followed(async () => {
        ;({ operationId } = await operate(shop.store, shop.projectId, 1000, keysNamed('k', MANY)))
      })
      expect(await shop.left('de')).toEqual([MANY, MANY])
      const undo = { projectId: shop.projectId, operationId, by: MARA, at: AT }
      await shop.followed(() => shop.store.write((w) => undoOperation(w, undo)))
      expect(await shop.left('de')).toEqual([MANY, 0])
    } finally {
      await shop.remove()
    }
  })

  test('an undo brings back the strings of a finished batch, and the lines of its people', async () => {
    const shop = await openShop(open)
    const { openLines } = shop
    const undo = async (operationId: number) => {
      const request = { projectId: shop.projectId, operationId, by: MARA, at: AT }
      await shop.followed(async () => {
        const undone = await shop.store.write((w) => undoOperation(w, request))
        expect(undone.ok).toBe(true)
      })
    }
    /** Returns the operation. */
    const write = async (changes: readonly ChangeRequest[]) => {
      let operationId = 0
      await shop.followed(async () => {
        ;({ operationId } = await operate(shop.store, shop.projectId, 1, changes))
      })
      return operationId
    }
    try {
      await shop.push(0, keysNamed('a', 2))
      const keys = await keysOf(shop.store)
      const removed = await write(keys.map((keyId) => ({ kind: 'remove-key', keyId })))
      expect(await shop.left('de')).toEqual([0])
      expect(await openLines('de')).toEqual([])
      await undo(removed)
      expect(await shop.left('de')).toEqual([2])
      expect(await openLines('de')).toEqual([{ kind: 'new-strings' }])

      const saved = await write(keys.map((keyId) => translated(keyId, 'de', 'Ein Text')))
      expect([await openLines('de'), await openLines('fr')]).toEqual([[], [{ kind: 'new-strings' }]])
      await undo(saved)
      expect(await openLines('de')).toEqual([{ kind: 'new-strings' }])

      // Texts whose source changed.
      await write(keys.map((keyId) => translated(keyId, 'pl', 'Tekst')))
      await shop.push(2, [translated(keys[0] ?? 0, 'en', 'Other text')])
      expect(await openLines('pl')).toEqual([{ kind: 'source-changed' }])
      await undo(await write([translated(keys[0] ?? 0, 'pl', 'Inny tekst')]))
      expect(await openLines('pl')).toEqual([{ kind: 'source-changed' }])
    } finally {
      await shop.remove()
    }
  })

  test('a line of someone who has not worked for 90 days stays until no strings are left', async () => {
    const shop = await openShop(open)
    const { projectId, store } = shop
    try {
      const ann = await store.write(async (w) => {
        const { id: userId } = await createMember(w, { name: 'Ann', passwordHash: null, at: AT })
        const rights = { role: 'translator', languages: null, namespaces: null } as const
        await putMembership(w, { userId, projectId }, rights)
        await noteWorked(w, { userId, projectId, language: 'de' }, AT)
        return userId
      })
      await shop.push(0, keysNamed('a', 2))
      expect(await shop.openLinesOf(ann)).toEqual([{ kind: 'new-strings' }])
      const [first = 0, second = 0] = await keysOf(store)
      const later = new Date(OPTIONS.now.getTime() + 91 * 24 * 60 * 60_000)
      await shop.save([translated(first, 'de', 'Ein Text')], later)
      expect(await shop.openLinesOf(ann)).toEqual([{ kind: 'new-strings' }])
      // She is not notified of more.
      await shop.followed(() => operate(store, projectId, 1001, keysNamed('b', 1)), later)
      expect(await shop.openLinesOf(ann)).toEqual([{ kind: 'new-strings' }])
      expect(await shop.openLines('de')).toEqual([{ kind: 'new-strings' }, { kind: 'new-strings' }])
      await shop.save([translated(second, 'de', 'Ein Text')], later)
      expect(await shop.openLinesOf(ann)).toEqual([])
    } finally {
      await shop.remove()
    }
  })

  test('an undo brings back a language with what is left in it', async () => {
    const shop = await openShop(open)
    const { projectId, store } = shop
    try {
      await shop.push(0, keysNamed('a', 2))
      const by = { projectId, by: MARA, at: AT }
      let operationId = 0
      await shop.followed(async () => {
        const removed = await store.write((w) => removeLanguage(w, { ...by, tag: 'fr' }))
        operationId = removed.ok ? removed.operationId : 0
      })
      expect([await shop.left('fr'), await shop.left('de')]).toEqual([[0], [2]])
      await shop.followed(() => store.write((w) => undoOperation(w, { ...by, operationId })))
      expect([await shop.left('fr'), await shop.left('de')]).toEqual([[2], [2]])
    } finally {
      await shop.remove()
    }
  })

  test('an undo brings back the keys of a batch with many', async () => {
    const shop = await openShop(open)
    try {
      await shop.push(0, keysNamed('k', MANY))
      const [first = 0] = await keysOf(shop.store)
      let operationId = 0
      await shop.followed(async () => {
        ;({ operationId } = await operate(shop.store, shop.projectId, 1, [
          { kind: 'remove-key', keyId: first },
        ]))
      })
      expect(await shop.left('fr')).toEqual([MANY - 1])
      const undo = { projectId: shop.projectId, operationId, by: MARA, at: AT }
      await shop.followed(() => shop.store.write((w) => undoOperation(w, undo)))
      expect(await shop.left('fr')).toEqual([MANY])
    } finally {
      await shop.remove()
    }
  })

  test('old batches of a language become one, with one notification for each person', async () => {
    const shop = await openShop(open)
    try {
      for (let number = 0; number < 52; number++) await shop.push(number, keysNamed(`d${number}x`, 2))
      const [first = 0, second = 0] = await keysOf(shop.store)
      await shop.save([translated(first, 'de', 'Text'), translated(second, 'de', 'Text')])
      const after = '2026-02-02T00:00:00.000Z'
      expect(await shop.store.write((w) => joinOldBatches(w, AT))).toBe(false)
      while (await shop.store.write((w) => joinOldBatches(w, after))) {
        // some more
      }
      await shop.store.write((w) => countMarked(w, OPTIONS))
      expect(await shop.left('fr')).toEqual([104])
      // The finished one is no longer open, so it stays as it is.
      expect(await shop.left('de')).toEqual([0, 102])
      const open = await shop.store.read(({ db }) =>
        db
          .selectFrom('notification')
          .select(['user_id', 'language', 'actor_id'])
          .where('done_at', 'is', null)
          .orderBy('user_id')
          .execute(),
      )
      expect(open).toEqual(
        LANGUAGES.map((language) => ({ user_id: shop.people.get(language), language, actor_id: null })),
      )
      await shop.save([translated(second, 'fr', 'Texte')])
      expect(await shop.left('fr')).toEqual([103])
    } finally {
      await shop.remove()
    }
  })

  test('old batches with many strings together are counted by their namespaces', async () => {
    const shop = await openShop(open)
    try {
      for (let number = 0; number < 3; number++)
        await shop.push(number, keysNamed(`e${number}x`, 700, `part${number}`))
      while (await shop.store.write((w) => joinOldBatches(w, '2026-02-02T00:00:00.000Z'))) {
        // some more
      }
      await shop.store.write((w) => countMarked(w, OPTIONS))
      expect(await shop.left('fr')).toEqual([2100])
      const [first = 0] = await keysOf(shop.store)
      await shop.save([translated(first, 'fr', 'Texte')])
      expect(await shop.left('fr')).toEqual([2099])
      await shop.save([{ kind: 'remove-key', keyId: first }])
      expect(await shop.left('fr')).toEqual([2099])
      // Their operations are not known any more, so their numbers follow the moved keys.
      const others = await keysOf(shop.store)
      await shop.save(others.slice(0, 600).map((keyId) => moved(keyId, 'moved')))
      expect(await shop.left('fr')).toEqual([2099])
      await shop.save(others.slice(600, 800).map((keyId) => moved(keyId, 'moved')))
      await shop.save(others.slice(0, 800).map((keyId) => moved(keyId, 'again')))
      expect((await batchesOf(shop.store, 'fr'))[0]?.namespaces).toEqual(
        new Map([
          ['again', 800],
          ['part1', 599],
          ['part2', 700],
        ]),
      )
    } finally {
      await shop.remove()
    }
  })
})
