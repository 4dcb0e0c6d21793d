import { api, type Job } from '@dragoman/contract'
import { keyByIdentity, putMembership, userByName } from '@dragoman/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recordStatements } from '../../store/test/record-statements.ts'
import type { KeysAct } from '../src/areas/keys/bulk-changes.ts'
import { LARGE_EDIT } from '../src/jobs/edit-in-steps.ts'
import { UNDO } from '../src/jobs/undo-job.ts'
import { contentHash } from './content-hash.ts'
import { type JobHold, openJobHold } from './hold-jobs.ts'
import { endOfJob } from './import-client.ts'
import { addManyKeys } from './many-keys.ts'
import { openPeople, type People } from './shop-people.ts'
import { DATABASES } from './test-server.ts'

const project = 'shop'
const params = { project }
const KEYS = 3 * LARGE_EDIT
/** Keys that `addManyKeys` adds; `openPeople` adds another one in another namespace. */
const MANY = 'ns:common'

describe.each(DATABASES)('a bulk edit of many keys · %s', (database) => {
  let people: People
  let hold: JobHold
  beforeEach(async () => {
    hold = openJobHold()
    people = await openPeople({ database, ...hold.options })
    await addManyKeys(people, project, KEYS)
  })
  afterEach(() => people.close())

  const hash = () => contentHash(people, project)
  const operations = async () =>
    (await people.call(api.operations.list, { params, query: { limit: 100 } })).operations
  const jobs = async (): Promise<Job[]> => (await people.call(api.jobs.list, { params })).jobs
  const clear = () =>
    people.call(api.translations.bulk, {
      params,
      body: { language: 'de', select: { q: MANY }, act: { kind: 'clear' } },
    })
  const textOf = async (name: string) => {
    const { id: projectId } = await people.project()
    const identity = { namespace: 'common', name, plural: 'none' as const }
    const key = await people.server.deps.store.read((r) => keyByIdentity(r, projectId, identity))
    return people.call(api.translations.get, { params: { ...params, key: key?.id ?? 0, language: 'de' } })
  }
  async function keyIds(): Promise<number[]> {
    const ids: number[] = []
    for (let offset = 0; offset < KEYS; offset += 100) {
      const { rows } = await people.call(api.translations.page, {
        params,
        query: { language: 'de', q: MANY, limit: 100, offset },
      })
      ids.push(...rows.map(({ key }) => key.id))
    }
    return ids
  }

  test('of texts is a job in several transactions, and one operation that is undone and redone', async () => {
    const before = await hash()
    const { length } = await operations()
    const recorded = recordStatements()
    const { operation, changed } = await clear()
    recorded.stop()
    expect([changed, operation?.summary.translations]).toEqual([KEYS, KEYS])
    // Far fewer than one for each text
    expect(recorded.texts.filter((text) => /^\s*select/i.test(text)).length).toBeLessThan(KEYS * 2)
    expect(recorded.texts.filter((text) => /^\s*begin/i.test(text)).length).toBeGreaterThan(4)
    const [job] = await jobs()
    expect(job).toMatchObject({ kind: 'edit-texts', state: 'done', done: KEYS, total: KEYS, problem: null })
    expect(await operations()).toHaveLength(length + 1)
    const after = await hash()
    const undo = (id: number) =>
      people.call(api.operations.undo, { params: { ...params, operation: id }, body: { keepNewer: false } })
    const undone = await undo(operation?.id ?? 0)
    expect(await hash()).toBe(before)
    await undo(undone.operation?.id ?? 0)
    expect(await hash()).toBe(after)
  })

  test('keeps a text that someone saves meanwhile, and survives a restart', async () => {
    const held = hold.at('edit-texts', 1)
    const editing = clear().catch(() => null) // the server closes before it answers
    const job = await held
    const { key, target } = await textOf(`key${KEYS - 1}`)
    await people.call(api.translations.save, {
      params: { ...params, key: key.id, language: 'de' },
      body: { forms: { other: 'Neu' }, baseVersion: target.version },
    })
    const first = (await textOf('key0')).key.id
    const again = await people.restart()
    people = { ...people, ...again }
    await editing
    const ended = await endOfJob(again, project, job.id)
    expect(ended).toMatchObject({ state: 'done', result: { translations: KEYS - 1, keptNewer: 1 } })
    const german = async (id: number) =>
      (await again.call(api.translations.get, { params: { ...params, key: id, language: 'de' } })).target
        .forms
    expect([await german(key.id), await german(first)]).toEqual([{ other: 'Neu' }, {}])
  })

  test.each([
    [false, 'is undone'],
    [true, 'keeps what was done'],
  ])('that is cancelled with keep: %s answers that, and %s', async (keep) => {
    const before = await hash()
    const held = hold.at('edit-texts', 1)
    const editing = clear()
    const { id, done } = await held
    expect(done).toBeGreaterThan(0)
    await people.call(api.jobs.cancel, { params: { ...params, job: id }, body: { keep } })
    hold.letGo()
    const { operation, changed, cancelled } = await editing
    const ended = await endOfJob(people, project, id)
    expect(ended.state).toBe('cancelled')
    expect([cancelled, changed]).toEqual([true, ended.result?.translations ?? 0])
    expect(operation?.summary.translations ?? 0).toBe(changed)
    expect(changed > 0).toBe(keep)
    expect((await hash()) === before).toBe(!keep)
    expect((await textOf(`key${KEYS - 1}`)).target.forms).toEqual({ other: `key${KEYS - 1} von` })
  })

  test('by someone who loses the right meanwhile is undone, and the call is refused', async () => {
    await people.add('Bea', { role: 'manager', languages: null, namespaces: null })
    const { store } = people.server.deps
    const [{ id: projectId }, user] = [await people.project(), await store.read((r) => userByName(r, 'Bea'))]
    const before = await hash()
    const held = hold.at('edit-texts', 1)
    const as = await people.as('Bea')
    const editing = as(api.translations.bulk, {
      params,
      body: { language: 'de', select: { q: MANY }, act: { kind: 'clear' } },
    }).catch((error: unknown) => error)
    await held
    const viewer = { role: 'viewer', languages: null, namespaces: null } as const
    await store.write((w) => putMembership(w, { userId: user?.id ?? 0, projectId }, viewer))
    hold.letGo()
    expect(await editing).toMatchObject({ code: 'not-allowed' })
    expect(await hash()).toBe(before)
  })

  test('of keys is a job in steps too: tags, a move, and a deletion that is undone', async () => {
    const keys = await keyIds()
    expect(keys).toHaveLength(KEYS)
    const edit = (act: KeysAct) => people.call(api.keys.bulk, { params, body: { keys, act } })
    expect((await edit({ kind: 'add-tag', tag: 'new' })).operation?.summary.keysEdited).toBe(KEYS)
    expect((await edit({ kind: 'add-tag', tag: 'new' })).operation).toBeNull()
    expect((await edit({ kind: 'move', namespace: 'other' })).operation?.summary.keysEdited).toBe(KEYS)
    const before = await hash()
    const { operation } = await edit({ kind: 'remove' })
    expect(operation?.summary.keysRemoved).toBe(KEYS)
    expect((await jobs()).filter(({ kind }) => kind === 'edit-keys')).toHaveLength(4)
    await people.call(api.operations.undo, {
      params: { ...params, operation: operation?.id ?? 0 },
      body: { keepNewer: false },
    })
    expect(await hash()).toBe(before)
  })

  test.each([false, true])('whose undo is cancelled with keep: %s stays undone in part', async (keep) => {
    const before = await hash()
    const { operation } = await clear()
    const after = await hash()
    const projectId = (await people.project()).id
    const { store, jobs } = people.server.deps
    const user = await store.read((r) => userByName(r, 'Ann'))
    const held = hold.at('undo', 1)
    const payload = { operationId: operation?.id ?? 0, at: new Date().toISOString() }
    const startedBy = { id: `user:${user?.id ?? 0}`, name: 'Ann' } as const
    const job = await store.write((w) => jobs.add(w, UNDO, { projectId, payload, startedBy }))
    await held
    await people.call(api.jobs.cancel, { params: { ...params, job: job.id }, body: { keep } })
    hold.letGo()
    const ended = await endOfJob(people, project, job.id)
    expect(ended.state).toBe('cancelled')
    expect(ended.done).toBeLessThan(KEYS)
    expect([before, after]).not.toContain(await hash())
    const rest = { ...params, operation: operation?.id ?? 0 }
    await people.call(api.operations.undo, { params: rest, body: { keepNewer: false } })
    expect(await hash()).toBe(before)
  })

  test('of keys that is cancelled answers that nothing was changed', async () => {
    const before = await hash()
    const held = hold.at('edit-keys', 1)
    const body = { keys: await keyIds(), act: { kind: 'add-tag' as const, tag: 'new' } }
    const editing = people.call(api.keys.bulk, { params, body })
    const { id } = await held
    await people.call(api.jobs.cancel, { params: { ...params, job: id }, body: { keep: false } })
    hold.letGo()
    expect(await editing).toEqual({ operation: null, cancelled: true })
    expect(await hash()).toBe(before)
  })

  test('of few keys is no job', async () => {
    const keys = (await keyIds()).slice(0, LARGE_EDIT)
    const { changed } = await people.call(api.translations.bulk, {
      params,
      body: { language: 'de', select: { keys }, act: { kind: 'clear' } },
    })
    expect([changed, await jobs()]).toEqual([LARGE_EDIT, []])
  })

  const transactions = ({ texts }: { readonly texts: readonly string[] }) =>
    texts.filter((text) => /^\s*begin/i.test(text)).length

  test('of pasted texts saves in several transactions, source texts first, as one operation', async () => {
    const before = await hash()
    const { length } = await operations()
    const rows = await rowsOf(await keyIds())
    const texts = rows.flatMap(({ key, source, target }) => [
      { keyId: key.id, language: 'de', forms: { other: `Neu ${key.id} %d` }, baseVersion: target.version },
      { keyId: key.id, language: 'en', forms: { other: `New ${key.id} %d` }, baseVersion: source.version },
    ])
    const stale = { ...texts[0], baseVersion: 0 } as (typeof texts)[number]
    const recorded = recordStatements()
    const { operation, saved, refused } = await people.call(api.translations.bulkSave, {
      params,
      body: { texts: [stale, ...texts.slice(1)], requireChecks: true },
    })
    recorded.stop()
    expect(refused.map(({ keyId, code }) => [keyId, code])).toEqual([[stale.keyId, 'stale-edit']])
    expect(saved).toHaveLength(2 * KEYS - 1)
    expect(saved.filter(({ outdated }) => outdated)).toEqual([])
    expect(operation?.summary.translations).toBe(2 * KEYS - 1)
    expect(transactions(recorded)).toBeGreaterThan(4)
    expect(await operations()).toHaveLength(length + 1)
    const undone = { ...params, operation: operation?.id ?? 0 }
    await people.call(api.operations.undo, { params: undone, body: { keepNewer: false } })
    expect(await hash()).toBe(before)
  })

  test('of pushed texts writes in several transactions, as one operation with the added languages', async () => {
    const before = await hash()
    const { length } = await operations()
    const keys = await keyIds()
    const removed = (await rowsOf(keys.slice(0, 1))).map(({ key }) => ({
      kind: 'remove-key' as const,
      keyId: key.id,
      baseVersion: key.version - 1,
    }))
    const changes = keys.map((keyId) => ({
      kind: 'translate' as const,
      keyId,
      language: 'cs',
      forms: { other: `Nový ${keyId}` },
      baseVersion: 0,
    }))
    const recorded = recordStatements()
    const { operation, refused } = await people.call(api.texts.push, {
      params,
      body: { origin: 'dragoman push', languages: ['cs'], changes: [...changes, ...removed] },
    })
    recorded.stop()
    expect(refused).toEqual([{ change: KEYS, code: 'stale-edit' }])
    expect(operation?.summary).toMatchObject({ translations: KEYS, languages: ['cs'] })
    expect(transactions(recorded)).toBeGreaterThan(4)
    expect(await operations()).toHaveLength(length + 1)
    const undone = { ...params, operation: operation?.id ?? 0 }
    await people.call(api.operations.undo, { params: undone, body: { keepNewer: false } })
    expect(await hash()).toBe(before)
  })

  async function rowsOf(ids: readonly number[]) {
    const rows = []
    for (let offset = 0; offset < KEYS; offset += 100) {
      const query = { language: 'de', q: MANY, limit: 100, offset }
      rows.push(...(await people.call(api.translations.page, { params, query })).rows)
    }
    return rows.filter(({ key }) => ids.includes(key.id))
  }
})
