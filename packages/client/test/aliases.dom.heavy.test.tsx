import { api } from '@dragoman/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { call } from '../src/lib/server/call.ts'
import { expectAccessible, fillField, type OpenScreen, openScreen, untilEnabled } from './open-screen.tsx'
import { openRealServer, type RealServer } from './real-server.ts'
import { loadAsApp, newShop, type Shop } from './release-shop.ts'

/** A renamed key is served under its old name until the alias is retired in the key panel. */

let server: RealServer
let shop: Shop
let shown: OpenScreen
/** The id of the key `cart.title`. */
let title: number

beforeAll(async () => {
  server = await openRealServer()
})
beforeEach(async () => {
  shop = await newShop()
  title = (await addKey('cart.title', 'Your cart')).key.id
  await addKey('cart.empty', 'Nothing here yet')
})
afterAll(() => server.close())

const addKey = (name: string, text: string) =>
  call(api.keys.create, {
    params: { project: shop.project },
    body: { namespace: 'checkout', name, plural: 'none', forms: { other: text } },
  })
/** The English texts that apps load. */
async function delivered(): Promise<unknown> {
  const { body } = await loadAsApp(`/d/${shop.project}/live/locales/en/checkout.json`)
  return JSON.parse(body)
}
const panel = () => screen.findByRole('complementary', { name: say('keys:panel.label') })
const retireName = (name: string) => say('keys:aliases.retire', { name })
const untilRetired = (name: string) =>
  waitFor(async () =>
    expect(within(await panel()).queryByRole('button', { name: retireName(name) })).toBeNull(),
  )

async function openPanel(key: string): Promise<HTMLElement> {
  shown = await openScreen(`/p/${shop.project}/keys`)
  const cells = await screen.findAllByRole('gridcell')
  const cell = cells.find(({ textContent }) => textContent?.includes(key))
  if (cell === undefined) throw new Error(`The grid has no ${key}.`)
  await shown.user.click(cell)
  const opened = await panel()
  await within(opened).findAllByText(key)
  return opened
}

async function openRename(): Promise<HTMLElement> {
  const opened = await openPanel('cart.title')
  await shown.click('button', say('keys:panel.rename'), opened)
  const dialog = await screen.findByRole('dialog')
  await fillField(shown, say('keys:field.rename'), 'cart.heading', dialog)
  return dialog
}

test('renaming keeps the old name unless deselected', async () => {
  const dialog = await openRename()
  await within(dialog).findByText(say('keys:renaming.kept'))
  await within(dialog).findByText(say('keys:renaming.safe'))
  // The project has none.
  expect(dialog.textContent).not.toContain(say('keys:renaming.files'))
  await expectAccessible()
  const keep = within(dialog).getByRole('checkbox')
  expect(keep).toHaveProperty('checked', true)
  keep.focus()
  await shown.user.keyboard(' ')
  await within(dialog).findByText(say('keys:renaming.lost_other', { languages: 'English' }))
  await shown.user.keyboard(' ')
  await shown.click('button', say('keys:do.rename'), dialog)
  await within(await panel()).findByRole('button', { name: retireName('cart.title') })
  const cart = { heading: 'Your cart', empty: 'Nothing here yet', title: 'Your cart' }
  expect(await delivered()).toEqual({ cart })
})

test('undoing a rename removes the alias', async () => {
  const dialog = await openRename()
  await shown.click('button', say('keys:do.rename'), dialog)
  await within(await panel()).findByRole('button', { name: retireName('cart.title') })
  await shown.click('button', say('common:undo'))
  await untilRetired('cart.title')
  expect(await delivered()).toEqual({ cart: { title: 'Your cart', empty: 'Nothing here yet' } })
})

test('an alias is added and retired by keyboard', async () => {
  const opened = await openPanel('cart.title')
  ;(await within(opened).findByLabelText(say('keys:aliases.label'))).focus()
  await shown.user.keyboard('cart.now{Enter}')
  const retire = await within(opened).findByRole('button', { name: retireName('cart.now') })
  const both = { title: 'Your cart', now: 'Your cart', empty: 'Nothing here yet' }
  expect(await delivered()).toEqual({ cart: both })
  ;(await untilEnabled(retire)).focus()
  await shown.user.keyboard('{Enter}')
  await untilRetired('cart.now')
  expect(await delivered()).toEqual({ cart: { title: 'Your cart', empty: 'Nothing here yet' } })
})

test('the name of another key is refused as an alias', async () => {
  const opened = await openPanel('cart.title')
  ;(await within(opened).findByLabelText(say('keys:aliases.label'))).focus()
  await shown.user.keyboard('cart.empty{Enter}')
  await within(opened).findByText(say('failures:already-exists_key'))
  await shown.user.keyboard('{Escape}cart.now{Enter}')
  await within(opened).findByRole('button', { name: retireName('cart.now') })
})

test('a key that takes the name of an alias is served, and the panel reports it', async () => {
  await call(api.keys.update, {
    params: { project: shop.project, key: title },
    body: { aliases: ['cart.now'] },
  })
  const opened = await openPanel('cart.title')
  await within(opened).findByRole('button', { name: retireName('cart.now') })
  await addKey('cart.now', 'Your cart now')
  await within(opened).findByText(say('translations:served.taken'))
  const cart = { title: 'Your cart', now: 'Your cart now', empty: 'Nothing here yet' }
  expect(await delivered()).toEqual({ cart })
})
