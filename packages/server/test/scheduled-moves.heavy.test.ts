import { api } from '@dragoman/contract'
import type { TokenScope } from '@dragoman/core'
import { listScheduledMoves, projectBySlug, removeMembership } from '@dragoman/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { doScheduledMove } from '../src/scheduled-moves/do-scheduled-move.ts'
import { peopleOf } from './people.ts'
import { DATABASES, eventually, leaveTime, openTestServer, type TestServer } from './test-server.ts'

const params = { project: 'shop' }
const production = { ...params, channel: 'production' }

/** The clock of the server: it only moves when a test moves it. */
let clockMs = Date.now()
const inMs = (ms: number) => new Date(clockMs + ms).toISOString()
/** Lets this much time pass. */
const pass = (ms: number) => {
  clockMs += ms
}
const SOON_MS = 1000
const DAY_MS = 24 * 60 * 60_000

describe.each(DATABASES)('scheduled moves on %s', (database) => {
  let server: TestServer
  beforeEach(async () => {
    clockMs = Date.now()
    server = await openTestServer({
      database,
      now: () => new Date(clockMs),
      timings: { scheduledMovePollMs: 20 },
    })
    await server.call(api.projects.create, {
      body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en', deliverPublic: true },
    })
    await server.call(api.releases.addChannel, {
      params,
      body: { name: 'production', kind: 'release', settings: {} },
    })
    for (const name of ['one', 'two', 'three']) {
      await server.call(api.keys.create, {
        params,
        body: { namespace: 'app', name, plural: 'none', forms: { other: name } },
      })
      await server.call(api.releases.create, { params, body: { title: name, notes: '' } })
    }
    await move(1)
  })
  afterEach(() => server.close())

  const move = (release: number, percent = 100) =>
    server.call(api.releases.moveChannel, { params: production, body: { release, percent, note: '' } })

  const schedule = (release: number, at: string, more: { percent?: number; note?: string } = {}) =>
    server.call(api.releases.scheduleMove, { params: production, body: { release, at, note: '', ...more } })

  const channels = () => server.call(api.releases.channels, { params })
  const given = async () => {
    const { channels: all } = await channels()
    const { release, next } = all.find(({ name }) => name === 'production') ?? {}
    return [release, next]
  }
  const movedTo = (release: number) => eventually(async () => (await given())[0] === release)
  const failed = () =>
    eventually(async () => (await channels()).scheduled.find(({ failedAt }) => failedAt !== null))

  async function loaded(): Promise<readonly string[]> {
    const answer = await fetch(`${server.server.origin}/d/shop/production/locales/en/app.json`)
    return Object.keys(Object(await answer.json()))
  }

  test('a channel is moved at its time, to some readers and then to all; apps and the history follow', async () => {
    await schedule(2, inMs(SOON_MS), { percent: 10, note: 'Spring sale' })
    await schedule(2, inMs(SOON_MS * 3))
    expect(
      (await channels()).scheduled.map(({ release, percent, failure }) => [release, percent, failure]),
    ).toEqual([
      [2, 10, null],
      [2, 100, null],
    ])
    expect(await given()).toEqual([1, null])
    pass(SOON_MS)
    await eventually(async () => JSON.stringify(await given()) === '[1,{"release":2,"percent":10}]')
    expect(await loaded()).toEqual(['one'])
    pass(2 * SOON_MS)
    await movedTo(2)
    expect(await loaded()).toEqual(['one', 'two'])
    const { moves, scheduled } = await channels()
    expect(scheduled).toEqual([])
    expect(moves.map(({ note, by, scheduledFor }) => [note, by.name, scheduledFor !== null])).toEqual([
      ['', 'Ann', true],
      ['Spring sale', 'Ann', true],
      ['', 'Ann', false],
    ])
    for (const { at, scheduledFor } of moves.slice(0, 2)) expect(at).toBe(scheduledFor)
    const { entries } = await server.call(api.audit.list, { query: { limit: 20 } })
    expect(entries.slice(0, 4).map(({ kind, target }) => [kind, target])).toEqual([
      ['channel.moved', 'production'],
      ['channel.moved', 'production'],
      ['channel.move-scheduled', 'production'],
      ['channel.move-scheduled', 'production'],
    ])
  })

  test('a release is created now and served later', async () => {
    await server.call(api.keys.create, {
      params,
      body: { namespace: 'app', name: 'four', plural: 'none', forms: { other: 'four' } },
    })
    const body = { title: 'Four', notes: '', channel: 'production', at: inMs(SOON_MS) }
    expect((await server.call(api.releases.create, { params, body })).number).toBe(4)
    expect(await given()).toEqual([1, null])
    pass(SOON_MS)
    await movedTo(4)
  })

  test('a waiting move is changed, by one person at a time, and cancelled', async () => {
    const waiting = await schedule(2, inMs(DAY_MS))
    const one = { ...params, move: waiting.id }
    const changed = await server.call(api.releases.changeScheduledMove, {
      params: one,
      body: { release: 3, percent: 25, version: waiting.version },
    })
    expect(changed).toMatchObject({ release: 3, percent: 25, at: waiting.at, version: 2 })
    const stale = await server.fail(api.releases.changeScheduledMove, {
      params: one,
      body: { release: 1, version: waiting.version },
    })
    expect(stale.code).toBe('stale-schedule')
    await server.call(api.releases.cancelScheduledMove, { params: one })
    expect((await channels()).scheduled).toEqual([])
    expect((await server.fail(api.releases.cancelScheduledMove, { params: one })).code).toBe('not-found')
    // A postponed move does not happen at its first time.
    const soon = await schedule(2, inMs(SOON_MS))
    await server.call(api.releases.changeScheduledMove, {
      params: { ...params, move: soon.id },
      body: { at: inMs(DAY_MS), version: soon.version },
    })
    pass(2 * SOON_MS)
    await leaveTime()
    expect(await given()).toEqual([1, null])
  })

  test.each([
    ['2026-01-01T09:00Z', 'not-ahead'],
    ['2026-12-01T09:00', 'no-time-zone'],
    ['tomorrow at nine', 'no-time-zone'],
    [inMs(400 * DAY_MS), 'too-far-ahead'],
  ])('the time %s is refused at its field: %s', async (at, code) => {
    const body = { release: 2, at, note: '' }
    const refused = await server.fail(api.releases.scheduleMove, { params: production, body })
    expect([refused.code, refused.fields]).toEqual(['invalid-input', [{ pointer: '/at', code }]])
    const made = { title: '', notes: '', channel: 'production', at }
    await server.call(api.keys.create, {
      params,
      body: { namespace: 'app', name: 'four', plural: 'none', forms: { other: 'four' } },
    })
    expect((await server.fail(api.releases.create, { params, body: made })).fields).toEqual([
      { pointer: '/at', code },
    ])
    // Nothing is half done: neither release nor move.
    const { releases } = await server.call(api.releases.list, { params, query: { limit: 9 } })
    expect([releases.length, (await channels()).scheduled.length]).toEqual([3, 0])
  })

  test('channels that cannot be moved, releases that do not exist, and a time without a channel', async () => {
    const { fail } = server
    const body = { release: 2, at: inMs(DAY_MS), note: '' }
    const on = (channel: string) => ({ params: { ...params, channel }, body })
    expect((await fail(api.releases.scheduleMove, on('live'))).fields).toEqual([
      { pointer: '/channel', code: 'follows-catalog' },
    ])
    expect((await fail(api.releases.scheduleMove, on('nothing'))).code).toBe('not-found')
    expect(
      (await fail(api.releases.scheduleMove, { params: production, body: { ...body, release: 9 } })).code,
    ).toBe('not-found')
    expect(
      (await fail(api.releases.create, { params, body: { title: '', notes: '', at: inMs(DAY_MS) } })).fields,
    ).toEqual([{ pointer: '/channel', code: 'missing' }])
  })

  test('it happens even if the channel was moved to an older release meanwhile, and never lowers the share', async () => {
    await schedule(3, inMs(SOON_MS))
    await move(2)
    pass(SOON_MS)
    await movedTo(3)
    await move(2)
    await move(3, 50)
    await schedule(3, inMs(SOON_MS), { percent: 10 })
    pass(SOON_MS)
    await eventually(async () => (await channels()).scheduled.length === 0)
    expect(await given()).toEqual([2, { release: 3, percent: 50 }])
  })

  test('a share is not given to readers while others have another release: it fails and says why', async () => {
    await move(2, 50)
    const { id } = await schedule(3, inMs(SOON_MS), { percent: 10 })
    expect((await channels()).scheduled).toMatchObject([{ failure: 'release-shared', failedAt: null }])
    pass(SOON_MS)
    expect(await failed()).toMatchObject({ id, failure: 'release-shared' })
    expect(await given()).toEqual([1, { release: 2, percent: 50 }])
  })

  test('a manual roll back replaces it: it is shown before, notified after, and can be scheduled again', async () => {
    await move(2)
    const { id } = await schedule(2, inMs(SOON_MS * 2), { note: 'To all' })
    await move(1)
    expect((await channels()).scheduled).toMatchObject([{ id, failure: 'rolled-back', failedAt: null }])
    pass(2 * SOON_MS)
    expect(await failed()).toMatchObject({ id, failure: 'rolled-back', note: 'To all' })
    expect(await given()).toEqual([1, null])
    const notice = await eventually(async () => {
      const { items } = await server.call(api.notifications.list, {
        query: { filter: 'all', state: 'open', limit: 9 },
      })
      return items.find(({ kind }) => kind === 'move-failed')
    })
    expect(notice.text).toBe('v2 → production')
    const version = (await channels()).scheduled[0]?.version ?? 0
    await server.call(api.releases.changeScheduledMove, {
      params: { ...params, move: id },
      body: { at: inMs(SOON_MS), version },
    })
    pass(SOON_MS)
    await movedTo(2)
    await eventually(async () => {
      const { items } = await server.call(api.notifications.list, {
        query: { filter: 'all', state: 'open', limit: 9 },
      })
      return items.every(({ kind }) => kind !== 'move-failed')
    })
  })

  test('a newer release that a person moved the channel to stays', async () => {
    await schedule(2, inMs(SOON_MS))
    await move(3)
    pass(SOON_MS)
    expect(await failed()).toMatchObject({ failure: 'moved-on' })
    expect(await given()).toEqual([3, null])
  })

  test('moves of the schedule itself do not prevent later ones: back for a day, and forward again', async () => {
    await schedule(2, inMs(SOON_MS))
    await schedule(1, inMs(SOON_MS * 2))
    await schedule(3, inMs(SOON_MS * 3))
    for (const release of [2, 1, 3]) {
      pass(SOON_MS)
      await movedTo(release)
    }
    const { moves, scheduled } = await channels()
    expect(moves.map(({ release, isRollBack }) => [release, isRollBack])).toEqual([
      [3, false],
      [1, true],
      [2, false],
      [1, false],
    ])
    expect(scheduled).toEqual([])
  })

  test('removing a channel cancels its moves, and says why', async () => {
    await schedule(2, inMs(DAY_MS))
    await server.call(api.releases.removeChannel, { params: production })
    const { scheduled } = await channels()
    expect(scheduled).toMatchObject([{ channel: 'production', release: 2, failure: 'channel-removed' }])
    const { id, version } = scheduled[0] ?? { id: 0, version: 0 }
    const again = { params: { ...params, move: id }, body: { at: inMs(SOON_MS), version } }
    expect((await server.fail(api.releases.changeScheduledMove, again)).code).toBe('not-found')
    await server.call(api.releases.cancelScheduledMove, { params: { ...params, move: id } })
    expect((await channels()).scheduled).toEqual([])
  })

  test('people who cannot publish any more, or whose token was revoked, move nothing', async () => {
    const { store } = server.server.deps
    const project = await store.read((r) => projectBySlug(r, 'shop'))
    const projectId = project?.id ?? 0
    const ben = await peopleOf(server).member('Ben', projectId, { role: 'developer' })
    const body = { release: 2, at: inMs(SOON_MS), note: '' }
    const mine = await ben.call(api.releases.scheduleMove, { params: production, body })
    expect(mine.by.name).toBe('Ben')
    await store.write((w) => removeMembership(w, { userId: ben.id, projectId }))
    expect((await channels()).scheduled).toMatchObject([{ failure: 'not-allowed', failedAt: null }])
    pass(SOON_MS)
    expect(await failed()).toMatchObject({ failure: 'not-allowed', by: { name: 'Ben' } })
    await server.call(api.releases.cancelScheduledMove, { params: { ...params, move: mine.id } })

    const { token, secret } = await makeToken(['files'])
    const asToken = (path: string, json: unknown) =>
      fetch(`${server.server.origin}/api/projects/shop/channels/production/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
        body: JSON.stringify(json),
      })
    expect((await asToken('move', { release: 2 })).status).toBe(200)
    expect(await given()).toEqual([2, null])
    expect((await asToken('scheduled-moves', { release: 3, at: inMs(SOON_MS) })).status).toBe(200)
    pass(SOON_MS)
    await movedTo(3)
    expect((await asToken('scheduled-moves', { release: 2, at: inMs(SOON_MS) })).status).toBe(200)
    await server.call(api.tokens.revoke, { params: { ...params, token: token.id } })
    pass(SOON_MS)
    expect(await failed()).toMatchObject({ failure: 'not-allowed', by: { name: 'Ann' } })
    expect(await given()).toEqual([3, null])
    const reading = await makeToken(['read', 'deliver'])
    const refused = await fetch(`${server.server.origin}/api/projects/shop/channels/production/move`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${reading.secret}` },
      body: JSON.stringify({ release: 1 }),
    })
    expect(refused.status).toBe(403)
  })

  const makeToken = (scopes: TokenScope[]) =>
    server.call(api.tokens.create, { params, body: { name: 'CI', scopes, languages: null, days: null } })

  test('what was due while no server ran happens when one does, late, in order', async () => {
    await schedule(2, inMs(SOON_MS), { note: 'first' })
    await schedule(3, inMs(SOON_MS + 50), { note: 'second' })
    await schedule(1, inMs(DAY_MS))
    server = await server.restart(async () => pass(2 * SOON_MS))
    await movedTo(3)
    const { moves, scheduled } = await channels()
    expect(moves.slice(0, 2).map(({ note }) => note)).toEqual(['second', 'first'])
    expect(scheduled).toMatchObject([{ release: 1, failure: null }])
  })

  test('however many attempts happen at the same moment, it happens once', async () => {
    const { store } = server.server.deps
    await schedule(2, inMs(DAY_MS))
    const project = await store.read((r) => projectBySlug(r, 'shop'))
    const [due] = await store.read((r) => listScheduledMoves(r, project?.id ?? 0))
    if (due === undefined) throw new Error('It waits')
    const at = inMs(DAY_MS)
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => store.write((w) => doScheduledMove(w, due, at))),
    )
    expect(outcomes.filter((one) => one === 'moved')).toHaveLength(1)
    expect(outcomes.filter((one) => one === null)).toHaveLength(7)
    expect((await channels()).moves).toHaveLength(2)
  })

  test('deleting a project deletes its scheduled moves', async () => {
    await schedule(2, inMs(DAY_MS))
    await server.call(api.projects.remove, { params, body: { confirm: 'shop' } })
    const { store } = server.server.deps
    const rows = await store.read(({ db }) => db.selectFrom('scheduled_move').selectAll().execute())
    expect(rows).toEqual([])
  })
})
