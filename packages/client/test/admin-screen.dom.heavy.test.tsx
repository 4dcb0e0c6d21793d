import { createHmac } from 'node:crypto'
import { api, type Job } from '@dragoman/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { openLyingProvider } from '../../server/test/lying-provider.ts'
import { adminQueries } from '../src/features/admin/queries.ts'
import { call } from '../src/lib/server/call.ts'
import { queryClient } from '../src/lib/server/query-client.ts'
import { expectAccessible, fillField, type OpenScreen, openScreen } from './open-screen.tsx'
import { addMember, OWNER, openRealServer, PROJECT, type RealServer, signInAs } from './real-server.ts'

/** The screen for owners, and the audit log of a project. */

let server: RealServer
let shown: OpenScreen

beforeAll(async () => {
  server = await openRealServer()
})
afterEach(() => server.proxy.behave(() => null))
afterAll(() => server.close())

/** Returns what requests can wait for, and what ends that. */
function hold() {
  let goOn = () => {}
  const until = new Promise<void>((resolve) => {
    goOn = resolve
  })
  return { until, goOn: () => goOn() }
}

const nameOfFocused = () => document.activeElement?.textContent ?? ''

/** Presses Tab until the element with the focus has the name. */
async function tabTo(name: string): Promise<void> {
  for (let i = 0; i < 60 && nameOfFocused() !== name; i++) await shown.user.tab()
  expect(nameOfFocused()).toBe(name)
}

/** Presses Enter on a button. */
async function enter(name: string, place = document.body): Promise<void> {
  const button = await within(place).findByRole('button', { name })
  button.focus()
  await shown.user.keyboard('{Enter}')
}

