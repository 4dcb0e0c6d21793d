import { api, type Failure } from '@dragoman/contract'
import { type MemberRef, memberRef } from '@dragoman/core'
import { noteProof, owner, projectBySlug, setInstanceRole } from '@dragoman/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allRoutes } from '../src/http/mount.ts'
import { peopleOf, type TestPerson } from './people.ts'
import { BOTH_DATABASES, openTestServer, type TestServer } from './test-server.ts'

const LONG_AGO = '2020-01-01T00:00:00.000Z'
const RIGHTS = { languages: null, namespaces: null }

describe.each(BOTH_DATABASES)('on %s', (database) => {
  let server: TestServer
  let boss: TestPerson
  let projectId = 0
  beforeAll(async () => {
    server = await openTestServer({ database })
    await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
    const { store } = server.server.deps
    projectId = (await store.read((r) => projectBySlug(r, 'shop')))?.id ?? 0
    boss = await peopleOf(server).stranger('Boss')
    await store.write((w) => setInstanceRole(w, boss.id, 'owner'))
    await forgetProof(boss.id)
  })

  /** Makes the last proof of a person's sessions old. */
  async function forgetProof(userId: number): Promise<void> {
    await server.server.deps.store.write(async (w) => {
      const hashes = await w.db
        .selectFrom('session')
        .select('id_hash')
        .where('user_id', '=', userId)
        .execute()
      for (const { id_hash } of hashes) await noteProof(w, id_hash, LONG_AGO)
    })
  }
  afterAll(() => server.close())

  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      (error: Failure) => error.code,
    )

  test('an owner who has not proved who they are lately changes no one’s rights', async () => {
    const other = await peopleOf(server).member('Mia', projectId, { role: 'viewer' })
    const params = { project: 'shop' }
    const manager = await peopleOf(server).member('Max', projectId, { role: 'manager' })
    await peopleOf(server).member('Mona', projectId, { role: 'manager' })
    const { id: group } = await server.call(api.groups.create, { body: { name: 'Staff' } })
    await server.call(api.members.change, {
      params,
      body: { changes: [{ who: `group:${group}`, baseVersion: 0, rights: { role: 'manager', ...RIGHTS } }] },
    })
    const change = (who: MemberRef, role: 'manager' | 'translator' | null, by = boss.call) =>
      by(api.members.change, {
        params,
        body: { changes: [{ who, baseVersion: 1, rights: role && { role, ...RIGHTS } }] },
      })
    const [viewer, max] = [memberRef('user', other.id), memberRef('user', manager.id)]
    await forgetProof(manager.id)
    const asked = [
      boss.call(api.admin.setRole, { params: { person: other.id }, body: { role: 'owner' } }),
      boss.call(api.admin.suspend, { params: { person: other.id }, body: { isSuspended: true } }),
      boss.call(api.admin.setAuditDays, { body: { days: 30 } }),
      boss.call(api.admin.makeBackup, {}),
      boss.call(api.admin.downloadBackup, { params: { backup: 'dragoman-20200101T000000000Z.db' } }),
      boss.call(api.invitations.create, {
        params,
        body: { addresses: [], number: 1, days: 1, rights: { role: 'manager', ...RIGHTS } },
      }),
      change(viewer, 'manager'),
      change(max, 'translator'),
      change(max, null),
      change(`group:${group}`, null),
      manager.call(api.members.leave, { params }),
      boss.call(api.groups.create, { body: { name: 'Others' } }),
      boss.call(api.groups.rename, { params: { group }, body: { name: 'Others' } }),
      boss.call(api.groups.remove, { params: { group } }),
    ]
    expect(await Promise.all(asked.map(codeOf))).toEqual(asked.map(() => 'proof-needed'))
    const { members } = await server.call(api.members.list, {
      params,
      query: { show: 'everyone', q: '', limit: 50 },
    })
    expect(members.map(({ who, rights }) => [who, rights?.role])).toEqual(
      expect.arrayContaining([
        [viewer, 'viewer'],
        [max, 'manager'],
        [memberRef('group', group), 'manager'],
      ]),
    )
    expect(await codeOf(change(viewer, 'translator'))).toBe('done')
    expect(await codeOf(change(max, 'translator', server.call))).toBe('done')
  })

  test('the link of an invitation that gives the rights of managers is given only with a proof', async () => {
    const params = { project: 'shop' }
    const invite = async (role: 'manager' | 'translator') => {
      const body = { addresses: [], number: 1, days: 1, rights: { role, ...RIGHTS } }
      const { invitations } = await server.call(api.invitations.create, { params, body })
      const [{ id, url } = { id: 0, url: '' }] = invitations
      return { url, invitation: id }
    }
    const managing = await invite('manager')
    const translating = await invite('translator')
    const link = ({ invitation }: Awaited<ReturnType<typeof invite>>, by = boss.call) =>
      by(api.invitations.link, { params: { ...params, invitation } })
    await forgetProof(boss.id)
    expect(await codeOf(link(managing))).toBe('proof-needed')
    expect(await link(managing, server.call)).toEqual({ url: managing.url })
    expect(await link(translating)).toEqual({ url: translating.url })
  })

  test('the links of invitations to a group are listed only with a proof', async () => {
    const list = (by = boss.call) => by(api.invitations.listOfInstance, {})
    const inviteTo = (group: number | null) => {
      const body = { addresses: [], number: 1, days: 1, group }
      return server.call(api.invitations.createOfInstance, { body })
    }
    await forgetProof(boss.id)
    const plain = await inviteTo(null)
    expect(await list()).toEqual(plain)
    const { id: group } = await server.call(api.groups.create, { body: { name: 'Agency' } })
    const ofGroup = await inviteTo(group)
    expect(await codeOf(list())).toBe('proof-needed')
    expect(await list(server.call)).toEqual({
      invitations: [...ofGroup.invitations, ...plain.invitations],
    })
  })

  test('every route that needs a proof is for people only, or deletes a project', () => {
    const routes = allRoutes().filter(({ route }) => route.needsProof)
    expect(routes.length).toBeGreaterThan(10)
    const byToken = routes.filter(({ route }) => route.by !== 'person')
    expect(byToken.map(({ area, name }) => `${area}.${name}`)).toEqual(['projects.remove'])
  })

  test('of two owners who delete their accounts at the same time, one stays', async () => {
    const other = await peopleOf(server).stranger('Last')
    const { store } = server.server.deps
    // Ann is no owner for now, so that these two are the only ones.
    const ann = await store.read(owner)
    await store.write((w) => setInstanceRole(w, other.id, 'owner'))
    await store.write((w) => setInstanceRole(w, ann?.id ?? 0, 'member'))
    const second = await peopleOf(server).stranger('Second')
    await store.write(async (w) => {
      await setInstanceRole(w, second.id, 'owner')
      await setInstanceRole(w, boss.id, 'member')
    })
    const codes = await Promise.all([other, second].map((one) => codeOf(one.call(api.account.remove, {}))))
    expect(codes.sort()).toEqual(['done', 'last-owner'])
    const owners = await store.read((r) =>
      r.db.selectFrom('user').select('id').where('role', '=', 'owner').execute(),
    )
    expect(owners).toHaveLength(1)
  })
})
