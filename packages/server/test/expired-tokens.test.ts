import { createMember, createToken } from '@dragoman/store'
import { afterEach, expect, test, vi } from 'vitest'
import { onBoth } from '../../store/test/on-both.ts'
import { principalNow } from '../src/access/requester-of.ts'

afterEach(() => void vi.useRealTimers())

onBoth('a token that was used for something planned', (open) => {
  test('expires by the time of the database, whatever the clock of the machine says', async () => {
    const { store, remove } = await open()
    try {
      const at = '2020-01-01T00:00:00.000Z'
      const made = (expiresAt: string) =>
        store.write(async (w) => {
          const { id, name } = await createMember(w, { name: `Ann ${expiresAt}`, passwordHash: null, at })
          const token = { name: 'CI', hint: '', secretHash: expiresAt, scopes: new Set(['admin' as const]) }
          const row = { userId: id, projectId: null, languages: null, at, expiresAt, ...token }
          const { tokenId } = await createToken(w, row)
          return { by: { id: `user:${id}` as const, name }, tokenId }
        })
      const [expired, valid] = [
        await made('2021-01-01T00:00:00.000Z'),
        await made('2999-01-01T00:00:00.000Z'),
      ]
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2020-06-01T00:00:00Z') })
      expect(await store.read((r) => principalNow(r, expired))).toBeNull()
      vi.setSystemTime(Date.parse('3000-01-01T00:00:00Z'))
      expect((await store.read((r) => principalNow(r, valid)))?.id).toBe(valid.by.id)
    } finally {
      await remove()
    }
  })
})