describe('backups, without a mouse', () => {
  test('one is created', async () => {
    shown = await openScreen('/admin?tab=backups')
    await screen.findByRole('button', { name: say('admin:backups.make') })
    await tabTo(say('admin:backups.make'))
    await shown.user.keyboard('{Enter}')
    await screen.findByText(say('admin:backups.made'))
  })

  test('one is verified', async () => {
    await call(api.admin.makeBackup, {})
    shown = await openScreen('/admin?tab=backups')
    const { row, time } = await newestBackup()
    await enter(say('admin:backups.verifyThis', { time }), row)
    await screen.findByText(/The backup is complete/)
  })

  test('how to restore one is shown until Escape', async () => {
    await call(api.admin.makeBackup, {})
    shown = await openScreen('/admin?tab=backups')
    const { row, time } = await newestBackup()
    await enter(say('admin:restore.title', { time }), row)
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText(/^DRAGOMAN_DATA=\S+ dragoman restore .*backups\/dragoman-.*\.db/)
    await within(dialog).findByText(say('admin:restore.elsewhere'))
    await shown.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('one is deleted only after a question, which a double click does not answer', async () => {
    await call(api.admin.makeBackup, {})
    const names = async () => (await call(api.admin.backups, {})).backups.map(({ name }) => name)
    const before = await names()
    shown = await openScreen('/admin?tab=backups')
    const { row, time } = await newestBackup()
    const remove = within(row).getByRole('button', { name: say('admin:backups.removeThis', { time }) })
    await shown.user.dblClick(remove)
    const dialog = await screen.findByRole('alertdialog', {
      name: say('admin:backups.removeTitle', { time }),
    })
    expect(await names()).toEqual(before)
    await expectAccessible()
    await shown.click('button', say('admin:backups.removeNow'), dialog)
    await screen.findByText(say('admin:backups.removed', { time }))
    expect(await names()).toEqual(before.slice(1))
  })

  test('an automatic one that failed is reported', async () => {
    shown = await openScreen('/admin?tab=backups')
    await screen.findByRole('button', { name: say('admin:backups.make') })
    const { queryKey } = adminQueries.backups()
    const before = queryClient.getQueryData(queryKey)
    for (const [code, reason] of [
      ['no-room', 'disk has no room'],
      ['not-written', 'can’t write it'],
    ] as const) {
      const failure = { code, at: '2026-05-01T00:00:00.000Z' }
      queryClient.setQueryData(queryKey, before && { ...before, failure })
      await screen.findByText((text) => text.includes('2026') && text.includes(reason))
    }
    await expectAccessible()
  })

  /** Returns the row of the newest backup, and when it was created, as its buttons are named. */
  async function newestBackup(): Promise<{ readonly row: HTMLElement; readonly time: string }> {
    const [, row] = within(await screen.findByRole('table')).getAllByRole('row')
    if (row === undefined) throw new Error('no backup')
    return { row, time: row.querySelector('time')?.textContent?.replaceAll(/\s+/g, ' ') ?? '' }
  }
})

test('a group is created and filled', async () => {
  await addMember('Vera')
  shown = await openScreen('/admin?tab=groups')
  await shown.user.type(await screen.findByRole('textbox', { name: say('admin:groups.new') }), 'Paris{Enter}')
  await shown.click('button', say('admin:groups.editThis', { name: 'Paris' }))
  const dialog = await screen.findByRole('dialog')
  await shown.user.type(await within(dialog).findByRole('textbox', { name: say('admin:groups.add') }), 'Vera')
  await shown.click('button', say('admin:groups.addThis', { name: 'Vera' }), dialog)
  await within(dialog).findByRole('button', { name: say('admin:groups.removePerson', { name: 'Vera' }) })
  await within(dialog).findByText(say('admin:groups.allThere'))
  await expectAccessible()
  const search = within(dialog).getByRole('textbox', { name: say('admin:groups.add') })
  await shown.user.clear(search)
  await shown.user.type(search, 'No such person')
  await within(dialog).findByText(say('admin:groups.noneFound'))
})

test('a group is renamed, which its dialog shows', async () => {
  shown = await openScreen('/admin?tab=groups')
  await shown.user.type(await screen.findByRole('textbox', { name: say('admin:groups.new') }), 'Rome{Enter}')
  await shown.click('button', say('admin:groups.editThis', { name: 'Rome' }))
  const dialog = await screen.findByRole('dialog', { name: 'Rome' })
  const name = within(dialog).getByRole('textbox', { name: say('admin:people.name') })
  await shown.user.clear(name)
  await shown.user.type(name, 'Milan{Enter}')
  await screen.findByRole('dialog', { name: 'Milan' })
  await screen.findAllByText(say('admin:groups.renamed', { name: 'Milan' }))
})

test('an error of renaming a group is not shown after a person was added', async () => {
  await addMember('Nora')
  for (const name of ['Oslo', 'Bergen']) await call(api.groups.create, { body: { name } })
  shown = await openScreen('/admin?tab=groups')
  await shown.click('button', say('admin:groups.editThis', { name: 'Oslo' }))
  const dialog = await screen.findByRole('dialog')
  await fillField(shown, say('admin:people.name'), 'Bergen', dialog)
  await shown.click('button', say('admin:groups.rename'), dialog)
  await within(dialog).findByRole('alert')
  await fillField(shown, say('admin:groups.add'), 'Nora', dialog)
  await shown.click('button', say('admin:groups.addThis', { name: 'Nora' }), dialog)
  await within(dialog).findByRole('button', { name: say('admin:groups.removePerson', { name: 'Nora' }) })
  expect(within(dialog).queryByRole('alert')).toBeNull()
})

test('a group whose question was closed while it is deleted is named, and a name typed meanwhile stays', async () => {
  await call(api.groups.create, { body: { name: 'Lyon' } })
  const { until, goOn } = hold()
  shown = await openScreen('/admin?tab=groups')
  await shown.click('button', say('admin:groups.removeThis', { name: 'Lyon' }))
  const question = await screen.findByRole('alertdialog')
  server.proxy.behave((path) => (/\/groups(\/\d+)?$/.test(path) ? { until } : null))
  await shown.click('button', say('admin:groups.remove'), question)
  await shown.user.keyboard('{Escape}')
  await waitFor(() => expect(question.isConnected).toBe(false))
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: say('admin:groups.new') })
  await shown.user.type(field, 'Nice{Enter}')
  await shown.user.clear(field)
  await shown.user.type(field, 'Lille')
  server.proxy.behave(() => null)
  goOn()
  await screen.findAllByText(say('admin:groups.removed', { name: 'Lyon' }))
  await screen.findByText('Nice')
  expect(field.value).toBe('Lille')
})

/** Returns the current code of an authenticator app with a secret (RFC 6238). */
function totpCode(secret: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const hash = createHmac('sha1', key).update(step).digest()
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff
  return `${number % 1_000_000}`.padStart(6, '0')
}

/** Opens the menu of a person, and presses a row of it. */
async function actFor(name: string, row: string): Promise<void> {
  await shown.click('button', say('admin:actsFor', { name }))
  await shown.click('menuitem', new RegExp(row))
}

