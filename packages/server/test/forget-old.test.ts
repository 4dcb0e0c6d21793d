import { putSetting, recordAudit } from '@dragoman/store'
import { afterEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../store/test/on-both.ts'
import { openForgetting } from '../src/jobs/forget-old.ts'
import { DATABASES } from './test-server.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

describe.each(DATABASES)('old rows · %s', (database) => {
  test('are removed where others cannot be, and the server starts', async () => {
    const { store, remove } = await openTestDatabase(database)
    closing.push(remove)
    const inTenYears = new Date(Date.now() + 10 * 365 * 24 * 60 * 60_000)
    await store.write(async (w) => {
      await putSetting(w, 'clock', { lastMs: inTenYears.getTime(), sureFromMs: 0 })
      const origin = { actor: null, address: null, tokenId: null }
      await recordAudit(w, { kind: 'backup.made', projectId: null, origin, target: '', details: {} })
      await w.db.schema.dropTable('attempt').execute()
    })
    const logged: string[] = []
    const forgetting = openForgetting({
      store,
      now: () => inTenYears,
      log: ({ event }) => void logged.push(event),
    })
    closing.push(forgetting.close)
    await forgetting.start()
    expect(logged).toEqual(['old-not-forgotten'])
    expect(await store.read(({ db }) => db.selectFrom('audit_entry').select('kind').execute())).toEqual([])
  })
})
