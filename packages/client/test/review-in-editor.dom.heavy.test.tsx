import { api } from '@dragoman/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { call } from '../src/lib/server/call.ts'
import { focusedField, type OpenScreen, openScreen } from './open-screen.tsx'
import {
  addMember,
  addTranslated,
  OWNER,
  openRealServer,
  PROJECT,
  type RealServer,
  signInAs,
  stringOnServer,
} from './real-server.ts'

/** Reviewing in the editor, and suggesting there. */

const CONTRIBUTOR = 'Ines Duarte'
const { poll } = expect

let server: RealServer
let shown: OpenScreen

beforeAll(async () => {
  server = await openRealServer()
  await addMember(CONTRIBUTOR, { role: 'contributor', languages: null, namespaces: null })
})
afterAll(() => server.close())

/** Opens a string in the editor and returns its field as soon as it has the focus. */
async function openString(key: number): Promise<HTMLElement> {
  shown = await openScreen(`/p/${PROJECT}/translate/de?key=${key}`)
  return focusedField()
}

const stateOf = async (key: number) => (await stringOnServer(key)).target.state

test('marking a failing text as reviewed in the editor asks first', async () => {
  const id = await addTranslated('failing', 'Overdue by {{days}} days.', 'Überfällig.')
  const field = await openString(id)
  await shown.user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('{{days}}')
  await shown.click('button', say('common:cancel'), question)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(await stateOf(id)).toBe('translated')
  await poll(() => document.activeElement).toBe(field)
  await shown.user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  await shown.click('button', say('review:failing.approve_one'), await screen.findByRole('alertdialog'))
  await poll(() => stateOf(id)).toBe('reviewed')
})

test('saving the same words of a failing text again finishes its task', async () => {
  const id = await addTranslated('false alarm', 'Overdue by {{days}} days.', 'Überfällig.')
  const params = { project: PROJECT }
  const fields = { title: 'Check', note: '', goal: 'translated' as const, due: null, languages: ['de'] }
  await call(api.tasks.create, { params, body: { ...fields, assignees: [], select: { keys: [id] } } })
  const { version } = (await stringOnServer(id)).target
  await openString(id)
  await shown.user.keyboard('{Control>}{Enter}{/Control}')
  await poll(async () => (await stringOnServer(id)).target.version).toBeGreaterThan(version)
  const done = { params, query: { state: 'done' as const, limit: 10 } }
  await poll(async () => (await call(api.tasks.list, done)).tasks.map(({ title }) => title)).toEqual([
    'Check',
  ])
})

/** Adds a translated string. From then on, the contributor is signed in. */
async function addForContributor(name: string): Promise<number> {
  const id = await addTranslated(name, 'Hello', 'Hallo')
  await signInAs(CONTRIBUTOR)
  onTestFinished(() => signInAs(OWNER))
  return id
}

test('what people type who cannot save is a draft in this browser until it is sent', async () => {
  const id = await addForContributor('drafted')
  await openString(id)
  await shown.user.keyboard('{Control>}a{/Control}Guten Tag')
  shown.close()
  const field = await openString(id)
  await poll(() => field.textContent).toBe('Guten Tag')
})

test('people who cannot save suggest: their suggestion is shown next to the string, and they cannot decide on it', async () => {
  const id = await addForContributor('hello')
  await openString(id)
  await screen.findByRole('button', { name: new RegExp(`^${say('translations:save.suggest')}`) })
  expect(screen.queryByRole('button', { name: new RegExp(`^${say('translations:save.next')}`) })).toBeNull()
  await shown.user.keyboard('{Control>}a{/Control}Guten Tag')
  await shown.user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findAllByText(say('translations:save.suggested', { key: 'hello' }))
  expect((await stringOnServer(id)).target.forms.other).toBe('Hallo')
  await shown.user.click(
    screen.getByRole('tab', { name: new RegExp(`^${say('translations:side.suggestions')}`) }),
  )
  const panel = await screen.findByRole('tabpanel')
  await within(panel).findByText('Guten Tag')
  const accept = within(panel).getByRole('button', { name: say('review:accept') })
  expect(accept.getAttribute('aria-disabled')).toBe('true')
  await shown.click('button', say('translations:suggestions.withdraw'), panel)
  await within(panel).findByText(say('translations:suggestions.nothing'))
})
