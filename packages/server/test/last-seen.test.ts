import { api } from '@dragoman/contract'
import { projectBySlug } from '@dragoman/store'
import { afterEach, expect, test } from 'vitest'
import { peopleOf } from './people.ts'
import { openTestServer, type TestServer } from './test-server.ts'

const MINUTE_MS = 60_000
const params = { project: 'shop' }

let server: TestServer
afterEach(() => server.close())

test('members shows when a person was last here, within five minutes', async () => {
  let nowMs = Date.now()
  const now = () => new Date(nowMs)
  server = await openTestServer({ now })
  await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
  const project = await server.server.deps.store.read((r) => projectBySlug(r, 'shop'))
  const mia = await peopleOf(server).member('Mia', project?.id ?? 0, { role: 'translator' })
  const seenAt = async () => {
    const { members } = await server.call(api.members.list, { params })
    const found = members.find(({ who }) => who === mia.actor.id)
    return found?.kind === 'person' ? found.seenAt : null
  }
  nowMs += 4 * MINUTE_MS
  await mia.call(api.projects.get, { params })
  const before = await seenAt()
  expect(before).not.toBe(now().toISOString())
  nowMs += 2 * MINUTE_MS
  await mia.call(api.projects.get, { params })
  expect(await seenAt()).toBe(now().toISOString())
})
