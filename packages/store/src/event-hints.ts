import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { openHintConnection } from './hint-connection.ts'

/**
 * Hints between the processes of one database that something happened, as event numbers. They are sent after
 * the commit, batched, and can be lost: the table is authoritative.
 */
export type EventHints = {
  readonly send: (newest: number) => void
  /**
   * Calls the listener for hints; `newest` null: some might have been missed. Returns a function that stops
   * listening.
   */
  readonly listen: (listener: (newest: number | null) => void) => () => void
  /** Sends a short text to the other processes; lost without a connection. The sender hears it too. */
  readonly broadcast: (text: string) => void
  /** Calls the listener for each text; null: some might have been missed or not been sent. */
  readonly listenToBroadcasts: (listener: (text: string | null) => void) => () => void
  readonly session: () => DatabaseSession | null
  readonly close: () => Promise<void>
}

/** A connection that a process keeps open while it runs; others can see when it ends. */
export type DatabaseSession = {
  /** Stays the same when the process reconnects. */
  readonly number: number
  /** How long it has lasted. */
  readonly ageMs: number
}

const CHANNEL = 'dragoman_events'
const BROADCASTS = 'dragoman_broadcasts'
/** PostgreSQL refuses longer notifications. */
const LONGEST_BROADCAST_BYTES = 7999
const SEND_EVERY_MS = 50

/** Opens the hints, on a connection of their own. */
export function openEventHints(connectionString: string): EventHints {
  const listeners = new Set<(newest: number | null) => void>()
  const hearers = new Set<(text: string | null) => void>()
  const number = randomInt(1, 2 ** 31)
  const connection = openHintConnection({
    connectionString,
    session: number,
    channels: [CHANNEL, BROADCASTS],
    onConnect() {
      for (const listener of listeners) listener(null)
      for (const hear of hearers) hear(null)
    },
    onNotification(channel, payload) {
      if (channel === CHANNEL) for (const listener of listeners) listener(Number(payload))
      else for (const hear of hearers) hear(payload)
    },
  })

  return {
    send: sendNewest((newest) => connection.notify(CHANNEL, String(newest))),
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    broadcast(text) {
      if (Buffer.byteLength(text) > LONGEST_BROADCAST_BYTES) return
      void connection.notify(BROADCASTS, text)
    },
    listenToBroadcasts(listener) {
      hearers.add(listener)
      return () => hearers.delete(listener)
    },
    session() {
      const ageMs = connection.sessionAgeMs()
      return ageMs === null ? null : { number, ageMs }
    },
    close: connection.close,
  }
}

/** Returns a function that sends the greatest number it was called with, not more often than every 50 ms. */
function sendNewest(send: (newest: number) => Promise<void>): (newest: number) => void {
  let unsent: number | null = null
  let isResting = false

  async function sendAll(): Promise<void> {
    isResting = true
    while (unsent !== null) {
      const newest = unsent
      unsent = null
      // Lost without a connection; others poll.
      await send(newest)
      await setTimeout(SEND_EVERY_MS, undefined, { ref: false })
    }
    isResting = false
  }

  return (newest) => {
    unsent = Math.max(unsent ?? 0, newest)
    if (!isResting) void sendAll()
  }
}
