import {
  actOnNotifications,
  addComment,
  addNotifications,
  createMember,
  createOwner,
  createProject,
  createTask,
  deleteProject,
  lookLater,
  notificationSettings,
  putMembership,
  putNotificationSetting,
  putNotifiedPerson,
  putUserSettings,
  setTaskDone,
  suspendPerson,
  unmailedOf,
} from '@dragoman/store'
import { afterEach, expect, test } from 'vitest'
import { onBoth } from '../../store/test/on-both.ts'
import { applied, newKey } from '../../store/test/sample.ts'
import { openMailer } from '../src/mail/open-mailer.ts'
import { openSmtpTransport } from '../src/mail/smtp-transport.ts'
import { applyEffects } from '../src/notifications/apply-effects.ts'
import { openNotificationMails } from '../src/notifications/open-notification-mails.ts'
import { followTasks } from '../src/notifications/rules/tasks.ts'
import { unsubscribe, unsubscribeToken } from '../src/notifications/unsubscribe.ts'
import { openSealing } from '../src/secrets/open-sealing.ts'
import { TIMINGS } from '../src/timings.ts'
import { openMailServer } from './mail-server.ts'
import { eventually } from './test-server.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

onBoth('mails about notifications', (open) => {
  /** Three people, who want email immediately, daily and never; it is Friday noon. */
  async function world() {
    const { store, remove } = await open()
    closing.push(remove)
    const server = await openMailServer()
    closing.push(server.stop)
    let time = Date.parse('2026-11-20T12:00:00Z')
    const now = () => new Date(time)
    const origin = () => 'https://l10n.example.test'
    const log = () => undefined
    const sealing = await openSealing({ store, secret: null })
    const mail = openMailer({ store, now, log, origin, transport: openSmtpTransport(server.settings) })
    mail.start()
    closing.push(mail.close)
    /** People whose emails fail. */
    const failing = new Set<number>()
    const process = () =>
      openNotificationMails({
        store,
        now,
        log,
        mail,
        publicOrigin: origin,
        sealing,
        timings: TIMINGS,
        mailTo: async (_r, userId) => {
          if (failing.has(userId)) throw new Error('An error that is about one person')
          return { name: `P${userId}`, address: `p${userId}@example.test` }
        },
      })
    const at = () => now().toISOString()
    const projectId = await store.write(
      async (w) =>
        (await createProject(w, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', at: at() })).id,
    )
    async function person(name: string, time: 'now' | 'daily' | 'off'): Promise<number> {
      return store.write(async (w) => {
        const { id } = await createMember(w, { name, passwordHash: null, at: at() })
        await putMembership(
          w,
          { userId: id, projectId },
          { role: 'viewer', languages: null, namespaces: null },
        )
        await putNotificationSetting(w, id, { projectId: null, mail: time, muted: [] })
        await putNotifiedPerson(w, { userId: id, timeZone: 'Europe/Berlin', language: 'de' })
        return id
      })
    }
    const { changeSet } = await applied(store, projectId, [newKey('app', 'pay', { en: 'Pay' })])
    const keyId = changeSet.keys?.[0] ?? 0
    const by = { id: 'user:1', name: 'Ada' } as const
    let made = 0
    async function notify(userId: number, text: string, branchId?: number): Promise<number> {
      made += 1
      await store.write(async (w) => {
        const comment = {
          projectId: branchId ?? projectId,
          keyId,
          language: null,
          kind: 'comment',
          text,
          mentions: [],
        } as const
        const { id: subjectId } = await addComment(w, { ...comment, by, at: at() })
        const about = { keyId, language: null, subjectId, actorId: by.id }
        const one = {
          userId,
          projectId: comment.projectId,
          kind: 'mentioned',
          subject: `comment:${subjectId}`,
          ...about,
        } as const
        await addNotifications(w, [{ ...one, payload: {} }], at())
        await lookLater(w, [userId], new Date(time + 60_000).toISOString())
      })
      return made
    }
    const wait = (minutes: number) => {
      time += minutes * 60_000
    }
    const received = async () => {
      await mail.idle()
      return server.mails.map(({ to }) => to[0]).toSorted()
    }
    return { store, sealing, server, process, failing, person, notify, wait, received, mail, projectId }
  }

  test('immediately in one email, daily at eight, or never; each item once, and none that is done', async () => {
    const { store, server, process, person, notify, wait, received } = await world()
    const [ada, ben, cem] = [
      await person('Ada', 'now'),
      await person('Ben', 'daily'),
      await person('Cem', 'off'),
    ]
    const [first, second] = [process(), process()]
    const look = () => Promise.all([first.look(), second.look()])
    for (const userId of [ada, ben, cem]) await notify(userId, 'eins <b>&')
    await notify(ada, 'zwei')
    const done = await notify(ada, 'erledigt')
    await store.write((w) => actOnNotifications(w, ada, [done], { kind: 'done', at: '2026-11-20T12:00:30Z' }))
    await look()
    expect(await received()).toEqual([])
    wait(1)
    await look()
    await eventually(async () => server.mails.length === 1)
    expect(await received()).toEqual([`p${ada}@example.test`])
    const [mail] = server.mails
    expect(mail?.header('subject')).toContain('2')
    expect(mail?.text).toContain('eins <b>&')
    expect(mail?.text).toContain('zwei')
    expect(mail?.text).not.toContain('erledigt')
    expect(mail?.text).toContain('https://l10n.example.test/inbox')
    wait(60)
    await look()
    wait(60 * 17)
    await look()
    expect(await received()).toEqual([`p${ada}@example.test`])
    wait(60)
    await look()
    await eventually(async () => server.mails.length === 2)
    await look()
    expect(await received()).toEqual([`p${ada}@example.test`, `p${ben}@example.test`].toSorted())
  })

  test('what comes back at eight is in the email of that moment', async () => {
    const { store, process, person, notify, wait, received } = await world()
    const ben = await person('Ben', 'daily')
    const later = await notify(ben, 'später')
    const until = '2026-11-21T07:00:00.000Z'
    await store.write((w) => actOnNotifications(w, ben, [later], { kind: 'later', until }))
    const { look } = process()
    wait(60 * 19)
    await look()
    await eventually(async () => (await received()).length === 1)
    expect(await received()).toEqual([`p${ben}@example.test`])
  })

  test('the person who assigned a task gets an email when it is done, in their language', async () => {
    const { store, server, process, person, wait, projectId } = await world()
    const ada = await person('Ada', 'now')
    const at = '2026-11-20T12:00:00Z'
    const fields = { title: 'Frühling', note: '', goal: 'translated' as const, due: null, languages: ['de'] }
    const by = { id: `user:${ada}` as const, name: 'Ada' }
    const task = await store.write((w) =>
      createTask(w, { ...fields, assignees: [], keyIds: [], projectId, by, at }),
    )
    await store.write((w) => setTaskDone(w, task, { at, how: 'work' }, null))
    const payload = { taskId: task.id, what: 'done' as const }
    const event = { kind: 'task.changed' as const, projectId, actorId: null, at, payload }
    const effects = await store.read((r) => followTasks.follow(r, event))
    await store.write((w) => applyEffects(w, effects, { now: new Date(at), bundleMs: TIMINGS.mailBundleMs }))
    wait(2)
    await process().look()
    const mail = await eventually(async () => server.mails[0])
    expect(mail.to).toEqual([`p${ada}@example.test`])
    expect(mail.text).toContain('Aufgabe erledigt: Frühling')
  })

  test('however much is due, one email states how much, and lists the first', async () => {
    const { store, server, process, person, notify, wait, received, projectId } = await world()
    const ada = await person('Ada', 'now')
    const other = await store.write(
      async (w) =>
        (
          await createProject(w, {
            slug: 'docs',
            name: 'Docs',
            sourceLanguage: 'en',
            at: '2026-11-20T12:00:00Z',
          })
        ).id,
    )
    await store.write(async (w) => {
      await putMembership(
        w,
        { userId: ada, projectId: other },
        { role: 'viewer', languages: null, namespaces: null },
      )
      await putNotificationSetting(w, ada, { projectId: other, mail: 'weekly', muted: [] })
      const about = { keyId: null, language: null, subjectId: null, actorId: null, payload: { text: 'x' } }
      const many = Array.from({ length: 402 }, (_, index) => ({
        ...about,
        userId: ada,
        projectId: index < 201 ? other : projectId,
        kind: 'mentioned' as const,
        subject: `comment:many ${index}`,
      }))
      await addNotifications(w, many, '2026-11-20T12:00:00Z')
    })
    await notify(ada, 'last')
    wait(2)
    const mails = process()
    await mails.look()
    const mail = await eventually(async () => server.mails[0])
    expect(mail.header('subject')).toContain('202')
    expect(mail.text).toContain('200 von 202')
    expect(mail.text.match(/inbox\?item=/g)).toHaveLength(200)
    // The others wait for Monday.
    const left = () => store.read((r) => unmailedOf(r, ada))
    expect(new Set((await left()).map((row) => row.projectId))).toEqual(new Set([other]))
    wait(60 * 24 * 3)
    await mails.look()
    await eventually(async () => server.mails.length === 2)
    expect(await left()).toEqual([])
    wait(60 * 24 * 7)
    await mails.look()
    expect(await received()).toHaveLength(2)
  })

  test('the language that a person has chosen is that of their emails', async () => {
    const { store, server, process, person, notify, wait } = await world()
    const ada = await person('Ada', 'now')
    await store.write((w) => putUserSettings(w, ada, { language: 'pl' }))
    await notify(ada, 'eins')
    wait(2)
    await process().look()
    const mail = await eventually(async () => server.mails[0])
    expect(mail.text).toContain('Otwarte w Twojej skrzynce odbiorczej')
  })

  test('one click in the email unsubscribes', async () => {
    const { store, sealing, server, process, person, notify, wait, received } = await world()
    const deps = { store, sealing }
    const ada = await person('Ada', 'now')
    const mails = process()
    await notify(ada, 'eins')
    wait(2)
    await mails.look()
    const mail = await eventually(async () => server.mails[0])
    const token = /\/unsubscribe\/([^>]+)>/.exec(mail.header('list-unsubscribe') ?? '')?.[1] ?? ''
    await expect(unsubscribe(deps, `${token.slice(0, -1)}x`)).rejects.toMatchObject({ code: 'not-found' })
    await expect(unsubscribe(deps, token.replace(/^\d+/, '999'))).rejects.toMatchObject({
      code: 'not-found',
    })
    expect(await unsubscribe(deps, token)).toEqual({ project: 'Shop' })
    expect(await unsubscribe(deps, token)).toEqual({ project: 'Shop' })
    await notify(ada, 'zwei')
    wait(2)
    await mails.look()
    expect(await received()).toHaveLength(1)
  })

  test('a translation branch is emailed with its project, at its time', async () => {
    const { store, sealing, server, process, person, notify, wait, received, projectId } = await world()
    const [ada, ben] = [await person('Ada', 'off'), await person('Ben', 'now')]
    const branch = { slug: 'shop-pay', name: 'Shop (pay)', sourceLanguage: 'en', parentId: projectId }
    const { id: branchId } = await store.write((w) =>
      createProject(w, { ...branch, at: '2026-11-20T12:00:00Z' }),
    )
    await store.write((w) => putNotificationSetting(w, ada, { projectId, mail: 'now', muted: [] }))
    await store.write((w) => putNotificationSetting(w, ben, { projectId, mail: 'off', muted: [] }))
    for (const userId of [ada, ben]) {
      await notify(userId, 'eins')
      await notify(userId, 'zwei', branchId)
    }
    wait(2)
    await process().look()
    expect(await received()).toEqual([`p${ada}@example.test`])
    const [mail] = server.mails
    for (const text of ['eins', 'Shop (pay)', 'zwei']) expect(mail?.text).toContain(text)
    const token = /\/unsubscribe\/([^>]+)>/.exec(mail?.header('list-unsubscribe') ?? '')?.[1] ?? ''
    expect(await unsubscribe({ store, sealing }, token)).toEqual({ project: 'Shop' })
  })

  test('suspended people get no email until they are restored', async () => {
    const { store, process, person, notify, wait, received } = await world()
    const [ada, ben] = [await person('Ada', 'now'), await person('Ben', 'now')]
    await store.write(async (w) => {
      await createOwner(w, { name: 'Olga', passwordHash: null, at: '2026-11-20T12:00:00Z' })
    })
    for (const userId of [ada, ben]) await notify(userId, 'eins')
    await store.write((w) => suspendPerson(w, ada, '2026-11-20T12:00:30Z'))
    const mails = process()
    wait(2)
    await mails.look()
    expect(await received()).toEqual([`p${ben}@example.test`])
    await store.write((w) => suspendPerson(w, ada, null))
    await mails.look()
    expect(await received()).toEqual([`p${ada}@example.test`, `p${ben}@example.test`].toSorted())
  })

  test('emails that fail are tried again later, and do not delay those of others', async () => {
    const { process, failing, person, notify, wait, received } = await world()
    // More than are checked in one round, and first in line.
    for (let index = 0; index < 51; index++) failing.add(await person(`Ada ${index}`, 'now'))
    for (const userId of failing) await notify(userId, 'eins')
    const ben = await person('Ben', 'now')
    await notify(ben, 'eins')
    const mails = process()
    wait(2)
    await mails.look()
    expect(await received()).toEqual([`p${ben}@example.test`])
    const [first = 0] = failing
    failing.delete(first)
    wait(2)
    await mails.look()
    expect(await received()).toEqual([`p${ben}@example.test`, `p${first}@example.test`].toSorted())
  })

  test('the link about a deleted project reports that, and changes nothing', async () => {
    const { store, sealing, person, projectId } = await world()
    const ada = await person('Ada', 'now')
    await store.write((w) => deleteProject(w, projectId))
    expect(
      await unsubscribe({ store, sealing }, unsubscribeToken(sealing, { userId: ada, projectId })),
    ).toEqual({
      project: null,
      isDeleted: true,
    })
    expect(await store.read((r) => notificationSettings(r, ada))).toEqual([
      { projectId: null, mail: 'now', muted: [] },
    ])
  })

  test('the link about all projects also ends the emails of projects with an own time', async () => {
    const { store, sealing, process, person, notify, wait, received, projectId } = await world()
    const ada = await person('Ada', 'now')
    await store.write((w) => putNotificationSetting(w, ada, { projectId, mail: 'now', muted: ['answered'] }))
    expect(
      await unsubscribe({ store, sealing }, unsubscribeToken(sealing, { userId: ada, projectId: null })),
    ).toEqual({ project: null })
    await notify(ada, 'eins')
    wait(2)
    await process().look()
    expect(await received()).toEqual([])
    expect(await store.read((r) => notificationSettings(r, ada))).toEqual([
      { projectId: null, mail: 'off', muted: [] },
      { projectId, mail: null, muted: ['answered'] },
    ])
  })
})
