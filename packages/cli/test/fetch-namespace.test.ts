import { api } from '@dragoman/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../server/test/test-server.ts'
import type { Connection } from '../src/server/connect.ts'
import { fetchNamespace, type ServerNamespace } from '../src/sync/server-texts.ts'

const params = { project: 'shop' }
const TARGETS = ['de', 'fr', 'pl', 'es', 'it', 'nl', 'sv', 'da', 'fi', 'cs']
const LANGUAGES = ['en', ...TARGETS]

let server: TestServer
const ids = new Map<string, number>()
beforeEach(async () => {
  server = await openTestServer()
  await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
  for (const tag of TARGETS) await server.call(api.languages.add, { params, body: { tag } })
  for (const name of ['a', 'b']) await addKey(name)
})
afterEach(() => server.close())

async function addKey(name: string): Promise<void> {
  const body = { namespace: 'app', name, plural: 'none' as const, forms: { other: `Text of ${name}` } }
  ids.set(name, (await server.call(api.keys.create, { params, body })).key.id)
}

/** Fetches all languages, and runs a task after each call. Returns the languages of each call too. */
async function fetched(task: () => Promise<unknown>): Promise<[ServerNamespace, string[][]]> {
  const calls: string[][] = []
  const connection: Connection = {
    server: server.server.origin,
    async call(route, parts) {
      const { query } = parts as { query: { languages: string } }
      calls.push(query.languages.split(','))
      const reply = await server.call(route, parts)
      await task()
      return reply
    },
  }
  const found = await fetchNamespace(connection, 'shop', { namespace: 'app', languages: LANGUAGES })
  return [found, calls]
}

const namesIn = ({ units }: ServerNamespace) =>
  [...units].map(([language, rows]) => [language, rows.map(({ unit }) => unit.name)])

test('a namespace with many languages is fetched in several calls', async () => {
  const [found, calls] = await fetched(async () => {})
  expect(calls).toEqual([LANGUAGES.slice(0, 10), ['cs']])
  expect(found.keys.map(({ name }) => name)).toEqual(['a', 'b'])
  expect(namesIn(found)).toEqual(LANGUAGES.map((language) => [language, ['a', 'b']]))
  expect([...found.marks.keys()]).toEqual(LANGUAGES)
  expect(found.units.get('en')?.map(({ unit }) => unit.forms)).toEqual([
    { other: 'Text of a' },
    { other: 'Text of b' },
  ])
})

test('keys that are added or removed between two calls are left out, and read again next time', async () => {
  let isDone = false
  const [found] = await fetched(async () => {
    if (isDone) return
    isDone = true
    await server.call(api.keys.remove, { params: { ...params, key: ids.get('a') ?? 0 } })
    await addKey('c')
  })
  expect(found.keys.map(({ name }) => name)).toEqual(['b'])
  expect(namesIn(found)).toEqual(LANGUAGES.map((language) => [language, ['b']]))
  expect(found.units.get('en')?.map(({ unit }) => unit.forms)).toEqual([{ other: 'Text of b' }])
  expect([...found.marks.keys()]).toEqual([])
})
