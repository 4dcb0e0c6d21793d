import { api } from '@dragoman/contract'
import type { MemberRef } from '@dragoman/core'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { call } from '../src/lib/server/call.ts'
import { expectAccessible, type OpenScreen, openScreen, selectOption } from './open-screen.tsx'
import {
  addMember,
  invite,
  inviteToGroup,
  joinAs,
  OWNER,
  openRealServer,
  PROJECT,
  type RealServer,
  type Rights,
  signInAs,
} from './real-server.ts'

/** Members by keyboard and pointer: rights by language, invitations, tokens, and explained access. */

const MEMBERS = `/p/${PROJECT}/members`

let server: RealServer
let shown: OpenScreen

beforeAll(async () => {
  server = await openRealServer()
  for (const tag of ['ar', 'fr'])
    await call(api.languages.add, { params: { project: PROJECT }, body: { tag, allowUnknown: false } })
})
afterAll(() => server.close())

/** Adds a member, and returns the row on the screen. */
async function openWith(name: string, rights: Rights): Promise<HTMLElement> {
  await addMember(name, rights)
  shown = await openScreen(MEMBERS)
  return screen.findByRole('row', { name: new RegExp(name) })
}

const members = async () => (await call(api.members.list, { params: { project: PROJECT } })).members
const rightsOf = async (name: string) => (await members()).find((member) => member.name === name)?.rights
const german = (row: HTMLElement, shape: 'read' | 'translate') =>
  within(row).findByRole('gridcell', { name: `Deutsch: ${say(`members:shape.${shape}`)}` })
const TRANSLATES_FRENCH: Rights = { role: 'translator', languages: ['fr'], namespaces: null }
const DEVELOPS: Rights = { role: 'developer', languages: null, namespaces: null }

test('a list without groups differs from a search that no one matches', async () => {
  shown = await openScreen(`${MEMBERS}?tab=group`)
  await screen.findByRole('heading', { name: say('members:none.group') })
  await shown.user.type(screen.getByLabelText(say('members:find')), 'nobody')
  await screen.findByRole('heading', { name: say('members:nobodyFound') })
})

test('a new group offers the people of the project, whatever the list shows', async () => {
  await addMember('Amir', TRANSLATES_FRENCH)
  shown = await openScreen(`${MEMBERS}?tab=group`)
  await shown.click('button', say('members:newGroup'))
  await within(await screen.findByRole('dialog')).findByRole('checkbox', { name: 'Amir' })
  await shown.user.keyboard('{Escape}')
  await shown.user.click(screen.getByRole('tab', { name: new RegExp(say('members:tabs.person')) }))
  await screen.findByRole('row', { name: /Amir/ })
  await shown.user.type(screen.getByLabelText(say('members:find')), 'no match')
  await screen.findByRole('heading', { name: say('members:nobodyFound') })
  await shown.click('button', say('members:newGroup'))
  await within(await screen.findByRole('dialog')).findByRole('checkbox', { name: 'Amir' })
  await expectAccessible()
})

test('Space grants a language, and Undo reverts it', async () => {
  const cell = await german(await openWith('Jonas', TRANSLATES_FRENCH), 'read')
  cell.focus()
  await shown.user.keyboard(' ')
  await waitFor(async () => expect((await rightsOf('Jonas'))?.languages).toContain('de'))
  await screen.findAllByText(say('members:did.languagesAdded', { languages: 'German', name: 'Jonas' }))
  await shown.click('button', say('common:undo'))
  await waitFor(async () => expect((await rightsOf('Jonas'))?.languages).toEqual(['fr']))
})

