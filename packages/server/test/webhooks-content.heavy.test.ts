import { api, webhookMessageSchema } from '@dragoman/contract'
import type { WebhookType } from '@dragoman/core'
import { undoOperation } from '@dragoman/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ANN } from '../../store/test/sample.ts'
import { endOfJob, localeFiles, uploadFiles } from './import-client.ts'
import { addManyKeys } from './many-keys.ts'
import { openPeople, type People } from './shop-people.ts'
import { DATABASES, eventually } from './test-server.ts'
import { ALLOW_LOOPBACK, openReceiver, type Receiver } from './webhook-receiver.ts'

// The worker thread is built and started first, which takes time on a busy machine.
const params = { project: 'shop' }

describe.each(DATABASES)('what webhooks report about content, on %s', (database) => {
  let people: People
  let receiver: Receiver
  beforeEach(async () => {
    people = await openPeople({ database, config: { allowedAddresses: ALLOW_LOOPBACK } })
    receiver = await openReceiver()
  })
  afterEach(async () => {
    await people.close()
    await receiver.close()
  })

  const add = () =>
    people.call(api.webhooks.create, {
      params,
      body: {
        url: receiver.url,
        description: '',
        topics: null,
        languages: null,
        namespaces: null,
        isOn: true,
        withNames: false,
      },
    })
  const totalOf = (type: WebhookType) =>
    receiver.ofType(type).reduce((sum, { body }) => sum + body.data.total, 0)
  /** Returns the rows of all messages of a type, each of which matches the contract. */
  const rowsOf = (type: WebhookType): readonly Readonly<Record<string, unknown>>[] =>
    receiver.ofType(type).flatMap(({ body }) => webhookMessageSchema(type).parse(body).data.rows)

  test('an import of many is a few deliveries, with every text and key counted once', async () => {
    await add()
    const files = localeFiles({ languages: ['en', 'de', 'fr'], namespaces: 2, keys: 300 })
    const upload = await uploadFiles(people, 'shop', files)
    const { id } = await upload.start()
    const job = await endOfJob(people, 'shop', id)
    expect(job.state).toBe('done')
    await eventually(async () => totalOf('texts.changed') >= 1800 && totalOf('keys.changed') >= 600)
    await eventually(async () => receiver.ofType('imports.finished')[0])
    expect(totalOf('texts.changed')).toBe(1800)
    expect(totalOf('keys.changed')).toBe(600)
    // At most one per step of the import: the slower the machine, the more and smaller steps it makes.
    const steps = await people.server.deps.store.read(({ db }) =>
      db.selectFrom('event').select('payload').where('kind', '=', 'content.changed').execute(),
    )
    expect(receiver.ofType('texts.changed').length).toBeLessThanOrEqual(steps.length)
    const texts = rowsOf('texts.changed').map(({ key, language }) => JSON.stringify([key, language]))
    expect(new Set(texts).size).toBe(texts.length)
    expect(new Set(rowsOf('keys.changed').map(({ what }) => what))).toEqual(new Set(['added']))
    expect(rowsOf('imports.finished')).toMatchObject([
      { jobId: id, state: 'done', counts: { keysAdded: 600, texts: 1800 }, by: { id: 'user:1' } },
    ])
  })

  test('an import reports each language that it adds once, however many steps it takes', async () => {
    await add()
    const files = localeFiles({ languages: ['en', 'it', 'es'], namespaces: 1, keys: 100 })
    const { id } = await (await uploadFiles(people, 'shop', files)).start()
    expect(await endOfJob(people, 'shop', id)).toMatchObject({ state: 'done' })
    await eventually(async () => totalOf('texts.changed') >= 300 && receiver.ofType('imports.finished')[0])
    await eventually(async () => totalOf('languages.changed') > 0)
    expect(rowsOf('languages.changed')).toMatchObject([
      { language: 'es', what: 'added' },
      { language: 'it', what: 'added' },
    ])
    expect(totalOf('languages.changed')).toBe(2)
    const keys = rowsOf('keys.changed').map(({ key }) => JSON.stringify(key))
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('added and removed keys are reported by name, and a bulk review as a review', async () => {
    await addManyKeys(people, 'shop', 600)
    await add()
    const { store } = people.server.deps
    const { id: projectId } = await people.project()
    const keys = await store.read(({ db }) =>
      db.selectFrom('key').select('id').where('project_id', '=', projectId).orderBy('id').execute(),
    )
    const [, first, second] = keys.map(({ id }) => id)
    await people.call(api.translations.bulk, {
      params,
      body: {
        act: { kind: 'set-state', state: 'reviewed' },
        language: 'de',
        select: { keys: keys.slice(1).map(({ id }) => id) },
      },
    })
    // A job does it in steps: one message or more, depending on how much is done when the first is sent.
    await eventually(async () => totalOf('texts.reviewed') >= 600)
    expect(totalOf('texts.reviewed')).toBe(600)
    expect(totalOf('texts.changed')).toBe(0)
    for (const { body } of receiver.ofType('texts.reviewed'))
      expect(body.data.rows).toHaveLength(Math.min(100, body.data.total))
    const { operation } = await people.call(api.keys.bulk, {
      params,
      body: { keys: [first ?? 0, second ?? 0], act: { kind: 'remove' } },
    })
    await eventually(async () => totalOf('keys.changed') === 2)
    expect(rowsOf('keys.changed')).toMatchObject([
      { what: 'removed', key: { id: first, name: 'key0' } },
      { what: 'removed', key: { id: second, name: 'key1' } },
    ])
    await store.write((w) =>
      undoOperation(w, {
        projectId,
        operationId: operation?.id ?? 0,
        by: ANN,
        at: people.at(),
      }),
    )
    await eventually(async () => totalOf('keys.changed') === 4)
    expect(rowsOf('keys.changed').slice(2)).toMatchObject([{ what: 'added' }, { what: 'added' }])
  })

  test('suggestions and rejections', async () => {
    await people.save('Hallo')
    await add()
    const key = await people.keyId()
    const of = { ...params, key, language: 'de' }
    await people.add('Ben', { role: 'contributor', languages: null, namespaces: null })
    const ben = await people.as('Ben')
    await ben(api.suggestions.add, {
      params: of,
      body: { forms: { other: 'Servus' }, note: 'It is warmer' },
    })
    await eventually(async () => receiver.ofType('suggestions.changed')[0])
    expect(rowsOf('suggestions.changed')).toMatchObject([{ what: 'added', language: 'de', key: { id: key } }])
    expect(receiver.received.map(({ text }) => text).join()).not.toMatch(/Servus|warmer|Ben/)
  })
})
