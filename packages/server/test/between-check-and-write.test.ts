import { api } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { beforeEachWrite, beforeEachWriteOfRequests } from './between-check-and-write.ts'
import { BOTH_DATABASES, openTestServer } from './test-server.ts'

test.each(BOTH_DATABASES)(
  'on %s nothing happens before a write while another one is under way',
  async (database) => {
    const test = await openTestServer({ database })
    const { store } = test.server.deps
    const seen: string[] = []
    const end = beforeEachWrite(test.server, async () => {
      seen.push('meanwhile')
    })
    try {
      let finish = () => {}
      const first = store.write(async () => {
        seen.push('first begins')
        await new Promise<void>((resolve) => {
          finish = resolve
        })
        seen.push('first ends')
      })
      await expect.poll(() => seen).toContain('first begins')
      const second = store.write(async () => {
        seen.push('second')
      })
      // The answer of the database comes after everything that was ready to run.
      await store.read(({ db }) => db.selectFrom('event').select('number').limit(1).execute())
      finish()
      await Promise.all([first, second])
      // The server has writes of its own, too.
      expect(seen[seen.indexOf('first begins') + 1]).toBe('first ends')
      expect(seen[seen.indexOf('second') - 1]).toBe('meanwhile')
    } finally {
      end()
      await test.close()
    }
  },
)

test.each(BOTH_DATABASES)('on %s writes that no request makes can be left out', async (database) => {
  const test = await openTestServer({ database })
  const { store } = test.server.deps
  let count = 0
  const end = beforeEachWriteOfRequests(test.server, async () => {
    count += 1
  })
  try {
    await store.write(async () => undefined)
    expect(count).toBe(0)
    await test.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
    expect(count).toBeGreaterThan(0)
    const before = count
    await store.write(async () => undefined)
    expect(count).toBe(before)
  } finally {
    end()
    await test.close()
  }
})