test('the focus stays at its member when someone joins or leaves, and Space changes no one else', async () => {
  const change = async (name: string, rights: Rights | null, who: MemberRef) => {
    const baseVersion = (await members()).find((member) => member.name === name)?.version ?? 0
    await call(api.members.change, {
      params: { project: PROJECT },
      body: { changes: [{ who, baseVersion, rights }] },
    })
  }
  const leavers = ['Aaron', 'Abel', 'Adam']
  for (const name of [...leavers, 'Zuzana']) await addMember(name, TRANSLATES_FRENCH)
  const row = await openWith('Zora', TRANSLATES_FRENCH)
  const others = async () =>
    (await members()).filter(({ name }) => name !== 'Zora' && !leavers.includes(name))
  const before = await others()
  const whoOf = new Map((await members()).map(({ name, who }) => [name, who]))
  const all = screen.getAllByRole('row').length
  const cell = await german(row, 'read')
  cell.focus()
  for (const [rights, count] of [
    [null, all - leavers.length],
    [TRANSLATES_FRENCH, all],
  ] as const) {
    for (const name of leavers) await change(name, rights, whoOf.get(name) ?? 'user:0')
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(count))
    expect(document.activeElement).toBe(cell)
    expect(cell.tabIndex).toBe(0)
  }
  await shown.user.keyboard(' ')
  await waitFor(async () => expect((await rightsOf('Zora'))?.languages).toEqual(['fr', 'de']))
  expect(await others()).toEqual(before)
})

test('Enter in a cell explains why a member cannot translate', async () => {
  const cell = await german(await openWith('Nia', TRANSLATES_FRENCH), 'read')
  cell.focus()
  await shown.user.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: say('members:explain') })
  await within(dialog).findByText(say('members:no'))
  await expectAccessible()
})

test('a click in a cell opens the answer and changes nothing; a developer becomes a translator of German too', async () => {
  const row = await openWith('Sam', DEVELOPS)
  await shown.user.click(await german(row, 'read'))
  const dialog = await screen.findByRole('dialog', { name: say('members:explain') })
  expect(await rightsOf('Sam')).toEqual(DEVELOPS)
  const help = say('members:help.alsoIn', { role: say('members:roles.translator'), where: 'German' })
  await shown.click('button', help, dialog)
  await german(row, 'translate')
  expect((await rightsOf('Sam'))?.grants).toEqual([
    { role: 'translator', languages: ['de'], namespaces: null },
  ])
})

test('editing keys is asked about in all languages, so that the help is a developer without limits', async () => {
  const row = await openWith('Kim', TRANSLATES_FRENCH)
  await shown.user.click(await german(row, 'read'))
  const dialog = await screen.findByRole('dialog', { name: say('members:explain') })
  await shown.click('button', new RegExp(`${say('members:ask.action')}$`), dialog)
  await shown.click('option', say('members:asked.keys-edit'))
  const help = say('members:help.also', { role: say('members:roles.developer') })
  await shown.click('button', help, dialog)
  await waitFor(async () => expect((await rightsOf('Kim'))?.grants).toEqual([DEVELOPS]))
})

test('until it is explained what another member can do, nothing of the first one is offered', async () => {
  await addMember('Anna', TRANSLATES_FRENCH)
  const row = await openWith('Berta', DEVELOPS)
  await shown.user.click(await german(row, 'read'))
  const dialog = await screen.findByRole('dialog', { name: say('members:explain') })
  const help = say('members:help.alsoIn', { role: say('members:roles.translator'), where: 'German' })
  await within(dialog).findByRole('button', { name: help })
  const offered = () => [
    within(dialog).queryByRole('button', { name: help }),
    within(dialog).queryByText(say('members:no')),
  ]
  // Neither while the answer for Anna is loaded, nor after that has failed.
  let fail = () => {}
  const until = new Promise<void>((resolve) => {
    fail = resolve
  })
  server.proxy.behave((path) => (path.includes('/access?') ? { until, status: 500 } : null))
  onTestFinished(() => server.proxy.behave(() => null))
  await selectOption(shown, say('members:ask.who'), 'Anna', dialog)
  expect(offered()).toEqual([null, null])
  fail()
  await within(dialog).findByRole('alert')
  expect(offered()).toEqual([null, null])
  server.proxy.behave(() => null)
  await shown.click('button', say('common:tryAgain'), dialog)
  const verdict = await within(dialog).findByText(say('members:no'))
  expect(verdict.parentElement?.textContent).toContain('Anna')
})

