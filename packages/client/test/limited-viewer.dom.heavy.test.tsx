import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { type OpenScreen, openScreen } from './open-screen.tsx'
import {
  addKey,
  invite,
  joinAs,
  openRealServer,
  PROJECT,
  type RealServer,
  saveElsewhere,
  signInAs,
  stringOnServer,
} from './real-server.ts'

/** People with read access only, or for one language: what they cannot do says why, and sends no request. */

const REASON = say('failures:reason.role-too-low')
const OTHER_LANGUAGE = say('failures:reason.other-language')

let server: RealServer
let shown: OpenScreen
let hello: number

beforeAll(async () => {
  server = await openRealServer()
  hello = await addKey('hello', 'Hello')
  await saveElsewhere(hello, 'Hallo', (await stringOnServer(hello)).target.version)
  const asTranslator = await invite()
  const asViewer = await invite({ role: 'viewer', languages: null, namespaces: null })
  await joinAs('Theo', asTranslator)
  await joinAs('Vera', asViewer)
})
beforeEach(() => {
  server.proxy.seen.length = 0
})
afterAll(() => server.close())

/** Returns the requests so far that were refused, or write something. */
const unwanted = () =>
  server.proxy.seen
    // Where someone is, for others to see, is stored nowhere.
    .filter(({ path }) => !path.endsWith('/presence'))
    .filter(({ method, status }) => method !== 'GET' || status === 403)
    .map(({ method, path }) => `${method} ${path}`)

const row = () => screen.findByRole('row', { name: /hello/ })
/** Returns the cell of a text. */
const cellOf = async (text: string) =>
  (await within(await row()).findByText(text)).closest<HTMLElement>('[role=gridcell]') ?? document.body

/** Opens the keys grid, with the focus on the cell of a text. */
async function openCell(text: string): Promise<HTMLElement> {
  shown = await openScreen(`/p/${PROJECT}/keys?q=key%3Ahello`)
  const cell = await cellOf(text)
  cell.focus()
  return cell
}

/** Pastes as browsers do; the clipboard of user-event has no types. */
function pasteInto(cell: HTMLElement, text: string): void {
  fireEvent.paste(cell, { clipboardData: { types: ['text/plain'], getData: () => text } })
}

/** Expects a notice with the reason. */
async function expectRefusal(): Promise<void> {
  await within(await screen.findByRole('alertdialog')).findByText(REASON, { exact: false })
}

test('the palette lists only what is permitted', async () => {
  shown = await openScreen(`/p/${PROJECT}/overview`)
  await screen.findByRole('heading', { level: 1 })
  await shown.user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox')
  for (const name of ['import', 'connect', 'newKey', 'addLanguage', 'invite', 'newTask'] as const) {
    const text = say(`common:palette.${name}`)
    await shown.user.clear(field)
    await shown.user.paste(text)
    // The search for the text is always offered, so the list is that of this text.
    await screen.findByRole('option', { name: new RegExp(say('common:palette.search', { text })) })
    expect(screen.queryByRole('option', { name: text })).toBeNull()
  }
})

test('pasting into a cell is refused with the reason, and nothing is sent', async () => {
  const cell = await openCell('Hallo')
  expect(cell.getAttribute('aria-readonly')).toBe('true')
  pasteInto(cell, 'Guten Tag')
  await expectRefusal()
  expect(cell.textContent).toContain('Hallo')
  expect(unwanted()).toEqual([])
})

test('clearing a cell is refused with the reason, and nothing is sent', async () => {
  const cell = await openCell('Hallo')
  await shown.user.keyboard('{Delete}')
  await expectRefusal()
  expect(cell.textContent).toContain('Hallo')
  expect(unwanted()).toEqual([])
})

test('n shows why no key can be created, and nothing is sent', async () => {
  shown = await openScreen(`/p/${PROJECT}/keys`)
  await screen.findByRole('grid')
  await shown.user.keyboard('n')
  await expectRefusal()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(unwanted()).toEqual([])
})

test('of several cells, only those of other languages are refused', async () => {
  await signInAs('Theo')
  onTestFinished(() => signInAs('Vera'))
  const english = await openCell('Hello')
  const german = await cellOf('Hallo')
  expect([english, german].map((cell) => cell.getAttribute('aria-readonly'))).toEqual(['true', 'false'])
  pasteInto(english, 'Good day\tGuten Tag')
  await shown.click('button', say('keys:paste.show'))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(OTHER_LANGUAGE)
  await waitFor(async () => expect((await stringOnServer(hello)).target.forms.other).toBe('Guten Tag'))
  shown.close()
  await openCell('Guten Tag')
  await cellOf('Hello')
})
