import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBoth, type TestDatabase } from '../../test/on-both.ts'
import { sampleProject } from '../../test/sample.ts'
import {
  actOnNotifications,
  addNotifications,
  createMember,
  doneByWork,
  listNotifications,
  type NewNotification,
  type NotificationCursor,
  noteMailed,
  unmailedOf,
} from '../index.ts'

const minute = (number: number) => `2026-01-02T03:0${number}:00.000Z`

onBoth('notifications', (open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.remove())

  test('one that reopens is the newest, and is emailed again; one that a person closed stays closed', async () => {
    const { store } = database
    const { id: projectId } = await sampleProject(store)
    const { id: userId } = await store.write((w) =>
      createMember(w, { name: 'Ben', passwordHash: null, at: minute(0) }),
    )
    const about = (name: string): NewNotification => ({
      userId,
      projectId,
      kind: 'task-assigned',
      subject: `task:${name}`,
      keyId: null,
      language: null,
      subjectId: 1,
      payload: { text: name },
      actorId: 'user:1',
    })
    const add = (one: NewNotification, at: string) => store.write((w) => addNotifications(w, [one], at))
    const subjects = (rows: readonly { readonly subject: string }[]) => rows.map(({ subject }) => subject)
    const unmailed = async () => subjects(await store.read((r) => unmailedOf(r, userId)))
    const shown = [{ kinds: ['task-assigned' as const], projectIds: [projectId] }]
    const page = (cursor: NotificationCursor | null) =>
      store.read((r) =>
        listNotifications(r, {
          ...{ userId, shown, state: 'open', now: minute(9), since: minute(0) },
          ...{ limit: 2, cursor },
        }),
      )

    await add(about('done'), minute(1))
    await add(about('own'), minute(2))
    for (const name of ['second', 'third']) await add(about(name), minute(3))
    const all = await store.read((r) => unmailedOf(r, userId))
    await store.write((w) =>
      noteMailed(w, userId, { ids: all.map(({ id }) => id), at: minute(4), lookAt: null }),
    )
    await store.write((w) => doneByWork(w, { projectId, subjects: ['task:done'], at: minute(5) }))
    const [own = 0] = all.flatMap(({ id, subject }) => (subject === 'task:own' ? [id] : []))
    await store.write((w) => actOnNotifications(w, userId, [own], { kind: 'done', at: minute(5) }))

    expect(await unmailed()).toEqual([])
    const again = { ...about('done'), payload: { text: 'again' }, actorId: 'user:2' as const }
    expect(await add(again, minute(6))).toEqual(new Set([userId]))
    // Neither of these has anything new.
    expect(await add(about('own'), minute(7))).toEqual(new Set())
    expect(await add({ ...about('second'), actorId: 'user:2' }, minute(7))).toEqual(new Set())

    expect(await unmailed()).toEqual(['task:done'])
    const first = await page(null)
    expect(subjects(first.rows)).toEqual(['task:done', 'task:third'])
    expect(first.rows[0]).toMatchObject({
      createdAt: minute(6),
      payload: { text: 'again' },
      actorId: 'user:2',
    })
    const last = await page(first.next)
    expect(subjects(last.rows)).toEqual(['task:second'])
    expect(last.rows[0]?.actorId).toBe('user:1')
    expect(last.next).toBeNull()
  })
})