test('all roles of a member are shown in a dialog', async () => {
  const row = await openWith('Lena', {
    ...DEVELOPS,
    grants: [{ role: 'translator', languages: ['de'], namespaces: null }],
  })
  const roles = `${say('members:roles.developer')}, ${say('members:roles.translator')}`
  await shown.click('button', new RegExp(roles), row)
  await shown.click('menuitemradio', say('members:several.open'))
  await screen.findByRole('dialog')
  await expectAccessible()
})

/** Opens the dialog for the roles of a translator of French. */
async function openRolesOf(name: string): Promise<HTMLElement> {
  const row = await openWith(name, TRANSLATES_FRENCH)
  await shown.click('button', new RegExp(say('members:roles.translator')), row)
  await shown.click('menuitemradio', say('members:several.open'))
  return screen.findByRole('dialog')
}

test('a developer added as a further role is not limited to languages', async () => {
  const dialog = await openRolesOf('Tara')
  await shown.click('button', say('members:several.add'), dialog)
  await shown.click('button', say('members:several.save'), dialog)
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  expect(await rightsOf('Tara')).toEqual({ ...TRANSLATES_FRENCH, grants: [DEVELOPS] })
})

test('a further role that becomes a developer is no longer limited to languages', async () => {
  await addMember('Uma', {
    ...TRANSLATES_FRENCH,
    grants: [{ role: 'reviewer', languages: ['de'], namespaces: null }],
  })
  shown = await openScreen(MEMBERS)
  const row = await screen.findByRole('row', { name: /Uma/ })
  await shown.click('button', new RegExp(say('members:roles.translator')), row)
  await shown.click('menuitemradio', say('members:several.open'))
  const dialog = await screen.findByRole('dialog')
  const further = within(dialog).getByRole('group', { name: say('members:several.also') })
  await selectOption(shown, say('members:role'), say('members:roles.developer'), further)
  await shown.click('button', say('members:several.save'), dialog)
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  expect((await rightsOf('Uma'))?.grants).toEqual([DEVELOPS])
})

test('a refused change of roles keeps the dialog open with what the member has now, and can be saved over it', async () => {
  const row = await openWith('Olga', DEVELOPS)
  await shown.click('button', new RegExp(say('members:roles.developer')), row)
  await shown.click('menuitemradio', say('members:several.open'))
  const dialog = await screen.findByRole('dialog')
  await shown.click('button', say('members:several.add'), dialog)
  await shown.click('checkbox', say('members:allLanguages'), dialog)
  const { who, version = 0 } = (await members()).find(({ name }) => name === 'Olga') ?? {}
  if (who === undefined) throw new Error('no member')
  await call(api.members.change, {
    params: { project: PROJECT },
    body: { changes: [{ who, baseVersion: version, rights: TRANSLATES_FRENCH }] },
  })
  await shown.click('button', say('members:several.save'), dialog)
  await screen.findAllByText(say('failures:stale-member'))
  expect(await rightsOf('Olga')).toEqual(TRANSLATES_FRENCH)
  expect(dialog.isConnected).toBe(true)
  const roles = say('members:yourRoleIn', { role: say('members:roles.translator'), limits: 'French' })
  await within(dialog).findByText(say('members:changedMeanwhile', { name: 'Olga', roles }))
  await shown.click('button', say('members:several.save'), dialog)
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  const rights = await rightsOf('Olga')
  expect([rights?.role, rights?.grants?.length]).toEqual(['developer', 1])
})

