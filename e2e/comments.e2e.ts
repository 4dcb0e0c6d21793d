import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeProblems } from './browser.ts'
import { type DemoShop, openDemoShop } from './demo-shop.ts'
import { say } from './interface-text.ts'

/** Comments on the open string: marked in the list, and correct in every theme and direction. */

let shop: DemoShop
let keyId = 0
let address = ''
beforeAll(async () => {
  shop = await openDemoShop()
  keyId = await shop.keyId('basket.saved')
  address = `/p/garden-shop/translate/de?key=${keyId}&panel=comments`
  const old = await comment({ text: 'An old one', language: 'de', kind: 'comment' })
  await shop.story.api('POST', `/projects/garden-shop/comments/${old.comment.id}/resolve`, { resolved: true })
  const { comment: first } = await comment({ text: 'From elsewhere', language: null, kind: 'comment' })
  await shop.story.api('POST', `/projects/garden-shop/comments/${first.id}/answers`, { text: 'Yes.' })
})
afterAll(async () => {
  expect(shop?.story.takeComplaints()).toEqual([])
  await shop?.end()
})

const commentBox = (page: Page) => page.getByRole('textbox', { name: say('comments:box.label'), exact: true })
const comment = (body: { text: string; language: string | null; kind: 'comment' | 'question' }) =>
  shop.story.api<{ comment: { id: number } }>('POST', `/projects/garden-shop/keys/${keyId}/comments`, body)

test('an open question is marked in the list', async () => {
  const page = await shop.story.visit(address)
  await commentBox(page).waitFor()
  await comment({ text: 'Can {{days}} ever be **one**?', language: 'de', kind: 'question' })
  await page
    .getByRole('img', { name: say('translations:row.questions_one', { count: 1 }) })
    .first()
    .waitFor()
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
