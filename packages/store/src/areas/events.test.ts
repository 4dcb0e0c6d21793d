import { expect, test } from 'vitest'
import { onBoth } from '../../test/on-both.ts'
import { AT, applied, MARA, newKey, sampleProject } from '../../test/sample.ts'
import {
  addLanguages,
  applyOperation,
  beginFollowing,
  createOwner,
  createProject,
  createSession,
  deleteProject,
  deleteSession,
  type EventPosition,
  eventsAfter,
  moveFollower,
  newestEvent,
  projectEventsAfter,
  removeOldEvents,
  setFallback,
  undoOperation,
  updateProject,
} from '../index.ts'

onBoth('events', (open) => {
  test('every write emits what happened, with its transaction or not at all', async () => {
    const { store, remove } = await open()
    const begun = new Date().toISOString()
    const start = await store.read(newestEvent)
    const project = await sampleProject(store, ['de'])
    await store.write((w) => updateProject(w, project.id, { name: 'Shop' }))
    await store.write((w) => setFallback(w, project.id, 'de', 'en'))
    const result = await applied(store, project.id, [newKey('common', 'a', { en: 'A', de: 'Ä' })])
    await applied(store, project.id, [])
    await store
      .write(async (w) => {
        await updateProject(w, project.id, { name: 'Lost' })
        throw new Error('changed my mind')
      })
      .catch(() => undefined)
    const user = await store.write((w) => createOwner(w, { name: 'Ann', passwordHash: null, at: AT }))
    await store.write((w) => createSession(w, { userId: user.id, idHash: 'h', at: AT, expiresAt: AT }))
    await store.write((w) => deleteSession(w, 'h'))
    await store.write((w) => deleteProject(w, project.id))
    const events = (await store.read((r) => eventsAfter(r, start, 100))) ?? []
    expect(events.map(({ kind, projectId }) => [kind, projectId])).toEqual([
      ['project.created', project.id],
      ['content.changed', project.id],
      ['project.changed', project.id],
      ['project.changed', project.id],
      ['project.changed', project.id],
      ['content.changed', project.id],
      ['user.created', null],
      ['session.started', null],
      ['session.ended', null],
      ['project.deleted', project.id],
    ])
    expect(events.map(({ number }) => number)).toEqual(events.map((_, index) => start.number + 1 + index))
    const { projectId: _, ...payload } = result.changeSet
    expect(events[5]?.payload).toEqual(payload)
    const at = events[5]?.at ?? ''
    expect([begun <= at, at <= new Date().toISOString()]).toEqual([true, true])
    await remove()
  })

  test('an event names the languages that its transaction added or removed', async () => {
    const { store, remove } = await open()
    const { id: projectId } = await sampleProject(store, [])
    const start = await store.read(newestEvent)
    const request = { projectId, by: MARA, at: AT }
    const added = await store.write((w) =>
      addLanguages(w, { ...request, kind: 'import', tags: ['de', 'pl'] }),
    )
    const operationId = added.ok ? added.operationId : 0
    const changes = [newKey('common', 'a', { en: 'A', de: 'Ä' })]
    await store.write((w) =>
      applyOperation(w, { ...request, kind: 'import', continues: operationId, changes }),
    )
    await store.write((w) => undoOperation(w, { ...request, operationId }))
    const events = (await store.read((r) => eventsAfter(r, start, 100))) ?? []
    const payloads = events.filter(({ kind }) => kind === 'content.changed').map(({ payload }) => payload)
    expect(payloads).toMatchObject([
      {
        languages: [
          { language: 'de', what: 'added' },
          { language: 'pl', what: 'added' },
        ],
      },
      { languages: [] },
      {
        languages: [
          { language: 'de', what: 'removed' },
          { language: 'pl', what: 'removed' },
        ],
      },
    ])
    await remove()
  })

  test('a reader never passes a number whose commit comes later', async () => {
    const { store, remove } = await open()
    let position = await store.read(newestEvent)
    const seen: number[] = []
    let isDone = false
    const reading = (async () => {
      do {
        const events = await store.read((r) => eventsAfter(r, position, 7))
        for (const event of events ?? []) {
          seen.push(event.number)
          position = event
        }
        await new Promise(setImmediate)
      } while (!isDone || position.number < (await store.read(newestEvent)).number)
    })()
    // Some emit early and then take long, some are quick, some roll back.
    const slow = [120, 5, 60, 0, 40, 90, 15, 0, 70, 30].map((turns, index) =>
      store
        .write(async (w) => {
          w.emit({ kind: 'project.changed', projectId: index, payload: {} })
          await w.db.selectFrom('project').selectAll().execute()
          for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
          if (index % 4 === 3) throw new Error('changed my mind')
        })
        .catch(() => undefined),
    )
    await Promise.all(slow)
    isDone = true
    await reading
    expect(seen).toEqual(Array.from({ length: 8 }, (_, index) => (seen[0] ?? 0) + index))
    await remove()
  })

  test('a position of another database, or a removed one, is distinguished from a known one', async () => {
    const { store, remove } = await open()
    const start = await store.read(newestEvent)
    const { id } = await store.write((w) =>
      createProject(w, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', at: AT }),
    )
    for (let count = 0; count < 5; count++)
      await store.write((w) => updateProject(w, id, { name: `${count}` }))
    const newest = await store.read(newestEvent)
    const after = (number: number, mark: string) => store.read((r) => eventsAfter(r, { number, mark }, 100))
    expect(await after(newest.number, newest.mark)).toEqual([])
    expect(await after(newest.number, start.mark)).toBeNull()
    expect(await after(newest.number + 1, newest.mark)).toBeNull()
    const of = (limit: number) => store.read((r) => projectEventsAfter(r, id, start, limit))
    expect((await of(6))?.map(({ kind }) => kind)).toEqual([
      'project.created',
      ...Array(5).fill('project.changed'),
    ])
    expect(await of(5)).toBeNull()
    // Others have written so much since that looking through it would take long.
    const far = { ...newest, kind: 'project.changed', version: 1, project_id: null, actor_id: null, at: AT }
    const number = start.number + 20_001
    await store.write((w) =>
      w.db
        .insertInto('event')
        .values({ ...far, number, payload: '{}' })
        .execute(),
    )
    expect(await of(6)).toBeNull()
    await store.write((w) => w.db.deleteFrom('event').where('number', '=', number).execute())
    expect(await of(6)).toHaveLength(6)

    expect(await store.write((w) => removeOldEvents(w, '2000-01-01', '2000-01-01'))).toBe(false)
    expect(await after(start.number, start.mark)).toHaveLength(6)
    await store.write((w) => removeOldEvents(w, '2999-01-01', '2999-01-01'))
    expect(await after(start.number, start.mark)).toBeNull()
    expect(await store.read(newestEvent)).toEqual(newest)
    await store.write((w) => updateProject(w, id, { name: 'again' }))
    expect((await after(newest.number, newest.mark))?.map(({ number }) => number)).toEqual([
      newest.number + 1,
    ])
    await remove()
  })

  test('events that a follower has not processed are kept for longer, but not without limit', async () => {
    const { store, remove } = await open()
    const start = await store.write((w) => beginFollowing(w, 'sample'))
    const { id } = await store.write((w) =>
      createProject(w, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', at: AT }),
    )
    const rename = (name: string) => store.write((w) => updateProject(w, id, { name }))
    for (const name of ['a', 'b', 'c']) await rename(name)
    const after = async (from: EventPosition) =>
      (await store.read((r) => eventsAfter(r, from, 100)))?.map(({ number }) => number - start.number) ?? null
    await store.write((w) => removeOldEvents(w, '2999-01-01', '2000-01-01'))
    expect(await after(start)).toEqual([1, 2, 3, 4])
    const [, second] = (await store.read((r) => eventsAfter(r, start, 2))) ?? []
    const to = { number: second?.number ?? 0, mark: second?.mark ?? '' }
    await store.write((w) => moveFollower(w, 'sample', { from: start, to }))
    await store.write((w) => removeOldEvents(w, '2999-01-01', '2000-01-01'))
    expect([await after(start), await after(to)]).toEqual([null, [3, 4]])

    // One that no longer runs: old, and far behind.
    await store.write((w) => removeOldEvents(w, '2999-01-01', '2999-01-01'))
    expect(await after(to)).toEqual([3, 4])
    const far = { ...to, kind: 'project.changed', version: 1, project_id: null, actor_id: null, at: AT }
    const row = { ...far, number: to.number + 10_001, payload: '{}' }
    await store.write((w) => w.db.insertInto('event').values(row).execute())
    await store.write((w) => removeOldEvents(w, '2999-01-01', '2000-01-01'))
    expect(await after(to)).toEqual([3, 4, 10_003])
    await store.write((w) => removeOldEvents(w, '2999-01-01', '2999-01-01'))
    expect(await after(to)).toBeNull()
    await remove()
  })

  test('duplicates within one transaction are written once', async () => {
    const { store, remove } = await open()
    const start = await store.read(newestEvent)
    const heard: number[] = []
    store.onCommit((events) => void heard.push(...events.map(({ number }) => number)))
    await store.write(async (w) => {
      for (const projectId of [1, 2, 1]) w.emit({ kind: 'files.changed', projectId, payload: {} })
    })
    const events = await store.read((r) => eventsAfter(r, start, 10))
    expect(events?.map(({ projectId }) => projectId)).toEqual([1, 2])
    expect(heard).toEqual(events?.map(({ number }) => number))
    await remove()
  })
})