test('limits of a member whom someone else changes meanwhile are saved over theirs once both are shown', async () => {
  const row = await openWith('Ravi', TRANSLATES_FRENCH)
  const bar = () => screen.findByRole('toolbar', { name: say('members:selection') })
  await shown.click('checkbox', say('members:select', { name: 'Ravi' }), row)
  const languages = { name: say('members:languages') }
  await shown.user.click(await within(await bar()).findByRole('button', languages))
  const dialog = await screen.findByRole('dialog', languages)
  expect(within(dialog).queryByText(/Ravi/)).toBeNull()
  await shown.user.click(within(dialog).getByRole('checkbox', { name: 'Arabic' }))
  const { who, version = 0 } = (await members()).find(({ name }) => name === 'Ravi') ?? {}
  if (who === undefined) throw new Error('no member')
  const theirs: Rights = { role: 'translator', languages: ['de'], namespaces: null }
  await call(api.members.change, {
    params: { project: PROJECT },
    body: { changes: [{ who, baseVersion: version, rights: theirs }] },
  })
  await shown.click('button', say('members:save'), dialog)
  const roles = say('members:yourRoleIn', { role: say('members:roles.translator'), limits: 'German' })
  await within(dialog).findByText(say('members:changedMeanwhile', { name: 'Ravi', roles }))
  expect(await rightsOf('Ravi')).toEqual(theirs)
  await shown.click('button', say('members:save'), dialog)
  await waitFor(async () => expect((await rightsOf('Ravi'))?.languages?.toSorted()).toEqual(['ar', 'fr']))
})

test('languages of selected members limit the roles that differ by language, and no other', async () => {
  const german = { role: 'translator' as const, languages: ['de'], namespaces: null }
  await addMember('Only developer', DEVELOPS)
  const row = await openWith('Developer too', { ...DEVELOPS, grants: [german] })
  const bar = () => screen.findByRole('toolbar', { name: say('members:selection') })
  await shown.click('checkbox', say('members:select', { name: 'Only developer' }))
  const languages = { name: say('members:languages') }
  const refused = await within(await bar()).findByRole('button', languages)
  expect(refused.getAttribute('aria-disabled')).toBe('true')
  await shown.click('checkbox', say('members:select', { name: 'Developer too' }), row)
  await shown.user.click(await within(await bar()).findByRole('button', languages))
  const dialog = await screen.findByRole('dialog', languages)
  await shown.user.click(within(dialog).getByRole('checkbox', { name: 'French' }))
  await expectAccessible()
  await shown.click('button', say('members:save'), dialog)
  await waitFor(async () =>
    expect(await rightsOf('Developer too')).toEqual({
      ...DEVELOPS,
      grants: [{ ...german, languages: ['de', 'fr'] }],
    }),
  )
  expect(await rightsOf('Only developer')).toEqual(DEVELOPS)
})

test('a link is created for a translator of all languages', async () => {
  shown = await openScreen(MEMBERS)
  await shown.click('button', say('members:invitePeople'))
  const dialog = await screen.findByRole('dialog')
  await shown.click('button', say('members:invite.link'), dialog)
  await within(dialog).findByText(say('members:needsLanguage'))
  await shown.user.click(within(dialog).getByText(say('members:allLanguages')))
  await shown.user.type(within(dialog).getByLabelText(say('members:invite.note')), 'Piotr')
  await shown.click('button', say('members:invite.link'), dialog)
  const made = await screen.findByRole('dialog', { name: say('members:invite.made_one') })
  expect(made.querySelector('pre')?.textContent).toContain('/invite/')
  await expectAccessible()
  expect((await members()).find(({ kind }) => kind === 'invitation')).toMatchObject({
    note: 'Piotr',
    rights: { role: 'translator', languages: null },
  })
})

test('an invitation is accepted by its link', async () => {
  const code = await invite(TRANSLATES_FRENCH)
  await call(api.session.signOut, {})
  onTestFinished(() => signInAs(OWNER))
  shown = await openScreen(`/invite/${code}`)
  await shown.user.type(await screen.findByLabelText(say('invitation:name')), 'Piotr Zieliński')
  await shown.user.type(await screen.findByLabelText(say('invitation:password')), 'a long enough password')
  await shown.click('button', say('invitation:createAndJoin'))
  await waitFor(() => expect(shown.url()).toContain(`/p/${PROJECT}/`))
  expect((await rightsOf('Piotr Zieliński'))?.role).toBe('translator')
})

