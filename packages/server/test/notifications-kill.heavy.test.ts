import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { addComment, keyByIdentity, openStore } from '@dragoman/store'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../store/test/on-both.ts'
import { person } from '../../store/test/sample.ts'
import { buildServeChild } from './build-serve-child.ts'
import { serverProcesses } from './server-processes.ts'
import { eventually } from './test-server.ts'
import { QUICK_TAKEOVER } from './timings.ts'

const ROUNDS = 6
const MENTIONS = 40

test.skipIf(!process.env.TEST_POSTGRES_URL)(
  'processes that are killed in between make each notification once',
  async () => {
    const program = await buildServeChild()
    const folder = await mkdtemp(join(tmpdir(), 'dragoman-notifications-'))
    const database = await openTestDatabase('postgres')
    const { url } = database.config as { readonly url: string } // PostgreSQL was requested
    const processes = serverProcesses({ program, folder, databaseUrl: url, timings: QUICK_TAKEOVER })
    const store = await openStore(database.config)
    try {
      let [one, two] = [await processes.start(), await processes.start()]
      await processes.signIn(one)
      const params = { project: 'shop' }
      await one.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
      await one.call(api.keys.create, {
        params,
        body: { namespace: 'app', name: 'a', plural: 'none', forms: { other: 'A' } },
      })
      const identity = { namespace: 'app', name: 'a', plural: 'none' as const }
      const key = await store.read((r) => keyByIdentity(r, 1, identity))
      let expected = 0
      for (let round = 0; round < ROUNDS; round++) {
        const writing = (async () => {
          for (let index = 0; index < MENTIONS; index++) {
            expected += 1
            await store.write((w) =>
              addComment(w, {
                projectId: 1,
                keyId: key?.id ?? 0,
                language: null,
                kind: 'comment',
                text: `round ${round}`,
                mentions: ['user:1'],
                by: person(77, 'Sam').actor,
                at: new Date().toISOString(),
              }),
            )
          }
        })()
        await new Promise((resolve) => setTimeout(resolve, 150 + round * 70))
        await one.kill()
        await writing
        one = two
        two = await processes.start()
      }
      const counted = () =>
        store.read(({ db }) =>
          db
            .selectFrom('notification')
            .select(['subject', 'user_id'])
            .where('kind', '=', 'mentioned')
            .execute(),
        )
      // Another process follows once the lease of the killed one has expired.
      await eventually(async () => (await counted()).length >= expected)
      const all = await counted()
      expect(all).toHaveLength(expected)
      expect(new Set(all.map(({ subject }) => subject)).size).toBe(expected)
    } finally {
      await processes.end()
      await store.close()
      await database.remove()
      await rm(folder, { recursive: true, force: true })
    }
  },
  120_000,
)
