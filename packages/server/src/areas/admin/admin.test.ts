import { readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { confirmTotp, createMember, recordAudit, restoreBackup, userByName } from '@dragoman/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beforeEachWriteOfRequests } from '../../../test/between-check-and-write.ts'
import { browserOf } from '../../../test/browser-of.ts'
import { queryPlansOf } from '../../../test/query-plans.ts'
import {
  DATABASES,
  eventually,
  openTestServer,
  PASSWORD,
  type TestServer,
} from '../../../test/test-server.ts'
import { openBackups } from '../../backups.ts'
import { forgetOld } from '../../jobs/forget-old.ts'

describe.each(DATABASES)('on %s', (database) => {
  let server: TestServer
  const params = { project: 'shop' }
  beforeAll(async () => {
    server = await openTestServer({ database })
    await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
  })
  afterAll(() => server.close())

  test('people are found, made owners and lowered again, but the last owner stays', async () => {
    const { store } = server.server.deps
    const at = new Date().toISOString()
    const ben = await store.write((w) => createMember(w, { name: 'Ben', passwordHash: null, at }))
    const { people } = await server.call(api.admin.people, { query: { q: 'BE', limit: 10 } })
    expect(people).toMatchObject([{ name: 'Ben', role: 'member', sessions: 0, seenAt: null }])
    const setRole = (person: number, role: 'owner' | 'member') => ({ params: { person }, body: { role } })
    const last = await server.fail(api.admin.setRole, setRole(1, 'member'))
    expect(last).toMatchObject({ code: 'not-allowed', params: { reason: 'last-owner' } })
    expect((await server.call(api.admin.setRole, setRole(ben.id, 'owner'))).role).toBe('owner')
    expect((await server.call(api.admin.setRole, setRole(ben.id, 'member'))).role).toBe('member')
    const { entries } = await server.call(api.audit.list, { query: { kind: 'user', limit: 10 } })
    expect(entries.map(({ target, details }) => [target, details.role])).toEqual([
      ['Ben', 'member'],
      ['Ben', 'owner'],
    ])
    expect((await server.fail(api.admin.setRole, setRole(999, 'owner'))).code).toBe('not-found')
  })

  test('the entry of a change of a group names only the people whom it changed', async () => {
    const { store } = server.server.deps
    const at = new Date().toISOString()
    const [gil, guy] = await store.write(async (w) => [
      await createMember(w, { name: 'Gil', passwordHash: null, at }),
      await createMember(w, { name: 'Guy', passwordHash: null, at }),
    ])
    const { id: group } = await server.call(api.groups.create, { body: { name: 'Guild' } })
    const change = (add: number[], remove: number[]) =>
      server.call(api.groups.changePeople, { params: { group }, body: { add, remove } })
    await change([gil.id], [])
    await change([gil.id], [guy.id])
    await change([], [gil.id, guy.id])
    const { entries } = await server.call(api.audit.list, { query: { kind: 'group.changed', limit: 3 } })
    expect(entries.map(({ details }) => details)).toEqual([
      { group, added: [], removed: ['Gil'] },
      { group, added: ['Gil'], removed: [] },
      { group, made: true },
    ])
  })

  test('people are listed by name whatever its case, with the projects of their groups', async () => {
    const { store } = server.server.deps
    const at = new Date().toISOString()
    const [zed] = await store.write(async (w) => [
      await createMember(w, { name: 'zed zz', passwordHash: null, at }),
      await createMember(w, { name: 'Zed ZA', passwordHash: null, at }),
      await createMember(w, { name: 'ZED', passwordHash: null, at }),
    ])
    const { id: group } = await server.call(api.groups.create, { body: { name: 'Zed’s' } })
    await server.call(api.groups.changePeople, { params: { group }, body: { add: [zed.id], remove: [] } })
    const rights = { role: 'viewer' as const, languages: null, namespaces: null }
    for (const slug of ['zed-1', 'zed-2']) {
      await server.call(api.projects.create, { body: { slug, name: slug, sourceLanguage: 'en' } })
      const own = { who: `user:${zed.id}` as const, baseVersion: 0, rights }
      const ofGroup = { who: `group:${group}` as const, baseVersion: 0, rights }
      const changes = slug === 'zed-1' ? [own, ofGroup] : [ofGroup]
      await server.call(api.members.change, { params: { project: slug }, body: { changes } })
    }
    const found: [string, number][] = []
    const read = (cursor: string | null) =>
      server.call(api.admin.people, { query: { q: 'zed', limit: 1, ...(cursor === null ? {} : { cursor }) } })
    for (let page = await read(null); ; page = await read(page.next)) {
      for (const { name, projects } of page.people) found.push([name, projects])
      if (page.next === null) break
    }
    expect(found).toEqual([
      ['ZED', 0],
      ['Zed ZA', 0],
      ['zed zz', 2],
    ])
    const params = { person: zed.id }
    await server.call(api.admin.removePerson, { params })
    const { entries } = await server.call(api.audit.list, { query: { kind: 'user.removed', limit: 1 } })
    expect(entries[0]?.details).toMatchObject({ projects: 2 })
  })

  test('a setting and its entry in the audit log are written together', async () => {
    let writes = 0
    const end = beforeEachWriteOfRequests(server.server, async () => void writes++)
    await server.call(api.admin.setAuditDays, { body: { days: 730 } })
    expect(writes).toBe(1)
    if (database === 'sqlite')
      await server.call(api.admin.setBackups, { body: { everyHours: null, keep: 2 } })
    end()
    expect(writes).toBe(database === 'sqlite' ? 2 : 1)
  })

  test('someone is signed out everywhere', async () => {
    const other = await openSession(server)
    const person = { params: { person: 1 } }
    const before = (await server.call(api.admin.people, { query: { limit: 1 } })).people[0]?.sessions ?? 0
    expect(before).toBeGreaterThan(1)
    expect((await server.call(api.admin.signOutPerson, person)).sessions).toBe(0)
    expect((await other('/api/projects')).status).toBe(401)
    await server.call(api.session.signIn, { body: { name: 'Ann', password: 'correct horse battery' } })
  })

  test('people are suspended, restored and removed; but not oneself, who can be the last owner', async () => {
    const { store } = server.server.deps
    const at = new Date().toISOString()
    const ann = await store.read((r) => userByName(r, 'Ann'))
    const { id } = await store.write((w) =>
      createMember(w, { name: 'Cem', passwordHash: ann?.passwordHash ?? null, at }),
    )
    const cem = browserOf(server)
    const signIn = { body: { name: 'Cem', password: PASSWORD } }
    await cem.call(api.session.signIn, signIn)
    const suspend = (person: number, isSuspended: boolean) => ({ params: { person }, body: { isSuspended } })
    expect(await server.call(api.admin.suspend, suspend(id, true))).toMatchObject({
      isSuspended: true,
      sessions: 0,
    })
    expect((await cem.call(api.session.get, {})).actor).toBeNull()
    expect((await cem.fail(api.session.signIn, signIn)).code).toBe('account-suspended')
    expect((await server.call(api.admin.suspend, suspend(id, false))).isSuspended).toBe(false)
    await cem.call(api.session.signIn, signIn)
    // A suspended owner does not count as an owner.
    await server.call(api.admin.setRole, { params: { person: id }, body: { role: 'owner' } })
    await server.call(api.admin.suspend, suspend(id, true))
    const lowered = { params: { person: 1 }, body: { role: 'member' as const } }
    expect((await server.fail(api.admin.setRole, lowered)).params).toEqual({ reason: 'last-owner' })
    const self = { params: { person: 1 } }
    for (const failure of [
      await server.fail(api.admin.suspend, suspend(1, true)),
      await server.fail(api.admin.removePerson, self),
    ])
      expect(failure).toMatchObject({ code: 'not-allowed', params: { reason: 'own-account' } })
    await server.call(api.admin.removePerson, { params: { person: id } })
    expect((await server.call(api.admin.people, { query: { q: 'cem', limit: 5 } })).people).toEqual([])
    const { entries } = await server.call(api.audit.list, { query: { kind: 'user.removed', limit: 1 } })
    expect(entries[0]).toMatchObject({ target: 'Cem', details: { role: 'owner' } })
  })

  test('an owner turns off the second factor of someone who lost it, but not their own', async () => {
    const { store } = server.server.deps
    const at = new Date().toISOString()
    const ann = await store.read((r) => userByName(r, 'Ann'))
    const { id } = await store.write((w) =>
      createMember(w, { name: 'Lost phone', passwordHash: ann?.passwordHash ?? null, at }),
    )
    const person = { params: { person: id } }
    const signIn = { body: { name: 'Lost phone', password: PASSWORD } }
    const browser = browserOf(server)
    await browser.call(api.session.signIn, signIn)
    expect((await server.fail(api.admin.removeTotp, person)).code).toBe('not-found')
    await store.write((w) => confirmTotp(w, id, { at, recoveryCodes: [] }))
    const waiting = browserOf(server)
    expect((await waiting.fail(api.session.signIn, signIn)).code).toBe('second-factor-needed')
    const found = await server.call(api.admin.people, { query: { q: 'lost phone', limit: 1 } })
    expect(found.people).toMatchObject([{ hasSecondFactor: true }])

    expect(await server.call(api.admin.removeTotp, person)).toMatchObject({
      hasSecondFactor: false,
      sessions: 0,
    })
    expect((await browser.call(api.session.get, {})).actor).toBeNull()
    expect((await waiting.fail(api.session.secondFactor, { body: { code: '123456' } })).code).toBe(
      'sign-in-again',
    )
    expect((await browser.call(api.session.signIn, signIn)).actor?.name).toBe('Lost phone')
    const { entries } = await server.call(api.audit.list, { query: { kind: 'account.changed', limit: 1 } })
    expect(entries[0]).toMatchObject({
      target: 'Lost phone',
      details: { what: 'second factor', is: 'off', by: 'owner' },
    })
    await browser.call(api.session.signOut, {})
    const own = await server.fail(api.admin.removeTotp, { params: { person: 1 } })
    expect(own).toMatchObject({ code: 'not-allowed', params: { reason: 'own-account' } })
  })

  test("everyone's sessions are listed page by page, searched and ended", async () => {
    const phone = await openSession(server)
    const first = await server.call(api.admin.sessions, { query: { limit: 1 } })
    const rest = await server.call(api.admin.sessions, { query: { limit: 50, cursor: first.next ?? '' } })
    const ids = [...first.sessions, ...rest.sessions].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const all = await server.call(api.admin.sessions, { query: { limit: 50, q: 'ann' } })
    expect(all.sessions.map(({ id }) => id)).toEqual(ids)
    expect(all.sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    expect((await server.call(api.admin.sessions, { query: { limit: 5, q: 'nobody' } })).sessions).toEqual([])
    for (const { id, isCurrent } of all.sessions)
      if (!isCurrent) await server.call(api.admin.endSession, { params: { session: id } })
    expect((await phone('/api/projects')).status).toBe(401)
    const ended = all.sessions.find(({ isCurrent }) => !isCurrent)?.id ?? ''
    expect((await server.fail(api.admin.endSession, { params: { session: ended } })).code).toBe('not-found')
  })

  test('the audit log has the device of a session that was ended', async () => {
    const browser = browserOf(server, {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Firefox/133.0',
    })
    await browser.call(api.session.signIn, { body: { name: 'Ann', password: PASSWORD } })
    const { sessions } = await server.call(api.admin.sessions, { query: { limit: 50 } })
    const session = sessions.find(({ device }) => device === 'Firefox, Linux')?.id ?? ''
    await server.call(api.admin.endSession, { params: { session } })
    const { entries } = await server.call(api.audit.list, { query: { kind: 'session.ended', limit: 1 } })
    expect(entries[0]).toMatchObject({ target: 'Ann', details: { device: 'Firefox, Linux' } })
    expect(entries[0]?.details).not.toHaveProperty('sessions')
  })

  test('projects with their managers, size and last change', async () => {
    const { projects } = await server.call(api.admin.projects, { query: { limit: 10, q: 'SHO' } })
    expect(projects).toMatchObject([{ slug: 'shop', managers: 0, manager: null, keys: 0, languages: 1 }])
    expect((await server.call(api.admin.projects, { query: { limit: 10, q: 'none' } })).projects).toEqual([])
  })

  test('managers through a group count, and suspended people do not', async () => {
    const { store } = server.server.deps
    const at = new Date().toISOString()
    const add = (name: string) => store.write((w) => createMember(w, { name, passwordHash: null, at }))
    const [lead, away] = [await add('Lead'), await add('Away')]
    await server.call(api.projects.create, { body: { slug: 'led', name: 'Led', sourceLanguage: 'en' } })
    const { id: group } = await server.call(api.groups.create, { body: { name: 'Leads' } })
    const people = { add: [lead.id, away.id], remove: [] }
    await server.call(api.groups.changePeople, { params: { group }, body: people })
    const rights = { role: 'manager' as const, languages: null, namespaces: null }
    const changes = [{ who: `group:${group}` as const, baseVersion: 0, rights }]
    await server.call(api.members.change, { params: { project: 'led' }, body: { changes } })
    const shown = async () =>
      (await server.call(api.admin.projects, { query: { limit: 10, q: 'led' } })).projects[0]
    expect(await shown()).toMatchObject({ managers: 2, manager: 'Away' })
    const suspended = { params: { person: away.id }, body: { isSuspended: true } }
    await server.call(api.admin.suspend, suspended)
    expect(await shown()).toMatchObject({ managers: 1, manager: 'Lead' })
  })

  test('jobs of all projects are listed', async () => {
    const { id } = await server.call(api.files.exportAll, { params, body: { format: 'i18next-json' } })
    await server.server.deps.jobs.ended(id)
    const { jobs } = await server.call(api.admin.jobs, {})
    expect(jobs[0]).toMatchObject({ id, project: 'shop', projectName: 'Shop', kind: 'export' })
    expect((await server.fail(api.admin.rerunJob, { params: { job: 999 } })).code).toBe('not-found')
  })

  test('the status of the installation', async () => {
    expect(await server.call(api.admin.overview, {})).toMatchObject({
      version: '0.0.0-test',
      database: { kind: database, isReady: true },
      isMailConfigured: false,
      auditDays: 730,
    })
    const result = await server.call(api.admin.testMail, { body: { to: 'ann@example.com' } })
    expect(result.isSent).toBe(false)
    expect(result.problem).not.toBeNull()
    expect((await server.fail(api.admin.testMail, { body: { to: 'nobody' } })).code).toBe('invalid-input')
  })

  describe('the audit log', () => {
    test('is paged, searched and read by managers of the project', async () => {
      await fill(5)
      const first = await server.call(api.audit.ofProject, { params, query: { limit: 2, q: 'Thing' } })
      expect(first.entries.map(({ target }) => target)).toEqual(['thing 4', 'thing 3'])
      const next = await server.call(api.audit.ofProject, {
        params,
        query: { limit: 2, q: 'thing', cursor: first.next ?? '' },
      })
      expect(next.entries.map(({ target }) => target)).toEqual(['thing 2', 'thing 1'])
      expect(next.entries[0]).toMatchObject({ project: 'shop', actor: { id: 'user:1', name: 'Ann' } })
      const count = async (query: Record<string, string>) =>
        (await server.call(api.audit.ofProject, { params, query: { limit: 50, ...query } })).entries.length
      expect(await count({ who: 'user:1', q: 'thing' })).toBe(5)
      expect(await count({ who: 'nobody' })).toBe(0)
      expect(await count({ kind: 'source', q: 'thing' })).toBe(5)
      expect(await count({ q: '%' })).toBe(0)
      expect(await count({ before: '2020-01-01T00:00:00.000Z' })).toBe(0)
    })
    test('is exported as a stream; cells are not formulas', async () => {
      await fill(1, '=cmd|"/c calc"!A1')
      const read = async (format: 'csv' | 'jsonl') => {
        const { bytes, fileName } = await server.call(api.audit.exportOfProject, {
          params,
          query: { format },
        })
        expect(fileName).toMatch(new RegExp(`^audit-log-\\d{4}-\\d\\d-\\d\\d\\.${format}$`))
        return new Response(bytes).text()
      }
      const csv = await read('csv')
      expect(csv.split('\r\n')[0]).toBe('at,kind,project,who,name,address,token,target,details')
      expect(csv).toContain(`"'=cmd|""/c calc""!A1"`)
      const lines = (await read('jsonl')).trim().split('\n')
      expect(lines.map((line) => JSON.parse(line).target)).toContain('=cmd|"/c calc"!A1')
      expect(lines.map((line) => JSON.parse(line).kind)).toContain('export.made')
    })
    test.runIf(database === 'sqlite')(
      'the first page is read from the newest entry on, however many there are',
      async () => {
        await fill(100)
        const plans = await queryPlansOf(server, 'audit_entry', async () => {
          const page = await server.call(api.audit.list, { query: { limit: 50 } })
          expect(page.entries[0]?.target).toBe('thing 99')
        })
        // In the order of the table, up to the limit; nothing is sorted.
        expect(plans).toContain('SCAN audit_entry')
        expect(plans.filter((step) => step.includes('TEMP B-TREE'))).toEqual([])
      },
    )
    test('entries never change, and are removed when they are old', async () => {
      const { store, now } = server.server.deps
      const change = store.write(({ db }) => db.updateTable('audit_entry').set({ target: 'x' }).execute())
      await expect(change).rejects.toThrow()
      const { entries } = await server.call(api.audit.list, { query: { limit: 1 } })
      expect(entries[0]?.target).not.toBe('x')
      await server.call(api.admin.setAuditDays, { body: { days: 30 } })
      await forgetOld(store, () => new Date(now().getTime() + 31 * 24 * 60 * 60_000))
      expect((await server.call(api.audit.list, { query: { limit: 1 } })).entries).toEqual([])
    })
  })

  /** Entries of the project, written without the server. */
  async function fill(count: number, target?: string): Promise<void> {
    const { store } = server.server.deps
    const project = await store.read(({ db }) =>
      db.selectFrom('project').select('id').where('slug', '=', 'shop').executeTakeFirstOrThrow(),
    )
    const origin = { actor: { id: 'user:1' as const, name: 'Ann' }, address: '127.0.0.1', tokenId: null }
    for (let from = 0; from < count; from += 1000)
      await store.write(async (w) => {
        for (let n = from; n < Math.min(count, from + 1000); n++) {
          const entry = { kind: 'source.added', target: target ?? `thing ${n}`, details: {} } as const
          await recordAudit(w, { ...entry, projectId: project.id, origin })
        }
      })
  }
})

/** Another session of the owner. */
async function openSession(server: TestServer): Promise<(path: string) => Promise<Response>> {
  const { origin } = server.server
  const answer = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ name: 'Ann', password: 'correct horse battery' }),
  })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
  return (path) => fetch(`${origin}${path}`, { headers: { cookie } })
}