test('a member leaves the project', async () => {
  await joinAs('Vera', await invite())
  onTestFinished(() => signInAs(OWNER))
  shown = await openScreen(MEMBERS)
  await shown.click('button', say('members:leave.open'))
  const question = await screen.findByRole('alertdialog')
  await expectAccessible()
  await shown.click('button', say('members:leave.leave'), question)
  await screen.findByRole('heading', { name: say('projects:title') })
  expect(shown.url()).toBe('/projects')
  await signInAs(OWNER)
  expect(await rightsOf('Vera')).toBeUndefined()
})

/** Adds a member who is in a new group of the project too. */
async function addWithGroup(name: string, group: string): Promise<void> {
  const code = await inviteToGroup(group, TRANSLATES_FRENCH)
  await addMember(name, TRANSLATES_FRENCH)
  await signInAs(name)
  await call(api.invitations.accept, { body: { code } })
  await signInAs(OWNER)
}

/** Asks whether the member should be removed. */
async function askToRemove(name: string): Promise<HTMLElement> {
  const row = await screen.findByRole('row', { name: new RegExp(name) })
  await shown.click('checkbox', say('members:select', { name }), row)
  const bar = await screen.findByRole('toolbar', { name: say('members:selection') })
  await shown.click('button', say('members:remove'), bar)
  return screen.findByRole('alertdialog')
}

test('removing a member who is in a group names the access that stays, before and after', async () => {
  await addWithGroup('Sven', 'Lisbon')
  await addMember('Tom', TRANSLATES_FRENCH)
  shown = await openScreen(MEMBERS)
  const about = say('members:removal.about')
  expect((await askToRemove('Tom')).textContent).toContain(about)
  await shown.user.keyboard('{Escape}')
  await shown.click('button', say('members:clear'))
  const people = say('members:kept.person', { name: 'Sven', by: 'Lisbon' })
  const kept = say('members:kept.about', { people })
  const question = await askToRemove('Sven')
  expect(question.textContent).toContain(`${say('members:removal.aboutKept')} ${kept}`)
  expect(question.textContent).not.toContain(about)
  await shown.click('button', say('members:remove'), question)
  await screen.findAllByText(`${say('members:did.removed', { name: 'Sven' })}. ${kept}`)
  expect(await rightsOf('Sven')).toBeUndefined()
  const ofGroup = await askToRemove('Lisbon')
  expect(ofGroup.textContent).toContain(say('members:kept.ofGroups'))
  expect(ofGroup.textContent).not.toContain(about)
})

test('a member who is in a group reads, when leaving, which access stays', async () => {
  await addWithGroup('Wim', 'Porto')
  await signInAs('Wim')
  onTestFinished(() => signInAs(OWNER))
  shown = await openScreen(MEMBERS)
  await shown.click('button', say('members:leave.open'))
  const question = await screen.findByRole('alertdialog')
  within(question).getByText(say('members:leave.aboutGroup'))
  await shown.click('button', say('members:leave.leave'), question)
  await screen.findAllByText(say('members:leave.leftGroup', { project: 'Shop', groups: 'Porto' }))
  expect(shown.url()).toBe('/projects')
})

test('leaving is not offered to people of a group, also in a project that is shared with everyone who is signed in', async () => {
  const code = await inviteToGroup('Agency', TRANSLATES_FRENCH)
  const share = (audience: 'members' | 'signed-in') =>
    call(api.projects.update, {
      params: { project: PROJECT },
      body: { sharing: { with: audience, role: 'reader' } },
    })
  await share('signed-in')
  onTestFinished(async () => {
    await signInAs(OWNER)
    await share('members')
  })
  await joinAs('Eve', code)
  shown = await openScreen(MEMBERS)
  await screen.findByRole('row', { name: /Agency/ })
  expect(screen.queryByRole('button', { name: say('members:leave.open') })).toBeNull()
})

