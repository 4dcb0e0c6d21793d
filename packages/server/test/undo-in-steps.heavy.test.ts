import { api } from '@dragoman/contract'
import { applyOperation, type ChangeRequest, type JobRow, userByName } from '@dragoman/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ANN } from '../../store/test/sample.ts'
import { UNDO } from '../src/jobs/undo-job.ts'
import { contentHash } from './content-hash.ts'
import { type JobHold, openJobHold } from './hold-jobs.ts'
import { endOfJob } from './import-client.ts'
import { addManyKeys } from './many-keys.ts'
import { openPeople, type People } from './shop-people.ts'
import { DATABASES } from './test-server.ts'

const project = 'shop'
const params = { project }
/** Several steps: the first one has 25 changes. */
const KEYS = 120

const { stringify } = JSON
/** Cursors of jobs that this version started, and of those that an earlier one did: it read from the beginning each time. */
const CURSORS = [
  ['this version', (cursor: object) => stringify(cursor)],
  ['an earlier version', (cursor: object) => stringify({ ...cursor, after: undefined, undoneTo: undefined })],
] as const

describe.each(DATABASES)('an undo in steps · %s', (database) => {
  let people: People
  let hold: JobHold
  beforeEach(async () => {
    hold = openJobHold()
    people = await openPeople({ database, ...hold.options })
    await addManyKeys(people, project, KEYS)
  })
  afterEach(() => people.close())

  const hash = () => contentHash(people, project)
  const keyIds = () =>
    people.server.deps.store.read(async ({ db }) => {
      const rows = await db.selectFrom('key').select('id').orderBy('id').execute()
      return rows.map(({ id }) => id)
    })
  /** Writes an operation, or one more transaction of it, and returns its id. */
  async function write(changes: readonly ChangeRequest[], continues?: number): Promise<number> {
    const { id: projectId } = await people.project()
    const request = { projectId, kind: 'bulk', by: ANN, at: people.at(), changes } as const
    const done = await people.server.deps.store.write((w) =>
      applyOperation(w, { ...request, ...(continues === undefined ? {} : { continues }) }),
    )
    if (!done.ok) throw new Error('refused')
    return done.operationId
  }
  const operation = (id: number) =>
    people.server.deps.store.read(({ db }) =>
      db.selectFrom('operation').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    )
  async function startUndo(operationId: number): Promise<number> {
    const { store, jobs } = people.server.deps
    const { id: projectId } = await people.project()
    const user = await store.read((r) => userByName(r, 'Ann'))
    const startedBy = { id: `user:${user?.id ?? 0}`, name: 'Ann' } as const
    const payload = { operationId, at: people.at() }
    return (await store.write((w) => jobs.add(w, UNDO, { projectId, payload, startedBy }))).id
  }
  /** Restarts the server while a job is held, with the cursor of another version, and waits for its end. */
  async function restart({ id, cursor }: JobRow, cursorOf: (cursor: object) => string) {
    const stored = cursorOf(Object(cursor))
    await people.server.deps.store.write(({ db }) =>
      db.updateTable('job').set({ cursor: stored }).where('id', '=', id).execute(),
    )
    people = { ...people, ...(await people.restart()) }
    return endOfJob(people, project, id)
  }
  const translate = (keyId: number, language = 'de'): ChangeRequest => {
    return { kind: 'translate', keyId, language, forms: { other: 'Neu' } }
  }

  test.each(CURSORS)('of %s continues after a restart', async (_, cursorOf) => {
    const before = await hash()
    const ids = await keyIds()
    const operationId = await write(ids.map((keyId) => translate(keyId)))
    const held = hold.at('undo', 1)
    await startUndo(operationId)
    const job = await held
    const firstChange = (await operation(operationId)).first_change ?? 0
    expect(job.cursor).toEqual({
      undoId: job.operationId,
      after: { part: 'replaced-texts', id: firstChange + 24 },
    })
    expect(await restart(job, cursorOf)).toMatchObject({ state: 'done', operationId: job.operationId })
    expect(await hash()).toBe(before)
    expect(JSON.parse((await operation(job.operationId ?? 0)).summary).translations).toBe(KEYS + 1)
  })

  test.each(CURSORS)('of what a job of %s did continues after a restart', async (_, cursorOf) => {
    const before = await hash()
    const editing = hold.at('edit-texts', 1)
    const body = { language: 'de', select: { q: 'ns:common' }, act: { kind: 'clear' as const } }
    const answer = people.call(api.translations.bulk, { params, body }).catch(() => null)
    const { id } = await editing
    await people.call(api.jobs.cancel, { params: { ...params, job: id }, body: { keep: false } })
    const beforeUndo = hold.at('edit-texts', 1)
    hold.letGo()
    await beforeUndo
    const undoing = hold.at('edit-texts', 1)
    hold.letGo()
    const job = await undoing
    expect(Object(job.cursor).undo).toBeGreaterThan(job.operationId ?? 0)
    expect((await restart(job, cursorOf)).state).toBe('cancelled')
    await answer
    expect(await hash()).toBe(before)
  })

  test('restores the texts of keys that the operation edited before it removed them', async () => {
    const before = await hash()
    const [first = 0, second = 0] = await keyIds()
    const operationId = await write([translate(first), translate(second), translate(second, 'fr')])
    await write([{ kind: 'remove-key', keyId: first }], operationId)
    await write([{ kind: 'remove-key', keyId: second }], operationId)
    const ended = await endOfJob(people, project, await startUndo(operationId))
    expect(ended.state).toBe('done')
    expect(await hash()).toBe(before)
  })
})
