import { beforeEach, expect, test } from 'vitest'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { MARA, sampleProject } from '../../test/sample.ts'
import {
  addDelivery,
  addWebhook,
  claimDelivery,
  dueDeliveries,
  eventsAfter,
  newestEvent,
  nextDeliveryAt,
  noteAttempt,
  noteWebhookFailing,
  type WebhookDeliveryRow,
} from '../index.ts'

const at = (minute: number) => `2026-01-01T10:${String(minute).padStart(2, '0')}:00.000Z`

onBoth('deliveries of webhooks', (open) => {
  let database: TestDatabase
  let projectId = 0
  beforeEach(async () => {
    database = await open()
    projectId = (await sampleProject(database.store)).id
    return () => database.remove()
  })

  const webhook = () => {
    const fields = { url: 'https://hooks.example', description: '', isOn: true, withNames: false }
    const all = { topics: null, languages: null, namespaces: null }
    const by = { id: MARA.actor.id, name: MARA.actor.name }
    return database.store.write((w) =>
      addWebhook(w, { projectId, fields: { ...fields, ...all }, seal: () => '', at: at(0), by }),
    )
  }
  const queue = (webhookId: number, minute: number, isByHand = false) => {
    const message = { messageId: `msg_${minute}`, type: 'texts.changed', body: '{}', gathers: false }
    const delivery = { ...message, webhookId, isByHand, at: at(minute), nextAt: at(minute) }
    return database.store.write((w) => addDelivery(w, delivery))
  }
  /** Sends a delivery without success; it is due again at `retryAt`. */
  const fail = (delivery: WebhookDeliveryRow, retryAt: string, failures = 1) =>
    database.store.write(async (w) => {
      const claimed = await claimDelivery(w, delivery, { now: at(5), until: at(6) })
      if (claimed === null) throw new Error('another process has the delivery')
      const failed = { state: 'waiting', status: 500, reason: null, durationMs: 1, response: null } as const
      await noteAttempt(w, claimed, { ...failed, nextAt: retryAt, failures })
    })
  const next = (busy: readonly number[] = []) => database.store.read((r) => nextDeliveryAt(r, busy))
  const due = async (now: string, busy: readonly number[] = []) =>
    (await database.store.read((r) => dueDeliveries(r, { now, busy, limit: 10 }))).map(({ id }) => id)

  test('a webhook that starts or stops failing is reported', async () => {
    const { id } = await webhook()
    const start = await database.store.read(newestEvent)
    for (const since of [at(1), null])
      await database.store.write((w) => noteWebhookFailing(w, { id, projectId }, since))
    const events = (await database.store.read((r) => eventsAfter(r, start, 10))) ?? []
    const changed = {
      kind: 'webhook.changed',
      projectId,
      payload: { webhookId: id, what: 'changed' },
    }
    expect(events).toMatchObject([changed, changed])
    expect(events).toHaveLength(2)
  })

  test('the next one is the retry of a failed one, not those that wait behind it', async () => {
    const { id } = await webhook()
    expect(await next()).toBeNull()
    const first = await queue(id, 1)
    await queue(id, 2)
    expect(await next()).toBe(at(1))
    await fail(first, at(30))
    expect([await next(), await due(at(10))]).toEqual([at(30), []])
    expect(await due(at(30))).toEqual([first.id])
  })

  test('one that has failed often, or that a person requested, keeps no other from being next', async () => {
    const { id } = await webhook()
    const first = await queue(id, 1)
    const second = await queue(id, 2)
    await fail(first, at(30), 5)
    expect([await next(), await due(at(10))]).toEqual([at(2), [second.id]])
    await fail(second, at(20))
    expect(await next()).toBe(at(20))
    const third = await queue(id, 3, true)
    expect([await next(), await due(at(10))]).toEqual([at(3), [third.id]])
  })

  test('those of a webhook that is being sent to are neither due nor next', async () => {
    const [busy, other] = [await webhook(), await webhook()]
    const first = await queue(busy.id, 1)
    const second = await queue(other.id, 2)
    expect(await due(at(10))).toEqual([first.id, second.id])
    expect([await next([busy.id]), await due(at(10), [busy.id])]).toEqual([at(2), [second.id]])
    expect([await next([busy.id, other.id]), await due(at(10), [busy.id, other.id])]).toEqual([null, []])
  })
})