test('an owner makes a link with which someone sets a new password', async () => {
  await addMember('Nia')
  shown = await openScreen('/admin?tab=people')
  await actFor('Nia', say('admin:people.resetLink'))
  const dialog = await screen.findByRole('dialog', { name: say('admin:people.resetTitle', { name: 'Nia' }) })
  const link = dialog.querySelector('pre')?.textContent ?? ''
  await expectAccessible()
  const code = /\/reset\/([\w-]+)$/.exec(link)?.[1] ?? ''
  expect(await call(api.account.readResetLink, { body: { code } })).toEqual({ name: 'Nia' })
  await shown.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an owner turns off the second factor of someone who lost it, after a question', async () => {
  await addMember('Omar')
  await signInAs('Omar')
  const { secret } = await call(api.account.startTotp, {})
  await call(api.account.confirmTotp, { body: { code: totpCode(secret) } })
  await signInAs(OWNER)
  shown = await openScreen('/admin?tab=people')
  await actFor('Omar', say('admin:people.factorOff'))
  const question = await screen.findByRole('alertdialog')
  await expectAccessible()
  await shown.click('button', say('admin:people.factorNow'), question)
  await screen.findByText(say('admin:people.factorDone', { name: 'Omar' }))
  await signInAs('Omar')
  expect((await call(api.account.get, {})).hasSecondFactor).toBe(false)
  await signInAs(OWNER)
})

test('the list of sessions marks this one', async () => {
  shown = await openScreen('/admin?tab=groups')
  await shown.click('tab', say('admin:tab.sessions'))
  await screen.findByText(say('admin:sessions.this'))
})

test('the result of a test email is not shown for another address', async () => {
  shown = await openScreen('/admin?tab=system')
  const field = await screen.findByLabelText(say('admin:mail.to'))
  const { queryKey } = adminQueries.overview()
  const before = queryClient.getQueryData(queryKey)
  queryClient.setQueryData(queryKey, before && { ...before, isMailConfigured: true })
  await shown.user.type(field, 'ann@example.com')
  server.proxy.behave((path) => (path.endsWith('/admin/mail-test') ? { status: 500 } : null))
  await shown.user.keyboard('{Enter}')
  const status = within(field.closest('section') ?? expect.fail('no section')).getByRole('status')
  await waitFor(() => expect(status.textContent).not.toBe(''))
  await shown.user.type(field, '.pl')
  expect(status.textContent).toBe('')
})

test('only the job that is run again is shown as busy', async () => {
  const failed = (id: number): Job => ({
    id,
    kind: 'import',
    state: 'failed',
    done: 0,
    total: null,
    unit: 'files',
    detail: null,
    problem: null,
    result: null,
    file: null,
    operationId: null,
    startedBy: { id: null, name: 'Ann' },
    cancelRequested: false,
    createdAt: '2026-05-01T00:00:00.000Z',
    startedAt: '2026-05-01T00:00:00.000Z',
    endedAt: '2026-05-01T00:00:00.000Z',
  })
  const jobs = [1, 2].map((id) => ({ ...failed(id), project: PROJECT, projectName: 'Shop' }))
  const { until, goOn } = hold()
  server.proxy.behave((path) =>
    path.endsWith('/admin/jobs')
      ? { status: 200, type: 'application/json', body: JSON.stringify({ jobs }) }
      : path.endsWith('/run')
        ? { until }
        : null,
  )
  shown = await openScreen('/admin?tab=jobs')
  const again = await screen.findAllByRole('button', { name: say('common:rerun') })
  expect(again).toHaveLength(2)
  await shown.user.click(again[0] ?? expect.fail('no button'))
  await waitFor(() => expect(again.map((one) => one.getAttribute('aria-busy'))).toEqual(['true', null]))
  goOn()
})

test('a server without projects is not described as a search without results', async () => {
  server.proxy.behave((path) =>
    path.includes('/admin/projects')
      ? { status: 200, type: 'application/json', body: JSON.stringify({ projects: [], next: null }) }
      : null,
  )
  shown = await openScreen('/admin?tab=projects')
  await screen.findByText(say('admin:projects.empty'))
  await expectAccessible()
  await shown.user.type(screen.getByLabelText(say('admin:projects.find')), 'x')
  await screen.findByText(say('admin:projects.none'))
})

