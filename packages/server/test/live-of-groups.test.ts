import { api } from '@dragoman/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listen } from './listen.ts'
import { openPeople, type People } from './shop-people.ts'
import { eventually } from './test-server.ts'

const VIEWER = { role: 'viewer', languages: null, namespaces: null } as const

let people: People
let group: number
beforeEach(async () => {
  people = await openPeople()
  group = (await people.call(api.groups.create, { body: { name: 'Readers' } })).id
  const ben = await people.account('Ben')
  await people.call(api.groups.changePeople, { params: { group }, body: { add: [ben], remove: [] } })
  await people.change(`group:${group}`, 0, VIEWER)
})
afterEach(() => people.close())

test.each([
  [
    'removing them from the group',
    async () => {
      const { people: all } = await people.call(api.groups.people, { params: { group } })
      const remove = all.map(({ id }) => id)
      return people.call(api.groups.changePeople, { params: { group }, body: { add: [], remove } })
    },
  ],
  ['deleting the group', () => people.call(api.groups.remove, { params: { group } })],
  ['taking the rights of the group', () => people.change(`group:${group}`, 1, null)],
])('%s ends the live updates of its people', async (_, change) => {
  const response = await fetch(`${people.server.origin}/api/projects/shop/events`, {
    headers: { cookie: await people.cookieOf('Ben') },
  })
  expect(response.status).toBe(200)
  const stream = listen(response)
  await eventually(async () => stream.events.some(({ event }) => event.type === 'joined'))
  await change()
  await stream.ended
  expect(people.server.deps.live.listeners()).toBe(0)
})

test('a HEAD request for live updates joins no one', async () => {
  const response = await fetch(`${people.server.origin}/api/projects/shop/events?window=w1`, {
    method: 'HEAD',
    headers: { cookie: await people.cookieOf('Ben') },
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  expect(people.server.deps.live.listeners()).toBe(0)
})