describe('backups', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer()
  })
  afterAll(() => server.close())

  test('are created, verified, downloaded and deleted, and the oldest are removed', async () => {
    await server.call(api.admin.setBackups, { body: { everyHours: null, keep: 2 } })
    const made = []
    for (let n = 0; n < 3; n++) made.push(await server.call(api.admin.makeBackup, {}))
    const { backups, isSupported, restoreCommand } = await server.call(api.admin.backups, {})
    expect(isSupported).toBe(true)
    expect(backups.map(({ name }) => name)).toEqual(
      made
        .slice(1)
        .reverse()
        .map(({ name }) => name),
    )
    expect(restoreCommand).toMatch(/^DRAGOMAN_DATA=\S+ dragoman restore \S+\/backups\/\{name\}$/)
    const backup = { params: { backup: backups[0]?.name ?? '' } }
    expect(await server.call(api.admin.verifyBackup, backup)).toEqual({
      isWhole: true,
      projects: 0,
      people: 1,
    })
    const { bytes, sizeBytes } = await server.call(api.admin.downloadBackup, backup)
    expect((await new Response(bytes).arrayBuffer()).byteLength).toBe(sizeBytes)
    await truncate(join(server.server.deps.backups.folder, backup.params.backup), 5000)
    expect((await server.call(api.admin.verifyBackup, backup)).isWhole).toBe(false)
    await server.call(api.admin.removeBackup, backup)
    expect((await server.fail(api.admin.verifyBackup, backup)).code).toBe('not-found')
    for (const name of ['../dragoman.db', 'dragoman.db', '..%2Fdragoman.db'])
      expect((await server.fail(api.admin.downloadBackup, { params: { backup: name } })).code).toBe(
        'not-found',
      )
  })

  test('of two at the same time one is created, and the other is notified', async () => {
    const both = await Promise.allSettled([
      server.call(api.admin.makeBackup, {}),
      server.call(api.admin.makeBackup, {}),
    ])
    const refused = both.filter((one) => one.status === 'rejected')
    expect(refused.map(({ reason }) => reason.code)).toEqual(['still-running'])
  })

  test('one made while the clock was ahead does not stop automatic ones', async () => {
    const { store, workers } = server.server.deps
    const dataFolder = join(server.folder, 'ahead')
    let time = new Date('2031-01-01T00:00:00.000Z')
    const backups = openBackups({ store, workers, dataFolder, now: () => time, log: () => undefined })
    await server.call(api.admin.setBackups, { body: { everyHours: 24, keep: 2 } })
    const days = async () => (await backups.list()).map(({ madeAt }) => madeAt.slice(0, 10))
    await backups.makeDue()
    time = new Date('2026-05-01T00:00:00.000Z')
    await backups.makeDue()
    expect(await days()).toEqual(['2031-01-01', '2026-05-01'])
    // Not due yet.
    time = new Date('2026-05-01T23:00:00.000Z')
    await backups.makeDue()
    expect(await days()).toHaveLength(2)
    time = new Date('2026-05-02T00:00:00.000Z')
    await backups.makeDue()
    expect(await days()).toEqual(['2026-05-02', '2026-05-01'])
    await server.call(api.admin.setBackups, { body: { everyHours: null, keep: 2 } })
  })

  test('an automatic one that does not fit is not started, and waits an hour', async () => {
    const { store, workers } = server.server.deps
    const dataFolder = join(server.folder, 'data')
    let time = new Date('2032-01-01T00:00:00.000Z')
    let free: number | null = 4096
    const asked: string[] = []
    const backups = openBackups({
      store,
      workers,
      dataFolder,
      now: () => time,
      log: () => undefined,
      freeBytes: async (folder) => {
        asked.push(folder)
        return free
      },
    })
    const before = await backups.list()
    await server.call(api.admin.setBackups, { body: { everyHours: 24, keep: 365 } })
    await expect(backups.makeDue()).rejects.toMatchObject({ code: 'no-room' })
    expect(backups.lastFailure()).toEqual({ code: 'no-room', at: '2032-01-01T00:00:00.000Z' })
    expect(await readdir(backups.folder)).toHaveLength(before.length)
    time = new Date('2032-01-01T00:55:00.000Z')
    await backups.makeDue()
    expect(asked).toEqual([backups.folder])
    time = new Date('2032-01-01T01:00:00.000Z')
    await expect(backups.makeDue()).rejects.toMatchObject({ code: 'no-room' })
    time = new Date('2032-01-01T02:00:00.000Z')
    // Not every file system reports it.
    free = null
    await backups.makeDue()
    expect(await backups.list()).toHaveLength(before.length + 1)
    expect(backups.lastFailure()).toBeNull()
  })

  test('what a killed server had copied is removed at the next start and the next backup', async () => {
    const { store, workers } = server.server.deps
    const dataFolder = join(server.folder, 'killed')
    const backups = openBackups({ store, workers, dataFolder, now: () => new Date(), log: () => undefined })
    const { name } = await backups.make()
    const unfinished = ['', '-wal', '-shm', '-journal'].map(
      (end) => `dragoman-20260101T000000000Z.db.part${end}`,
    )
    const others = ['dragoman-before.db', 'shop.db.part', 'dragoman-20260101T000000000Z.db.partly']
    const leave = async () => {
      for (const one of [...unfinished, ...others]) await writeFile(join(backups.folder, one), 'texts')
    }
    await leave()
    await backups.start()
    expect((await readdir(backups.folder)).sort()).toEqual([name, ...others].sort())
    await leave()
    const { name: next } = await backups.make()
    expect((await readdir(backups.folder)).sort()).toEqual([name, next, ...others].sort())
    await backups.close()
  })

  test('an automatic one that failed is shown until one succeeds', async () => {
    const { backups } = server.server.deps
    const { settings } = await server.call(api.admin.backups, {})
    await rm(backups.folder, { recursive: true })
    await writeFile(backups.folder, 'in the way')
    await server.call(api.admin.setBackups, { body: { everyHours: 1, keep: 7 } })
    await expect(backups.makeDue()).rejects.toThrow()
    const { failure } = await server.call(api.admin.backups, {})
    expect(failure).toMatchObject({ code: 'not-written' })
    await rm(backups.folder)
    await server.call(api.admin.makeBackup, {})
    expect((await server.call(api.admin.backups, {})).failure).toBeNull()
    await server.call(api.admin.setBackups, { body: settings })
  })

  test('a restored one ends all sessions', async () => {
    const { folder } = server.server.deps.backups
    const { name } = await server.call(api.admin.makeBackup, {})
    expect((await server.request('/api/projects')).status).toBe(200)
    const cookies = await openSession(server)
    const again = await server.restart(async () => {
      await restoreBackup(join(folder, name), join(server.folder, 'data'), new Date().toISOString())
    })
    server = again
    expect((await cookies('/api/projects').catch(() => null))?.status ?? 401).toBe(401)
    const sessions = await eventually(async () =>
      again.server.deps.store.read(({ db }) => db.selectFrom('session').selectAll().execute()),
    )
    // Only the one that the test has just started.
    expect(sessions).toHaveLength(1)
  })
})
