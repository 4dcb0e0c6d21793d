import { api } from '@dragoman/contract'
import { updateProject } from '@dragoman/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allRoutes } from '../../src/http/mount.ts'
import { listen } from '../listen.ts'
import { openPeople, type People } from '../shop-people.ts'
import { eventually } from '../test-server.ts'

/**
 * Weblate CVE-2026-44263 and similar, by search and by responses: people a project is shared with read its
 * texts, and learn nothing about the people who work on it.
 */

let people: People
let key = 0
let byVisitor = 0
let screenshot = 0
let image = ''
let named = { namespace: '', name: '' }
let ask: { readonly reader: (path: string) => Promise<Response>; readonly visitor: typeof fetch }
const params = { project: 'shop' }
const NAMES = ['Ann', 'Mara', 'Vera', 'vera@example.org']

beforeAll(async () => {
  people = await openPeople()
  const { id } = await people.project()
  await people.server.deps.store.write((w) =>
    updateProject(w, id, { sharing: { with: 'everyone', role: 'suggester' } }),
  )
  await people.account('Rita')
  const { origin } = people.server
  const as = await people.as('Rita')
  key = await people.keyId()
  await people.save('Hallo')
  const visitor = { name: 'Vera', address: 'vera@example.org' }
  const proposed = await people.calling({})(api.suggestions.add, {
    params: { ...params, key, language: 'de' },
    body: { forms: { other: 'Moin' }, note: '', visitor },
  })
  byVisitor = proposed.id
  const other = await people.call(api.suggestions.add, {
    params: { ...params, key, language: 'de' },
    body: { forms: { other: 'Servus' }, note: '' },
  })
  const voted = await as(api.suggestions.vote, {
    params: { ...params, suggestion: other.id },
    body: { isFor: true },
  })
  expect(voted.author).toEqual({ id: null, name: '' })
  expect(voted.voters.map(({ name }) => name)).toEqual(['Rita'])
  const picture = Buffer.alloc(33)
  picture.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  picture.writeUInt32BE(800, 16)
  picture.writeUInt32BE(600, 20)
  image = (await people.call(api.screenshots.addImage, { params, bytes: new Uint8Array(picture) })).image
  const { name, namespace } = (
    await people.call(api.translations.page, { params, query: { language: 'de', limit: 1 } })
  ).rows[0]?.key ?? { name: '', namespace: '' }
  named = { namespace, name }
  const place = { part: 'text', x: 10, y: 10, width: 100, height: 20 }
  const saved = await people.call(api.screenshots.save, {
    params,
    body: {
      name: 'Basket',
      language: 'de',
      image,
      mark: '',
      takenAt: null,
      strings: [{ namespace, key: name, ...place }],
    },
  })
  screenshot = saved.screenshot ?? 0
  const cookie = await people.cookieOf('Rita')
  ask = {
    reader: (path) => fetch(`${origin}${path}`, { headers: { cookie } }),
    visitor: (path) => fetch(`${origin}${path}`),
  }
})
afterAll(() => people.close())

async function found(who: 'reader' | 'visitor', list: 'translations' | 'keys', q: string): Promise<unknown> {
  const call = who === 'reader' ? await people.as('Rita') : people.calling({})
  const { total, rows } =
    list === 'keys'
      ? await call(api.keys.page, { params, query: { languages: 'de', q, limit: 50 } })
      : await call(api.translations.page, { params, query: { language: 'de', q, limit: 50 } })
  return { total, keys: rows.map((row) => row.key.id) }
}

test.each(['reader', 'visitor'] as const)('a %s cannot search for who wrote a text', async (who) => {
  for (const list of ['translations', 'keys'] as const)
    for (const [there, none] of [
      ['by:Ann', 'by:Nobody'],
      ['by:A*', 'by:Q*'],
      ['BY:"Ann"', 'BY:"Nob"'],
      ['-by:Ann', '-by:Nobody'],
      ['task:1', 'task:999'],
      ['-task:1', '-task:999'],
    ] as const)
      expect([list, there, await found(who, list, there)]).toEqual([
        list,
        there,
        await found(who, list, none),
      ])
})

