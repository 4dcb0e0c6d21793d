import { api, type BodyOf, type Failure } from '@dragoman/contract'
import { memberRef } from '@dragoman/core'
import { projectBySlug, setInstanceRole } from '@dragoman/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserOf } from './browser-of.ts'
import { peopleOf, type TestPerson } from './people.ts'
import { BOTH_DATABASES, openTestServer, type TestServer } from './test-server.ts'

const params = { project: 'shop' }

describe.each(BOTH_DATABASES)('an invitation or a reset link, on %s', (database) => {
  let server: TestServer
  let projectId = 0
  let made = 0
  beforeAll(async () => {
    server = await openTestServer({ database })
    await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
    projectId = (await server.server.deps.store.read((r) => projectBySlug(r, 'shop')))?.id ?? 0
  })
  afterAll(() => server.close())

  const manager = () => peopleOf(server).member(`Manager ${++made}`, projectId, { role: 'manager' })

  async function invite(by: TestPerson): Promise<string> {
    const { invitations } = await by.call(api.invitations.create, {
      params,
      body: {
        addresses: [],
        number: 10,
        days: 90,
        rights: { role: 'manager', languages: null, namespaces: null },
      },
    })
    return codeIn(invitations[0]?.url ?? '')
  }
  const codeIn = (url: string) => url.slice(url.lastIndexOf('/') + 1)

  async function accept(code: string): Promise<string> {
    const person = await peopleOf(server).stranger(`Guest ${++made}`)
    return person.call(api.invitations.accept, { body: { code } }).then(
      () => 'accepted',
      (error: Failure) => error.code,
    )
  }

  test('of a removed manager ends, for themselves too, and the response counts it', async () => {
    const [max] = [await manager(), await manager()]
    const code = await invite(max)
    const { endedInvitations } = await server.call(api.members.change, {
      params,
      body: { changes: [{ who: `user:${max.id}`, baseVersion: 1, rights: null }] },
    })
    expect(endedInvitations).toBe(1)
    expect(await accept(code)).toBe('invitation-withdrawn')
    await expect(max.call(api.invitations.accept, { body: { code } })).rejects.toMatchObject({
      code: 'invitation-withdrawn',
    })
  })

  test('of a demoted manager ends, and can be sent again by another', async () => {
    const max = await manager()
    const code = await invite(max)
    const rights = { role: 'translator' as const, languages: null, namespaces: null }
    const changes = [{ who: memberRef('user', max.id), baseVersion: 1, rights }]
    expect((await server.call(api.members.change, { params, body: { changes } })).endedInvitations).toBe(1)
    expect(await accept(code)).toBe('invitation-withdrawn')
    const { entries } = await server.call(api.audit.ofProject, { params, query: { limit: 2 } })
    expect(entries.map(({ kind, actor }) => [kind, actor?.name])).toEqual([
      ['invitation.withdrawn', 'Ann'],
      ['membership.changed', 'Ann'],
    ])
  })

  test('that was withdrawn is not opened again once its inviter is no longer a manager', async () => {
    const max = await manager()
    await invite(max)
    const { members } = await server.call(api.members.list, {
      params,
      query: { show: 'invitation', q: '', limit: 50 },
    })
    const who = members.at(-1)?.who ?? 'invitation:0'
    const change = (changes: BodyOf<typeof api.members.change>['changes']) =>
      server.call(api.members.change, { params, body: { changes } })
    await change([{ who, baseVersion: members.at(-1)?.version ?? 0, rights: null }])
    const withdrawal = async () => {
      const { entries } = await server.call(api.audit.ofProject, { params, query: { limit: 50 } })
      const entry = entries.find(({ kind }) => kind === 'invitation.withdrawn')
      return { id: entry?.id ?? 0, canUndo: entry?.canUndo }
    }
    const before = await withdrawal()
    expect(before.canUndo).toBe(true)
    const translator = { role: 'translator' as const, languages: null, namespaces: null }
    await change([{ who: memberRef('user', max.id), baseVersion: 1, rights: translator }])
    expect(await withdrawal()).toEqual({ id: before.id, canUndo: false })
    await expect(
      server.call(api.audit.undo, { params: { ...params, entry: before.id } }),
    ).rejects.toMatchObject({ code: 'invitation-withdrawn', params: { reason: 'inviter-cannot-invite' } })
  })

  test('that another manager has sent again is theirs', async () => {
    const [max, mia] = [await manager(), await manager()]
    await invite(max)
    const { members } = await mia.call(api.members.list, {
      params,
      query: { show: 'invitation', q: '', limit: 50 },
    })
    const invitation = Number(members.at(-1)?.who.slice('invitation:'.length))
    const sent = await mia.call(api.invitations.resend, {
      params: { ...params, invitation },
      body: { days: 7 },
    })
    const { endedInvitations } = await server.call(api.admin.suspend, {
      params: { person: max.id },
      body: { isSuspended: true },
    })
    expect(endedInvitations).toBe(0)
    expect(await accept(codeIn(sent.url))).toBe('accepted')
  })

  test.each(['suspend', 'removePerson'] as const)('ends with admin.%s of its inviter', async (act) => {
    const max = await manager()
    const code = await invite(max)
    const person = { params: { person: max.id } }
    const { endedInvitations } =
      act === 'suspend'
        ? await server.call(api.admin.suspend, { ...person, body: { isSuspended: true } })
        : await server.call(api.admin.removePerson, person)
    expect(endedInvitations).toBe(1)
    expect(await accept(code)).toBe('invitation-withdrawn')
  })

  test('ends when its inviter deletes their own account', async () => {
    const [max] = [await manager(), await manager()]
    const listed = async () => {
      const query = { show: 'invitation', q: '', limit: 50 } as const
      return (await server.call(api.members.list, { params, query })).members.length
    }
    const before = await listed()
    const code = await invite(max)
    expect(await listed()).toBe(before + 1)
    await max.call(api.account.remove, {})
    expect(await accept(code)).toBe('invitation-withdrawn')
    expect(await listed()).toBe(before)
  })

  test.each(['remove', 'changePeople'] as const)(
    'ends with groups.%s of its inviter’s group',
    async (act) => {
      const guest = await peopleOf(server).stranger(`Guest ${++made}`)
      const group = await server.call(api.groups.create, { body: { name: `Managers ${made}` } })
      const place = { params: { group: group.id } }
      await server.call(api.groups.changePeople, { ...place, body: { add: [guest.id], remove: [] } })
      const rights = { role: 'manager' as const, languages: null, namespaces: null }
      const changes = [{ who: memberRef('group', group.id), baseVersion: 0, rights }]
      await server.call(api.members.change, { params, body: { changes } })
      const code = await invite(guest)
      const { endedInvitations } =
        act === 'remove'
          ? await server.call(api.groups.remove, place)
          : await server.call(api.groups.changePeople, { ...place, body: { add: [], remove: [guest.id] } })
      expect(endedInvitations).toBe(1)
      expect(await accept(code)).toBe('invitation-withdrawn')
    },
  )

  test('to the server ends when its owner no longer is one', async () => {
    const boss = await peopleOf(server).stranger(`Boss ${++made}`)
    await server.server.deps.store.write((w) => setInstanceRole(w, boss.id, 'owner'))
    const { invitations } = await boss.call(api.invitations.createOfInstance, {
      body: { addresses: [], number: 1, days: 1, group: null },
    })
    const code = codeIn(invitations[0]?.url ?? '')
    const { endedInvitations } = await server.call(api.admin.setRole, {
      params: { person: boss.id },
      body: { role: 'member' },
    })
    expect(endedInvitations).toBe(1)
    expect(await accept(code)).toBe('invitation-withdrawn')
  })

  test.each(['setRole', 'suspend', 'removePerson'] as const)(
    'a reset link ends with admin.%s of the owner who created it',
    async (act) => {
      const boss = await peopleOf(server).stranger(`Boss ${++made}`)
      await server.server.deps.store.write((w) => setInstanceRole(w, boss.id, 'owner'))
      const target = await peopleOf(server).stranger(`Guest ${++made}`)
      const { link } = await boss.call(api.account.makeResetLink, { params: { person: target.id } })
      const code = codeIn(link)
      const anyone = browserOf(server)
      expect(await anyone.call(api.account.readResetLink, { body: { code } })).toEqual({
        name: target.actor.name,
      })
      const person = { params: { person: boss.id } }
      if (act === 'setRole') await server.call(api.admin.setRole, { ...person, body: { role: 'member' } })
      else if (act === 'suspend')
        await server.call(api.admin.suspend, { ...person, body: { isSuspended: true } })
      else await server.call(api.admin.removePerson, person)
      const refused = { code: 'link-withdrawn' }
      await expect(anyone.call(api.account.readResetLink, { body: { code } })).rejects.toMatchObject(refused)
      const password = 'nine quiet herons'
      await expect(anyone.call(api.account.reset, { body: { code, password } })).rejects.toMatchObject(
        refused,
      )
      // A link of an owner who still is one works.
      const own = await server.call(api.account.makeResetLink, { params: { person: target.id } })
      await anyone.call(api.account.reset, { body: { code: codeIn(own.link), password } })
    },
  )
})
