import { EditorView } from '@codemirror/view'
import { api } from '@dragoman/contract'
import { screen, waitFor } from '@testing-library/dom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { call } from '../src/lib/server/call.ts'
import { type OpenScreen, openScreen } from './open-screen.tsx'
import {
  addKey,
  addMember,
  OWNER,
  openRealServer,
  PROJECT,
  type RealServer,
  signInAs,
} from './real-server.ts'

/** A translator, a reviewer and a developer each start with their own work. */

let server: RealServer
let shown: OpenScreen
const keys = new Map<string, number>()
const params = { project: PROJECT }

beforeAll(async () => {
  server = await openRealServer()
  await call(api.languages.add, { params, body: { tag: 'pl', allowUnknown: false } })
  for (const [name, en, de, pl] of [
    [
      'hello',
      'Hello {{first}} {{last}}, you have {{count}} points',
      'Hallo {{first}} {{last}}: {{count}}',
      null,
    ],
    ['pay', 'Pay now', 'Jetzt zahlen', 'Zapłać'],
    ['later', 'Pay later', null, null],
    ['cart', 'Your basket', 'Korb', 'Koszyk'],
  ] as const) {
    const key = await addKey(name, en)
    keys.set(name, key)
    if (de !== null) await save(key, 'de', de)
    if (pl !== null) await save(key, 'pl', pl)
  }
  for (const [name, role, languages] of [
    ['Piotr', 'translator', ['pl']],
    ['Nadia', 'reviewer', ['de', 'pl']],
    ['Sam', 'developer', null],
  ] as const) {
    await addMember(name, { role, languages: languages && [...languages], namespaces: null })
  }
})
afterAll(() => server.close())

const save = (key: number, language: string, text: string) =>
  call(api.translations.save, {
    params: { ...params, key, language },
    body: { forms: { other: text }, baseVersion: 0 },
  })
/** Opens a screen of the project as one of its members. */
async function openAs(name: string, screenOfProject: string): Promise<void> {
  await signInAs(name)
  shown = await openScreen(`/p/${PROJECT}/${screenOfProject}`)
}
const untilAt = (url: RegExp | string) => waitFor(() => expect(shown.url()).toMatch(url))

test('a translator starts with what is missing in their own language', async () => {
  await openAs('Piotr', 'overview')
  const work = await screen.findByRole('button', {
    name: say('common:work.translate', { language: 'Polish' }),
  })
  expect(screen.queryByRole('button', { name: say('overview:importFiles') })).toBeNull()
  await shown.user.click(work)
  await untilAt('translate/pl?q=state%3Auntranslated')
})

test('a language of others has a link to one’s own', async () => {
  await openAs('Piotr', 'translate/de')
  await screen.findByText(say('translations:readOnly.translate', { languages: 'Polish' }), { exact: false })
  await shown.click('link', say('translations:readOnly.go', { language: 'Polish' }))
  await untilAt('translate/pl')
})

test('a greyed-out button explains when it is pressed who can change that', async () => {
  await openAs('Piotr', 'files')
  const button = await waitFor(() => {
    const found = document.querySelector('main [aria-disabled=true]')
    if (found === null) throw new Error('No button is greyed out.')
    return found
  })
  await shown.user.click(button)
  await screen.findAllByText(say('failures:reason.role-too-low'), { exact: false })
})

test('settings that a translator cannot change report it', async () => {
  await openAs('Piotr', 'settings')
  await screen.findByText(say('settings:readOnly'), { exact: false })
})

test('a reviewer starts with the language in which most is waiting', async () => {
  await openAs('Nadia', 'overview')
  await shown.click('button', say('common:work.review', { language: 'German' }))
  await untilAt('review/de')
  await shown.go(`/p/${PROJECT}/review`)
  await untilAt('review/de')
})

test('a developer starts with the keys', async () => {
  await openAs('Sam', 'overview')
  await shown.click('button', say('common:work.keys'))
  await untilAt('/keys')
})

/** Replaces the text of the open string. */
async function typeText(text: string): Promise<EditorView> {
  const box = await waitFor(() => {
    const content = document.querySelector<HTMLElement>('.cm-content')
    const found = content === null ? null : EditorView.findFromDOM(content)
    if (found === null) throw new Error('No string is open.')
    return found
  })
  box.focus()
  box.dispatch({ changes: { from: 0, to: box.state.doc.length, insert: text }, userEvent: 'input.type' })
  return box
}

