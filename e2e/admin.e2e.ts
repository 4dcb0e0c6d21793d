import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeProblems, untilLoaded } from './browser.ts'
import { type DemoShop, openDemoShop } from './demo-shop.ts'
import { say } from './interface-text.ts'

/** The screen for owners, by keyboard and checked with axe. */

let shop: DemoShop

/** Accepts an invitation. */
async function join(name: string): Promise<void> {
  const { story } = shop
  const asked = { addresses: [], number: 1, days: 7, group: null }
  const made = await story.api<{ invitations: { url: string }[] }>('POST', '/invitations', asked)
  const code = made.invitations[0]?.url.split('/').at(-1)
  const answer = await fetch(`${story.product.origin}/api/invite/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, account: { name, password: 'correct horse battery' } }),
  })
  expect(answer.status).toBe(200)
}
beforeAll(async () => {
  shop = await openDemoShop()
  for (const name of ['Wanda', 'Vera']) await join(name)
  for (const name of ['Berlin', 'Paris']) await shop.story.api('POST', '/groups', { name })
  await shop.story.api('POST', '/admin/backups')
  await shop.story.api('PATCH', '/projects/garden-shop', { settings: { description: 'Seeds' } })
})
afterAll(async () => {
  expect(shop?.story.takeComplaints()).toEqual([])
  await shop?.end()
})

test('a person is suspended, reactivated and deleted, without a mouse', async () => {
  const page = await shop.story.visit('/admin?tab=people')
  await page.getByRole('textbox', { name: say('admin:people.find') }).fill('Wanda')
  const acts = page.getByRole('button', { name: say('admin:actsFor', { name: 'Wanda' }) })
  await acts.focus()
  const choose = async (key: string) => {
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: say(key) }).waitFor()
    for (let at = 0; at < 5; at++) {
      if ((await page.evaluate(() => document.activeElement?.textContent ?? '')).startsWith(say(key))) break
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
  }
  await choose('admin:people.suspend')
  await page.getByText(say('admin:people.suspended'), { exact: true }).waitFor()
  await acts.focus()
  await choose('admin:people.reactivate')
  await page.getByText(say('admin:people.suspended'), { exact: true }).waitFor({ state: 'detached' })
  await acts.focus()
  await choose('admin:people.remove')
  const dialog = page.getByRole('alertdialog', {
    name: say('admin:people.removeTitle', { name: 'Wanda' }),
  })
  await dialog.getByRole('button', { name: say('admin:people.removeNow') }).focus()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(say('admin:people.none')).waitFor()
  // Impossible for one's own account, with the reason
  await page.getByRole('textbox', { name: say('admin:people.find') }).fill('')
  await page
    .getByRole('row', { name: say('admin:people.you') })
    .getByRole('button')
    .click()
  const row = page.getByRole('menuitem', { name: say('admin:people.suspend') })
  expect(await row.getAttribute('aria-disabled')).toBe('true')
  expect(await row.textContent()).toContain(say('admin:people.notSelf'))
})

test('a table that is wider than a phone marks the hidden edge and scrolls by keyboard', async () => {
  const page = await shop.story.visit('/admin?tab=people', { viewport: { width: 390, height: 844 } })
  const table = page.getByRole('group', { name: say('admin:tab.people') })
  const frame = page.locator('[data-more-after]').filter({ has: table })
  await frame.and(page.locator('[data-more-after=true][data-more-before=false]')).waitFor()
  await table.focus()
  await page.keyboard.press('ArrowRight')
  await frame.and(page.locator('[data-more-before=true]')).waitFor()
  expect(await table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
})

const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['Arabic', { locale: 'ar' }],
  ['320 pixels', { viewport: { width: 320, height: 700 }, hasTouch: true }],
  ['390 pixels', { viewport: { width: 390, height: 844 }, hasTouch: true }],
]
const SCREENS = [
  '/admin?tab=people',
  '/admin?tab=groups',
  '/admin?tab=projects',
  '/admin?tab=sessions',
  '/admin?tab=sign-in',
  '/admin?tab=jobs',
  '/admin?tab=backups',
  '/admin?tab=audit',
  '/admin?tab=system',
  '/p/garden-shop/audit',
]

describe('axe finds no problems', () => {
  test.each(LOOKS)('%s', async (name, options) => {
    const page = await shop.story.visit('/admin', options)
    for (const address of SCREENS) {
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await untilLoaded(page)
      expect(await axeProblems(page), address).toEqual([])
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect(isWide, address).toBe(false)
      const pictures = process.env.DRAGOMAN_E2E_PICTURES
      const file = `${address}-${name}`.replace(/\W+/g, '-')
      if (pictures) await page.screenshot({ path: `${pictures}/admin${file}.png` })
    }
  })
})
