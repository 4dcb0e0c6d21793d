import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type DemoShop, openDemoShop } from './demo-shop.ts'
import { say } from './interface-text.ts'
import { type Product, startProduct } from './product.ts'
import { screenProblems } from './screen-problems.ts'
import { box, typeText } from './story.ts'

let shop: DemoShop
let fresh: Product
let failingKey = 0
let pluralKey = 0

/** A screen size, a theme and a language. */
export type Look = {
  readonly name: string
  readonly language: string
  readonly options: BrowserContextOptions
}
type Screen = {
  readonly name: string
  readonly at: () => string
  readonly ready?: (page: Page, words: Words) => Promise<unknown>
}
type Words = (address: string, params?: Record<string, string | number>) => string

const heading = (address: string) => (page: Page, words: Words) =>
  page.getByRole('heading', { name: words(address), exact: true }).waitFor()
const at = (place: string) => () => `/p/garden-shop/${place}`

const SCREENS: readonly Screen[] = [
  { name: 'projects', at: () => '/projects', ready: heading('projects:title') },
  {
    name: 'new project',
    at: () => '/projects',
    ready: async (page, words) => {
      await page.getByRole('button', { name: words('projects:new') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'overview',
    at: at('overview'),
    ready: (page) => page.getByRole('heading', { name: 'Garden shop' }).waitFor(),
  },
  {
    name: 'translate, a plural open',
    at: () => `/p/garden-shop/translate/ar?key=${pluralKey}`,
    ready: (page) => box(page).waitFor(),
  },
  {
    name: 'translate, with issues and history',
    at: () => `/p/garden-shop/translate/de?key=${failingKey}&panel=history`,
    ready: async (page) => {
      await typeText(page, 'Die  Zahlung hat nicht geklappt')
      await page.locator('[data-kind=typing]').waitFor()
    },
  },
  {
    name: 'translate, the list',
    at: at('translate/pl?q=state:untranslated'),
    ready: (page) => page.getByRole('listbox').first().waitFor(),
  },
  {
    name: 'translate, nothing found',
    at: at('translate/de?q=nobodysaidthis'),
    ready: (page, words) => page.getByText(words('translations:list.noMatch')).first().waitFor(),
  },
  { name: 'keys', at: at('keys'), ready: (page) => page.getByRole('grid').waitFor() },
  {
    name: 'new key',
    at: at('keys'),
    ready: async (page, words) => {
      await page.getByRole('button', { name: words('keys:new') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'files, with a conflict and a broken file',
    at: at('files'),
    ready: (page, words) => page.getByRole('region', { name: words('files:conflictGroup') }).waitFor(),
  },
  {
    name: 'files, an export that leaves something out',
    at: at('files'),
    ready: async (page, words) => {
      await page.getByRole('button', { name: words('files:export'), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('.json', { exact: false }).first().waitFor()
      await dialog.getByRole('button', { name: new RegExp(`${words('files:format')}$`) }).click()
      await page.getByRole('option', { name: 'Chrome' }).click()
      await dialog.getByText(words('files:fidelity.name-refused')).click()
    },
  },
  { name: 'releases', at: at('releases'), ready: heading('releases:title') },
  { name: 'activity', at: at('activity'), ready: heading('activity:title') },
  {
    name: 'activity, what an undo would do',
    at: at('activity'),
    ready: async (page, words) => {
      const main = page.getByRole('main')
      await main.getByRole('listitem').getByRole('button', { expanded: false }).first().click()
      // A group of saves opens to show single ones
      const inGroup = main
        .getByRole('listitem')
        .getByRole('listitem')
        .getByRole('button', { expanded: false })
      if ((await inGroup.count()) > 0) await inGroup.first().click()
      await page.getByRole('button', { name: words('common:undo'), exact: true }).waitFor()
    },
  },
  { name: 'settings', at: at('settings'), ready: heading('settings:title') },
  { name: 'review', at: at('review/de'), ready: (page) => page.locator('[data-item]').first().waitFor() },
  { name: 'tasks, none yet', at: at('tasks'), ready: heading('tasks:title') },
  { name: 'members', at: at('members'), ready: (page) => page.getByRole('grid').waitFor() },
  { name: 'inbox, nothing open', at: () => '/inbox', ready: heading('inbox:title') },
  { name: 'account', at: () => '/account', ready: heading('account:title') },
  {
    name: 'administration, the audit log',
    at: () => '/admin?tab=audit',
    ready: (page, words) => page.getByRole('columnheader', { name: words('audit:column.what') }).waitFor(),
  },
  {
    name: 'palette',
    at: at('overview'),
    ready: async (page) => {
      await page.getByRole('heading', { name: 'Garden shop' }).waitFor()
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'shortcuts',
    at: at('overview'),
    ready: async (page) => {
      await page.getByRole('heading', { name: 'Garden shop' }).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'nothing at this address',
    at: () => '/p/garden-shop/nowhere/at/all',
    ready: heading('common:notFound.title'),
  },
  {
    name: 'no such project',
    at: () => '/p/no-such-shop/overview',
    ready: (page) => page.getByRole('main').waitFor(),
  },
]

/**
 * Tests that axe finds no problems on any screen, and that nothing needs to be scrolled sideways. Each story
 * that calls it has its own demo shop.
 */
export function testScreens(looks: readonly Look[]): void {
  beforeAll(async () => {
    shop = await openDemoShop()
    await shop.makeTrouble()
    failingKey = await shop.keyId('pay.failed')
    pluralKey = await shop.keyId('basket.saved')
    fresh = await startProduct()
  })
  afterEach(() => {
    // The console can report the project that does not exist
    expect(
      shop.story.takeComplaints().filter((complaint) => !complaint.includes('Failure: not-found')),
    ).toEqual([])
  })
  afterAll(async () => {
    await shop?.end()
    await fresh?.stop()
  })

  describe.each(looks.map((look) => [look.name, look] as const))('%s', (_, { language, options }) => {
    const words: Words = (address, params) => say(address, params, language)
    let page: Page
    beforeAll(async () => {
      page = await shop.story.visit('/projects', options)
    })
    afterAll(() => shop.story.closePages())

    test.each(SCREENS.map((screen) => [screen.name, screen] as const))('%s', async (name, { at, ready }) => {
      await page.goto(at())
      await ready?.(page, words)
      expect(await screenProblems(page, name)).toEqual([])
    })

    test('set-up and sign-in', async () => {
      await page.goto(fresh.address)
      await page.getByRole('heading', { name: words('session:welcome') }).waitFor()
      const problems = await screenProblems(page, 'set-up', { scrolls: true })
      await page.context().clearCookies()
      await page.goto(`${shop.story.product.origin}/sign-in`)
      await page.getByRole('heading', { name: words('session:signInTitle') }).waitFor()
      expect([...problems, ...(await screenProblems(page, 'sign-in', { scrolls: true }))]).toEqual([])
    })
  })
}
