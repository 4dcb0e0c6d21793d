import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { putSetting, setting } from './settings.ts'

onBoth('settings of the instance', (open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.remove())

  test('are returned as they were stored, the last one wins, and one that was never stored is null', async () => {
    const { store } = database
    expect(await store.read((r) => setting(r, 'audit'))).toBeNull()
    await store.write((w) => putSetting(w, 'audit', { days: 30 }))
    await store.write((w) => putSetting(w, 'audit', { days: 60, 'a key': ['“quoted”'] }))
    expect(await store.read((r) => setting(r, 'audit'))).toEqual({ days: 60, 'a key': ['“quoted”'] })
  })
})
