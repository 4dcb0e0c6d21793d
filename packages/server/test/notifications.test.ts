import { api } from '@dragoman/contract'
import { memberRef, type NotificationKind } from '@dragoman/core'
import {
  addComment,
  addLanguage,
  addRejection,
  addSuggestion,
  answerComment,
  applyOperation,
  changeGroupPeople,
  changeMembers,
  createGroup,
  createMember,
  createProject,
  createTask,
  editComment,
  keyByIdentity,
  lockLimitedPeople,
  lockProject,
  notificationById,
  type OperationRequest,
  type OwnMembership,
  openHolders,
  putMembership,
  removeComment,
  removeMembership,
  renameChosenNamespace,
  resolveThread,
  setSuspended,
  subjectOfBatch,
  translation,
  undoOperation,
  unmailedOf,
  updateProject,
  type Writer,
} from '@dragoman/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MARA, person } from '../../store/test/sample.ts'
import { type People, peopleOf, type TestPerson } from './people.ts'
import { DATABASES, eventually, openTestServer, type TestServer } from './test-server.ts'

describe.each(DATABASES)('on %s', (database) => {
  let server: TestServer
  let people: People
  let projectId = 0
  let made = 0
  const at = () => new Date().toISOString()

  beforeAll(async () => {
    server = await openTestServer({ database })
    people = peopleOf(server)
    const { store } = server.server.deps
    projectId = await store.write(async (w) => {
      const project = await createProject(w, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', at: at() })
      for (const tag of ['de', 'fr']) await addLanguage(w, { projectId: project.id, tag, by: MARA, at: at() })
      return project.id
    })
  })
  afterAll(() => server.close())

  const store = () => server.server.deps.store

  async function addKeys(count: number, namespace = 'app', by = MARA, haveSource = true): Promise<number[]> {
    const names = Array.from({ length: count }, () => `key${++made}`)
    await store().write((w) =>
      applyOperation(w, {
        projectId,
        kind: 'import',
        by,
        at: at(),
        changes: names.map((name) => ({
          kind: 'add-key' as const,
          namespace,
          name,
          plural: 'none' as const,
          path: [name],
          texts: new Map(haveSource ? [['en', { forms: { other: name } }]] : []),
        })),
      }),
    )
    return Promise.all(
      names.map(async (name) => {
        const key = await store().read((r) =>
          keyByIdentity(r, projectId, { namespace, name, plural: 'none' }),
        )
        return key?.id ?? 0
      }),
    )
  }

  async function save(keyId: number, language: string, by: ReturnType<typeof person>): Promise<void> {
    const now = await store().read((r) => translation(r, projectId, keyId, language))
    const change = { kind: 'translate' as const, keyId, language, forms: { other: `text ${++made}` } }
    const changes = [{ ...change, baseVersion: now?.version ?? 0 }]
    const done = await store().write((w) =>
      applyOperation(w, { projectId, kind: 'save', by, at: at(), changes }),
    )
    expect(done.ok).toBe(true)
  }

  const createTaskFor = ({ id: userId }: TestPerson, keyIds: readonly number[]) =>
    store().write((w) =>
      createTask(w, {
        projectId,
        title: 'Spring campaign',
        note: '',
        goal: 'translated',
        due: '2026-11-30',
        languages: ['de'],
        assignees: [{ userId }],
        keyIds,
        by: MARA.actor,
        at: at(),
      }),
    )

  const germanIn = (name: string, namespace: string) =>
    people.member(name, projectId, {
      role: 'translator',
      languages: new Set(['de']),
      namespaces: new Set([namespace]),
    })

  const moveTo = (namespace: string, keyIds: readonly number[]): OperationRequest => ({
    projectId,
    kind: 'sync',
    by: MARA,
    at: at(),
    changes: keyIds.map((keyId) => ({ kind: 'edit-key', keyId, fields: { namespace } })),
  })

  /** Returns a person's open notifications, once they are of the given kinds. */
  async function openOf(who: TestPerson, kinds: readonly NotificationKind[]) {
    return eventually(async () => {
      const { items } = await who.call(api.notifications.list, {})
      return JSON.stringify(items.map(({ kind }) => kind)) === JSON.stringify(kinds) ? items : null
    })
  }

  test('mentions, replies and questions; resolving the thread closes them', async () => {
    const ben = await people.member('Ben', projectId, { role: 'translator' })
    const dev = await people.member('Dev', projectId, { role: 'developer' })
    const out = await people.stranger('Out')
    const [keyId = 0] = await addKeys(1)
    const mentions = [`user:${ben.id}`, `user:${out.id}`] as const
    const about = { projectId, keyId, language: null, by: MARA.actor, at: at() }
    const first = await store().write((w) =>
      addComment(w, { ...about, kind: 'question', text: 'What is a slot, @Ben?', mentions }),
    )
    const [mentioned] = await openOf(ben, ['mentioned'])
    expect(mentioned).toMatchObject({
      text: 'What is a slot, @Ben?',
      project: { slug: 'shop' },
      threadId: first.id,
      commentId: first.id,
    })
    await openOf(dev, ['question'])
    expect((await out.call(api.notifications.list, {})).items).toEqual([])

    await store().write((w) =>
      answerComment(w, first.id, { projectId, text: 'A time.', mentions: [], by: dev.actor, at: at() }),
    )
    // Replying closes the question.
    await openOf(dev, [])
    await openOf(ben, ['mentioned'])
    await store().write((w) =>
      answerComment(w, first.id, { projectId, text: 'Thanks.', mentions: [], by: ben.actor, at: at() }),
    )
    await openOf(ben, [])
    await openOf(dev, ['answered'])
    await store().write((w) => resolveThread(w, first.id, { isResolved: true, by: MARA.actor, at: at() }))
    await openOf(dev, [])
  })

  test('a reopened thread concerns those whom its comments concerned, except who answered or closed their line', async () => {
    const tea = await people.member('Tea', projectId, { role: 'translator' })
    const leo = await people.member('Leo', projectId, { role: 'translator' })
    const own = await people.member('Own', projectId, { role: 'translator' })
    const only = new Set(['reopened'])
    const asked = await people.member('Ask', projectId, { role: 'developer', namespaces: only })
    const [keyId = 0] = await addKeys(1, 'reopened')
    const about = { projectId, keyId, language: null, by: MARA.actor, at: at() }
    const mentions = [tea, leo, own].map(({ id }) => `user:${id}` as const)
    const { id: thread } = await store().write((w) =>
      addComment(w, { ...about, kind: 'question', text: 'What is it?', mentions }),
    )
    const answer = (by: TestPerson, text: string) =>
      store().write((w) =>
        answerComment(w, thread, { projectId, text, mentions: [], by: by.actor, at: at() }),
      )
    const resolve = (isResolved: boolean) =>
      store().write((w) => resolveThread(w, thread, { isResolved, by: MARA.actor, at: at() }))

    await openOf(tea, ['mentioned'])
    await answer(tea, 'A time.')
    await openOf(tea, [])
    await answer(leo, 'A place.')
    await openOf(leo, [])
    await openOf(tea, ['answered'])
    const [line] = await openOf(own, ['mentioned'])
    await own.call(api.notifications.done, { body: { ids: [line?.id ?? 0] } })
    await openOf(asked, ['question'])
    await resolve(true)
    await openOf(tea, [])
    await openOf(asked, [])

    await resolve(false)
    await openOf(asked, ['question'])
    await openOf(tea, ['answered'])
    // All are notified in the same transaction.
    expect((await leo.call(api.notifications.list, {})).items).toEqual([])
    expect((await own.call(api.notifications.list, {})).items).toEqual([])
    // An answer ends it for its writer, as the first time.
    await answer(asked, 'A slot.')
    await openOf(asked, [])
  })

  test('an edited comment concerns only those whom it mentions now for the first time', async () => {
    const ned = await people.member('Ned', projectId, { role: 'translator' })
    const vic = await people.member('Vic', projectId, { role: 'translator' })
    const pam = await people.member('Pam', projectId, { role: 'developer' })
    const [keyId = 0] = await addKeys(1)
    const about = { projectId, keyId, language: null, by: MARA.actor, at: at() }
    const asked = await store().write((w) =>
      addComment(w, { ...about, kind: 'question', text: 'Who?', mentions: [`user:${ned.id}`] }),
    )
    await openOf(ned, ['mentioned'])
    await openOf(pam, ['question'])
    await store().write((w) =>
      answerComment(w, asked.id, { projectId, text: 'I do.', mentions: [], by: ned.actor, at: at() }),
    )
    await openOf(ned, [])
    await store().write((w) => resolveThread(w, asked.id, { isResolved: true, by: MARA.actor, at: at() }))
    await openOf(pam, [])
    const edit = (mentions: readonly `user:${number}`[], baseVersion: number) =>
      store().write((w) =>
        editComment(w, asked, { text: 'Who, @Vic?', mentions, by: MARA.actor, at: at(), baseVersion }),
      )
    await edit([`user:${ned.id}`, `user:${vic.id}`], asked.version)
    await openOf(vic, ['mentioned'])
    await openOf(ned, [])
    await openOf(pam, [])
  })

  test('an edited or deleted comment is shown as it is now, and leaves those whom it no longer mentions', async () => {
    const [kim, lou] = [
      await people.member('Ria', projectId, { role: 'translator' }),
      await people.member('Zoe', projectId, { role: 'translator' }),
    ]
    const [keyId = 0] = await addKeys(1)
    const about = { projectId, keyId, language: null, by: MARA.actor, at: at(), kind: 'comment' as const }
    const mentions = [`user:${kim.id}`, `user:${lou.id}`] as const
    const made = await store().write((w) => addComment(w, { ...about, text: 'The key is s3cret.', mentions }))
    await openOf(lou, ['mentioned'])
    const edit = { text: 'The key is in the safe.', mentions: mentions.slice(0, 1), by: MARA.actor, at: at() }
    await store().write((w) => editComment(w, made, { ...edit, baseVersion: made.version }))
    await openOf(lou, [])
    const [left] = await openOf(kim, ['mentioned'])
    expect(left?.text).toBe('The key is in the safe.')
    await store().write((w) => removeComment(w, made, { by: MARA.actor, at: at() }))
    await openOf(kim, [])
    const { items } = await kim.call(api.notifications.list, {
      query: { limit: 50, filter: 'all', state: 'done' },
    })
    expect(items.map(({ text }) => text)).toEqual([null])
  })

  test('a thread that is resolved or answered before it was followed concerns no one', async () => {
    const gus = await people.member('Gus', projectId, { role: 'translator' })
    const [keyId = 0] = await addKeys(1)
    const about = { projectId, keyId, language: null, kind: 'comment' as const, at: at() }
    const by = MARA.actor
    const mentions = [`user:${gus.id}`] as const
    const resolved = { isResolved: true, by, at: at() }
    // In one transaction, so that their gusnts are followed together.
    await store().write(async (w) => {
      const first = await addComment(w, { ...about, by, text: 'Resolved, @Gus', mentions })
      await resolveThread(w, first.id, resolved)
      const second = await addComment(w, { ...about, by, text: 'Answered, @Gus', mentions })
      const answer = { projectId, text: 'Thanks.', mentions: [], by: gus.actor, at: at() }
      await answerComment(w, second.id, answer)
      const third = await addComment(w, { ...about, by, text: 'Edited', mentions: [] })
      const edit = { text: 'Edited, @Gus', mentions, by, at: at(), baseVersion: third.version }
      await editComment(w, third, edit)
      await resolveThread(w, third.id, resolved)
      await addComment(w, { ...about, by, text: 'Open, @Gus', mentions })
    })
    const [open] = await openOf(gus, ['mentioned'])
    expect(open?.text).toBe('Open, @Gus')
  })

  test('new strings: one line for an import, which shrinks and ends with the work', async () => {
    const german = { role: 'translator', languages: new Set(['de']), namespaces: null } as const
    const ina = await people.member('Ina', projectId, german)
    const legal = await people.member('Lea', projectId, { ...german, namespaces: new Set(['legal']) })
    const french = await people.member('Fay', projectId, { ...german, languages: new Set(['fr']) })
    const [one = 0, two = 0] = await addKeys(2, 'app', person(77, 'Importer'))
    const [item] = await openOf(ina, ['new-strings'])
    expect(item).toMatchObject({ language: 'de', strings: [{ namespace: 'app', count: 2 }] })
    await openOf(french, ['new-strings'])
    expect((await legal.call(api.notifications.list, {})).items).toEqual([])
    await save(one, 'de', person(ina.id, 'Ina'))
    await eventually(async () => {
      const { items } = await ina.call(api.notifications.list, {})
      return items[0]?.strings?.[0]?.count === 1
    })
    await save(two, 'de', person(ina.id, 'Ina'))
    await openOf(ina, [])
    await openOf(french, ['new-strings'])

    // The source text changes, so the German one is outdated.
    await save(one, 'en', person(78, 'Writer'))
    const [changed] = await openOf(ina, ['source-changed'])
    expect(changed).toMatchObject({ strings: [{ namespace: 'app', count: 1 }] })
    await save(one, 'de', person(ina.id, 'Ina'))
    await openOf(ina, [])
  })

  test('new strings of a language that is removed leave the inbox', async () => {
    const only = { role: 'translator', languages: new Set(['nl']), namespaces: new Set(['dutch']) } as const
    const wim = await people.member('Wim', projectId, only)
    await store().write((w) => addLanguage(w, { projectId, tag: 'nl', by: MARA, at: at() }))
    await addKeys(2, 'dutch', person(77, 'Importer'))
    await openOf(wim, ['new-strings'])
    await server.call(api.languages.remove, { params: { project: 'shop', language: 'nl' } })
    await openOf(wim, [])
  })

  test('new strings leave the inbox of people who lose their language or namespace', async () => {
    const rights = { role: 'translator', languages: new Set(['de']) } as const
    const both = { ...rights, namespaces: new Set(['left', 'right']) }
    const [nora, gerd] = [await people.member('Nora', projectId, both), await people.stranger('Gerd')]
    const groupId = await store().write(async (w) => {
      const { id } = await createGroup(w, { name: 'Translators', at: at() })
      const changes = [{ who: memberRef('group', id), baseVersion: 0, rights: both }]
      await changeMembers(w, { projectId, changes, at: at(), mayAddAnybody: true, by: 'Ann' })
      await changeGroupPeople(w, { groupId: id, add: [gerd.id], remove: [], source: 'hand' })
      await putMembership(
        w,
        { userId: gerd.id, projectId },
        { role: 'viewer', languages: null, namespaces: null },
      )
      return id
    })
    const give = (more: Partial<OwnMembership>) =>
      store().write((w) => putMembership(w, { userId: nora.id, projectId }, { ...both, ...more }))
    const shown = async (one: TestPerson) =>
      (await one.call(api.notifications.list, {})).items.map(({ strings }) => strings)
    const [left, right] = [
      { namespace: 'left', count: 2 },
      { namespace: 'right', count: 1 },
    ]
    await addKeys(2, 'left', person(81, 'Importer'))
    await addKeys(1, 'right', person(81, 'Importer'))
    for (const one of [nora, gerd]) await eventually(async () => (await shown(one))[0]?.length === 2)
    expect(await shown(nora)).toEqual([[left, right]])

    await give({ namespaces: new Set(['right']) })
    expect(await shown(nora)).toEqual([[right]])
    // Not all namespaces, before and after the line has ended.
    await give({ languages: new Set(['fr']) })
    expect((await shown(nora)).flat().flat()).toEqual([])
    await openOf(nora, [])

    const act = { groupId, add: [], remove: [gerd.id], source: 'hand' } as const
    await store().write((w) => changeGroupPeople(w, act))
    expect((await shown(gerd)).flat().flat()).toEqual([])
    await openOf(gerd, [])
  })

  test('new strings of a renamed namespace stay in the inbox of people who are limited to it', async () => {
    const ulf = await germanIn('Ulf', 'cart')
    const ole = await germanIn('Ole', 'later')
    const keyIds = await addKeys(2, 'cart', person(83, 'Importer'))
    expect(await openOf(ulf, ['new-strings'])).toMatchObject([{ strings: [{ namespace: 'cart', count: 2 }] }])
    await store().write(async (w) => {
      await lockLimitedPeople(w, projectId)
      await lockProject(w, projectId)
      await applyOperation(w, moveTo('basket', keyIds))
      await renameChosenNamespace(w, { projectId, from: 'cart', to: 'basket', at: at() })
    })
    // Once these have arrived, the rename has been followed.
    await addKeys(1, 'later', person(84, 'Importer'))
    await openOf(ole, ['new-strings'])
    expect(await openOf(ulf, ['new-strings'])).toMatchObject([
      { strings: [{ namespace: 'basket', count: 2 }] },
    ])
  })

  test('moved strings leave the inbox of people of one namespace, and reach those of another', async () => {
    const ida = await germanIn('Ida', 'menu')
    const jon = await germanIn('Jon', 'legal notes')
    const keyIds = await addKeys(2, 'menu', person(85, 'Importer'))
    await openOf(ida, ['new-strings'])
    await store().write((w) => applyOperation(w, moveTo('legal notes', keyIds.slice(0, 1))))
    expect(await openOf(jon, ['new-strings'])).toMatchObject([
      { strings: [{ namespace: 'legal notes', count: 1 }] },
    ])
    expect(await openOf(ida, ['new-strings'])).toMatchObject([{ strings: [{ namespace: 'menu', count: 1 }] }])
    await store().write((w) => applyOperation(w, moveTo('legal notes', keyIds.slice(1))))
    await openOf(ida, [])
    expect(await openOf(jon, ['new-strings'])).toMatchObject([
      { strings: [{ namespace: 'legal notes', count: 2 }] },
    ])
  })

  test('new strings stay in the inbox of someone who is suspended for a time', async () => {
    const rights = { role: 'translator', languages: new Set(['de']), namespaces: new Set(['still']) } as const
    const sina = await people.member('Sina', projectId, rights)
    const max = await people.member('Max', projectId, rights)
    await addKeys(1, 'still', person(82, 'Importer'))
    const [item] = await openOf(sina, ['new-strings'])
    await openOf(max, ['new-strings'])
    const subject = subjectOfBatch(
      (await store().read((r) => notificationById(r, sina.id, item?.id ?? 0)))?.subjectId ?? 0,
    )
    const holders = () => store().read((r) => openHolders(r, projectId, subject))
    expect(await holders()).toContain(max.id)
    await store().write((w) => setSuspended(w, sina.id, at()))
    // Once this has been followed, so has the suspension.
    await store().write((w) => removeMembership(w, { userId: max.id, projectId }))
    await eventually(async () => !(await holders()).includes(max.id))
    expect(await holders()).toContain(sina.id)
    await store().write((w) => setSuspended(w, sina.id, null))
    await openOf(sina, ['new-strings'])
  })

  test('strings that were added before the first save of a person do not concern them', async () => {
    const dana = await people.member('Dana', projectId, { role: 'manager' })
    const lars = await people.member('Lars', projectId, { role: 'manager' })
    const only = (tag: string) =>
      ({ role: 'translator', languages: new Set([tag]), namespaces: new Set(['events']) }) as const
    const french = await people.member('Flo', projectId, only('fr'))
    const spanish = await people.member('Sol', projectId, only('es'))
    const [known = 0] = await addKeys(1, 'events')
    await openOf(french, ['new-strings'])
    await store().write((w) => addLanguage(w, { projectId, tag: 'es', by: MARA, at: at() }))
    const operation = { projectId, at: at() }
    const saving = (by: TestPerson) => ({
      ...operation,
      kind: 'save' as const,
      by: person(by.id, by.actor.name),
      changes: [
        { kind: 'translate' as const, keyId: known, language: 'es', forms: { other: `text ${++made}` } },
      ],
    })
    const adding = {
      ...operation,
      kind: 'import' as const,
      by: person(77, 'Importer'),
      changes: [
        {
          kind: 'add-key' as const,
          namespace: 'events',
          name: 'added',
          plural: 'none' as const,
          path: ['added'],
          texts: new Map([['en', { forms: { other: 'Added' } }]]),
        },
      ],
    }
    // In one transaction, so that their events are followed together.
    await store().write(async (w) => {
      for (const change of [saving(lars), adding, saving(dana)]) {
        const done = await applyOperation(w, change)
        expect(done.ok).toBe(true)
      }
    })
    await openOf(spanish, ['new-strings'])
    await openOf(lars, ['new-strings'])
    expect((await dana.call(api.notifications.list, {})).items).toEqual([])
  })

  test('strings without a source text: announced when they get one, until it is removed again', async () => {
    const german = { role: 'translator', languages: new Set(['de']), namespaces: new Set(['bare']) } as const
    const kim = await people.member('Kim', projectId, german)
    const writer = person(79, 'Author')
    const write = async (keyId: number, other: string) => {
      const change = { kind: 'translate' as const, keyId, language: 'en', forms: { other } }
      const done = await store().write((w) =>
        applyOperation(w, { projectId, kind: 'save', by: writer, at: at(), changes: [change] }),
      )
      expect(done.ok).toBe(true)
      return done.ok ? done.operationId : 0
    }
    const counted = (count: number) =>
      eventually(async () => {
        const { items } = await kim.call(api.notifications.list, {})
        return items.length === 1 && items[0]?.strings?.[0]?.count === count
      })
    const [one = 0, two = 0] = await addKeys(2, 'bare', writer, false)
    const [three = 0] = await addKeys(1, 'bare', writer)
    await counted(1)
    await write(one, 'One')
    const added = await write(two, 'Two')
    await counted(3)
    await save(three, 'de', person(kim.id, 'Kim'))
    await counted(2)
    // Still the same new strings, in other words.
    await write(one, 'One!')
    const undone = await store().write((w) =>
      undoOperation(w, { projectId, operationId: added, by: writer, at: at() }),
    )
    expect(undone).toMatchObject({ ok: true })
    await counted(1)
    await write(one, '')
    await openOf(kim, [])
  })

  test('done, postponed, and reopened; no one changes those of others', async () => {
    const cleo = await people.member('Cleo', projectId, { role: 'translator' })
    const dora = await people.member('Dora', projectId, { role: 'translator' })
    const [keyId = 0] = await addKeys(1)
    const mentions = [`user:${cleo.id}`] as const
    const about = { projectId, keyId, language: null, by: MARA.actor, at: at(), kind: 'comment' as const }
    await store().write((w) => addComment(w, { ...about, text: 'x', mentions }))
    const [item] = await openOf(cleo, ['mentioned'])
    const ids = [item?.id ?? 0]
    expect(await dora.call(api.notifications.done, { body: { ids } })).toEqual({ ids: [] })
    const hidden = dora.call(api.notifications.get, { params: { notification: ids[0] ?? 0 } })
    await expect(hidden).rejects.toMatchObject({ code: 'not-found' })
    await cleo.call(api.notifications.done, { body: { ids } })
    expect(await cleo.call(api.notifications.counts, {})).toMatchObject({ open: { all: 0 }, doneToday: 1 })
    await cleo.call(api.notifications.reopen, { body: { ids } })
    await cleo.call(api.notifications.later, { body: { ids, until: '2999-01-01T00:00:00Z' } })
    expect(await cleo.call(api.notifications.counts, {})).toMatchObject({ open: { all: 0 }, later: 1 })
    await cleo.call(api.notifications.reopen, { body: { ids } })
    expect(await cleo.call(api.notifications.counts, {})).toMatchObject({
      open: { all: 1, mentions: 1, rejected: 0, tasks: 0, new: 0 },
      projects: 1,
      later: 0,
    })

    // One that has come back can be postponed again.
    await cleo.call(api.notifications.later, { body: { ids, until: '2020-01-01T00:00:00Z' } })
    const [back] = await openOf(cleo, ['mentioned'])
    expect(back?.laterUntil).toBeNull()
    await cleo.call(api.notifications.later, { body: { ids, until: '2999-01-01T00:00:00Z' } })
    const { items } = await cleo.call(api.notifications.list, {
      query: { filter: 'all', state: 'later', limit: 10 },
    })
    expect(items.map(({ laterUntil }) => laterUntil)).toEqual(['2999-01-01T00:00:00.000Z'])
  })

  test('disabled kinds create no notifications', async () => {
    const eve = await people.member('Eve', projectId, { role: 'translator' })
    await eve.call(api.notifications.saveSettings, {
      body: { project: 'shop', mail: 'now', muted: ['mentioned'] },
    })
    const { settings } = await eve.call(api.notifications.settings, {})
    expect(settings).toEqual([
      { project: null, mail: 'daily', muted: [] },
      { project: { slug: 'shop', name: 'Shop' }, mail: 'now', muted: ['mentioned'] },
    ])
    const [keyId = 0] = await addKeys(1)
    const about = { projectId, keyId, language: null, by: MARA.actor, at: at(), kind: 'comment' as const }
    const mentions = [`user:${eve.id}`] as const
    const first = await store().write((w) => addComment(w, { ...about, text: 'x', mentions }))
    await store().write((w) =>
      answerComment(w, first.id, { projectId, text: 'mine', mentions: [], by: eve.actor, at: at() }),
    )
    await store().write((w) =>
      answerComment(w, first.id, { projectId, text: 'yours', mentions: [], by: MARA.actor, at: at() }),
    )
    await openOf(eve, ['answered'])
  })

  test('a translation that was sent back needs its author, with the reason, until it is saved again', async () => {
    const hal = await people.member('Hal', projectId, { role: 'translator' })
    const rita = await people.member('Rita', projectId, { role: 'reviewer' })
    const [keyId = 0] = await addKeys(1)
    await save(keyId, 'de', person(hal.id, 'Hal'))
    const now = await store().read((r) => translation(r, projectId, keyId, 'de'))
    const rejected = await rita.call(api.review.reject, {
      params: { project: 'shop', language: 'de' },
      body: {
        items: [{ on: 'text', keyId, baseVersion: now?.version ?? 0 }],
        reason: { kind: 'meaning', text: 'It reads as a condition.' },
      },
    })
    const [item] = await openOf(hal, ['translation-rejected'])
    expect(item).toMatchObject({ text: 'It reads as a condition.', reason: 'meaning', language: 'de' })
    const params = { notification: item?.id ?? 0 }
    const detail = await hal.call(api.notifications.get, { params })
    expect(detail).toMatchObject({ written: now?.forms, sourceLanguage: 'en' })

    // Undone, and valid again when that is undone.
    const undo = async (operation: number) => {
      const done = await server.call(api.operations.undo, {
        params: { project: 'shop', operation },
        body: { keepNewer: false },
      })
      return done.operation?.id ?? 0
    }
    const undone = await undo(rejected.operation?.id ?? 0)
    await openOf(hal, [])
    await undo(undone)
    const [again] = await openOf(hal, ['translation-rejected'])
    expect(again).toMatchObject({ id: item?.id, text: 'It reads as a condition.', actor: { name: 'Rita' } })
    await save(keyId, 'de', person(hal.id, 'Hal'))
    await openOf(hal, [])
  })

  test('what was sent back, and saved again before that was followed, does not need its author', async () => {
    const sam = await people.member('Sam', projectId, { role: 'translator' })
    const { actor } = sam
    const by = person(sam.id, 'Sam')
    const [again = 0, open = 0, suggested = 0] = await addKeys(3)
    const write = async (w: Writer, request: Omit<OperationRequest, 'projectId' | 'at'>) => {
      const done = await applyOperation(w, { projectId, at: at(), ...request })
      if (!done.ok) throw new Error(JSON.stringify(done.refusals))
      return done.operationId
    }
    const saved = (w: Writer, keyId: number) => {
      const forms = { other: `text ${++made}` }
      return write(w, { kind: 'save', by, changes: [{ kind: 'translate', keyId, language: 'de', forms }] })
    }
    const reason = { kind: 'meaning', text: 'It reads as a condition.' } as const
    const sentBack = async (w: Writer, keyId: number) => {
      const textVersion = await saved(w, keyId)
      const forms = { other: `text ${made}` }
      const change = { kind: 'translate', keyId, language: 'de', forms, state: 'draft' } as const
      const operationId = await write(w, { kind: 'review', by: MARA, changes: [change] })
      const text = { keyId, language: 'de', textVersion, forms, author: actor }
      const decision = { by: MARA.actor, at: at(), reason, proposed: null, operationId }
      await addRejection(w, projectId, { ...text, ...decision })
    }
    // In one transaction, so that their events are followed together.
    await store().write(async (w) => {
      await sentBack(w, again)
      await saved(w, again)
      const text = { keyId: suggested, language: 'de', forms: { other: 'Vorschlag' }, note: '' }
      const made = await addSuggestion(w, { projectId, ...text, author: actor, at: at() })
      if (!made.ok) throw new Error(made.refusal.code)
      const decides = { language: 'de', accepted: [], rejected: [made.suggestion.id], reason }
      await write(w, { kind: 'review', by: MARA, changes: [], decides })
      await saved(w, suggested)
      // Only saved before.
      await sentBack(w, open)
    })
    const [item] = await openOf(sam, ['translation-rejected'])
    expect(item?.key?.id).toBe(open)
  })

  test('a decision that is undone leaves the inbox, and the next one is announced', async () => {
    const uma = await people.member('Uma', projectId, { role: 'translator' })
    const rolf = await people.member('Rolf', projectId, { role: 'reviewer' })
    const [keyId = 0] = await addKeys(1)
    const params = { project: 'shop', language: 'de', key: keyId }
    const body = { forms: { other: 'Vorschlag' }, note: '' }
    const made = await uma.call(api.suggestions.add, { params, body })
    const at = { project: 'shop', suggestion: made.id }
    const reason = { kind: 'meaning' as const, text: 'Not what it says' }
    const rejected = await rolf.call(api.suggestions.reject, {
      params: at,
      body: { version: made.version, reason },
    })
    await openOf(uma, ['suggestion-rejected'])
    await rolf.call(api.operations.undo, {
      params: { project: 'shop', operation: rejected.operation?.id ?? 0 },
      body: { keepNewer: false },
    })
    await openOf(uma, [])
    const [now] = (await uma.call(api.suggestions.list, { params })).suggestions
    await rolf.call(api.suggestions.accept, {
      params: at,
      body: { version: now?.version ?? 0, baseVersion: made.textVersion },
    })
    const [item] = await openOf(uma, ['suggestion-accepted'])
    expect(item).toMatchObject({ text: null, reason: null })
  })

  test('what is about a removed key, or a removed language, is hidden until an undo restores it', async () => {
    const tess = await people.member('Tess', projectId, { role: 'translator' })
    const [keyId = 0] = await addKeys(1)
    const about = { projectId, keyId, by: MARA.actor, at: at(), kind: 'comment', text: 'Look' } as const
    const mentions = [`user:${tess.id}`] as const
    await store().write((w) => addComment(w, { ...about, language: null, mentions }))
    await openOf(tess, ['mentioned'])
    const params = { project: 'shop' }
    const undo = (operation: { readonly id: number } | null) =>
      server.call(api.operations.undo, {
        params: { ...params, operation: operation?.id ?? 0 },
        body: { keepNewer: false },
      })
    const counted = async () =>
      (await tess.call(api.notifications.counts, { query: { since: '2026-01-01T00:00:00.000Z' } })).open.all
    const removed = await server.call(api.keys.remove, { params: { ...params, key: keyId } })
    expect((await tess.call(api.notifications.list, {})).items).toEqual([])
    expect(await counted()).toBe(0)
    expect(await store().read((r) => unmailedOf(r, tess.id))).toEqual([])
    await undo(removed.operation)
    await openOf(tess, ['mentioned'])
    expect(await counted()).toBe(1)

    await server.call(api.languages.add, { params, body: { tag: 'pl' } })
    await store().write((w) => addComment(w, { ...about, language: 'pl', mentions }))
    await openOf(tess, ['mentioned', 'mentioned'])
    await server.call(api.languages.remove, { params: { ...params, language: 'pl' } })
    await openOf(tess, ['mentioned'])
  })

  test('a task needs its assignees until all its strings are translated', async () => {
    const gil = await people.member('Gil', projectId, { role: 'translator' })
    const [one = 0, two = 0] = await addKeys(2)
    await createTaskFor(gil, [one, two])
    const [item] = await openOf(gil, ['task-assigned'])
    expect(item?.task).toMatchObject({
      title: 'Spring campaign',
      done: 0,
      total: 2,
      languages: [{ language: 'de' }],
    })
    await save(one, 'de', person(gil.id, 'Gil'))
    const [half] = await openOf(gil, ['task-assigned'])
    expect(half?.task).toMatchObject({ done: 1, total: 2 })
    await save(two, 'de', person(gil.id, 'Gil'))
    await openOf(gil, [])
  })

  test('someone removed from a shared project: only decisions on their suggestions are left to them', async () => {
    const share = (audience: 'members' | 'signed-in') =>
      store().write((w) => updateProject(w, projectId, { sharing: { with: audience, role: 'suggester' } }))
    await share('signed-in')
    const tim = await people.member('Tim', projectId, { role: 'manager' })
    const judge = await people.member('Judge', projectId, { role: 'reviewer' })
    const group = await Promise.all(
      Array.from({ length: 21 }, (_, index) => people.member(`M${index}`, projectId, { role: 'viewer' })),
    )
    const [keyId = 0] = await addKeys(1)
    const params = { project: 'shop', language: 'de', key: keyId }
    const proposal = await tim.call(api.suggestions.add, {
      params,
      body: { forms: { other: 'Vorschlag' }, note: '' },
    })
    const about = { projectId, keyId, language: null, kind: 'comment' as const, at: at() }
    const first = await store().write((w) =>
      addComment(w, { ...about, text: 'Why?', mentions: [`user:${tim.id}`], by: MARA.actor }),
    )
    await createTaskFor(tim, [keyId])
    const items = await openOf(tim, ['task-assigned', 'mentioned'])
    await store().write((w) => removeMembership(w, { userId: tim.id, projectId }))

    // Neither what they had, nor anything new, alone or together with many others.
    const write = (mentions: readonly `user:${number}`[]) =>
      store().write((w) =>
        answerComment(w, first.id, { projectId, text: 'For members', mentions, by: judge.actor, at: at() }),
      )
    await write([`user:${tim.id}`])
    await write([tim, ...group].map(({ id }) => `user:${id}` as const))
    for (const member of group) await openOf(member, ['mentioned'])
    await judge.call(api.suggestions.reject, {
      params: { project: 'shop', suggestion: proposal.id },
      body: { version: proposal.version, reason: { kind: 'meaning', text: 'No' } },
    })
    await openOf(tim, ['suggestion-rejected'])
    expect(await tim.call(api.notifications.counts, {})).toMatchObject({ open: { all: 1, rejected: 1 } })
    for (const { id } of items) {
      const hidden = tim.call(api.notifications.get, { params: { notification: id } })
      await expect(hidden).rejects.toMatchObject({ code: 'not-found' })
    }
    const made = await store().read(({ db }) =>
      db.selectFrom('notification').select('kind').where('user_id', '=', tim.id).execute(),
    )
    expect(made.map(({ kind }) => kind).toSorted()).toEqual([
      'mentioned',
      'suggestion-rejected',
      'task-assigned',
    ])
    await share('members')
  })

  test('an import is in the counts of 1,000 people', async () => {
    const { id: wideId } = await store().write(async (w) => {
      const project = await createProject(w, { slug: 'wide', name: 'Wide', sourceLanguage: 'en', at: at() })
      await addLanguage(w, { projectId: project.id, tag: 'de', by: MARA, at: at() })
      for (let index = 0; index < 1000; index++) {
        const user = await createMember(w, { name: `Person ${index}`, passwordHash: null, at: at() })
        await putMembership(
          w,
          { userId: user.id, projectId: project.id },
          { role: 'translator', languages: new Set(['de']), namespaces: null },
        )
      }
      return project
    })
    await eventually(
      async () => (await store().read(({ db }) => db.selectFrom('event').selectAll().execute())).length > 0,
    )
    const changes = [
      {
        kind: 'add-key' as const,
        namespace: 'app',
        name: 'wide',
        plural: 'none' as const,
        path: ['wide'],
        texts: new Map([['en', { forms: { other: 'Wide' } }]]),
      },
    ]
    await store().write((w) =>
      applyOperation(w, { projectId: wideId, kind: 'import', by: MARA, at: at(), changes }),
    )
    const counted = () =>
      store().read(({ db }) =>
        db
          .selectFrom('notification')
          .select((select) => select.fn.countAll<number>().as('count'))
          .where('project_id', '=', wideId)
          .executeTakeFirstOrThrow(),
      )
    await eventually(async () => (await counted()).count === 1000)
  })
})
