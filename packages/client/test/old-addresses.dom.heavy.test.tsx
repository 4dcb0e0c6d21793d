import { api, type BodyOf } from '@dragoman/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { call } from '../src/lib/server/call.ts'
import {
  expectAccessible,
  fillField,
  type OpenScreen,
  openScreen,
  selectOption,
  untilShown,
} from './open-screen.tsx'
import { openRealServer, type RealServer } from './real-server.ts'
import { loadAsApp, newShop, type Shop } from './release-shop.ts'

/** Old addresses of apps in Settings: refused, added and removed. */

let server: RealServer
let shop: Shop
let shown: OpenScreen
/** Different in each test, because an address leads to one project only. */
let locize: string
let tolgee: string
let tests = 0

beforeAll(async () => {
  server = await openRealServer()
})
beforeEach(async () => {
  shop = await newShop()
  tests += 1
  locize = `/c8038fbe-7be8-4f96-9692-943b3333185${tests}/latest`
  tolgee = `/d7df50a9ae876ad51f160bc70eb7073${tests}`
})
afterAll(() => server.close())

const words = (name: string) => say(`settings:oldAddresses.${name}`)
const SECTION = '#old-addresses'
const dialog = () => screen.findByRole('dialog')
const open = async () => {
  shown = await openScreen(`/p/${shop.project}/settings`)
}
const fill = async (text: string) => fillField(shown, words('address'), text, await dialog())
const submit = async () => shown.click('button', say('settings:add'), await dialog())
const add = (body: BodyOf<typeof api.oldAddresses.add>) =>
  call(api.oldAddresses.add, { params: { project: shop.project }, body })
const location = async (path: string) => (await loadAsApp(path)).headers.location

test('an address that is empty, reserved or in use is refused at its field', async () => {
  await add({ prefix: locize, shape: 'locize', channel: 'live', namespace: null })
  await open()
  await shown.click('button', words('add'))
  await submit()
  await within(await dialog()).findByText(words('fault.empty'))
  await fill('https://cdn.example.com/api/{{lng}}')
  await submit()
  await within(await dialog()).findByText(words('fault.reserved'))
  await expectAccessible()
  await fill(locize)
  await submit()
  await within(await dialog()).findByText(words('fault.taken'))
})

test('an address of Locize is pasted as apps contain it', async () => {
  await open()
  const address = `https://api.locize.app${locize}/{{lng}}/{{ns}}`
  ;(await screen.findByRole('button', { name: words('add') })).focus()
  await shown.user.keyboard('{Enter}')
  await fill(address)
  await shown.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await shown.click('button', words('add'))
  await fill(address)
  await submit()
  await untilShown(SECTION, locize)
  expect(await location(`${locize}/de/shop`)).toContain(`/d/${shop.project}/live/locales/de/shop.json`)
})

test('an address of Tolgee is pasted with its default namespace', async () => {
  await open()
  await shown.click('button', words('add'))
  await shown.user.click(await within(await dialog()).findByText(/language\.json/))
  await fill(`https://cdn.tolg.ee${tolgee}/`)
  await selectOption(shown, words('namespace'), 'shop', await dialog())
  await submit()
  await untilShown(SECTION, tolgee)
  expect(await location(`${tolgee}/de.json`)).toContain(`/d/${shop.project}/live/locales/de/shop.json`)
})

test('an address is removed after confirmation, and does not work from then on', async () => {
  await add({ prefix: tolgee, shape: 'tolgee', channel: 'live', namespace: 'shop' })
  expect(await location(`${tolgee}/de.json`)).toBeDefined()
  await open()
  const isOfTolgee = (name: string) => name.includes(tolgee)
  await shown.user.click(await screen.findByRole('button', { name: isOfTolgee }))
  await shown.click('button', say('settings:remove'), await screen.findByRole('alertdialog'))
  await waitFor(() => expect(document.querySelector(SECTION)?.textContent).not.toContain(tolgee))
  expect(document.querySelector(SECTION)).not.toBeNull()
  expect(await location(`${tolgee}/de.json`)).toBeUndefined()
})
