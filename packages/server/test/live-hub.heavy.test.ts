import type { EventPayloads } from '@dragoman/core'
import type { EventPosition } from '@dragoman/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../store/test/on-both.ts'
import { type Dispatcher, openDispatcher } from '../src/events/dispatcher.ts'
import { type LiveHub, openLiveHub } from '../src/live/hub.ts'
import { type Hears, NO_PROJECT } from '../src/live/may-listen.ts'
import type { SentEvent } from '../src/live/member.ts'
import { STREAMS_OF_PERSON, STREAMS_OF_SESSION } from '../src/live/rooms.ts'
import { liveStream } from '../src/live/stream.ts'
import { listen } from './listen.ts'
import { eventually, leaveTime } from './test-server.ts'

describe('the hub', () => {
  let database: TestDatabase
  let hub: LiveHub
  let dispatcher: Dispatcher
  let hears: Hears = 'everything'
  beforeEach(async () => {
    database = await openTestDatabase('sqlite')
    const { store } = database
    const log = () => undefined
    dispatcher = openDispatcher({ store, log, subscribers: () => [hub] })
    hears = 'everything'
    const { position } = dispatcher
    hub = openLiveHub({ store, log, position, mayListen: async () => hears, askEveryMs: 200 })
    await dispatcher.start()
  })
  afterEach(async () => {
    hub.close()
    await dispatcher.close()
    await database.remove()
  })

  /** Saves changes of one project, all in one commit. */
  const change = (count: number, translations: EventPayloads['content.changed']['translations'] = []) =>
    database.store.write(async (w) => {
      for (let revision = 1; revision <= count; revision++) {
        const lists = { files: [], namespaces: [], translations, keys: [] }
        const payload = { revision, operationId: revision, version: revision, ...lists }
        w.emit({ kind: 'content.changed', projectId: 1, payload })
      }
    })

  test('keeps a thousand events for reconnecting windows, and reports if more were missed', async () => {
    const start = dispatcher.position()
    await change(1000)
    const seen = async (lastSeen: EventPosition) => {
      const sent: SentEvent[] = []
      const leave = hub.join(1, lastSeen, {
        send: (event) => void sent.push(event),
        end: () => {},
        sessionHash: 'session',
      })
      await eventually(async () => sent.length > 0)
      leave()
      return sent.map(({ event }) => event.type)
    }
    expect(await seen(start)).toEqual(Array(1000).fill('changed'))
    await change(1)
    expect(await seen(start)).toEqual(['reset'])
  })

  test('sends events in order and once, even to windows that are still catching up', async () => {
    const start = dispatcher.position()
    await change(300)
    const numbers: number[] = []
    hub.join(1, start, {
      send: ({ id }) => void numbers.push(id.number),
      end: () => {},
      sessionHash: 'session',
    })
    await Promise.all([change(50), change(50)])
    await eventually(async () => numbers.length >= 400)
    expect(numbers).toEqual(Array.from({ length: 400 }, (_, index) => start.number + 1 + index))
  })

  test('a window that is closed during its access check gets no events, and causes no error', async () => {
    const faults: unknown[] = []
    const note = (fault: unknown) => void faults.push(fault)
    process.on('unhandledRejection', note)
    let answer: (hears: Hears) => void = () => undefined
    const asked = new Promise<Hears>((resolve) => {
      answer = resolve
    })
    const { store } = database
    const { position } = dispatcher
    const own = openLiveHub({ store, log: () => undefined, position, mayListen: () => asked })
    const other = openDispatcher({ store, log: () => undefined, subscribers: () => [own] })
    await other.start()
    try {
      const request = { projectId: 1, lastSeen: position(), sessionHash: 'session' }
      const reader = liveStream(own, request).body?.getReader()
      const before = other.position().number
      await change(3)
      await eventually(async () => other.position().number >= before + 3)
      // Events that arrived meanwhile wait for the access check.
      await reader?.cancel()
      answer('everything')
      await leaveTime()
      expect(faults).toEqual([])
    } finally {
      process.off('unhandledRejection', note)
      own.close()
      await other.close()
    }
  })

  test('an event that cannot be parsed resets the listeners, and leaves no one behind', async () => {
    const types: string[] = []
    hub.join(1, null, {
      send: ({ event }) => void types.push(event.type),
      end: () => {},
      sessionHash: 'session',
    })
    // An older version of a payload, as after an upgrade, and a kind of a newer program.
    for (const [kind, version] of [
      ['content.changed', 0],
      ['content.translated-by-itself', 1],
    ] as const) {
      types.length = 0
      await database.store.write((w) =>
        w.dialect.appendEvents(w.db, [
          { mark: '01234567', kind, version, project_id: 1, actor_id: null, payload: '{"old":true}' },
        ]),
      )
      await change(1)
      await eventually(async () => types.includes('reset'))
      await change(1)
      await eventually(async () => types.at(-1) === 'changed')
      expect(types.filter((type) => type === 'reset')).toHaveLength(1)
    }
  })

  test('no events are sent to someone who can no longer listen, for any reason', async () => {
    const membership = { kind: 'membership.changed', projectId: 1, payload: { userId: 2 } } as const
    for (const end of [
      () => database.store.write(async (w) => w.emit(membership)),
      () => hub.onGap(null),
      // It expires, without an event.
      () => undefined,
    ]) {
      hears = 'everything'
      const types: string[] = []
      let isEnded = false
      const leave = hub.join(1, null, {
        send: ({ event }) => void types.push(event.type),
        end: () => {
          isEnded = true
          leave()
        },
        sessionHash: 'session',
      })
      await change(1)
      await eventually(async () => types.includes('changed'))
      const received = types.length
      hears = 'nothing'
      await end()
      await eventually(async () => isEnded)
      await change(1)
      expect([types.length, hub.listeners()]).toEqual([received, 0])
    }
  })

  test('only people whose rights changed learn who changed them', async () => {
    const sentTo = new Map<number, unknown[]>([2, 3].map((userId) => [userId, []]))
    for (const [userId, sent] of sentTo)
      hub.join(1, null, {
        send: ({ event }) => void (event.type === 'members' && sent.push(event)),
        end: () => {},
        sessionHash: `of ${userId}`,
        userId,
      })
    await database.store.write(async (w) => {
      w.emit({ kind: 'membership.changed', projectId: 1, payload: { userId: 2, by: 'Amara' } })
      w.emit({ kind: 'membership.changed', projectId: 1, payload: { userId: 2 } })
    })
    await eventually(async () => [...sentTo.values()].every(({ length }) => length === 2))
    expect(Object.fromEntries(sentTo)).toEqual({
      2: [{ type: 'members', by: 'Amara' }, { type: 'members' }],
      3: [{ type: 'members' }, { type: 'members' }],
    })
  })

  test('only a new owner learns who made them one, in every project', async () => {
    const sentTo = new Map<number, unknown[]>([2, 3].map((userId) => [userId, []]))
    for (const [userId, sent] of sentTo)
      for (const project of [1, 2])
        hub.join(project, null, {
          send: ({ event }) => void (event.type === 'members' && sent.push(event)),
          end: () => {},
          sessionHash: `of ${userId}`,
          userId,
        })
    await database.store.write(async (w) => {
      w.emit({ kind: 'user.changed', projectId: null, payload: { userId: 2, by: 'Amara' } })
      w.emit({ kind: 'membership.changed', projectId: 1, payload: { userId: 2 } })
    })
    await eventually(async () => sentTo.get(3)?.length === 1)
    const owner = { type: 'members', by: 'Amara' }
    await eventually(async () => sentTo.get(2)?.length === 3)
    expect(sentTo.get(2)).toEqual(expect.arrayContaining([owner, owner, { type: 'members' }]))
    expect(sentTo.get(3)).toEqual([{ type: 'members' }])
  })

  /** Joins a room; returns how often each session was asked about, and what the listeners were sent. */
  function countingHub() {
    const { store } = database
    const asked: string[] = []
    const counting = openLiveHub({
      store,
      log: () => undefined,
      position: dispatcher.position,
      mayListen: async (sessionHash, projectId) => {
        asked.push(`${sessionHash} ${projectId}`)
        return 'everything'
      },
    })
    const join = (projectId: number, userId: number, sessionHash = `of ${userId}`) =>
      counting.join(projectId, null, { send: () => {}, end: () => {}, sessionHash, userId })
    return { counting, asked, join }
  }

  const POSITION = { number: 1, mark: '01234567' }
  const EVENT = { at: '2026-01-01T00:00:00.000Z', actorId: null, position: POSITION }

  test.each([
    ['an account', { kind: 'user.changed', projectId: null, payload: { userId: 1 } }, ['of 1 1', 'of 1 2']],
    ['a membership', { kind: 'membership.changed', projectId: 2, payload: { userId: 1 } }, ['of 1 2']],
    [
      'the people of a group',
      { kind: 'group.changed', projectId: null, payload: { groupId: 1, userIds: [2] } },
      ['of 2 1'],
    ],
    [
      'the name of a group',
      { kind: 'group.changed', projectId: 1, payload: { groupId: 1, userIds: [] } },
      [],
    ],
    [
      'a group of too many people',
      { kind: 'group.changed', projectId: null, payload: { groupId: 1, userIds: null } },
      ['of 1 1', 'of 1 2', 'of 2 1'],
    ],
    ['a project', { kind: 'project.changed', projectId: 1, payload: {} }, ['of 1 1', 'of 2 1']],
  ] as const)('a change of %s is checked for those whom it concerns', async (_, event, expected) => {
    const { counting, asked, join } = countingHub()
    try {
      join(1, 1)
      join(2, 1)
      join(1, 2)
      await eventually(async () => asked.length === 3)
      asked.length = 0
      counting.onEvent({ ...EVENT, ...event })
      await eventually(async () => asked.length >= expected.length)
      await leaveTime()
      expect(asked.toSorted()).toEqual(expected)
    } finally {
      counting.close()
    }
  })

  test('the tabs of a session are checked together, and only for what is newer than the check', async () => {
    const { counting, asked, join } = countingHub()
    try {
      for (let tab = 0; tab < 20; tab++) join(1, 1)
      await eventually(async () => asked.length > 0)
      await leaveTime()
      asked.length = 0
      for (let change = 0; change < 5; change++)
        counting.onEvent({ ...EVENT, kind: 'user.changed', projectId: null, payload: { userId: 1 } })
      await leaveTime()
      // One that was under way when the next change came, and one after it.
      expect(asked.length).toBeGreaterThanOrEqual(1)
      expect(asked.length).toBeLessThanOrEqual(2)
    } finally {
      counting.close()
    }
  })

  test('a session has 20 streams and a person 100; the next one is refused', async () => {
    const { counting, join } = countingHub()
    try {
      const openStream = (sessionHash: string, userId: number) => () =>
        liveStream(counting, { projectId: 1, lastSeen: null, sessionHash, userId })
      const leaves = Array.from({ length: STREAMS_OF_SESSION }, () => join(1, 1, 'first'))
      const refusal = expect.objectContaining({
        code: 'too-many-requests',
        params: { what: 'streams', retryAfterS: 60 },
      })
      expect(openStream('first', 1)).toThrow(refusal)
      for (let stream = STREAMS_OF_SESSION; stream < STREAMS_OF_PERSON; stream++)
        join(NO_PROJECT, 1, `session ${stream % 6}`)
      expect(openStream('another', 1)).toThrow(refusal)
      await listen(openStream('of someone else', 2)()).leave()
      leaves[0]?.()
      await listen(openStream('first', 1)()).leave()
    } finally {
      counting.close()
    }
  })

  test('sends heartbeats while nothing happens', async () => {
    const stream = listen(
      liveStream(hub, { projectId: 1, lastSeen: null, sessionHash: 'session', heartbeatMs: 10 }),
    )
    await eventually(async () => stream.comments.length >= 3)
    await stream.leave()
    expect(hub.listeners()).toBe(0)
  })

  test('drops a reader that does not read', async () => {
    const response = liveStream(hub, { projectId: 1, lastSeen: null, sessionHash: 'session' })
    const many = Array.from({ length: 500 }, (_, keyId) => ({ keyId, language: 'de', version: 1 }))
    await change(200, many)
    await eventually(async () => hub.listeners() === 0)
    await response.body?.cancel()
  })
})
