import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeProblems } from './browser.ts'
import { type DemoShop, openDemoShop } from './demo-shop.ts'
import { say } from './interface-text.ts'

/** Comments on the open string: written, mentioned, asked, answered and resolved, by keyboard alone. */

let shop: DemoShop
let keyId = 0
let address = ''
beforeAll(async () => {
  shop = await openDemoShop()
  keyId = await shop.keyId('basket.saved')
  address = `/p/garden-shop/translate/de?key=${keyId}&panel=comments`
})
afterAll(async () => {
  expect(shop?.story.takeComplaints()).toEqual([])
  await shop?.end()
})

const commentBox = (page: Page) => page.getByRole('textbox', { name: say('comments:box.label'), exact: true })
const thread = (page: Page) =>
  page.getByRole('article', { name: say('comments:thread.label', { name: 'Mara' }) })

test('a question is asked, answered and resolved without a mouse', async () => {
  const page = await shop.story.visit(address)
  await commentBox(page).focus()
  await page.keyboard.type('Can {{days}} ever be **one**? @Ma')
  await page.getByRole('option', { name: /Mara/ }).last().waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('please look')
  expect(await commentBox(page).inputValue()).toBe('Can {{days}} ever be **one**? @Mara please look')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await commentBox(page).focus()
  await page.keyboard.press('ControlOrMeta+Enter')
  await thread(page).getByText(say('comments:thread.question')).waitFor()
  expect(await thread(page).locator('strong').textContent()).toBe('one')
  expect(await thread(page).locator('code').textContent()).toBe('{{days}}')
  expect(await commentBox(page).inputValue()).toBe('')
  await page
    .getByRole('img', { name: say('translations:row.questions_one', { count: 1 }) })
    .first()
    .waitFor()

  await thread(page)
    .getByRole('button', { name: say('comments:thread.reply'), exact: true })
    .focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Yes, on the first day.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await thread(page).getByText('Yes, on the first day.').waitFor()

  await thread(page)
    .getByRole('button', { name: say('comments:thread.resolve') })
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /Mara resolved/ }).waitFor()
})

test('unsent text is there after a reload', async () => {
  const page = await shop.story.visit(address)
  await commentBox(page).fill('Half a thou')
  await page.getByText(say('comments:box.kept')).waitFor()
  await page.reload()
  await commentBox(page).waitFor()
  expect(await commentBox(page).inputValue()).toBe('Half a thou')
  await commentBox(page).fill('')
})

test('a link opens its comment, also in a collapsed thread', async () => {
  const params = `/projects/garden-shop/keys/${keyId}/comments`
  const { comment } = await shop.story.api<{ comment: { id: number } }>('POST', params, {
    text: 'Linked <img src=x onerror=alert(1)>',
    language: 'de',
  })
  await shop.story.api('POST', `/projects/garden-shop/comments/${comment.id}/resolve`, { resolved: true })
  const page = await shop.story.visit(`/p/garden-shop/translate/de?key=${keyId}&comment=${comment.id}`)
  const item = page.locator('li[data-target]')
  await item.waitFor()
  expect(await item.textContent()).toContain('Linked <img src=x onerror=alert(1)>')
  expect(await item.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('someone else’s comment appears automatically', async () => {
  const page = await shop.story.visit(address)
  await commentBox(page).waitFor()
  await shop.story.api('POST', `/projects/garden-shop/keys/${keyId}/comments`, {
    text: 'From elsewhere',
    language: null,
  })
  await page.getByText('From elsewhere').waitFor()
})

const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['Arabic', { locale: 'ar' }],
  ['390 pixels', { viewport: { width: 390, height: 844 }, hasTouch: true }],
]

describe('axe finds no problems', () => {
  test.each(LOOKS)('%s', async (_, options) => {
    const page = await shop.story.visit(address, options)
    const field = page.getByRole('textbox').last()
    await page.getByText('From elsewhere').waitFor()
    await field.fill('@M')
    await page.getByRole('option', { name: /Mara/ }).last().waitFor()
    expect(await axeProblems(page)).toEqual([])
    const pictures = process.env.DRAGOMAN_E2E_PICTURES
    if (pictures) await page.screenshot({ path: `${pictures}/comments-${_.replace(/\W/g, '')}.png` })
    await field.fill('')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
})
