import { api, type BodyOf, type Failure, webhookMessageSchema } from '@dragoman/contract'
import {
  actOnNotifications,
  addComment,
  addLanguage,
  applyOperation,
  createTask,
  forgetDeliveries,
  listDeliveries,
  listNotifications,
  putConflict,
  removeMembership,
  webhookById,
} from '@dragoman/store'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, test } from 'vitest'
import { ANN, MARA, person } from '../../store/test/sample.ts'
import { FAILING_MS } from '../src/webhooks/note-result.ts'
import { addManyKeys } from './many-keys.ts'
import { openPeople, type People } from './shop-people.ts'
import { DATABASES, eventually, leaveTime } from './test-server.ts'
import { ALLOW_LOOPBACK, openReceiver, type Receiver } from './webhook-receiver.ts'

const HOUR_MS = 3_600_000
const params = { project: 'shop' }
const ALL = {
  description: '',
  topics: null,
  languages: null,
  namespaces: null,
  isOn: true,
  withNames: false,
} satisfies Omit<BodyOf<typeof api.webhooks.create>, 'url'>

const closing: (() => Promise<void>)[] = []
let shiftMs = 0
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  shiftMs = 0
})

async function open(database: 'sqlite' | 'postgres' = 'sqlite'): Promise<People> {
  const now = () => new Date(Date.now() + shiftMs)
  const people = await openPeople({ database, now, config: { allowedAddresses: ALLOW_LOOPBACK } })
  closing.push(people.close)
  return people
}

async function receiving(answer?: Parameters<typeof openReceiver>[0]): Promise<Receiver> {
  const receiver = await openReceiver(answer)
  closing.push(receiver.close)
  return receiver
}

async function add(people: People, url: string, more: Partial<BodyOf<typeof api.webhooks.create>> = {}) {
  return people.call(api.webhooks.create, { params, body: { ...ALL, url, ...more } })
}

const deliveriesOf = async (people: People, webhook: number) =>
  (await people.call(api.webhooks.deliveries, { params: { ...params, webhook }, query: { limit: 100 } }))
    .deliveries

const failing = (call: Promise<unknown>): Promise<Failure> =>
  call.then(
    () => Promise.reject(new Error('The call was expected to fail')),
    (error: Failure) => error,
  )

