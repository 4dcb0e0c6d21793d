import { api, isFailure, type ReplyOf } from '@dragoman/contract'
import { type MemberRef, memberRef } from '@dragoman/core'
import {
  addLanguage,
  changeGroupPeople,
  changeMembers,
  createGroup,
  createProject,
  createTask,
  type OwnMembership,
  openHolders,
  putMembership,
  removeAccount,
  removeGroup,
  removeMembership,
  setTaskDone,
  taskById,
  translation,
  updateProject,
} from '@dragoman/store'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { recordStatements } from '../../store/test/record-statements.ts'
import { MARA } from '../../store/test/sample.ts'
import { type People, peopleOf, type TestPerson } from './people.ts'
import { DATABASES, eventually, openTestServer, type TestServer } from './test-server.ts'

describe.each(DATABASES)('tasks on %s', (database) => {
  let server: TestServer
  let people: People
  let projectId = 0
  const params = { project: 'shop' }
  const ALL = { languages: null, namespaces: null }
  const TASKS_OPEN = { filter: 'tasks' as const, state: 'open' as const, limit: 10 }
  const TASK = {
    title: 'Spring',
    note: 'Please',
    goal: 'translated' as const,
    due: '2026-11-30',
    languages: ['de'],
  }

  beforeAll(async () => {
    server = await openTestServer({ database })
    people = peopleOf(server)
    const at = new Date().toISOString()
    for (const slug of ['other', 'shop'])
      projectId = await server.server.deps.store.write(async (w) => {
        const project = await createProject(w, { slug, name: slug, sourceLanguage: 'en', at })
        await addLanguage(w, { projectId: project.id, tag: 'de', by: MARA, at })
        return project.id
      })
  })
  afterAll(() => server.close())

  let made = 0
  async function key(project = 'shop', other = 'A', namespace = 'app'): Promise<number> {
    const body = { namespace, name: `key${++made}`, plural: 'none' as const, forms: { other } }
    return (await server.call(api.keys.create, { params: { project }, body })).key.id
  }

  /** Creates a group with rights in the project; returns its id. */
  async function group(name: string, rights: OwnMembership): Promise<number> {
    const { store } = server.server.deps
    const at = new Date().toISOString()
    const { id } = await store.write((w) => createGroup(w, { name, at }))
    const changes = [{ who: memberRef('group', id), baseVersion: 0, rights }]
    await store.write((w) => changeMembers(w, { projectId, changes, at, mayAddAnybody: true, by: 'Ann' }))
    return id
  }

  /** Returns the operation. */
  async function save(id: number, language: string, other: string, state?: 'reviewed') {
    const now = await server.server.deps.store.read((r) => translation(r, projectId, id, language))
    const { operation } = await server.call(api.translations.save, {
      params: { ...params, key: id, language },
      body: { forms: { other }, baseVersion: now?.version ?? 0, ...(state && { state }) },
    })
    return operation
  }

  const create = (more: object, keys: number[]) =>
    server.call(api.tasks.create, { params, body: { ...TASK, assignees: [], ...more, select: { keys } } })

  /** The ids of the open tasks, once everything that happened so far had its effect. */
  async function openTasks(): Promise<readonly number[]> {
    const last = await key()
    const { id: mark } = await create({ title: 'Mark' }, [last])
    await save(last, 'de', 'Ä')
    const open = async () =>
      (await server.call(api.tasks.list, { params, query: { state: 'open', limit: 500 } })).tasks.map(
        ({ id }) => id,
      )
    await eventually(async () => !(await open()).includes(mark))
    return open()
  }

  test('created from a selection or a search, worked on with its filter, done automatically', async () => {
    const ben = await people.member('Ben', projectId, { role: 'translator' })
    const [one, two] = [await key(), await key()]
    await key()
    const assignees = [memberRef('user', ben.id)]
    const task = await server.call(api.tasks.create, {
      params,
      body: { ...TASK, assignees, select: { keys: [one, two] } },
    })
    expect(task).toMatchObject({
      assignees: [{ id: `user:${ben.id}`, name: 'Ben' }],
      languages: [{ language: 'de', done: 0, total: 2 }],
      doneAt: null,
    })
    const found = await ben.call(api.translations.page, {
      params,
      query: { language: 'de', q: `task:${task.id} state:untranslated`, limit: 10 },
    })
    expect(found.rows.map((row) => row.key.id)).toEqual([one, two])
    expect(found.total).toEqual({ count: 2, atLeast: false })
    for (const { key: own, target } of found.rows)
      await ben.call(api.translations.save, {
        params: { ...params, key: own.id, language: 'de' },
        body: { forms: { other: 'Ä' }, baseVersion: target.version },
      })
    await eventually(async () => (await ben.call(api.tasks.mine, {})).tasks.length === 0)
    const { tasks } = await ben.call(api.tasks.list, { params, query: { state: 'done', limit: 9 } })
    expect(tasks).toMatchObject([{ id: task.id, isDoneByWork: true }])
    const searched = await server.call(api.tasks.create, {
      params,
      body: { ...TASK, assignees: [], select: { q: 'state:untranslated', language: 'de' } },
    })
    expect(searched.languages).toEqual([{ language: 'de', done: 0, total: 1 }])
  })

  test('people limited to languages and namespaces manage tasks with texts of theirs only', async () => {
    await server.server.deps.store.write((w) =>
      addLanguage(w, { projectId, tag: 'pl', by: MARA, at: new Date().toISOString() }),
    )
    const limits = { languages: new Set(['de']), namespaces: new Set(['app']) }
    const rosa = await people.member('Rosa', projectId, { role: 'reviewer', ...limits })
    const own = await key()
    const body = { namespace: 'legal', name: `key${++made}`, plural: 'none' as const, forms: { other: 'A' } }
    const { key: legal } = await server.call(api.keys.create, { params, body })
    const create = (by: Pick<TestServer, 'call'>, keys: number[], languages: string[]) =>
      by.call(api.tasks.create, { params, body: { ...TASK, languages, assignees: [], select: { keys } } })
    const refused = (reason: string) => ({ code: 'not-allowed', params: { reason } })
    await expect(create(rosa, [own], ['de', 'pl'])).rejects.toMatchObject(refused('other-language'))
    await expect(create(rosa, [own, legal.id], ['de'])).rejects.toMatchObject(refused('other-namespace'))
    const task = await create(rosa, [own], ['de'])
    expect(task.namespaces).toEqual(['app'])

    const change = (id: number, languages: string[]) =>
      rosa.call(api.tasks.update, {
        params: { ...params, task: id },
        body: { ...TASK, title: 'Autumn', languages, assignees: [], baseVersion: 1 },
      })
    await expect(change(task.id, ['pl'])).rejects.toMatchObject(refused('other-language'))
    expect((await change(task.id, ['de'])).title).toBe('Autumn')

    // The tasks of others that have more than that stay as they are.
    for (const other of [
      await create(server, [own], ['de', 'pl']),
      await create(server, [legal.id], ['de']),
    ]) {
      const at = { params: { ...params, task: other.id } }
      const denied = { code: 'not-allowed' }
      await expect(change(other.id, ['de'])).rejects.toMatchObject(denied)
      await expect(rosa.call(api.tasks.remove, at)).rejects.toMatchObject(denied)
      await expect(rosa.call(api.tasks.finish, { ...at, body: { done: true } })).rejects.toMatchObject(denied)
      await server.call(api.tasks.remove, at)
      await expect(rosa.call(api.tasks.restore, at)).rejects.toMatchObject(denied)
      expect(await server.call(api.tasks.restore, at)).toMatchObject({ id: other.id })
    }
  })

  test('strings without a source text: not part of what is left, and counted as soon as they have one', async () => {
    const ida = await people.member('Ida', projectId, { role: 'translator' })
    const [one, two] = [await key(), await key()]
    const write = async (id: number, language: string, other: string) => {
      const now = await server.server.deps.store.read((r) => translation(r, projectId, id, language))
      return server.call(api.translations.save, {
        params: { ...params, key: id, language },
        body: { forms: { other }, baseVersion: now?.version ?? 0 },
      })
    }
    await write(two, 'en', '')
    const body = { ...TASK, assignees: [memberRef('user', ida.id)], select: { keys: [one, two] } }
    const task = await server.call(api.tasks.create, { params, body })
    expect(task.languages).toEqual([{ language: 'de', done: 0, total: 1 }])
    const query = { language: 'de', limit: 10 }
    const page = (q: string) =>
      ida.call(api.translations.page, { params, query: { ...query, q: `task:${task.id} ${q}` } })
    expect((await page('state:untranslated')).rows.map((row) => row.key.id)).toEqual([one])
    expect((await page('is:sourceless')).rows.map((row) => row.key.id)).toEqual([two])
    expect((await page('')).rows.map((row) => row.key.id)).toEqual([one, two])
    await write(two, 'en', 'B')
    const [open] = (await ida.call(api.tasks.mine, {})).tasks
    expect(open?.languages).toEqual([{ language: 'de', done: 0, total: 2 }])
    await write(one, 'de', 'Ä')
    // The only string that is left loses its source text: the task is done.
    await write(two, 'en', '')
    await eventually(async () => (await ida.call(api.tasks.mine, {})).tasks.length === 0)
  })

  test('done when the last strings or the last language that are left are removed', async () => {
    const liv = await people.member('Liv', projectId, { role: 'translator' })
    const at = new Date().toISOString()
    await server.server.deps.store.write((w) => addLanguage(w, { projectId, tag: 'nl', by: MARA, at }))
    const [one, two] = [await key(), await key()]
    const assignees = [memberRef('user', liv.id)]
    const create = (languages: string[], keys: number[]) =>
      server.call(api.tasks.create, { params, body: { ...TASK, languages, assignees, select: { keys } } })
    const inGerman = await create(['de'], [one, two])
    const inBoth = await create(['de', 'nl'], [one])
    await liv.call(api.translations.save, {
      params: { ...params, key: one, language: 'de' },
      body: { forms: { other: 'Ä' }, baseVersion: 0 },
    })
    const open = async () => (await liv.call(api.tasks.mine, {})).tasks.map(({ id }) => id).toSorted()
    expect(await open()).toEqual([inGerman.id, inBoth.id])
    await server.call(api.keys.remove, { params: { ...params, key: two } })
    await eventually(async () => (await open()).length === 1)
    expect(await open()).toEqual([inBoth.id])
    await server.call(api.languages.remove, { params: { ...params, language: 'nl' } })
    await eventually(async () => (await open()).length === 0)
  })

  test.each(['translated', 'reviewed'] as const)(
    'outdated strings are not %s: open until they are confirmed',
    async (goal) => {
      const [one, two] = [await key(), await key()]
      for (const id of [one, two]) {
        await save(id, 'de', 'Ä', 'reviewed')
        await save(id, 'en', 'B')
      }
      const select = { q: 'is:outdated', language: 'de' }
      const task = await server.call(api.tasks.create, {
        params,
        body: { ...TASK, goal, assignees: [], select },
      })
      expect(task.languages).toEqual([{ language: 'de', done: 0, total: 2 }])
      await save(one, 'de', 'Ä', 'reviewed')
      expect(await openTasks()).toContain(task.id)
      const page = await server.call(api.review.page, {
        params: { ...params, language: 'de' },
        query: { task: task.id, order: 'oldest', limit: 10 },
      })
      expect(page.items.map((item) => item.key.id)).toEqual([two])
      // The source is as it was: nothing is left.
      await save(two, 'en', 'A')
      expect(await openTasks()).not.toContain(task.id)
    },
  )

  test('outdated reviewed strings are done by someone who cannot review, and then wait for review', async () => {
    const rana = await people.member('Rana', projectId, { role: 'translator' })
    const one = await key()
    await save(one, 'de', 'Ä', 'reviewed')
    await save(one, 'en', 'B')
    const { id } = await create({ select: { q: 'is:outdated', language: 'de' } }, [one])
    const now = await server.server.deps.store.read((r) => translation(r, projectId, one, 'de'))
    await rana.call(api.translations.save, {
      params: { ...params, key: one, language: 'de' },
      body: { forms: { other: 'Ä' }, baseVersion: now?.version ?? 0 },
    })
    expect(await openTasks()).not.toContain(id)
    const page = await server.call(api.review.page, {
      params: { ...params, language: 'de' },
      query: { order: 'oldest', limit: 100 },
    })
    expect(page.items.find((item) => item.key.id === one)?.target.state).toBe('translated')
  })

  test('strings with issues: open until each was saved', async () => {
    const [one, two] = [await key('shop', 'Hi {{name}}'), await key('shop', 'Hi {{name}}')]
    for (const id of [one, two]) await save(id, 'de', 'Hallo')
    const task = await create({}, [one, two])
    expect(task.languages).toEqual([{ language: 'de', done: 0, total: 2 }])
    await save(one, 'de', 'Hallo {{name}}')
    expect(await openTasks()).toContain(task.id)
    // They can be right about what the check finds.
    await save(two, 'de', 'Hallo!')
    expect(await openTasks()).not.toContain(task.id)
  })

  test('strings with issues: done if the same words are saved again, which no other string records', async () => {
    const [one, two, other] = [
      await key('shop', 'Hi {{name}}'),
      await key(),
      await key('shop', 'Hi {{name}}'),
    ]
    for (const id of [one, two, other]) await save(id, 'de', 'Hallo')
    const task = await create({}, [one, two])
    const reviewed = await create({ goal: 'reviewed' }, [other])
    expect(task.languages).toEqual([{ language: 'de', done: 1, total: 2 }])
    for (const id of [two, other]) expect(await save(id, 'de', 'Hallo')).toBeNull()
    expect(await openTasks()).toEqual(expect.arrayContaining([task.id, reviewed.id]))
    expect((await save(one, 'de', 'Hallo'))?.kind).toBe('save')
    expect(await openTasks()).not.toContain(task.id)
    expect(await save(one, 'de', 'Hallo')).toBeNull()
    const { history } = await server.call(api.translations.history, {
      params: { ...params, key: one, language: 'de' },
    })
    expect(history.map(({ forms, state }) => [forms.other, state])).toEqual([
      ['Hallo', 'translated'],
      ['Hallo', 'translated'],
    ])
  })

  test('strings with issues: a text that is reviewed, outdated or stale is not confirmed by its words', async () => {
    const [approved, old] = [await key('shop', 'Hi {{name}}'), await key('shop', 'Hi {{name}}')]
    for (const id of [approved, old]) await save(id, 'de', 'Hallo')
    const edited = { params: { ...params, key: approved, language: 'de' } }
    const { target } = await server.call(api.translations.get, edited)
    const body = { forms: target.forms, baseVersion: target.version, approveFailing: true as const }
    await server.call(api.translations.save, { ...edited, body: { ...body, state: 'reviewed' } })
    const { version: sourceVersion } = (
      await server.call(api.translations.get, {
        params: { ...params, key: old, language: 'de' },
      })
    ).source
    await save(old, 'en', 'Hello {{name}}')
    const task = await create({}, [approved, old])
    expect(await save(approved, 'de', 'Hallo')).toBeNull()
    const stale = { params: { ...params, key: old, language: 'de' } }
    const { version: baseVersion } = (await server.call(api.translations.get, stale)).target
    const forms = { other: 'Hallo' }
    const seen = await server.call(api.translations.save, {
      ...stale,
      body: { forms, baseVersion, sourceVersion },
    })
    expect(seen.operation).toBeNull()
    expect(task.languages).toEqual([{ language: 'de', done: 0, total: 2 }])
    expect(await openTasks()).toContain(task.id)
  })

  test('a save reads the strings of its tasks up to the first that is left', async () => {
    const { store } = server.server.deps
    const [one, two, last] = [await key(), await key(), await key()]
    const { id } = await create({}, [one, two])
    const { id: mark } = await create({ title: 'Mark' }, [last])
    const doneAt = async (taskId: number) =>
      (await store.read((r) => taskById(r, projectId, taskId)))?.doneAt ?? null
    const statements = recordStatements()
    onTestFinished(statements.stop)
    await save(one, 'de', 'Ä')
    await save(last, 'de', 'Ä')
    await eventually(async () => (await doneAt(mark)) !== null)
    statements.stop()
    const ofTasks = statements.texts.filter(
      (text) => text.includes('task_key') && text.includes('translation'),
    )
    expect(new Set(ofTasks.map((text) => text.includes('limit 1)')))).toEqual(new Set([true]))
    expect(await doneAt(id)).toBe(null)
  })

  test('strings that are all done already: open until one of them is saved', async () => {
    const one = await key()
    await save(one, 'de', 'Ä')
    await openTasks()
    const task = await create({}, [one])
    expect(task.languages).toEqual([{ language: 'de', done: 1, total: 1 }])
    expect(await openTasks()).toContain(task.id)
    await save(one, 'de', 'Ö')
    expect(await openTasks()).not.toContain(task.id)
  })

  test('reopened: other fields leave it open, another goal or fewer languages end it', async () => {
    const at = new Date().toISOString()
    await server.server.deps.store.write((w) => addLanguage(w, { projectId, tag: 'it', by: MARA, at }))
    const one = await key()
    const { id, version } = await create({ goal: 'reviewed' }, [one])
    await save(one, 'de', 'Ä', 'reviewed')
    expect(await openTasks()).not.toContain(id)
    await server.call(api.tasks.finish, { params: { ...params, task: id }, body: { done: false } })
    let now = version
    const change = async (more: object) => {
      const body = { ...TASK, goal: 'reviewed' as const, assignees: [], ...more, baseVersion: now }
      now = (await server.call(api.tasks.update, { params: { ...params, task: id }, body })).version
    }
    await change({ title: 'Summer', note: 'Once more', due: null })
    expect(await openTasks()).toContain(id)
    await change({ languages: ['de', 'it'] })
    expect(await openTasks()).toContain(id)
    await change({ languages: ['de'] })
    expect(await openTasks()).not.toContain(id)
    await server.call(api.tasks.finish, { params: { ...params, task: id }, body: { done: false } })
    await change({ goal: 'translated' })
    expect(await openTasks()).not.toContain(id)
  })

  test('changed by one person at a time, ended by its assignee, removed', async () => {
    const eva = await people.member('Eva', projectId, { role: 'translator' })
    const tom = await people.member('Tom', projectId, { role: 'translator' })
    const body = { ...TASK, assignees: [memberRef('user', eva.id)], select: { keys: [await key()] } }
    const { id, version } = await server.call(api.tasks.create, { params, body })
    const { select: _, ...fields } = body
    const at = { params: { ...params, task: id } }
    const changed = await server.call(api.tasks.update, {
      ...at,
      body: { ...fields, title: 'Summer', baseVersion: version },
    })
    expect(changed).toMatchObject({ title: 'Summer', version: version + 1 })
    const stale = await server.fail(api.tasks.update, { ...at, body: { ...fields, baseVersion: version } })
    expect(isFailure(stale, 'stale-task') && stale.current?.task).toMatchObject({
      title: 'Summer',
      version: version + 1,
    })
    await expect(tom.call(api.tasks.finish, { ...at, body: { done: true } })).rejects.toMatchObject({
      code: 'not-allowed',
    })
    expect((await eva.call(api.tasks.finish, { ...at, body: { done: true } })).doneAt).not.toBeNull()
    expect((await eva.call(api.tasks.finish, { ...at, body: { done: false } })).doneAt).toBeNull()
    await server.call(api.tasks.remove, at)
    expect((await server.fail(api.tasks.finish, { ...at, body: { done: true } })).code).toBe('not-found')
    expect((await eva.call(api.tasks.mine, {})).tasks).toEqual([])
    expect(await server.call(api.tasks.restore, at)).toMatchObject({ title: 'Summer', doneAt: null })
    expect((await eva.call(api.tasks.mine, {})).tasks).toMatchObject([{ id }])
    expect((await server.fail(api.tasks.restore, at)).code).toBe('not-found')
  })

  test('changed although an assignee has left the project, and without the assignee of a deleted account', async () => {
    const [yara, xaver] = [
      await people.member('Yara', projectId, { role: 'translator' }),
      await people.member('Xaver', projectId, { role: 'translator' }),
    ]
    const assignees = [yara, xaver].map(({ id }) => memberRef('user', id))
    const { store } = server.server.deps
    const task = await server.call(api.tasks.create, {
      params,
      body: { ...TASK, assignees, select: { keys: [await key()] } },
    })
    await store.write((w) => removeMembership(w, { userId: yara.id, projectId }))
    const at = { params: { ...params, task: task.id } }
    const changed = await server.call(api.tasks.update, {
      ...at,
      body: { ...TASK, title: 'Later', assignees, baseVersion: task.version },
    })
    expect(changed).toMatchObject({ title: 'Later', assignees: [{ name: 'Yara' }, { name: 'Xaver' }] })
    await store.write(async (w) => {
      await removeAccount(w, xaver.id)
      // As left behind by earlier versions.
      await w.db
        .insertInto('task_assignee')
        .values({ task_id: task.id, user_id: xaver.id, group_id: null })
        .execute()
    })
    const { tasks } = await server.call(api.tasks.list, { params, query: { state: 'open', limit: 500 } })
    expect(tasks.find(({ id }) => id === task.id)).toMatchObject({ assignees: [{ name: 'Yara' }] })
  })

  test('someone removed from a shared project has no tasks in it', async () => {
    const zia = await people.member('Zia', projectId, { role: 'translator' })
    const { store } = server.server.deps
    const share = (audience: 'members' | 'everyone') =>
      store.write((w) => updateProject(w, projectId, { sharing: { with: audience, role: 'suggester' } }))
    const task = await create({ assignees: [memberRef('user', zia.id)] }, [await key()])
    const mine = async () => (await zia.call(api.tasks.mine, {})).tasks.map(({ id }) => id)
    await share('everyone')
    expect(await mine()).toEqual([task.id])
    await store.write((w) => removeMembership(w, { userId: zia.id, projectId }))
    expect(await mine()).toEqual([])
    await share('members')
  })

  test('done automatically: the person who assigned it is notified, until it is open again', async () => {
    const pia = await people.member('Pia', projectId, { role: 'reviewer' })
    const uwe = await people.member('Uwe', projectId, { role: 'translator' })
    const keyId = await key()
    const task = await pia.call(api.tasks.create, {
      params,
      body: { ...TASK, assignees: [memberRef('user', uwe.id)], select: { keys: [keyId] } },
    })
    const tasksOf = async (who: typeof pia) =>
      (await who.call(api.notifications.list, { query: TASKS_OPEN })).items.map(({ kind }) => kind)
    await eventually(async () => (await tasksOf(uwe)).join() === 'task-assigned')
    expect(await tasksOf(pia)).toEqual([])
    await uwe.call(api.translations.save, {
      params: { ...params, key: keyId, language: 'de' },
      body: { forms: { other: 'Ä' }, baseVersion: 0 },
    })
    await eventually(async () => (await tasksOf(pia)).join() === 'task-done')
    const { items } = await pia.call(api.notifications.list, { query: TASKS_OPEN })
    expect(items).toMatchObject([{ task: { id: task.id, done: 1, total: 1 } }])
    expect(await tasksOf(uwe)).toEqual([])
    const at = { params: { ...params, task: task.id } }
    await pia.call(api.tasks.finish, { ...at, body: { done: false } })
    await eventually(async () => (await tasksOf(pia)).length === 0)
    expect(await tasksOf(uwe)).toEqual(['task-assigned'])

    // Each time it is done again, also after she marked the notification as done.
    const finish = (done: boolean) => uwe.call(api.tasks.finish, { ...at, body: { done } })
    for (let times = 0; times < 2; times++) {
      await finish(true)
      await eventually(async () => (await tasksOf(pia)).join() === 'task-done')
      const own = (await pia.call(api.notifications.list, { query: TASKS_OPEN })).items
      await pia.call(api.notifications.done, { body: { ids: own.map(({ id }) => id) } })
      await finish(false)
    }
  })

  test('reopened: its assignees are notified again, also after they marked the notification as done', async () => {
    const pia = await people.member('Piet', projectId, { role: 'reviewer' })
    const ulla = await people.member('Ulla', projectId, { role: 'translator' })
    const assignees = [memberRef('user', ulla.id)]
    const task = await pia.call(api.tasks.create, {
      params,
      body: { ...TASK, assignees, select: { keys: [await key()] } },
    })
    const open = async () => (await ulla.call(api.notifications.list, { query: TASKS_OPEN })).items
    const at = { params: { ...params, task: task.id } }
    for (let times = 0; times < 2; times++) {
      const own = await eventually(async () => ((await open()).length === 1 ? open() : null))
      await ulla.call(api.notifications.done, { body: { ids: own.map(({ id }) => id) } })
      expect(await open()).toEqual([])
      await pia.call(api.tasks.finish, { ...at, body: { done: true } })
      await pia.call(api.tasks.finish, { ...at, body: { done: false } })
    }
    await eventually(async () => (await open()).length === 1)
  })

  test('assigned to a group: people who join it are notified, and lose it when they leave', async () => {
    const { store } = server.server.deps
    const groupId = await group('Germans', { role: 'reviewer', ...ALL })
    const [thea, gus, inken] = [
      await people.stranger('Thea'),
      await people.stranger('Gus'),
      await people.member('Inken', projectId, { role: 'reviewer' }),
    ]
    const change = (add: readonly number[], remove: readonly number[]) =>
      store.write((w) => changeGroupPeople(w, { groupId, add, remove, source: 'hand' }))
    const titles = async (one: TestPerson) =>
      (await one.call(api.notifications.list, { query: TASKS_OPEN })).items.map(({ text }) => text)
    await change([thea.id], [])
    const assignees = [memberRef('group', groupId)]
    const body = { ...TASK, title: 'For Germans', assignees, select: { keys: [await key()] } }
    await inken.call(api.tasks.create, { params, body })
    await eventually(async () => (await titles(thea)).includes('For Germans'))

    // Inken has created the task, so she is not notified.
    await change([gus.id, inken.id], [thea.id])
    await eventually(async () => (await titles(gus)).includes('For Germans'))
    expect([await titles(thea), await titles(inken)]).toEqual([[], []])
    await change([thea.id], [])
    await eventually(async () => (await titles(thea)).includes('For Germans'))

    await store.write((w) => putMembership(w, { userId: gus.id, projectId }, { role: 'viewer', ...ALL }))
    await store.write((w) => removeGroup(w, groupId))
    await eventually(async () => (await titles(gus)).length === 0)
  })

  test('assigned to a group in a translation branch: people who join the group are notified', async () => {
    const { store } = server.server.deps
    const groupId = await group('Spring team', { role: 'reviewer', ...ALL })
    const [kim, lou] = [await people.stranger('Kim'), await people.stranger('Lou')]
    const join = (add: readonly number[]) =>
      store.write((w) => changeGroupPeople(w, { groupId, add, remove: [], source: 'hand' }))
    await join([kim.id])
    const at = new Date().toISOString()
    const task = await store.write(async (w) => {
      const names = { slug: 'shop-spring', name: 'Spring', sourceLanguage: 'en', parentId: projectId }
      const branch = await createProject(w, { ...names, at })
      const fields = { ...TASK, assignees: [{ groupId }], keyIds: [], by: MARA.actor, at }
      return createTask(w, { ...fields, projectId: branch.id })
    })
    const holders = () => store.read((r) => openHolders(r, task.projectId, `task:${task.id}`))
    await eventually(async () => (await holders()).join() === `${kim.id}`)
    await join([lou.id])
    await eventually(async () => (await holders()).includes(lou.id))
  })

  test('assigned to people who can do it; for others it explains why they cannot', async () => {
    const pole = await people.member('Ola', projectId, { role: 'translator', languages: new Set(['pl']) })
    const reader = await people.member('Olli', projectId, { role: 'viewer' })
    const asked = { goal: 'translated' as const, languages: 'de', q: 'ol' }
    const { candidates, hasMore } = await server.call(api.tasks.candidates, { params, query: asked })
    expect(hasMore).toBe(false)
    expect(candidates).toEqual([
      { id: `user:${pole.id}`, name: 'Ola', refusals: [{ language: 'de', refusal: 'other-language' }] },
      { id: `user:${reader.id}`, name: 'Olli', refusals: [{ language: 'de', refusal: 'role-too-low' }] },
    ])
    const body = { ...TASK, select: { keys: [await key()] } }
    for (const { id } of candidates)
      expect(
        (await server.fail(api.tasks.create, { params, body: { ...body, assignees: [id] } })).fields,
      ).toEqual([{ pointer: '/assignees', code: 'not-able' }])
  })

  test('offered to people who work in a namespace of its strings, and refused for others', async () => {
    const limits = { role: 'translator' as const, languages: null, namespaces: new Set(['checkout']) }
    const zora = await people.member('Zora', projectId, limits)
    const closed = memberRef('group', await group('Zoo', limits))
    const open = memberRef('group', await group('Zoom', { ...limits, namespaces: null }))
    const legal = await key('shop', 'A', 'legal')
    const checkout = await key('shop', 'A', 'checkout')
    const able = async (strings: { namespaces: string } | { search: string; searchLanguage: string }) => {
      const query = { goal: 'translated' as const, languages: 'de', q: 'zo', ...strings }
      const { candidates } = await server.call(api.tasks.candidates, { params, query })
      return candidates.map(({ name, refusals }) => [name, refusals[0]?.refusal])
    }
    const refused = [
      ['Zoo', 'other-namespace'],
      ['Zoom', null],
      ['Zora', 'other-namespace'],
    ]
    const offered = [
      ['Zoo', null],
      ['Zoom', null],
      ['Zora', null],
    ]
    expect(await able({ namespaces: 'legal' })).toEqual(refused)
    expect(await able({ namespaces: 'legal,checkout' })).toEqual(offered)
    expect(await able({ search: 'ns:legal', searchLanguage: 'de' })).toEqual(refused)
    expect(await able({ search: 'ns:legal,checkout', searchLanguage: 'de' })).toEqual(offered)
    // The line does not name the namespace.
    const found = await server.call(api.keys.get, { params: { ...params, key: legal } })
    expect(await able({ search: `key:${found.key.name}`, searchLanguage: 'de' })).toEqual(refused)

    const of = (one: MemberRef<'user' | 'group'>, keys: number[]) => ({
      params,
      body: { ...TASK, assignees: [one], select: { keys } },
    })
    const person = memberRef('user', zora.id)
    const notAble = [{ pointer: '/assignees', code: 'not-able' }]
    for (const one of [person, closed])
      expect((await server.fail(api.tasks.create, of(one, [legal]))).fields).toEqual(notAble)
    const task = await server.call(api.tasks.create, of(open, [legal]))
    const body = { ...TASK, assignees: [person], baseVersion: task.version }
    const changed = { params: { ...params, task: task.id }, body }
    expect((await server.fail(api.tasks.update, changed)).fields).toEqual(notAble)
    expect(await server.call(api.tasks.create, of(person, [legal, checkout]))).toMatchObject({
      assignees: [{ name: 'Zora' }],
    })
  })

  test('offered to groups in a translation branch too', async () => {
    await group('Branchers', { role: 'translator', ...ALL })
    const at = new Date().toISOString()
    await server.server.deps.store.write(async (w) => {
      const names = { slug: 'shop-sale', name: 'Sale', sourceLanguage: 'en', parentId: projectId }
      const branch = await createProject(w, { ...names, at })
      await addLanguage(w, { projectId: branch.id, tag: 'de', by: MARA, at })
    })
    const query = { goal: 'translated' as const, languages: 'de', q: 'branch' }
    const asked = { params: { project: 'shop-sale' }, query }
    expect((await server.call(api.tasks.candidates, asked)).candidates).toMatchObject([
      { name: 'Branchers', refusals: [{ language: 'de', refusal: null }] },
    ])
  })

  test('all tasks are listed page by page, with the totals of each list', async () => {
    const lea = await people.member('Lea', projectId, { role: 'translator' })
    const { store } = server.server.deps
    const at = new Date().toISOString()
    const project = await store.write(async (w) => {
      const row = await createProject(w, { slug: 'many', name: 'Many', sourceLanguage: 'en', at })
      await addLanguage(w, { projectId: row.id, tag: 'de', by: MARA, at })
      await putMembership(
        w,
        { userId: lea.id, projectId: row.id },
        { role: 'translator', languages: null, namespaces: null },
      )
      const fields = { ...TASK, assignees: [{ userId: lea.id }], keyIds: [], by: MARA.actor, at }
      for (let index = 0; index < 50; index++) {
        const due = [null, '2026-11-29', '2026-11-30', '2026-12-01', '2026-11-30'][index % 5] ?? null
        const task = await createTask(w, { ...fields, projectId: row.id, title: `T${index}`, due })
        if (index % 10 === 0) await setTaskDone(w, task, { at, how: 'self' }, MARA.actor)
      }
      return row
    })
    const many = { project: project.slug }
    async function pages(state: 'open' | 'late' | 'done') {
      const found: { id: number; due: string | null }[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const query = { state, today: '2026-11-30', limit: 7, ...(cursor === '' ? {} : { cursor }) }
        const page: ReplyOf<typeof api.tasks.list> = await lea.call(api.tasks.list, { params: many, query })
        expect(page.totals).toEqual({ open: 45, late: 10, done: 5 })
        found.push(...page.tasks)
        cursor = page.next
      }
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
      return found
    }
    const open = await pages('open')
    expect(open).toHaveLength(45)
    expect(open.map(({ due }) => due ?? '9999')).toEqual(open.map(({ due }) => due ?? '9999').toSorted())
    expect((await pages('late')).every(({ due }) => due === '2026-11-29')).toBe(true)
    expect(await pages('late')).toHaveLength(10)
    const done = (await pages('done')).map(({ id }) => id)
    expect(done).toEqual(done.toSorted((a, b) => b - a))
    expect(done).toHaveLength(5)

    expect(await lea.call(api.tasks.mine, { query: { project: 'many', limit: 2 } })).toMatchObject({
      total: 45,
      tasks: [{ due: '2026-11-29' }, { due: '2026-11-29' }],
    })
    expect(await lea.call(api.tasks.mine, { query: { project: 'shop', limit: 2 } })).toMatchObject({
      total: 0,
    })
    const task = done[0] ?? 0
    expect(await lea.call(api.tasks.get, { params: { ...many, task } })).toMatchObject({ id: task })
  })

  test('what belongs to another project is not found', async () => {
    const stranger = await people.stranger('Zoe')
    const create = (more: object) =>
      server.fail(api.tasks.create, {
        params,
        body: { ...TASK, assignees: [], select: { keys: [1] }, ...more },
      })
    const [own, foreign] = [await key(), await key('other')]
    expect((await create({ select: { keys: [foreign] } })).code).toBe('invalid-input')
    const select = { keys: [own] }
    expect((await create({ select, assignees: [memberRef('user', stranger.id)] })).code).toBe('not-found')
    expect((await create({ select, languages: ['fr'] })).code).toBe('not-found')
    const { id } = await server.call(api.tasks.create, { params, body: { ...TASK, assignees: [], select } })
    const elsewhere = { params: { project: 'other', task: id } }
    expect((await server.fail(api.tasks.remove, elsewhere)).code).toBe('not-found')
    expect((await server.fail(api.tasks.get, elsewhere)).code).toBe('not-found')
    expect((await server.fail(api.tasks.finish, { ...elsewhere, body: { done: true } })).code).toBe(
      'not-found',
    )
  })

  describe('a task that ended because of an operation is open again once that is undone', () => {
    type Ended = { readonly taskId: number; readonly operation: { readonly id: number } | null }
    const undo = (operation: { readonly id: number } | null) =>
      server.call(api.operations.undo, {
        params: { ...params, operation: operation?.id ?? 0 },
        body: { keepNewer: false },
      })
    const isOpen = async (taskId: number) => (await openTasks()).includes(taskId)

    /** Two strings, of which the first is done. */
    async function halfDone(more: object = {}): Promise<{ taskId: number; one: number; two: number }> {
      const [one, two] = [await key(), await key()]
      const { id: taskId } = await create(more, [one, two])
      await save(one, 'de', 'Ä')
      return { taskId, one, two }
    }
    const ways: [string, () => Promise<Ended>][] = [
      [
        'the last strings are deleted',
        async () => {
          const { taskId, two } = await halfDone()
          return { taskId, ...(await server.call(api.keys.remove, { params: { ...params, key: two } })) }
        },
      ],
      [
        'the last language is removed',
        async () => {
          const at = new Date().toISOString()
          await server.server.deps.store.write((w) => addLanguage(w, { projectId, tag: 'sv', by: MARA, at }))
          const one = await key()
          const { id: taskId } = await create({ languages: ['de', 'sv'] }, [one])
          await save(one, 'de', 'Ä')
          const removed = await server.call(api.languages.remove, { params: { ...params, language: 'sv' } })
          return { taskId, ...removed }
        },
      ],
      [
        'the last source text is emptied',
        async () => {
          const { taskId, two } = await halfDone()
          return { taskId, operation: await save(two, 'en', '') }
        },
      ],
      [
        'the last text is saved',
        async () => {
          const { taskId, two } = await halfDone()
          return { taskId, operation: await save(two, 'de', 'Ö') }
        },
      ],
    ]
    test.each(ways)('%s', async (_, end) => {
      const { taskId, operation } = await end()
      expect(await isOpen(taskId)).toBe(false)
      const undone = await undo(operation)
      expect(await isOpen(taskId)).toBe(true)
      // Undoing the undo ends it again.
      await undo(undone.operation)
      expect(await isOpen(taskId)).toBe(false)
    })

    test('its assignees are notified again, and the person who created it no longer that it is done', async () => {
      const [per, boss] = [
        await people.member('Per', projectId, { role: 'translator' }),
        await people.member('Bo', projectId, { role: 'reviewer' }),
      ]
      const [one, two] = [await key(), await key()]
      const body = {
        ...TASK,
        title: 'Undone',
        assignees: [memberRef('user', per.id)],
        select: { keys: [one, two] },
      }
      await boss.call(api.tasks.create, { params, body })
      const titles = async (person: TestPerson, state: 'open' | 'done' = 'open') =>
        (await person.call(api.notifications.list, { query: { ...TASKS_OPEN, state } })).items.map(
          ({ text }) => text,
        )
      await save(one, 'de', 'Ä')
      await eventually(async () => (await titles(per)).includes('Undone'))
      const { operation } = await server.call(api.keys.remove, { params: { ...params, key: two } })
      await eventually(async () => (await titles(boss)).includes('Undone'))
      expect(await titles(per)).toEqual([])
      await undo(operation)
      await eventually(async () => (await titles(per)).includes('Undone'))
      expect(await titles(boss)).toEqual([])
    })

    test('not one that a person has marked as done, that ended before, or that has no such string', async () => {
      const two = await key()
      // Its second string is left after the operation, so that only the person ends it.
      const marked = { taskId: (await create({}, [await key(), two])).id, two }
      const other = await halfDone()
      const before = await halfDone()
      const removed = await key()
      await save(before.two, 'de', 'Ö')
      await openTasks()
      // Outdated in the meantime, and done all the same.
      await save(before.one, 'en', 'B')
      const { operation } = await server.call(api.keys.bulk, {
        params,
        body: { keys: [marked.two, before.two, removed], act: { kind: 'remove' } },
      })
      await server.call(api.tasks.finish, {
        params: { ...params, task: marked.taskId },
        body: { done: true },
      })
      await save(other.two, 'de', 'Ö')
      await openTasks()
      await save(other.one, 'en', 'B')
      await undo(operation)
      const open = await openTasks()
      for (const { taskId } of [marked, other, before]) expect(open).not.toContain(taskId)
    })
  })

  test('the strings of a search are found before the task is written: no one waits for a long search', async () => {
    const id = await key('shop', 'Needle')
    const { store } = server.server.deps
    let letGo = () => {}
    const until = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let writing: Promise<void> = Promise.resolve()
    await new Promise<void>((resolve) => {
      writing = store.write(async (w) => {
        await w.dialect.lockProject(w.db, projectId)
        resolve()
        await until
      })
    })
    onTestFinished(letGo)
    const statements = recordStatements()
    onTestFinished(statements.stop)
    const creating = server.call(api.tasks.create, {
      params,
      body: { ...TASK, assignees: [], select: { q: 'Needle', language: 'de' } },
    })
    await eventually(async () => statements.texts.some((text) => /translation/i.test(text)))
    letGo()
    await writing
    const { id: task } = await creating
    const found = await server.call(api.translations.page, {
      params,
      query: { language: 'de', q: `task:${task}`, limit: 10 },
    })
    expect(found.rows.map((row) => row.key.id)).toEqual([id])
  })
})