test('missing placeholders are named in one line, and inserted together', async () => {
  await openAs('Piotr', 'translate/pl?q=hello')
  const box = await typeText('Witaj')
  await screen.findByText(say('translations:issues.missing_other', { count: 3 }))
  await shown.click('button', say('translations:issues.insertMissing'))
  await waitFor(() => expect(box.state.doc.toString()).toContain('{{count}}'))
})

test('after the last string of a filter, what is next is one key press away', async () => {
  await openAs('Piotr', 'translate/pl?q=later')
  await typeText('Zapłać później')
  await shown.user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findAllByText(say('translations:pane.end'))
  const [next] = await screen.findAllByRole('link', { name: /in Polish/ })
  await waitFor(() => expect(document.activeElement).toBe(next))
  await shown.user.keyboard('{Enter}')
  await untilAt('q=state%3Auntranslated')
  const row = await call(api.translations.get, {
    params: { ...params, key: keys.get('later') ?? 0, language: 'pl' },
  })
  expect(row.target.forms).toEqual({ other: 'Zapłać później' })
})

test('a review task opens Review with its strings and its title, and reports when it is done', async () => {
  await signInAs(OWNER)
  await call(api.tasks.create, {
    params,
    body: {
      title: 'Check the basket',
      note: '',
      goal: 'reviewed',
      due: null,
      languages: ['de'],
      assignees: [],
      select: { keys: [keys.get('cart') ?? 0] },
    },
  })
  await openAs(OWNER, 'tasks')
  await shown.click('link', 'Check the basket')
  await untilAt(/review\/de\?task=/)
  await screen.findAllByText('Check the basket')
  const queue = await screen.findByRole('region', { name: say('review:queue') })
  await waitFor(() => expect(queue.querySelectorAll('[data-item]').length).toBe(1))
  await shown.user.keyboard('a')
  await screen.findByText(say('review:task.done', { title: 'Check the basket' }))
})

test('a new task is started in a dialog, which Escape closes', async () => {
  await openAs(OWNER, 'tasks')
  const [start] = await screen.findAllByRole('button', { name: say('tasks:newTask') })
  if (start === undefined) throw new Error('No button starts a task.')
  await shown.user.click(start)
  await screen.findByRole('dialog')
  await shown.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

/** Types into the palette, and resolves when it has found something. Returns its field. */
async function find(text: string): Promise<HTMLElement> {
  await shown.user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox')
  const all = (await screen.findAllByRole('option')).length
  await shown.user.click(field)
  await shown.user.paste(text)
  expect(field).toHaveProperty('value', text)
  await waitFor(() => expect(screen.getAllByRole('option').length).toBeLessThan(all))
  return field
}
const option = (name: string) => ({ name: (found: string) => found.includes(name) })
const command = (name: string) => say(`common:palette.${name}`)
const admin = (tab: string) => say('common:palette.admin', { tab: command(`adminTab.${tab}`) })

test.each([
  ['invite', command('invite')],
  ['token', command('tokens')],
  ['backup', admin('backups')],
  ['two-factor', command('twoFactor')],
  ['admin', admin('system')],
])('the palette finds for “%s” what an owner can do', async (typed, found) => {
  await openAs(OWNER, 'overview')
  await find(typed)
  await screen.findByRole('option', option(found))
})

test('the palette opens the dialog that invites people', async () => {
  await openAs(OWNER, 'overview')
  const field = await find('invite')
  const invitation = await screen.findByRole('option', option(command('invite')))
  await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBe(invitation.id))
  await shown.user.keyboard('{Enter}')
  await untilAt('/members')
  await screen.findByRole('dialog', { name: say('members:invitePeople') })
})

test.each([
  ['invite', command('invite')],
  ['backup', admin('backups')],
])('the palette does not find for “%s” what a translator cannot do', async (typed, found) => {
  await openAs('Piotr', 'overview')
  await find(typed)
  expect(screen.queryByRole('option', option(found))).toBeNull()
})