describe.each(DATABASES)('webhooks on %s', (database) => {
  test('a saved text arrives signed, with its content and location, and without names', async () => {
    const people = await open(database)
    const receiver = await receiving()
    const { secret } = await add(people, receiver.url)
    await people.save('Hallo')
    const message = await eventually(async () => receiver.received[0])
    expect(() => new Webhook(secret).verify(message.text, message.headers)).not.toThrow()
    expect(() => new Webhook(secret).verify(`${message.text} `, message.headers)).toThrow()
    const parsed = webhookMessageSchema('texts.changed').parse(message.body)
    expect(parsed.data.total).toBe(1)
    expect(parsed.data.rows).toMatchObject([
      {
        key: { namespace: 'app', name: 'hello' },
        language: 'de',
        state: 'translated',
        by: { id: 'user:1', name: null },
        url: `${people.server.origin}/p/shop/translate/de?key=${await people.keyId()}`,
      },
    ])
    expect(parsed.project).toMatchObject({ slug: 'shop', name: 'Acme Shop' })
    expect(message.headers['content-type']).toBe('application/json')
  })

  test('a bulk edit of thousands is one delivery, with the count and the first hundred', async () => {
    const people = await open(database)
    await addManyKeys(people, 'shop', 1200)
    const receiver = await receiving()
    await add(people, receiver.url, { topics: ['texts', 'keys'] })
    await add(people, `${receiver.url}&de`, { topics: ['texts'], languages: ['fr'] })
    const { id: projectId } = await people.project()
    const keys = await people.server.deps.store.read(({ db }) =>
      db.selectFrom('key').select('id').where('project_id', '=', projectId).orderBy('id').execute(),
    )
    const changes = keys.flatMap(({ id: keyId }) =>
      ['de', 'fr'].map((language) => ({
        kind: 'translate' as const,
        keyId,
        language,
        forms: { other: `${keyId} ${language}` },
      })),
    )
    await people.server.deps.store.write((w) =>
      applyOperation(w, { projectId, kind: 'bulk', by: ANN, at: people.at(), changes }),
    )
    await eventually(async () => receiver.received.length === 2)
    const totals = receiver.received.map(({ body }) => body.data.total).sort((a, b) => a - b)
    expect(totals).toEqual([1201, 2402])
    for (const { body } of receiver.received)
      expect(webhookMessageSchema('texts.changed').parse(body).data.rows).toHaveLength(100)
    await leaveTime()
    expect(receiver.received).toHaveLength(2)
  })

  test('after a failure it is sent again under its id, before what came later', async () => {
    const people = await open(database)
    const receiver = await receiving(500)
    const { webhook } = await add(people, receiver.url, { topics: ['texts', 'comments'] })
    await people.save('Hallo')
    await eventually(async () => receiver.received.length === 1)
    const { id: projectId } = await people.project()
    const keyId = await people.keyId()
    await people.server.deps.store.write((w) =>
      addComment(w, { ...comment, projectId, keyId, by: ANN.actor, at: people.at() }),
    )
    await eventually(async () => (await deliveriesOf(people, webhook.id)).length === 2)
    shiftMs += 3_000
    await leaveTime()
    expect(receiver.ofType('comments.changed')).toHaveLength(0)
    const [, failed] = await deliveriesOf(people, webhook.id)
    expect(failed).toMatchObject({ state: 'waiting', status: 500, attempts: 1 })
    receiver.answerWith(200)
    shiftMs += 10_000
    await eventually(async () => receiver.received.length === 3)
    const types = receiver.received.map(({ body }) => body.type)
    expect(types).toEqual(['texts.changed', 'texts.changed', 'comments.changed'])
    expect(receiver.received[1]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id'])
    await eventually(async () =>
      (await deliveriesOf(people, webhook.id)).every(({ state }) => state === 'delivered'),
    )
  })
})

const comment = { language: 'de', kind: 'comment', text: 'Is it formal?', mentions: [] } as const

test('each kind of event is reported as in the contract', async () => {
  const people = await open()
  const receiver = await receiving()
  await add(people, receiver.url, { withNames: true })
  const { id: projectId } = await people.project()
  const keyId = await people.keyId()
  const { store } = people.server.deps
  const at = people.at()
  await people.save('Hallo')
  await eventually(async () => receiver.ofType('texts.changed')[0])
  const review = {
    kind: 'translate',
    keyId,
    language: 'de',
    forms: { other: 'Hallo' },
    state: 'reviewed',
  } as const
  await store.write((w) => applyOperation(w, { projectId, kind: 'review', by: MARA, at, changes: [review] }))
  const rename = {
    kind: 'edit-key',
    keyId,
    fields: { name: 'greeting' },
  } as const
  await store.write((w) => applyOperation(w, { projectId, kind: 'keys', by: ANN, at, changes: [rename] }))
  await store.write((w) => addLanguage(w, { projectId, tag: 'it', by: ANN, at }))
  await store.write((w) => addComment(w, { ...comment, projectId, keyId, by: ANN.actor, at }))
  const task = {
    title: 'Spring',
    note: '',
    goal: 'translated',
    due: null,
    languages: ['de'],
    assignees: [],
  } as const
  const of = { projectId, keyIds: [keyId], by: ANN.actor, at }
  await store.write((w) => createTask(w, { ...task, ...of }))
  const ben = await people.add('Ben', { role: 'translator', languages: null, namespaces: null })
  await store.write((w) => removeMembership(w, { userId: ben, projectId }))
  const wanted = ['texts.reviewed', 'keys.changed', 'languages.changed', 'comments.changed'] as const
  for (const type of [...wanted, 'tasks.changed', 'members.changed'] as const) {
    const found = await eventually(async () => receiver.ofType(type)[0])
    expect(webhookMessageSchema(type).parse(found.body).data.total).toBeGreaterThan(0)
  }
  expect(receiver.ofType('keys.changed')[0]?.body.data.rows).toMatchObject([
    { key: { name: 'greeting' }, what: 'edited', before: { namespace: 'app', name: 'hello' } },
  ])
  expect(receiver.ofType('languages.changed')[0]?.body.data.rows).toMatchObject([
    { language: 'it', what: 'added' },
  ])
  expect(receiver.ofType('members.changed')[0]?.body.data.rows.at(-1)).toMatchObject({
    member: { id: `user:${ben}`, name: 'Ben' },
    role: null,
  })
  expect(receiver.ofType('texts.reviewed')[0]?.body.data.rows).toMatchObject([{ state: 'reviewed' }])
  const all = receiver.received.map(({ text }) => text).join()
  expect(all).not.toContain('formal')
})

/** Adds a synced file without its folder, and returns what adds conflicts of names to it, in one transaction. */
async function conflictsIn(people: People): Promise<(names: readonly string[]) => Promise<void>> {
  const { store } = people.server.deps
  const { id: projectId } = await people.project()
  const fileId = await store.write(async (w) => {
    const source = {
      id: 1,
      project_id: projectId,
      kind: 'folder',
      settings: '{"folder":"/x"}',
      pattern: '{lng}.json',
    }
    await w.db
      .insertInto('source')
      .values({
        ...source,
        format: 'json',
        writable: 1,
        created_at: people.at(),
        written_to: 0,
        left_out: '[]',
      })
      .execute()
    const file = {
      id: 7,
      source_id: 1,
      project_id: projectId,
      path: 'de.json',
      language: 'de',
      namespace: 'app',
    }
    const rest = { side: 'target', state: 'in-step', problem: null, held: '[]', entries: 1, synced_at: null }
    await w.db
      .insertInto('file')
      .values({ ...file, ...rest, limits: null, any_keys: 0 })
      .execute()
    return 7
  })
  const forms = { base: { other: 'a' }, theirs: { other: 'b' }, ours: { other: 'c' } }
  return (names) =>
    store.write(async (w) => {
      for (const name of names)
        await putConflict(w, {
          fileId,
          name,
          plural: 'none',
          path: [name],
          keyId: null,
          ...forms,
          at: people.at(),
        })
    })
}

test('conflicts are reported once, when they are found', async () => {
  const people = await open()
  const receiver = await receiving()
  await add(people, receiver.url, { topics: ['sync'] })
  const found = await conflictsIn(people)
  await found(['hello'])
  await found(['bye'])
  const first = await eventually(async () => receiver.received[0])
  expect(webhookMessageSchema('conflicts.changed').parse(first.body).data.rows).toMatchObject([
    { what: 'found', language: 'de', key: { name: 'hello' } },
    { what: 'found', language: 'de', key: { name: 'bye' } },
  ])
  shiftMs += 60_000
  await found(['third'])
  const second = await eventually(async () => receiver.received[1])
  expect(second.body.data.rows).toMatchObject([{ key: { name: 'third' } }])
})

test('however many conflicts are found at the same time, all are counted', async () => {
  const people = await open()
  const receiver = await receiving()
  await add(people, receiver.url, { topics: ['sync'] })
  const found = await conflictsIn(people)
  await found(Array.from({ length: 1001 }, (_, index) => `key ${index}`))
  const { data } = (await eventually(async () => receiver.received[0])).body
  expect([data.total, data.rows.length]).toEqual([1001, 100])
  shiftMs += 60_000
  await found(['last'])
  const second = await eventually(async () => receiver.received[1])
  expect(second.body.data).toMatchObject({ total: 1, rows: [{ key: { name: 'last' } }] })
})

test('languages and namespaces limit what is reported', async () => {
  const people = await open()
  const receiver = await receiving()
  await add(people, receiver.url, { languages: ['fr'] })
  const other = await receiving()
  await add(people, other.url, { namespaces: ['app'], languages: ['de'] })
  await people.save('Hallo')
  await eventually(async () => other.received.length === 1)
  expect(receiver.received).toHaveLength(0)
})

test('a key that leaves a namespace is reported to webhooks of that namespace too', async () => {
  const people = await open()
  const { id: projectId } = await people.project()
  await addManyKeys(people, 'shop', 502)
  const keys = await people.server.deps.store.read(({ db }) =>
    db.selectFrom('key').select('id').where('name', 'like', 'key%').orderBy('id').execute(),
  )
  const receiver = await receiving()
  const other = await receiving()
  await add(people, receiver.url, { namespaces: ['common'] })
  await add(people, other.url, { namespaces: ['mail'] })
  const move = (some: readonly { readonly id: number }[]) => {
    const fields = { namespace: 'app' }
    const changes = some.map(({ id: keyId }) => ({ kind: 'edit-key', keyId, fields }) as const)
    const by = person(1, 'Ann')
    return people.server.deps.store.write((w) =>
      applyOperation(w, { projectId, kind: 'keys', by, at: people.at(), changes }),
    )
  }
  await move(keys.slice(0, 1))
  await eventually(async () => receiver.received.length === 1)
  expect(receiver.received[0]?.body).toMatchObject({
    type: 'keys.changed',
    data: { total: 1, rows: [{ key: { namespace: 'app' }, before: { namespace: 'common', name: 'key0' } }] },
  })
  // So many that the event does not list them.
  await move(keys.slice(1))
  await eventually(async () => receiver.received.length === 2)
  expect(receiver.received[1]?.body.data.rows).toHaveLength(100)
  expect(other.received).toHaveLength(0)
})

test('410 turns it off, and managers are notified', async () => {
  const people = await open()
  const ben = await people.add('Ben', { role: 'manager', languages: null, namespaces: null })
  const receiver = await receiving(410)
  const { webhook } = await add(people, receiver.url, { description: 'Chat' })
  await people.save('Hallo')
  const now = await eventually(async () => {
    const { webhooks } = await people.call(api.webhooks.list, { params })
    return webhooks.find(({ isOn }) => !isOn)
  })
  expect(now).toMatchObject({ id: webhook.id, disabledReason: 'gone' })
  expect(await deliveriesOf(people, webhook.id)).toMatchObject([
    { state: 'failed', status: 410, attempts: 1 },
  ])
  const { id: projectId } = await people.project()
  const open_ = () =>
    people.server.deps.store.read(async (r) => {
      const query = { userId: ben, shown: [{ projectIds: [projectId], kinds: ['webhook-off'] as const }] }
      const page = { state: 'open', now: people.at(), since: people.at(), limit: 10, cursor: null } as const
      return (await listNotifications(r, { ...query, ...page })).rows
    })
  const [notice] = await eventually(async () => ((await open_()).length > 0 ? open_() : null))
  expect(notice).toMatchObject({ kind: 'webhook-off', payload: { text: 'Chat' } })
  receiver.answerWith(200)
  const turnOn = () =>
    people.call(api.webhooks.update, { params: { ...params, webhook: webhook.id }, body: { isOn: true } })
  await turnOn()
  await eventually(async () => (await open_()).length === 0)

  // Turned off twice more: the first time a manager marks it as done.
  const turnOff = async (text: string) => {
    receiver.answerWith(410)
    await turnOn()
    await people.save(text)
    return eventually(async () => (await open_())[0])
  }
  const again = await turnOff('Servus')
  const done = { kind: 'done', at: people.at() } as const
  await people.server.deps.store.write((w) => actOnNotifications(w, ben, [again.id], done))
  expect(await open_()).toEqual([])
  expect((await turnOff('Moin')).id).not.toBe(again.id)
  await turnOn()
  await eventually(async () => (await open_()).length === 0)
})

test('after three days without a success it is turned off', async () => {
  const people = await open()
  const receiver = await receiving(503)
  const { webhook } = await add(people, receiver.url)
  await people.save('Hallo')
  const { store } = people.server.deps
  // After one more failure it is turned off.
  await eventually(async () => (await deliveriesOf(people, webhook.id))[0]?.status === 503)
  await store.write((w) => w.db.updateTable('webhook_delivery').set({ failures: 11 }).execute())
  shiftMs += FAILING_MS
  // The owner's session has expired by now.
  const row = await eventually(async () => {
    const now = await store.read((r) => webhookById(r, webhook.id))
    return now?.isOn === false ? now : null
  })
  expect(row).toMatchObject({ disabledReason: 'failing' })
  const page = { webhookId: webhook.id, before: null, limit: 10 }
  const { rows } = await store.read((r) => listDeliveries(r, page))
  expect(rows).toMatchObject([{ state: 'failed', attempts: 2 }])
})

test('a person sends one again, or a test, immediately', async () => {
  const people = await open()
  const receiver = await receiving(500)
  const { webhook } = await add(people, receiver.url)
  await people.save('Hallo')
  await eventually(async () => receiver.received.length === 1)
  const [failed] = await deliveriesOf(people, webhook.id)
  receiver.answerWith((_, response) => response.writeHead(200).end(`thanks ${'x'.repeat(5000)}`))
  const test_ = await people.call(api.webhooks.test, { params: { ...params, webhook: webhook.id } })
  await eventually(async () => receiver.ofType('webhook.test').length === 1)
  const delivery = { ...params, webhook: webhook.id, delivery: failed?.id ?? 0 }
  await people.call(api.webhooks.resend, { params: delivery })
  await eventually(async () => receiver.ofType('texts.changed').length === 2)
  const again = await eventually(async () => {
    const one = await people.call(api.webhooks.delivery, { params: delivery })
    return one.delivery.state === 'delivered' ? one : null
  })
  expect(again.delivery).toMatchObject({ status: 200, attempts: 2, messageId: failed?.messageId })
  expect(again.response).toMatch(/^thanks x+$/)
  expect(again.response?.length).toBe(2048)
  expect(JSON.parse(again.body)).toMatchObject({ type: 'texts.changed' })
  // Each under a separate id
  expect(test_.messageId).not.toBe(failed?.messageId)
  const ids = receiver.ofType('texts.changed').map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(1)
})

test('one that is off gets nothing, waiting deliveries are not sent, but a test is', async () => {
  const people = await open()
  const receiver = await receiving(500)
  const { webhook } = await add(people, receiver.url)
  await people.save('Hallo')
  await eventually(async () => receiver.received.length === 1)
  const hook = { ...params, webhook: webhook.id }
  await people.call(api.webhooks.update, { params: hook, body: { isOn: false } })
  expect(await deliveriesOf(people, webhook.id)).toMatchObject([{ state: 'failed', reason: 'off' }])
  await people.save('Servus')
  shiftMs += HOUR_MS
  await people.call(api.webhooks.test, { params: hook })
  await eventually(async () => receiver.ofType('webhook.test').length === 1)
  expect(receiver.received).toHaveLength(2)
})

test('after a new secret both sign for a day, then only the new one', async () => {
  const people = await open()
  const receiver = await receiving()
  const { webhook, secret: first } = await add(people, receiver.url)
  const hook = { ...params, webhook: webhook.id }
  const { secret: second, webhook: replaced } = await people.call(api.webhooks.replaceSecret, {
    params: hook,
  })
  expect(second).not.toBe(first)
  expect(replaced.formerSecretUntil).not.toBeNull()
  await people.save('Hallo')
  const message = await eventually(async () => receiver.received[0])
  for (const secret of [first, second])
    expect(() => new Webhook(secret).verify(message.text, message.headers)).not.toThrow()
  shiftMs += 25 * HOUR_MS
  await people.call(api.webhooks.test, { params: hook })
  const later = await eventually(async () => receiver.ofType('webhook.test')[0])
  expect(later.headers['webhook-signature']?.split(' ')).toHaveLength(1)
  const { webhooks } = await people.call(api.webhooks.list, { params })
  expect(webhooks[0]?.formerSecretUntil).toBeNull()
})

test('the secret is in no row, and in only one response', async () => {
  const people = await open()
  const receiver = await receiving()
  const { secret } = await add(people, receiver.url)
  const rows = await people.server.deps.store.read(({ db }) => db.selectFrom('webhook').selectAll().execute())
  expect(JSON.stringify(rows)).not.toContain(secret.slice(6))
  expect(JSON.stringify(await people.call(api.webhooks.list, { params }))).not.toContain(secret.slice(6))
  const audit = await people.server.deps.store.read(({ db }) =>
    db.selectFrom('audit_entry').selectAll().execute(),
  )
  expect(audit.map(({ kind }) => kind)).toContain('webhook.added')
  expect(JSON.stringify(audit)).not.toContain('token=1')
})

test('an address that must not be called is refused when it is saved', async () => {
  const people = await open()
  const codeOf = async (url: string) => (await failing(add(people, url))).fields[0]?.code
  expect(await codeOf('http://10.0.0.1/')).toBe('webhook-not-public')
  expect(await codeOf('https://169.254.169.254/')).toBe('webhook-not-public')
  expect(await codeOf('http://8.8.8.8/')).toBe('webhook-not-https')
  expect(await codeOf('ftp://8.8.8.8/')).toBe('webhook-not-web')
  expect(await codeOf('https://ann:secret@8.8.8.8/')).toBe('webhook-not-web')
  expect(await codeOf('https://nowhere.invalid/')).toBe('webhook-no-such-host')
  expect(await codeOf('hello')).toBe('webhook-not-web')
})

test('an address that the operator no longer allows is not called', async () => {
  const people = await open()
  const receiver = await receiving()
  const { webhook } = await add(people, receiver.url)
  await people.server.deps.store.write((w) =>
    w.db.updateTable('webhook').set({ url: 'https://10.0.0.1/' }).where('id', '=', webhook.id).execute(),
  )
  await people.save('Hallo')
  const [failed] = await eventually(async () => {
    const all = await deliveriesOf(people, webhook.id)
    return all[0]?.attempts === 1 && all[0].reason !== null ? all : null
  })
  expect(failed).toMatchObject({ state: 'waiting', status: null, reason: 'not-public' })
})

test('a project has twenty at most', async () => {
  const people = await open()
  for (let count = 0; count < 20; count++) await add(people, 'https://8.8.8.8/', { isOn: false })
  expect((await failing(add(people, 'https://8.8.8.8/'))).fields[0]?.code).toBe('too-many-webhooks')
})

test('finished deliveries are deleted, waiting ones are not', async () => {
  const people = await open()
  const receiver = await receiving()
  const { webhook } = await add(people, receiver.url)
  await people.save('Hallo')
  await eventually(async () => (await deliveriesOf(people, webhook.id))[0]?.state === 'delivered')
  receiver.answerWith(500)
  shiftMs += HOUR_MS
  await people.save('Servus')
  await eventually(async () => (await deliveriesOf(people, webhook.id))[0]?.attempts === 1)
  await people.server.deps.store.write((w) => forgetDeliveries(w, '9999'))
  expect(await deliveriesOf(people, webhook.id)).toMatchObject([{ state: 'waiting' }])
})

test('what happened while the server was down is reported when it is up', async () => {
  let people = await open()
  const receiver = await receiving()
  await add(people, receiver.url)
  closing.splice(0, 1)
  const { id: projectId } = await people.project()
  const keyId = await people.keyId()
  await people.save('Hallo')
  // Ends before the saved text was gathered.
  const next = await people.restart()
  closing.push(next.close)
  people = { ...people, ...next }
  await eventually(async () => receiver.ofType('texts.changed').length === 1)
  expect(receiver.received[0]?.body.data.rows).toMatchObject([{ key: { id: keyId } }])
  expect(projectId).toBe(1)
  expect(person(1, 'Ann').actor.id).toBe('user:1')
})
