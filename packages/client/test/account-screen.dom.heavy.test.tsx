import { api } from '@dragoman/contract'
import { screen, waitFor } from '@testing-library/dom'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { i18n } from '../src/i18n/i18n.ts'
import { interfaceLanguage } from '../src/i18n/interface-language.ts'
import { call } from '../src/lib/server/call.ts'
import { addTexts } from './english.ts'
import { expectAccessible, type OpenScreen, openScreen, selectOption } from './open-screen.tsx'
import { openRealServer, PASSWORD, type RealServer } from './real-server.ts'

/** The page of a person's own account. */

const STORED = interfaceLanguage.detection.lookupLocalStorage

let server: RealServer
let shown: OpenScreen

beforeAll(async () => {
  server = await openRealServer()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => server.close())

async function openAccount(): Promise<void> {
  shown = await openScreen('/account')
  for (const language of ['de', 'pl']) addTexts(language)
}
const languageOfAccount = async () => (await call(api.account.get, {})).language
const browserWants = (...languages: readonly string[]) =>
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)

test('“Same as the browser” removes the stored language, and switches to that of the browser', async () => {
  browserWants('fr', 'pl-PL', 'de')
  await call(api.account.update, { body: { language: 'de' } })
  await openAccount()
  localStorage.setItem(STORED, 'de')
  await i18n.changeLanguage('de')
  await selectOption(shown, say('account:language', {}, 'de'), say('account:languageBrowser', {}, 'de'))
  await waitFor(() => expect(i18n.language).toBe('pl'))
  expect(localStorage.getItem(STORED)).toBeNull()
  // Shown when the page has received the answer, which the page of another test must not receive.
  const shownNow = say('account:languageBrowser', {}, 'pl')
  await screen.findByRole('button', { name: (name) => name.includes(shownNow) })
  expect(await languageOfAccount()).toBeNull()
})

test('a language that differs from that of this browser is shown, and can be used here', async () => {
  browserWants('en')
  await call(api.account.update, { body: { language: 'de' } })
  await openAccount()
  await screen.findByText(say('account:languageHere', { language: 'English' }))
  await expectAccessible()
  await shown.click('button', say('account:languageUse', { language: 'Deutsch' }))
  await waitFor(() => expect(i18n.language).toBe('de'))
  await screen.findByLabelText(say('account:name', {}, 'de'))
  const name = say('account:languageUse', { language: 'Deutsch' }, 'de')
  await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())
  expect(await languageOfAccount()).toBe('de')
})

test('a language that was stored here before is shown where the account follows the browser', async () => {
  browserWants('en')
  await call(api.account.update, { body: { language: null } })
  await openAccount()
  localStorage.setItem(STORED, 'de')
  await i18n.changeLanguage('de')
  await shown.click('button', say('account:languageUse', { language: 'English' }, 'de'))
  await waitFor(() => expect(i18n.language).toBe('en'))
  expect(localStorage.getItem(STORED)).toBeNull()
})

test('a new password removes the ended sessions from the list', async () => {
  expect(await server.signInElsewhere()).toBe(200)
  await openAccount()
  const endOther = new RegExp(say('account:sessionEndThis', { device: '' }))
  await screen.findByRole('button', { name: endOther })
  await shown.user.type(await screen.findByLabelText(say('account:passwordCurrent')), PASSWORD)
  await shown.user.type(screen.getByLabelText(say('account:passwordNew')), `${PASSWORD} again`)
  await shown.click('button', say('account:passwordChange'))
  await screen.findByText(say('account:passwordChanged'))
  await waitFor(() => expect(screen.queryByRole('button', { name: endOther })).toBeNull())
})
