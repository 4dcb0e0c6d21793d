import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeProblems } from './browser.ts'
import { tabTo } from './by-keyboard.ts'
import { type DemoShop, openDemoShop } from './demo-shop.ts'
import { say } from './interface-text.ts'

/** The screen for owners and the audit log of a project, by keyboard and as axe sees them. */

let shop: DemoShop
beforeAll(async () => {
  shop = await openDemoShop()
  await shop.story.api('PATCH', '/projects/garden-shop', { name: 'Garden shop' })
})
afterAll(async () => {
  expect(shop?.story.takeComplaints()).toEqual([])
  await shop?.end()
})

test('a backup is made, verified and how to restore it is told, without a mouse', async () => {
  const page = await shop.story.visit('/admin?tab=backups')
  await page.getByRole('button', { name: say('admin:backups.make') }).waitFor()
  await tabTo(page, say('admin:backups.make'))
  await page.keyboard.press('Enter')
  await page.getByText(say('admin:backups.made'), { exact: true }).first().waitFor()
  const row = page.getByRole('row').nth(1)
  await row.getByRole('button', { name: say('admin:backups.verify') }).focus()
  await page.keyboard.press('Enter')
  await page.getByText(/The backup is complete/).waitFor()
  await row.getByRole('button', { name: say('admin:backups.restore') }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/dragoman restore .*backups\/dragoman-.*\.db/).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('what was done is in the audit log of the project, and is found', async () => {
  const page = await shop.story.visit('/p/garden-shop/settings')
  await page.getByRole('link', { name: say('settings:auditOpen') }).click()
  await page.getByRole('heading', { name: say('audit:title'), exact: true }).waitFor()
  await page
    .getByRole('cell', { name: say('audit:kind.project-changed') })
    .first()
    .waitFor()
  await page.getByRole('textbox', { name: say('audit:filter.who') }).fill('nobody')
  await page.getByText(say('audit:noneFound')).waitFor()
})

const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['Arabic', { locale: 'ar' }],
  ['390 pixels', { viewport: { width: 390, height: 844 }, hasTouch: true }],
]
const SCREENS = [
  '/admin?tab=people',
  '/admin?tab=jobs',
  '/admin?tab=backups',
  '/admin?tab=audit',
  '/admin?tab=system',
  '/p/garden-shop/audit',
]

describe('axe finds nothing', () => {
  test.each(LOOKS)('%s', async (name, options) => {
    const page = await shop.story.visit('/admin', options)
    for (const address of SCREENS) {
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      expect(await axeProblems(page), address).toEqual([])
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect(isWide, address).toBe(false)
      const pictures = process.env.DRAGOMAN_E2E_PICTURES
      const file = `${address}-${name}`.replace(/\W+/g, '-')
      if (pictures) await page.screenshot({ path: `${pictures}/admin${file}.png` })
    }
  })
})