const MANAGES: Rights = { role: 'manager', languages: null, namespaces: null }

/** Adds a manager who does not own the server, and shows the members to them. */
async function openAsManager(name: string): Promise<void> {
  await joinAs(name, await invite(MANAGES))
  onTestFinished(() => signInAs(OWNER))
  shown = await openScreen(MEMBERS)
}

test('a group that would help is named to managers, but only owners can add people to it', async () => {
  await inviteToGroup('Proofreaders', { role: 'reviewer', languages: null, namespaces: null })
  await addMember('Yara', TRANSLATES_FRENCH)
  const helpFor = async (name: string) => {
    const row = await screen.findByRole('row', { name: /Yara/ })
    await shown.user.click(await german(row, 'read'))
    const dialog = await screen.findByRole('dialog', { name: say('members:explain') })
    return within(dialog).findByRole('button', { name })
  }
  const help = say('members:help.group', { group: 'Proofreaders' })
  shown = await openScreen(MEMBERS)
  expect((await helpFor(help)).getAttribute('aria-disabled')).toBeNull()
  shown.close()
  await openAsManager('Zoe')
  expect((await helpFor(help)).getAttribute('aria-disabled')).toBe('true')
})

test('a manager adds a group to the project, and reads that only owners create one', async () => {
  await openAsManager('Ada')
  await shown.click('button', say('members:newGroup'))
  const empty = await screen.findByRole('dialog')
  const refused = within(empty).getByRole('button', { name: say('members:group.create') })
  expect(refused.getAttribute('aria-disabled')).toBe('true')
  expect(within(empty).queryByLabelText(say('members:group.name'))).toBeNull()
  shown.close()
  await signInAs(OWNER)
  const { id } = await call(api.groups.create, { body: { name: 'Berlin' } })
  await signInAs('Ada')
  shown = await openScreen(MEMBERS)
  await shown.click('button', say('members:newGroup'))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(say('members:group.onlyOwnersCreate'))
  await shown.click('button', /Berlin/, dialog)
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Berlin'])
  await shown.user.keyboard('{Escape}')
  await expectAccessible()
  await shown.click('checkbox', 'German', dialog)
  await shown.click('button', say('members:group.add'), dialog)
  await waitFor(() => expect(dialog.isConnected).toBe(false))
  expect((await members()).find(({ who }) => who === `group:${id}`)?.rights).toEqual({
    role: 'translator',
    languages: ['de'],
    namespaces: null,
  })
})

test('the list is in the URL, and there again after a reload', async () => {
  const tokens = { name: new RegExp(`^${say('members:tabs.token')}`) }
  shown = await openScreen(MEMBERS)
  await shown.click('tab', tokens.name)
  await waitFor(() => expect(shown.url()).toBe(`${MEMBERS}?tab=token`))
  shown.close()
  shown = await openScreen(`${MEMBERS}?tab=token`)
  await screen.findByRole('tab', { ...tokens, selected: true })
})

const addToken = (name: string) =>
  call(api.tokens.create, {
    params: { project: PROJECT },
    body: { name, scopes: ['read'], languages: null, days: null },
  })

test('revoking a token asks first, and ends its access', async () => {
  const { secret } = await addToken('Old CI')
  const status = () => server.statusFor(`/api/projects/${PROJECT}`, secret)
  shown = await openScreen(`${MEMBERS}?tab=token`)
  await shown.click('button', say('members:token.revokeNamed', { name: 'Old CI' }))
  const question = await screen.findByRole('alertdialog', {
    name: say('members:token.revokeAsked', { name: 'Old CI' }),
  })
  expect(await status()).toBe(200)
  await expectAccessible()
  await shown.click('button', say('members:token.revokeAct'), question)
  await screen.findByText(say('members:token.none'))
  expect(await status()).toBe(401)
})

