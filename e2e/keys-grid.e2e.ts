import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say } from './interface-text.ts'
import { beginStory, type Story, until } from './story.ts'

const KEYS: readonly (readonly [name: string, text: string])[] = [
  ['cart.title', 'Your cart'],
  ['cart.empty', 'Nothing here yet'],
  ['pay.button', 'Pay {{amount}}'],
  ['pay.later', 'Pay after delivery'],
  ['slot.title', 'Choose a delivery time'],
]

let story: Story
beforeAll(async () => {
  story = await beginStory()
  await story.api('POST', '/projects', { slug: 'shop', name: 'Shop', sourceLanguage: 'en' })
  for (const tag of ['de', 'pl', 'ar']) await story.api('POST', '/projects/shop/languages', { tag })
  for (const [name, text] of KEYS) await makeKey(name, 'none', { other: text })
  await makeKey('cart.items', 'cardinal', { one: '{{count}} item', other: '{{count}} items' })
})
afterAll(() => story.end())

function makeKey(name: string, plural: string, forms: Record<string, string>) {
  return story.api('POST', '/projects/shop/keys', { namespace: 'checkout', name, plural, forms })
}

type Translation = { language: string; forms: Record<string, string>; version: number }
type Rows = { rows: { key: { id: number; name: string; version: number }; translations: Translation[] }[] }

async function texts(language: string): Promise<Record<string, Record<string, string>>> {
  const { rows } = await story.api<Rows>('GET', '/projects/shop/keys?languages=en,de,pl,ar')
  return Object.fromEntries(
    rows.map(({ key, translations }) => [
      key.name,
      translations.find((one) => one.language === language)?.forms ?? {},
    ]),
  )
}

/** Returns the cell of a key in a language. Columns: checkbox, key, en, de, pl, ar. */
const COLUMNS = ['check', 'key', 'en', 'de', 'pl', 'ar']
function cell(page: Page, name: string, column: string) {
  return page.getByRole('row').filter({ hasText: name }).getByRole('gridcell').nth(COLUMNS.indexOf(column))
}

function paste(page: Page, text: string): Promise<void> {
  return page.evaluate((copied) => {
    const data = new DataTransfer()
    data.setData('text/plain', copied)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, text)
}

test('a letter opens a cell, Enter saves and moves down, Tab moves on, Escape restores the old text', async () => {
  const page = await story.visit('/p/shop/keys')
  await cell(page, 'cart.title', 'de').click()
  await page.keyboard.type('Ihr Warenkorb')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Noch nichts hier')
  await page.keyboard.press('Tab')
  await page.keyboard.type('not kept')
  await page.keyboard.press('Escape')
  await page.keyboard.type('Nic tu nie ma')
  await page.keyboard.press('Enter')
  await until(async () => {
    expect(await texts('de')).toMatchObject({
      'cart.title': { other: 'Ihr Warenkorb' },
      'cart.empty': { other: 'Noch nichts hier' },
    })
    expect((await texts('pl'))['cart.empty']).toEqual({ other: 'Nic tu nie ma' })
  })
  // The source can be edited as well.
  await cell(page, 'cart.title', 'en').click()
  await page.keyboard.press('Enter')
  await page.keyboard.type(' today')
  await page.keyboard.press('Enter')
  await until(async () => expect((await texts('en'))['cart.title']).toEqual({ other: 'Your cart today' }))
  await page.keyboard.press('Control+z')
  await until(async () => expect((await texts('en'))['cart.title']).toEqual({ other: 'Your cart' }))
})

test('a plural opens its forms below the cell', async () => {
  const page = await story.visit('/p/shop/keys')
  await cell(page, 'cart.items', 'pl').click()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: say('keys:edit.forms', { language: 'Polish' }) })
  expect(await dialog.getByRole('textbox').count()).toBe(4)
  for (const form of ['produkt', 'produkty', 'produktów', 'produktu']) {
    await page.keyboard.type(`{{count}} ${form}`)
    await page.keyboard.press('Tab')
  }
  await until(async () =>
    expect((await texts('pl'))['cart.items']).toEqual({
      one: '{{count}} produkt',
      few: '{{count}} produkty',
      many: '{{count}} produktów',
      other: '{{count}} produktu',
    }),
  )
})

test('copied cells are pasted from the cell with the focus on, and marked', async () => {
  const page = await story.visit('/p/shop/keys')
  await cell(page, 'pay.button', 'de').click()
  await paste(page, '{{amount}} zahlen\tZapłać\n')
  await page.locator('[data-mark="left-out"]').getByText('{{amount}}').waitFor()
  expect(await page.locator('[data-mark="pasted"]').count()).toBe(1)
  expect((await texts('de'))['pay.button']).toEqual({ other: '{{amount}} zahlen' })
})

test('a text saved by someone else first is not overwritten; what was typed is kept at the cell', async () => {
  const page = await story.visit('/p/shop/keys')
  await cell(page, 'slot.title', 'de').click()
  await page.keyboard.type('Meine Zeit')
  const { rows } = await story.api<Rows>('GET', '/projects/shop/keys?languages=de')
  const row = rows.find(({ key }) => key.name === 'slot.title')
  const address = `/projects/shop/keys/${row?.key.id}/translations/de`
  // The page receives no event before its own save is sent.
  await page.route('**/events*', (route) => route.abort())
  await story.api('PUT', address, {
    forms: { other: 'Lieferzeit wählen' },
    baseVersion: row?.translations[0]?.version,
  })
  await page.keyboard.press('Enter')
  await page.getByText(say('keys:conflict'), { exact: true }).first().waitFor()
  expect((await texts('de'))['slot.title']).toEqual({ other: 'Lieferzeit wählen' })
  await page.reload()
  await cell(page, 'slot.title', 'de').click()
  await page.keyboard.press('Enter')
  await page.getByText('Lieferzeit wählen').first().waitFor()
  await page.keyboard.press('2')
  await until(async () => expect((await texts('de'))['slot.title']).toEqual({ other: 'Meine Zeit' }))
})

test('content below a saving field does not move, so that a click on it counts', async () => {
  const page = await story.visit('/p/shop/keys')
  await cell(page, 'cart.empty', 'key').click()
  const panel = page.getByRole('complementary', { name: say('keys:panel.label') })
  await panel.getByLabel(say('keys:description')).fill('Shown above the list in the cart.')
  // The response is held, so that the field shows that it is saving while the mouse button is down.
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/projects/shop/keys/*', async (route) => {
    await held
    await route.continue()
  })
  const rename = panel.getByRole('button', { name: say('keys:panel.rename') })
  const box = await rename.boundingBox()
  // At its edge, so that a shift by one line matters.
  await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + (box?.height ?? 0) - 3)
  await page.mouse.down()
  await panel.getByText(say('keys:panel.saving')).waitFor()
  expect((await rename.boundingBox())?.y).toBe(box?.y)
  await page.mouse.up()
  letGo()
  await page.getByRole('dialog').getByLabel(say('keys:field.rename'), { exact: true }).waitFor()
})

test('texts typed while offline are stored and saved when the connection is back', async () => {
  const page = await story.visit('/p/shop/keys')
  await cell(page, 'pay.later', 'pl').click()
  await page.context().setOffline(true)
  await page.keyboard.type('Zapłać po dostawie')
  await page.keyboard.press('Enter')
  await cell(page, 'pay.later', 'pl').getByText('Zapłać po dostawie').waitFor()
  await page.context().setOffline(false)
  await until(async () => expect((await texts('pl'))['pay.later']).toEqual({ other: 'Zapłać po dostawie' }))
})