test('the response says that a filter is for members', async () => {
  const query = { language: 'de', q: 'by:Ann', limit: 5 }
  const { issues } = await people.calling({})(api.translations.page, { params, query })
  expect(issues).toMatchObject([{ code: 'query-members-only', params: { name: 'by' } }])
  const asMember = await people.call(api.translations.page, { params, query })
  expect([asMember.total.count, asMember.issues]).toEqual([1, []])
})

test.each(['reader', 'visitor'] as const)('no response to a %s names anyone', async (who) => {
  const routes = allRoutes().filter(({ route }) => route.method === 'GET' && route.action === 'project.read')
  expect(routes.length).toBeGreaterThan(8)
  for (const { route } of routes) {
    const path = route.path
      .replace(':project', 'shop')
      .replace(':key', String(key))
      .replace(':language', 'de')
      .replace(':suggestion', String(byVisitor))
      .replace(':screenshot', String(screenshot))
      .replace(':image', image)
    const query = new URLSearchParams({
      language: 'de',
      languages: 'de',
      keys: `${key}`,
      ...named,
      limit: '50',
    })
    const answer = await ask[who](`/api${path}?${query}`)
    const text = await answer.text()
    expect([path, answer.status]).toEqual([path, 200])
    for (const name of NAMES) expect([path, name, text.includes(name)]).toEqual([path, name, false])
  }
  // Requests that only members can make are refused before any lookup.
  for (const path of ['members', 'operations', 'activity', `keys/${key}/comments`, 'audit', 'tasks']) {
    const answer = await ask[who](`/api/projects/shop/${path}`)
    expect([path, answer.status >= 400]).toEqual([path, true])
  }
})

test('people a project is shared with get live events about its texts, but not about who works on it', async () => {
  const cookie = await people.cookieOf('Rita')
  const left = new AbortController()
  const answer = await fetch(`${people.server.origin}/api/projects/shop/events`, {
    headers: { cookie },
    signal: left.signal,
  })
  const stream = listen(answer)
  await eventually(async () => stream.events.some(({ event }) => event.type === 'joined'))
  const { id } = await people.call(api.files.exportAll, { params, body: { format: 'i18next-json' } })
  await people.server.deps.jobs.ended(id)
  await people.save('Guten Tag')
  await eventually(async () => stream.events.some(({ event }) => event.type === 'changed'))
  expect(stream.events.map(({ event }) => event.type)).not.toContain('job')
  left.abort()
})

test('a manager can allow names to be shown; addresses are still hidden', async () => {
  const { id } = await people.project()
  await people.call(api.projects.update, { params, body: { settings: { showNames: true } } })
  try {
    const list = await ask.visitor(`/api/projects/shop/keys/${key}/translations/de/suggestions`)
    const text = await list.text()
    expect(text).toContain('Vera')
    expect(text).not.toContain('vera@')
    expect(await found('visitor', 'translations', 'by:Ann')).toMatchObject({ total: { count: 1 } })
    expect((await ask.visitor('/api/projects/shop/members')).status).toBe(401)
  } finally {
    await people.server.deps.store.write((w) => updateProject(w, id, { settings: { showNames: false } }))
  }
})

test('a decision on a suggestion names who decided only to people who can see names', async () => {
  const as = await people.as('Rita')
  const { id } = await people.project()
  const judge = { name: 'Judith', role: 'reviewer', languages: null, namespaces: null } as const
  await people.add(judge.name, judge)
  const proposed = await as(api.suggestions.add, {
    params: { ...params, key, language: 'de' },
    body: { forms: { other: 'Tach' }, note: '' },
  })
  await (await people.as(judge.name))(api.suggestions.reject, {
    params: { ...params, suggestion: proposed.id },
    body: { version: proposed.version, reason: { kind: 'meaning', text: 'Too short' } },
  })
  const decision = () =>
    eventually(async () => {
      const { items } = await as(api.notifications.list, {})
      return items.find(({ kind }) => kind === 'suggestion-rejected')
    })
  const one = await decision()
  expect(one).toMatchObject({ text: 'Too short', actor: null })
  const own = { params: { notification: one.id } }
  expect(JSON.stringify(await as(api.notifications.get, own))).not.toContain(judge.name)
  const { store } = people.server.deps
  await store.write((w) => updateProject(w, id, { settings: { showNames: true } }))
  try {
    expect(await decision()).toMatchObject({ actor: { name: judge.name } })
  } finally {
    await store.write((w) => updateProject(w, id, { settings: { showNames: false } }))
  }
})