test('the secret of a new token is shown once', async () => {
  await addToken('Another')
  shown = await openScreen(`${MEMBERS}?tab=token`)
  await shown.click('button', say('members:token.create'))
  const dialog = await screen.findByRole('dialog')
  await shown.user.type(within(dialog).getByLabelText(say('members:token.name')), 'CI, main branch')
  within(dialog)
    .getByRole('checkbox', { name: new RegExp(`^${say('members:scopes.deliver')}`) })
    .focus()
  await shown.user.keyboard(' ')
  await within(dialog).findByText(say('members:allChannels'))
  await expectAccessible()
  await shown.click('button', say('members:token.create'), dialog)
  const secret = await screen.findByText(/^drg_[^…]+$/)
  await expectAccessible()
  expect(await server.statusFor(`/api/projects/${PROJECT}`, secret.textContent)).toBe(200)
  await shown.click('button', say('members:token.dismiss'))
  expect(screen.queryByText(secret.textContent)).toBeNull()
})

test('a token of someone whose account is suspended is marked', async () => {
  await joinAs('Marek', await invite({ role: 'manager', languages: null, namespaces: null }))
  const { token } = await addToken('Nightly')
  await signInAs(OWNER)
  const { id: person } = token.madeBy
  await call(api.admin.suspend, { params: { person }, body: { isSuspended: true } })
  shown = await openScreen(`${MEMBERS}?tab=token`)
  const row = await screen.findByRole('row', { name: /Nightly/ })
  within(row).getByText(say('members:suspended'))
})

test('why a visitor cannot read, and the change that helps: sharing the project', async () => {
  const status = () => server.statusFor(`/api/projects/${PROJECT}`)
  expect(await status()).not.toBe(200)
  shown = await openScreen(MEMBERS)
  await shown.click('button', say('members:explain'))
  const dialog = await screen.findByRole('dialog', { name: say('members:explain') })
  await shown.click('button', new RegExp(say('members:ask.who')), dialog)
  await shown.click('option', say('members:visitor'))
  await shown.click('button', new RegExp(`${say('members:ask.action')}$`), dialog)
  await shown.click('option', say('members:asked.project-read'))
  await within(dialog).findByText(say('members:no'))
  await shown.click('button', say('members:help.share-reader'), dialog)
  const question = await screen.findByRole('alertdialog')
  expect(await status()).not.toBe(200)
  await expectAccessible()
  await shown.click('button', say('settings:sharing.act'), question)
  await screen.findAllByText(say('members:shared'))
  expect(await status()).toBe(200)
})

test('a removal is undone later from the audit log, which says what happened in a sentence', async () => {
  await addMember('Mia', TRANSLATES_FRENCH)
  const mia = (await members()).filter(({ name }) => name === 'Mia')
  await call(api.members.change, {
    params: { project: PROJECT },
    body: { changes: mia.map(({ who, version }) => ({ who, baseVersion: version, rights: null })) },
  })
  expect(await rightsOf('Mia')).toBeUndefined()
  shown = await openScreen(`/p/${PROJECT}/audit`)
  const sentence = say('audit:said.rights', {
    actor: OWNER,
    change: say('members:did.removed', { name: 'Mia' }),
  })
  await shown.click('button', say('audit:undoNamed', { sentence }))
  await waitFor(async () => expect((await rightsOf('Mia'))?.languages).toEqual(['fr']))
  await expectAccessible()
})

test('sharing is in the audit log in a sentence', async () => {
  await call(api.projects.update, {
    params: { project: PROJECT },
    body: { sharing: { with: 'everyone', role: 'reader' } },
  })
  shown = await openScreen(`/p/${PROJECT}/audit`)
  await screen.findByText(say('audit:said.shared-everyone-reader', { actor: OWNER, project: 'Shop' }))
})
