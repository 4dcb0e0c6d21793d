import { LIMITS } from '@dragoman/core'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { onBoth, openTestDatabase } from '../../test/on-both.ts'
import { AT, apply, newKey, sampleProject } from '../../test/sample.ts'
import { listMissingKeys, noteMissingKeys, openStore, type Writer } from '../index.ts'

const report = (w: Writer, projectId: number, language: string) => {
  const key = { namespace: 'app', name: 'new.key', text: '', languages: [language], count: 1 }
  return noteMissingKeys(w, { projectId, keys: [key], at: AT })
}

onBoth('keys that apps request and do not find', (open) => {
  test('are counted for each report, with their languages', async () => {
    const { store, remove } = await open()
    const { id } = await sampleProject(store)
    for (const language of ['de', 'de', 'pl']) await store.write((w) => report(w, id, language))
    const found = await store.read((r) => listMissingKeys(r, id))
    expect(found).toMatchObject([{ name: 'new.key', count: 3, languages: ['de', 'pl'] }])
    await remove()
  })

  test('are not listed if they are plural forms of a key', async () => {
    const { store, remove } = await open()
    const { id } = await sampleProject(store)
    const forms = { one: 'Item', other: 'Items' }
    const plural = { ...newKey('app', 'items', {}), plural: 'cardinal' as const }
    const place = { ...newKey('app', 'place', {}), plural: 'ordinal' as const }
    const texts = new Map([['en', { forms }]])
    await apply(store, id, [{ ...plural, texts }, { ...place, texts }, newKey('app', 'menu', { en: 'Menu' })])
    const names = [
      'items',
      'items_one',
      'items_few',
      'place_ordinal_two',
      'place_two',
      'menu_one',
      'items_on',
    ]
    const keys = names.map((name) => ({ namespace: 'app', name, text: '', languages: ['de'], count: 1 }))
    const elsewhere = keys.slice(0, 2).map((key) => ({ ...key, namespace: 'web' }))
    const noted = [...keys, ...elsewhere]
    await store.write((w) => noteMissingKeys(w, { projectId: id, keys: noted, at: AT }))
    const listed = await store.read((r) => listMissingKeys(r, id))
    expect(listed.map(({ namespace, name }) => `${namespace}:${name}`)).toEqual([
      'app:items_on',
      'app:menu_one',
      'app:place_two',
      'web:items',
      'web:items_one',
    ])
    await remove()
  })

  test('have room again when recorded ones exist by now', async () => {
    const { store, remove } = await open()
    const { id } = await sampleProject(store)
    const keyOf = (name: string) => ({ namespace: 'app', name, text: '', languages: ['de'], count: 1 })
    const keys = Array.from({ length: LIMITS.missingKeysMax }, (_, index) => keyOf(`key${index}`))
    await store.write((w) => noteMissingKeys(w, { projectId: id, keys, at: AT }))
    const more = ['new.a', 'new.b', 'key5'].map(keyOf)
    await store.write((w) => noteMissingKeys(w, { projectId: id, keys: more, at: AT }))
    const names = async () => (await store.read((r) => listMissingKeys(r, id))).map(({ name }) => name)
    expect(await names()).not.toContain('new.a')
    await apply(store, id, [newKey('app', 'key7', { en: 'Seven' })])
    await store.write((w) => noteMissingKeys(w, { projectId: id, keys: more, at: AT }))
    const listed = await names()
    expect([listed.length, listed[0], listed.includes('new.a'), listed.includes('new.b')]).toEqual([
      LIMITS.missingKeysMax,
      'key5',
      true,
      false,
    ])
    await remove()
  })
})

test.skipIf(!process.env.TEST_POSTGRES_URL)(
  'a new missing key that two processes note at the same time is counted twice',
  async () => {
    const { store, config, remove } = await openTestDatabase('postgres')
    const { id } = await sampleProject(store)
    const other = await openStore(config)
    const second = await store.write(async (w) => {
      await report(w, id, 'de')
      const waiting = other.write((w) => report(w, id, 'pl'))
      const waiters = async () => {
        const { rows } = await sql<{ pid: number }>`
          select w.pid from pg_locks w join pg_locks h on h.transactionid = w.transactionid
          where h.pid = pg_backend_pid() and h.granted and not w.granted`.execute(w.db)
        return rows.length
      }
      await expect.poll(waiters).toBe(1)
      return { waiting }
    })
    await second.waiting
    const found = await store.read((r) => listMissingKeys(r, id))
    expect(found).toMatchObject([{ count: 2, languages: ['de', 'pl'] }])
    await other.close()
    await remove()
  },
)
