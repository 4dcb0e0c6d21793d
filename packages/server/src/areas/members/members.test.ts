import { api, type Failure, type MemberReply, type RightsReply } from '@dragoman/contract'
import { type MemberRef, memberRef } from '@dragoman/core'
import { createMember, createProject, putMembership, updateProject } from '@dragoman/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPeople, type People } from '../../../test/shop-people.ts'
import { DATABASES } from '../../../test/test-server.ts'

describe.each(DATABASES)('members · %s', (database) => {
  let people: People
  beforeEach(async () => {
    people = await openPeople({ database })
  })
  afterEach(() => people.close())

  const params = { project: 'shop' }
  const list = { show: 'everyone' as const, q: '', limit: 100 }
  const rights = (role: 'manager' | 'translator' | 'viewer', languages: string[] | null = null) => ({
    role,
    languages,
    namespaces: null,
  })

  async function memberOf(name: string): Promise<MemberReply> {
    const { members } = await people.call(api.members.list, { params, query: list })
    const found = members.find((member) => member.name === name)
    if (found === undefined) throw new Error(`${name} is not listed`)
    return found
  }

  test('people, groups and invitations are on one page, with counts, managers and search', async () => {
    await people.add('Ben', rights('manager'))
    await people.add('Jonas', rights('translator', ['fr', 'pl']))
    const group = await people.call(api.groups.create, { body: { name: 'Berlin translators' } })
    const inProject = async () => {
      const { groups } = await people.call(api.groups.available, { params })
      return groups.map(({ isInProject }) => isInProject)
    }
    expect(await inProject()).toEqual([false])
    await people.change(`group:${group.id}`, 0, rights('translator', ['de']))
    expect(await inProject()).toEqual([true])
    const body = { addresses: ['hana@kanda.example'], number: 1, days: 7, rights: rights('viewer') }
    await people.call(api.invitations.create, { params, body })
    const all = await people.call(api.members.list, { params, query: list })
    expect(all.members.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'person Ann',
      'person Ben',
      'person Jonas',
      'group Berlin translators',
      'invitation hana@kanda.example',
    ])
    expect(all.counts).toEqual({ person: 3, group: 1, invitation: 1, token: 0 })
    expect(all.managers.map(({ name }) => name)).toEqual(['Ann', 'Ben'])
    const named = async (query: Partial<Parameters<typeof people.list>[0]>) =>
      (await people.list({ ...list, ...query })).members.map(({ name }) => name)
    expect(await named({ q: 'JON' })).toEqual(['Jonas'])
    expect(await named({ role: 'translator' })).toEqual(['Jonas', 'Berlin translators'])
    expect(await named({ language: 'de' })).toEqual(['Ben', 'Berlin translators', 'hana@kanda.example'])
    expect(await named({ show: 'group' })).toEqual(['Berlin translators'])
    const first = await people.list({ ...list, limit: 2 })
    const second = await people.list({ ...list, limit: 10, cursor: first.next ?? '' })
    expect([...first.members, ...second.members]).toEqual(all.members)
  })

  test('two people change one role: the second gets the current one, and nothing is overwritten', async () => {
    await people.add('Ben', rights('manager'))
    const id = await people.add('Jonas', rights('viewer'))
    const who = memberRef('user', id)
    await people.change(who, 1, rights('translator'))
    const refused = await people.fail(api.members.change, {
      params,
      body: { changes: [{ who, baseVersion: 1, rights: rights('manager') }] },
    })
    expect(refused.code).toBe('stale-member')
    expect(refused.current).toEqual({
      members: [{ who, name: 'Jonas', version: 2, rights: rights('translator') }],
    })
    expect((await memberOf('Jonas')).rights?.role).toBe('translator')
  })

  test('changes and removals can be undone with the answer', async () => {
    await people.add('Ben', rights('manager'))
    const id = await people.add('Jonas', rights('translator', ['fr']))
    const before = await memberOf('Jonas')
    const { undo } = await people.change(`user:${id}`, 1, null)
    await expect(memberOf('Jonas')).rejects.toThrow('not listed')
    const ben = await people.as('Ben')
    await ben(api.members.change, { params, body: { changes: undo } })
    expect((await memberOf('Jonas')).rights).toEqual(before.rights)
  })

  test('a developer who also translates German can do both, and an undo takes only the second role', async () => {
    const id = await people.add('Sam', rights('viewer'))
    const who = memberRef('user', id)
    const further = { role: 'translator' as const, languages: ['de'], namespaces: null }
    const both = { role: 'developer' as const, languages: null, namespaces: null, grants: [further] }
    const { undo } = await people.change(who, 1, both)
    expect((await memberOf('Sam')).rights).toEqual(both)
    const sam = await people.as('Sam')
    const { actor } = await sam(api.session.get, {})
    expect(actor?.memberships.map(({ role, languages }) => [role, languages])).toEqual([
      ['developer', null],
      ['translator', ['de']],
    ])
    const mayIn = async (language: string) => {
      const query = { who, action: 'translations.save' as const, language }
      return (await people.call(api.members.explain, { params, query })).allowed
    }
    expect([await mayIn('de'), await mayIn('fr')]).toEqual([true, false])
    const named = async (query: Partial<Parameters<typeof people.list>[0]>) =>
      (await people.list({ ...list, ...query })).members.map(({ name }) => name)
    expect(await named({ role: 'translator', language: 'de' })).toEqual(['Sam'])
    expect(await named({ role: 'translator', language: 'fr' })).toEqual([])
    expect(await named({ role: 'developer', language: 'fr' })).toEqual(['Sam'])
    await people.call(api.members.change, { params, body: { changes: undo } })
    expect((await memberOf('Sam')).rights).toEqual(rights('viewer'))
  })

  test('a developer as a further role works on all languages, also if it was saved for none', async () => {
    const id = await people.add('Sam', rights('translator', ['de']))
    const who = memberRef('user', id)
    const developer = { role: 'developer' as const, languages: null, namespaces: null }
    const both = { ...rights('translator', ['de']), grants: [developer] }
    const forNone = [{ ...developer, languages: [] }]
    const { store } = people.server.deps
    const { id: projectId } = await people.project()
    const limits = { languages: new Set<string>(), namespaces: null }
    await store.write(async (w) => {
      const main = { role: 'translator' as const, languages: new Set(['de']), namespaces: null }
      const grants = [{ role: 'developer' as const, ...limits }]
      await putMembership(w, { userId: id, projectId }, { ...main, grants })
    })
    expect((await memberOf('Sam')).rights).toEqual(both)
    const query = { who, action: 'keys.edit' as const }
    expect((await people.call(api.members.explain, { params, query })).allowed).toBe(true)
    await people.change(who, 2, rights('translator', ['de']))
    await people.change(who, 3, { ...rights('translator', ['de']), grants: forNone })
    expect((await memberOf('Sam')).rights).toEqual(both)
    const audit = { params, query: { limit: 1, kind: 'membership.' } }
    const [entry] = (await people.call(api.audit.ofProject, audit)).entries
    expect([entry?.details.after, entry?.canUndo]).toEqual([both, true])
  })

  test('a further role for no language can still be saved if it is per language', async () => {
    const who = memberRef('user', await people.add('Sam', rights('viewer')))
    const paused = { role: 'reviewer' as const, languages: [], namespaces: null }
    await people.change(who, 1, { ...rights('viewer'), grants: [paused] })
    expect((await memberOf('Sam')).rights).toEqual({ ...rights('viewer'), grants: [paused] })
  })

  test('access is explained with the smallest change, and making it allows exactly that', async () => {
    const id = await people.add('Sam', { role: 'developer', languages: null, namespaces: null })
    const query = { who: memberRef('user', id), action: 'translations.save' as const, language: 'de' }
    const [help] = (await people.call(api.members.explain, { params, query })).helps
    if (help?.kind !== 'change') throw new Error('no change is suggested')
    expect([help.by, help.gives]).toEqual([
      'grant',
      { role: 'translator', languages: ['de'], namespaces: null },
    ])
    await people.change(query.who, 1, help.rights)
    expect((await people.call(api.members.explain, { params, query })).allowed).toBe(true)
  })

  test('editing keys is explained for all languages, because keys are in all of them', async () => {
    const developer = { role: 'developer' as const, languages: ['de'], namespaces: null }
    const query = { who: memberRef('user', await people.add('Sam', developer)), action: 'keys.edit' as const }
    const ask = async () => people.call(api.members.explain, { params, query: { ...query, language: 'de' } })
    const { allowed, refusal, steps, helps } = await ask()
    expect([allowed, refusal, steps.languages]).toEqual([false, 'other-language', false])
    const [help] = helps
    if (help?.kind !== 'change') throw new Error('no change is suggested')
    expect([help.by, help.gives]).toEqual(['limits', { ...developer, languages: null }])
    await people.change(query.who, 1, help.rights)
    expect((await ask()).allowed).toBe(true)
  })

  test('a removal and a change of rights are undone from the audit log, unless they were changed again', async () => {
    await people.add('Ben', rights('manager'))
    const ben = await people.as('Ben')
    const id = await people.add('Jonas', rights('translator', ['fr']))
    await people.change(`user:${id}`, 1, rights('translator', ['fr', 'de']))
    await people.change(`user:${id}`, 2, null)
    const entries = async () =>
      (await ben(api.audit.ofProject, { params, query: { limit: 10, kind: 'membership.' } })).entries
    const [removed, changed] = await entries()
    expect([removed?.kind, removed?.canUndo, changed?.canUndo]).toEqual(['membership.removed', true, false])
    const undo = (entry: number | undefined) =>
      ben(api.audit.undo, { params: { ...params, entry: entry ?? 0 } }).catch(({ code }: Failure) => code)
    expect(await undo(changed?.id)).toBe('stale-member')
    await undo(removed?.id)
    expect((await memberOf('Jonas')).rights).toEqual(rights('translator', ['fr', 'de']))
    expect((await entries())[0]?.details).toMatchObject({ undoes: removed?.id })
    await undo(changed?.id)
    expect((await memberOf('Jonas')).rights).toEqual(rights('translator', ['fr']))
    expect(await undo(removed?.id)).toBe('stale-member')
  })

  test('a group and an invitation hold several roles too', async () => {
    const further = { role: 'reviewer' as const, languages: ['de'], namespaces: null }
    const both = { role: 'developer' as const, languages: null, namespaces: null, grants: [further] }
    const group = await people.call(api.groups.create, { body: { name: 'Berlin' } })
    await people.change(`group:${group.id}`, 0, both)
    const body = { addresses: ['sam@kanda.example'], number: 1, days: 7, rights: both }
    const { invitations } = await people.call(api.invitations.create, { params, body })
    expect([(await memberOf('Berlin')).rights, (await memberOf('sam@kanda.example')).rights]).toEqual([
      both,
      both,
    ])
    const code = invitations[0]?.url.split('/').at(-1) ?? ''
    const account = { name: 'Sam', password: 'twelve green boats' }
    await people.calling({})(api.invitations.accept, { body: { code, account } })
    expect((await memberOf('Sam')).rights).toEqual(both)
  })

  test('an invitation for no language is refused', async () => {
    const none = { role: 'translator' as const, languages: [], namespaces: null }
    const asked = (given: RightsReply) =>
      people.fail(api.invitations.create, {
        params,
        body: { addresses: [], number: 1, days: 7, rights: given },
      })
    expect((await asked(none)).fields).toEqual([{ pointer: '/rights/languages', code: 'no-language' }])
    const further = { role: 'developer' as const, languages: null, namespaces: null, grants: [none] }
    expect((await asked(further)).fields).toEqual([
      { pointer: '/rights/grants/0/languages', code: 'no-language' },
    ])
  })

  test('the last manager cannot be lowered, removed, or leave; two cannot lower each other together', async () => {
    const ben = await people.add('Ben', rights('manager'))
    const { lastManager } = await people.list(list)
    expect(lastManager).toBe(`user:${ben}`)
    const refused = async (change: () => Promise<unknown>) =>
      change().then(
        () => 'done',
        (error: Failure) => error.code,
      )
    expect(await refused(() => people.change(`user:${ben}`, 1, rights('viewer')))).toBe('last-manager')
    expect(await refused(() => people.change(`user:${ben}`, 1, null))).toBe('last-manager')
    const asBen = await people.as('Ben')
    expect(await refused(() => asBen(api.members.leave, { params }))).toBe('last-manager')
    const klara = await people.add('Klara', rights('manager'))
    const asKlara = await people.as('Klara')
    const lower = (who: number) => ({
      params,
      body: { changes: [{ who: memberRef('user', who), baseVersion: 1, rights: rights('viewer') }] },
    })
    const both = await Promise.all([
      refused(() => asBen(api.members.change, lower(klara))),
      refused(() => asKlara(api.members.change, lower(ben))),
    ])
    expect(both.filter((one) => one === 'done')).toHaveLength(1)
  })

  test('a member leaves, and no longer sees the project', async () => {
    await people.add('Ben', rights('manager'))
    await people.add('Jonas', rights('viewer'))
    const jonas = await people.as('Jonas')
    await jonas(api.members.leave, { params })
    await expect(jonas(api.projects.get, { params })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('removing people and leaving report the access that stays, through groups and as an owner', async () => {
    const sam = await people.add('Sam', rights('translator'))
    const jonas = await people.add('Jonas', rights('translator'))
    const groupOf = async (name: string, add: readonly number[]) => {
      const { id } = await people.call(api.groups.create, { body: { name } })
      await people.call(api.groups.changePeople, {
        params: { group: id },
        body: { add: [...add], remove: [] },
      })
      return memberRef('group', id)
    }
    await people.change(await groupOf('Berlin', [sam]), 0, rights('translator', ['de']))
    await people.change(await groupOf('Agency', [sam]), 0, rights('viewer'))
    await groupOf('Elsewhere', [sam, jonas])
    const ann = await memberOf('Ann')
    await people.change(ann.who, 0, rights('viewer'))
    const { members } = await people.call(api.members.list, { params, query: list })
    expect(members.flatMap((one) => (one.kind === 'person' ? [[one.name, one.groups]] : []))).toEqual([
      ['Ann', []],
      ['Jonas', []],
      ['Sam', ['Agency', 'Berlin']],
    ])
    const asSam = await people.as('Sam')
    const ofSam = { who: memberRef('user', sam), name: 'Sam', groups: ['Agency', 'Berlin'], isOwner: false }
    expect((await asSam(api.members.leave, { params })).keptAccess).toEqual([ofSam])
    await people.change(ofSam.who, 0, rights('viewer'))
    const asJonas = await people.as('Jonas')
    expect((await asJonas(api.members.leave, { params })).keptAccess).toEqual([])
    await people.change(memberRef('user', jonas), 0, rights('viewer'))
    const whos = [ann.who, memberRef('user', jonas), ofSam.who]
    const changes = whos.map((who) => ({ who, baseVersion: 1, rights: null }))
    const { keptAccess } = await people.call(api.members.change, { params, body: { changes } })
    expect(keptAccess).toEqual([{ who: ann.who, name: 'Ann', groups: [], isOwner: true }, ofSam])
  })

  test('a translation branch has the members of its project, who are explained and leave there too', async () => {
    const { store } = people.server.deps
    const { id: parentId } = await people.project()
    const branch = { slug: 'shop-feature', name: 'Feature', sourceLanguage: 'en', parentId }
    await store.write((w) => createProject(w, { ...branch, at: people.at() }))
    await people.add('Ben', rights('manager'))
    const id = await people.add('Jonas', rights('translator', ['de']))
    const of = { params: { project: 'shop-feature' } }
    const onBranch = await people.call(api.members.list, { ...of, query: list })
    expect(onBranch).toEqual(await people.call(api.members.list, { params, query: list }))
    const ask = (project: string, language: string) =>
      people.call(api.members.explain, {
        params: { project },
        query: { who: memberRef('user', id), action: 'translations.save', language },
      })
    for (const language of ['de', 'fr'])
      expect(await ask('shop-feature', language)).toEqual(await ask('shop', language))
    const jonas = await people.as('Jonas')
    await jonas(api.members.leave, of)
    await expect(jonas(api.projects.get, { params })).rejects.toMatchObject({ code: 'not-found' })
  })

  test('a manager learns nothing about people who are not members, and cannot add them', async () => {
    await people.add('Ben', rights('manager'))
    const stranger = await people.account('Zoe')
    const ben = await people.as('Ben')
    const change = (id: number, baseVersion: number) =>
      ben(api.members.change, {
        params,
        body: { changes: [{ who: `user:${id}`, baseVersion, rights: rights('viewer') }] },
      }).catch((error: Failure) => [error.code, error.params])
    const answers = [await change(stranger, 0), await change(stranger, 1), await change(9999, 0)]
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toEqual(['not-found', { what: 'member' }])
    const asked = (id: number) =>
      ben(api.members.explain, { params, query: { who: `user:${id}`, action: 'project.read' } }).catch(
        (error: Failure) => error.code,
      )
    expect([await asked(stranger), await asked(9999)]).toEqual(['not-found', 'not-found'])
  })

  test('members of another project cannot be changed through this one', async () => {
    await people.add('Ben', rights('manager'))
    const { store } = people.server.deps
    const other = await store.write(async (w) => {
      const { id } = await createProject(w, {
        slug: 'other',
        name: 'Other',
        sourceLanguage: 'en',
        at: people.at(),
      })
      const user = await createMember(w, { name: 'Ola', passwordHash: null, at: people.at() })
      await putMembership(
        w,
        { userId: user.id, projectId: id },
        { role: 'viewer', languages: null, namespaces: null },
      )
      return user.id
    })
    const { invitations } = await people.call(api.invitations.create, {
      params: { project: 'other' },
      body: { addresses: [], number: 1, days: 7, rights: rights('viewer') },
    })
    const { token } = await people.call(api.tokens.create, {
      params: { project: 'other' },
      body: { name: 'CI', scopes: ['read'], languages: null, days: null },
    })
    const ben = await people.as('Ben')
    const code = (call: Promise<unknown>) =>
      call.then(
        () => 'done',
        (error: Failure) => error.code,
      )
    const changes = (who: MemberRef) => ({
      params,
      body: { changes: [{ who, baseVersion: 1, rights: rights('manager') }] },
    })
    const invitation = invitations[0]?.id ?? 0
    expect(await code(ben(api.members.change, changes(`user:${other}`)))).toBe('not-found')
    expect(await code(ben(api.members.change, changes(`invitation:${invitation}`)))).toBe('not-found')
    expect(await code(ben(api.invitations.link, { params: { ...params, invitation } }))).toBe('not-found')
    expect(
      await code(ben(api.invitations.resend, { params: { ...params, invitation }, body: { days: 7 } })),
    ).toBe('not-found')
    expect(await code(ben(api.tokens.revoke, { params: { ...params, token: token.id } }))).toBe('not-found')
  })

  test('explains refused access: role, languages, groups, and the smallest change', async () => {
    await people.add('Ben', rights('manager'))
    const id = await people.add('Jonas', rights('translator', ['fr', 'pl']))
    const group = await people.call(api.groups.create, { body: { name: 'Berlin translators' } })
    await people.change(`group:${group.id}`, 0, rights('translator', ['de']))
    const ask = () =>
      people.call(api.members.explain, {
        params,
        query: { who: `user:${id}`, action: 'translations.save', language: 'de' },
      })
    expect(await ask()).toEqual({
      allowed: false,
      refusal: 'other-language',
      isOwner: false,
      isSuspended: false,
      by: { role: 'translator', languages: ['fr', 'pl'], namespaces: null, group: null },
      steps: { role: true, languages: false, namespaces: true, groups: false },
      groups: [],
      helps: [
        {
          kind: 'change',
          by: 'limits',
          rights: rights('translator', ['fr', 'pl', 'de']),
          gives: rights('translator', ['fr', 'pl', 'de']),
          addedLanguages: ['de'],
          addedNamespaces: null,
        },
        { kind: 'add-to-group', groupId: group.id, name: 'Berlin translators' },
      ],
    })
    const add = { params: { group: group.id }, body: { add: [id], remove: [] } }
    expect((await people.call(api.groups.changePeople, add)).added).toEqual([id])
    // Who was in the group before is not reported, so that undoing does not remove them.
    expect((await people.call(api.groups.changePeople, add)).added).toEqual([])
    expect(await ask()).toMatchObject({ allowed: true, groups: ['Berlin translators'], helps: [] })
    const visitor = await people.call(api.members.explain, {
      params,
      query: { who: 'visitor', action: 'suggestions.add', language: 'de', namespace: 'app' },
    })
    expect(visitor).toMatchObject({ allowed: false, helps: [{ kind: 'share', role: 'suggester' }] })
  })

  test('a shared project names no one to people who are not members', async () => {
    const { store } = people.server.deps
    const project = await people.project()
    await people.save('Hallo')
    await store.write((w) =>
      updateProject(w, project.id, { sharing: { with: 'everyone', role: 'suggester' } }),
    )
    const texts: string[] = []
    for (const path of [
      '/api/projects/shop',
      '/api/projects/shop/overview',
      '/api/projects/shop/translations?language=de',
      `/api/projects/shop/keys/${await people.keyId()}/translations/de`,
      '/api/projects/shop/keys?languages=de',
      '/api/projects/shop/languages/de/counts',
    ]) {
      const response = await fetch(`${people.server.origin}${path}`)
      expect([path, response.status]).toEqual([path, 200])
      texts.push(await response.text())
    }
    expect(texts.join('\n')).toContain('Hallo')
    expect(texts.join('\n')).not.toMatch(/Ann|user:\d/)
  })
})