test('a project is deleted when its URL name is typed', async () => {
  await call(api.projects.create, { body: { slug: 'old-shop', name: 'Old shop', sourceLanguage: 'en' } })
  shown = await openScreen('/admin?tab=projects')
  await shown.click('button', say('admin:projects.removeThis', { name: 'Old shop' }))
  const question = await screen.findByRole('alertdialog')
  await shown.user.type(within(question).getByRole('textbox'), 'old-shop')
  await expectAccessible()
  await shown.click('button', say('admin:projects.remove'), question)
  await waitFor(() => expect(question.isConnected).toBe(false))
  await waitFor(() => expect(screen.queryByText('Old shop')).toBeNull())
})

describe('the identity provider', () => {
  const provider = {
    clientId: 'dragoman',
    label: 'Company',
    scopes: ['email'],
    groupsClaim: 'groups',
    groups: [],
    isOnlyWay: false,
    allowsNew: true,
  }
  const labelField = () => screen.findByRole<HTMLInputElement>('textbox', { name: say('admin:signIn.label') })

  test('keeps what another owner saved meanwhile, and shows it', async () => {
    const { issuer, close } = await openLyingProvider('dragoman')
    const { id: groupId } = await call(api.groups.create, { body: { name: 'Staff' } })
    await call(api.oidc.changeSettings, { body: { provider: { ...provider, issuer } } })
    shown = await openScreen('/admin?tab=sign-in')
    expect((await labelField()).value).toBe('Company')
    const groups = [{ claim: 'staff', groupId }]
    await call(api.oidc.changeSettings, {
      body: { provider: { ...provider, issuer, groups, scopes: ['profile'] } },
    })
    await fillField(shown, say('admin:signIn.label'), 'Our company')
    await shown.click('button', say('admin:save'))
    await screen.findByText(say('failures:stale-setting'))
    expect((await labelField()).value).toBe('Our company')
    await waitFor(() => expect(screen.getByDisplayValue('staff')).toBeTruthy())
    await expectAccessible()
    await shown.click('button', say('admin:save'))
    await expect
      .poll(async () => (await call(api.oidc.settings, {})).provider)
      .toMatchObject({ label: 'Our company', groups, scopes: ['profile'] })
    await close()
  })

  test('shows no error of saving next to the result of a later test', async () => {
    const { issuer, close } = await openLyingProvider('dragoman')
    await call(api.oidc.changeSettings, { body: { provider: { ...provider, issuer } } })
    shown = await openScreen('/admin?tab=sign-in')
    await labelField()
    await call(api.oidc.changeSettings, { body: { provider: { ...provider, issuer, label: 'Firm' } } })
    await fillField(shown, say('admin:signIn.label'), 'Our company')
    await shown.click('button', say('admin:save'))
    await screen.findByText(say('failures:stale-setting'))
    await shown.click('button', say('admin:signIn.test'))
    await screen.findByText(say('admin:signIn.works'), { exact: false })
    expect(screen.queryByText(say('failures:stale-setting'))).toBeNull()
    await close()
  })

  test('is removed only as it is shown', async () => {
    const { issuer, close } = await openLyingProvider('dragoman')
    await call(api.oidc.changeSettings, { body: { provider: { ...provider, issuer } } })
    shown = await openScreen('/admin?tab=sign-in')
    await labelField()
    await call(api.oidc.changeSettings, { body: { provider: { ...provider, issuer, label: 'Firm' } } })
    await shown.click('button', say('admin:signIn.remove'))
    const question = await screen.findByRole('alertdialog')
    await shown.click('button', say('admin:signIn.removeNow'), question)
    await within(question).findByText(say('failures:stale-setting'))
    await within(question).findByText(say('admin:signIn.removeTitle', { provider: 'Firm' }))
    await shown.click('button', say('admin:signIn.removeNow'), question)
    await screen.findByText(say('admin:signIn.removed'))
    await waitFor(async () => expect((await labelField()).value).toBe(''))
    await close()
  })
})

test('actions are in the audit log of the project, and can be searched', async () => {
  await call(api.projects.update, {
    params: { project: PROJECT },
    body: { settings: { description: 'Seeds' } },
  })
  shown = await openScreen(`/p/${PROJECT}/settings`)
  await shown.click('link', say('settings:auditOpen'))
  await screen.findByRole('heading', { name: say('audit:title') })
  const described = say('audit:said.settings', {
    actor: OWNER,
    project: 'Shop',
    settings: say('audit:setting.description'),
  })
  await screen.findByText(described)
  await shown.user.type(screen.getByRole('textbox', { name: say('audit:filter.who') }), 'nobody')
  await screen.findByText(say('audit:noneFound'))
})
