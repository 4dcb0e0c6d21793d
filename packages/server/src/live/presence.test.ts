import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPresence, type Presence } from './presence.ts'
import type { Place } from './present-windows.ts'

const AT: Place = { language: 'de', keyId: 7 }
const MARA = { projectId: 1, window: 'a1', userId: 3, name: 'Mara' }
const PIOTR = { projectId: 1, window: 'b1', userId: 4, name: 'Piotr' }

/** Connects processes as PostgreSQL does: everyone receives every message. */
function line() {
  const hearers = new Set<(text: string | null) => void>()
  let isBroken = false
  return {
    broadcast: (text: string) => {
      if (!isBroken) for (const hear of [...hearers]) hear(text)
    },
    onBroadcast: (hear: (text: string | null) => void) => {
      hearers.add(hear)
      return () => hearers.delete(hear)
    },
    /** Loses every message until `reconnect`. */
    disconnect: () => {
      isBroken = true
    },
    reconnect: () => {
      isBroken = false
      for (const hear of [...hearers]) hear(null)
    },
  }
}

const named = (presence: Presence, projectId = 1) =>
  presence.of(projectId).map(({ name, language, keyId }) => [name, language, keyId])

describe('one process', () => {
  let presence: Presence
  let changes: number
  beforeEach(() => {
    changes = 0
    presence = openPresence({ store: line(), onChange: () => changes++ })
  })
  afterEach(() => presence.close())

  test('a person is shown from opening the project until the stream ends, and only in this project', () => {
    const leave = presence.enter(MARA)
    presence.move(1, MARA, AT)
    expect(named(presence)).toEqual([['Mara', 'de', 7]])
    expect(named(presence, 2)).toEqual([])
    leave()
    expect(named(presence)).toEqual([])
  })

  test('a window whose stream was replaced stays until the new one ends', () => {
    const leaveFirst = presence.enter(MARA)
    const leaveSecond = presence.enter(MARA)
    leaveFirst()
    expect(named(presence)).toEqual([['Mara', null, null]])
    presence.move(1, MARA, AT)
    expect(named(presence)).toEqual([['Mara', 'de', 7]])
    leaveFirst()
    expect(named(presence)).toEqual([['Mara', 'de', 7]])
    leaveSecond()
    expect(named(presence)).toEqual([])
  })

  test('two windows of a person count once, at the place that was opened last', () => {
    const leave = presence.enter(MARA)
    presence.enter({ ...MARA, window: 'a2' })
    presence.move(1, { ...MARA, window: 'a2' }, { language: 'pl', keyId: 9 })
    expect(named(presence)).toEqual([['Mara', 'pl', 9]])
    presence.move(1, MARA, AT)
    expect(named(presence)).toEqual([['Mara', 'de', 7]])
    leave()
    expect(named(presence)).toEqual([['Mara', 'pl', 9]])
  })

  test('no one moves the window of another person, or one that is not open', () => {
    presence.enter(MARA)
    presence.move(1, { userId: PIOTR.userId, window: MARA.window }, AT)
    presence.move(1, PIOTR, AT)
    presence.move(2, MARA, AT)
    expect(named(presence)).toEqual([['Mara', null, null]])
  })

  test('staying at a string changes nothing', () => {
    presence.enter(MARA)
    presence.move(1, MARA, AT)
    const before = changes
    presence.move(1, MARA, AT)
    expect(changes).toBe(before)
  })

  test('at most 50 people are listed', () => {
    for (let userId = 1; userId <= 60; userId++) presence.enter({ ...MARA, userId, window: `w${userId}` })
    expect(presence.of(1)).toHaveLength(50)
  })
})

describe('several processes', () => {
  const between = () => {
    const store = line()
    const one = openPresence({ store, onChange: () => undefined })
    const other = openPresence({ store, onChange: () => undefined })
    return { store, one, other, close: () => void [one.close(), other.close()] }
  }

  test('a person in one process is seen in the other, until the stream ends', () => {
    const { one, other, close } = between()
    const leave = one.enter(MARA)
    one.move(1, MARA, AT)
    other.enter(PIOTR)
    expect(named(other)).toEqual([
      ['Piotr', null, null],
      ['Mara', 'de', 7],
    ])
    leave()
    expect(named(other)).toEqual([['Piotr', null, null]])
    close()
  })

  test('a request that reaches the process without the stream moves the window too', () => {
    const { one, other, close } = between()
    one.enter(MARA)
    other.move(1, MARA, AT)
    expect([named(one), named(other)]).toEqual([[['Mara', 'de', 7]], [['Mara', 'de', 7]]])
    close()
  })

  test('a process that starts later learns who is there', () => {
    const { store, one, close } = between()
    one.enter(MARA)
    const later = openPresence({ store, onChange: () => undefined })
    expect(named(later)).toEqual([['Mara', null, null]])
    later.close()
    close()
  })

  test('a move while the connection is broken is seen once it is back', () => {
    const { store, one, other, close } = between()
    one.enter(MARA)
    store.disconnect()
    one.move(1, MARA, AT)
    expect(named(other)).toEqual([['Mara', null, null]])
    store.reconnect()
    expect(named(other)).toEqual([['Mara', 'de', 7]])
    close()
  })

  test('people of a process that was killed are forgotten', async () => {
    const store = line()
    let isKilled = false
    const dying = {
      ...store,
      broadcast: (text: string) => {
        if (!isKilled) store.broadcast(text)
      },
    }
    const killed = openPresence({ store: dying, onChange: () => undefined })
    const other = openPresence({ store, onChange: () => undefined, repeatEveryMs: 5 })
    killed.enter(MARA)
    isKilled = true
    expect(named(other)).toEqual([['Mara', null, null]])
    await expect.poll(() => named(other)).toEqual([])
    killed.close()
    other.close()
  })
})
