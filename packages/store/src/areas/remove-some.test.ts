import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onBoth, openTestDatabase, type TestDatabase } from '../../test/on-both.ts'
import { queryPlansOf } from '../../test/query-plans.ts'
import { AT } from '../../test/sample.ts'
import {
  forgetAttempts,
  forgetAudit,
  forgetDeliveries,
  forgetJobs,
  forgetMails,
  forgetNotifications,
  forgetSessions,
  forgetStringBatches,
  type Writer,
} from '../index.ts'
import { REMOVED_AT_ONCE } from './remove-some.ts'
import { isJobDue } from './running-jobs.ts'

onBoth('the clean-up', (open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.remove())

  test('removes old rows in several transactions, and keeps the others', async () => {
    const { store } = database
    const rows = Array.from({ length: REMOVED_AT_ONCE + 2 }, (_, index) => ({
      name: `attempt ${index}`,
      count: 1,
      until_ms: index,
    }))
    await store.write(async ({ db }) => {
      for (let at = 0; at < rows.length; at += 200)
        await db
          .insertInto('attempt')
          .values(rows.slice(at, at + 200))
          .execute()
    })
    const forget = () => store.write((w) => forgetAttempts(w, REMOVED_AT_ONCE))
    expect([await forget(), await forget()]).toEqual([true, false])
    const left = await store.read(({ db }) => db.selectFrom('attempt').select('name').execute())
    expect(left).toEqual([{ name: `attempt ${REMOVED_AT_ONCE + 1}` }])
  })
})

describe('on SQLite', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase('sqlite')
  })
  afterAll(() => database.remove())

  const forgetting = {
    audit_entry: forgetAudit,
    job: forgetJobs,
    mail: forgetMails,
    notification: forgetNotifications,
    session: forgetSessions,
    string_batch: forgetStringBatches,
    webhook_delivery: forgetDeliveries,
  } satisfies Record<string, (w: Writer, before: string) => Promise<boolean>>

  test.each(Object.entries(forgetting))(
    'the clean-up finds the rows of %s by an index',
    async (table, forget) => {
      const plans = await queryPlansOf(database.store, table, () =>
        database.store.write((w) => forget(w, AT)),
      )
      expect(plans.join('\n')).toMatch(new RegExp(`SEARCH ${table} USING (?:COVERING )?INDEX`))
      expect(plans.filter((step) => step.startsWith('SCAN'))).toEqual([])
    },
  )

  test('due jobs are looked up among the open ones', async () => {
    const search = { kinds: ['import', 'undo'], full: ['import'], running: [] }
    const plans = await queryPlansOf(database.store, 'job', () =>
      database.store.read((r) => isJobDue(r, AT, search)),
    )
    expect(plans.join('\n')).toContain('USING INDEX job_open')
  })
})
