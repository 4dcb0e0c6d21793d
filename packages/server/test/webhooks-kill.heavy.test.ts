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
import { openReceiver } from './webhook-receiver.ts'

const ROUNDS = 4
const COMMENTS = 20

test.skipIf(!process.env.TEST_POSTGRES_URL)(
  'two processes report everything, each event in one message, even if they are killed in between',
  async () => {
    const program = await buildServeChild()
    const folder = await mkdtemp(join(tmpdir(), 'dragoman-webhooks-'))
    const database = await openTestDatabase('postgres')
    const { url } = database.config as { readonly url: string } // PostgreSQL was requested
    const processes = serverProcesses({ program, folder, databaseUrl: url, timings: QUICK_TAKEOVER })
    const store = await openStore(database.config)
    const receiver = await openReceiver((_, response) => {
      // Long enough that some are killed while waiting for a response.
      setTimeout(() => response.writeHead(204).end(), 150)
    })
    try {
      let [one, two] = [await processes.start(), await processes.start()]
      await processes.signIn(one)
      const params = { project: 'shop' }
      await one.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
      await one.call(api.keys.create, {
        params,
        body: { namespace: 'app', name: 'a', plural: 'none', forms: { other: 'A' } },
      })
      await one.call(api.webhooks.create, {
        params,
        body: {
          url: receiver.url,
          description: '',
          topics: ['comments'],
          languages: null,
          namespaces: null,
          isOn: true,
          withNames: false,
        },
      })
      const identity = { namespace: 'app', name: 'a', plural: 'none' as const }
      const key = await store.read((r) => keyByIdentity(r, 1, identity))
      const written = new Set<number>()
      for (let round = 0; round < ROUNDS; round++) {
        const writing = (async () => {
          for (let index = 0; index < COMMENTS; index++) {
            const { id } = await store.write((w) =>
              addComment(w, {
                projectId: 1,
                keyId: key?.id ?? 0,
                language: null,
                kind: 'comment',
                text: `round ${round}`,
                mentions: [],
                by: person(77, 'Sam').actor,
                at: new Date().toISOString(),
              }),
            )
            written.add(id)
            await new Promise((resolve) => setTimeout(resolve, 10))
          }
        })()
        // While gathering, when sending, and while waiting for the response.
        await new Promise((resolve) => setTimeout(resolve, [150, 700, 2_300, 2_450][round]))
        await one.kill()
        await writing
        one = two
        two = await processes.start()
      }
      const sent = () =>
        new Map(
          receiver.received.flatMap(({ body, headers }) =>
            body.data.rows.map(({ commentId }) => [Number(commentId), headers['webhook-id']] as const),
          ),
        )
      // The lease of the killed one expires after a moment, a claim after fifteen seconds.
      await eventually(async () => sent().size === written.size)
      expect(new Set(sent().keys())).toEqual(written)
      // What was sent twice had the same id both times.
      const messages = new Map<number, Set<string | undefined>>()
      for (const { body, headers } of receiver.received)
        for (const { commentId } of body.data.rows) {
          const ids = messages.get(Number(commentId)) ?? new Set()
          messages.set(Number(commentId), ids.add(headers['webhook-id']))
        }
      expect([...messages.values()].every((ids) => ids.size === 1)).toBe(true)
    } finally {
      await processes.end()
      await receiver.close()
      await store.close()
      await database.remove()
      await rm(folder, { recursive: true, force: true })
    }
  },
  180_000,
)
