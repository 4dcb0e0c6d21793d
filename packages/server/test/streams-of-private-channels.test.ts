import { api } from '@dragoman/contract'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPeople, type People } from './shop-people.ts'
import { DATABASES, eventually } from './test-server.ts'

const params = { project: 'shop' }
const ALL = { languages: null, namespaces: null }

describe.each(DATABASES)('the stream of a private channel · %s', (database) => {
  let people: People
  const stops: AbortController[] = []
  beforeEach(async () => {
    people = await openPeople({ database })
    await people.call(api.projects.update, { params, body: { settings: { deliverPublic: false } } })
    await people.add('Bea', { role: 'translator', ...ALL })
    await people.add('Cem', { role: 'translator', ...ALL })
  })
  afterEach(async () => {
    for (const stop of stops.splice(0)) stop.abort()
    await people.close()
  })

  const follow = async (name: string) => open('', { cookie: await people.cookieOf(name) })

  async function open(query: string, headers: Readonly<Record<string, string>> = {}) {
    const stop = new AbortController()
    stops.push(stop)
    const response = await fetch(`${people.server.origin}/d/shop/live/events${query}`, {
      headers,
      signal: stop.signal,
    })
    expect(response.status).toBe(200)
    const stream = { text: '', isOver: false }
    const read = async () => {
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? [])
        stream.text += chunk
    }
    void read()
      .catch(() => undefined)
      .finally(() => {
        stream.isOver = true
      })
    await eventually(async () => stream.text.includes('event: ready'))
    return stream
  }

  const stillFollows = async (stream: { readonly text: string; readonly isOver: boolean }) => {
    const before = stream.text.length
    await people.save(`Hallo ${before}`)
    await eventually(async () => stream.isOver || stream.text.length > before)
    return !stream.isOver
  }

  test('ends for a person who is removed from the project, and for no one else', async () => {
    const [bea, cem] = [await follow('Bea'), await follow('Cem')]
    const { members } = await people.list({ show: 'everyone', q: 'Bea', limit: 10 })
    await people.change(members[0]?.who ?? '', members[0]?.version ?? 0, null)
    await eventually(async () => bea.isOver)
    expect(await stillFollows(cem)).toBe(true)
  })

  test('ends with the session', async () => {
    const [bea, cem] = [await follow('Bea'), await follow('Cem')]
    const { people: found } = await people.call(api.admin.people, { query: { q: 'Bea', limit: 10 } })
    await people.call(api.admin.signOutPerson, { params: { person: found[0]?.id ?? 0 } })
    await eventually(async () => bea.isOver)
    expect(await stillFollows(cem)).toBe(true)
  })

  test('ends for a revoked token in its URL, and for no other', async () => {
    const create = (name: string) =>
      people.call(api.tokens.create, {
        params,
        body: { name, scopes: ['deliver'], languages: null, days: 30 },
      })
    const [first, second] = [await create('First'), await create('Second')]
    // The one that stays is checked first.
    const stays = await open(`?token=${first.secret}`)
    const ends = await open(`?token=${second.secret}`)
    await people.call(api.tokens.revoke, { params: { ...params, token: second.token.id } })
    await eventually(async () => ends.isOver)
    expect(await stillFollows(stays)).toBe(true)
  })

  test('ends for no one who keeps access when a token is created', async () => {
    const bea = await follow('Bea')
    const body = { name: 'App', scopes: ['deliver' as const], languages: null, days: 30 }
    await people.call(api.tokens.create, { params, body })
    expect(await stillFollows(bea)).toBe(true)
  })
})
