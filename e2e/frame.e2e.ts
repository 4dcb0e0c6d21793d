import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { axeProblems } from './browser.ts'
import { type DemoShop, openDemoShop } from './demo-shop.ts'
import { say } from './interface-text.ts'
import { joinByLink } from './people.ts'
import { box } from './story.ts'

/** What all screens share: sidebar, notices, dialogs, lists of sections, and rows that never wrap. */

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true } as const
const LONG_KEY =
  'checkout.delivery.address.of.the.neighbour.who.takes.the.parcel.when.nobody.is.at.home.today'

let shop: DemoShop
let longKey = 0
beforeAll(async () => {
  shop = await openDemoShop()
  const made = await shop.story.api<{ key: { id: number } }>('POST', '/projects/garden-shop/keys', {
    namespace: 'checkout',
    name: LONG_KEY,
    forms: { other: 'Leave it with a neighbour' },
  })
  longKey = made.key.id
})
afterEach(async () => {
  await shop.story.closePages()
  expect(shop.story.takeComplaints()).toEqual([])
})
afterAll(() => shop?.end())

const visit = (place: string, options = {}) => shop.story.visit(`/p/garden-shop/${place}`, options)
const button = (page: Page, address: string) => page.getByRole('button', { name: say(address), exact: true })
const opacity = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: say('common:screens.label') })
    .getByText(name, { exact: true })
    .evaluate((element) => getComputedStyle(element).opacity)

test('the name of a screen is shown on hover and hidden by a click', async () => {
  const page = await visit('overview')
  const name = say('common:screens.keys')
  await page.getByRole('link', { name }).hover()
  await expect.poll(() => opacity(page, name)).toBe('1')
  await page.getByRole('link', { name }).click()
  await page.getByRole('grid').waitFor()
  await expect.poll(() => opacity(page, name)).toBe('0')
})

test.each([
  ['/account', 'account:title'],
  ['/admin', 'admin:title'],
])('%s keeps the sidebar and the search of the last project', async (address, title) => {
  const page = await visit('overview')
  await page.goto(address)
  await page.getByRole('heading', { level: 1, name: say(title) }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.press('Escape')
  const rail = page.getByRole('navigation', { name: say('common:screens.label') })
  await rail.getByRole('link', { name: say('common:screens.keys') }).click()
  await page.waitForURL((url) => url.pathname === '/p/garden-shop/keys')
})

test('a focused heading is framed no wider than its text', async () => {
  const page = await visit('overview')
  const widths = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    const range = document.createRange()
    range.selectNodeContents(heading)
    return [heading.getBoundingClientRect().width, range.getBoundingClientRect().width]
  })
  expect(widths[0]).toBeLessThanOrEqual((widths[1] ?? 0) + 4)
})

test('a notice leaves the line at the foot of the screen free', async () => {
  const page = await visit('review/de')
  await page.locator('[data-item]').first().waitFor()
  await page.keyboard.press('a')
  const notice = page.getByRole('alertdialog').first()
  await notice.waitFor()
  const [above, foot] = [await notice.boundingBox(), await page.locator('footer').boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)
})

test.each([
  ['left to right', {}, 'ltr'],
  ['right to left', { locale: 'ar' }, 'rtl'],
] as const)(
  'a notice is above an open dialog, and its button leaves that open: %s',
  async (_, options, dir) => {
    const page = await visit('review/de', options)
    const language = 'locale' in options ? options.locale : 'en'
    await page.locator('[data-item]').first().waitFor()
    await page.keyboard.press('a')
    const notice = page.getByRole('alertdialog').first()
    await notice.hover() // it stays while the pointer is there
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await notice.evaluate((element) => getComputedStyle(element).direction)).toBe(dir)
    expect(await axeProblems(page)).toEqual([])
    // Playwright refuses to click what something else covers.
    await notice.getByRole('button', { name: say('common:undo', {}, language), exact: true }).click()
    await page.getByText(say('common:undone', {}, language), { exact: true }).waitFor()
    expect(await dialog.count()).toBe(1)
  },
)

describe('a dialog starts in its first field', () => {
  const focused = (page: Page) =>
    page.evaluate(() => {
      const element = document.activeElement
      return element?.closest('[role=dialog]') === null ? '' : `${element?.tagName} ${element?.role ?? ''}`
    })
  test.each([
    ['new task', 'tasks', 'tasks:newTask', 'BUTTON '],
    ['invite people', 'members', 'members:invitePeople', 'TEXTAREA '],
    ['explain access', 'members', 'members:explain', 'BUTTON '],
    ['export', 'files', 'files:export', 'BUTTON '],
  ])('%s', async (_, place, opener, expected) => {
    const page = await visit(place)
    await button(page, opener).first().click()
    await page.getByRole('dialog').waitFor()
    await expect.poll(() => focused(page)).toBe(expected)
    expect(await axeProblems(page)).toEqual([])
  })
})

test('an empty list shows that it is empty in the middle, with the next step', async () => {
  const page = await visit('tasks')
  const heading = page.getByRole('heading', { name: say('tasks:none.open') })
  await heading.waitFor()
  const [text, main] = [await heading.boundingBox(), await page.getByRole('main').boundingBox()]
  const middle = (rect: typeof text) => (rect?.x ?? 0) + (rect?.width ?? 0) / 2
  expect(middle(text)).toBeCloseTo(middle(main), -1)
  expect(await button(page, 'tasks:newTask').count()).toBe(2)
})

describe.each([
  ['English', 'en', { viewport: { width: 1440, height: 900 } }],
  ['German', 'de', { viewport: { width: 1440, height: 900 }, locale: 'de' }],
  ['a phone', 'en', PHONE],
])('in the editor in %s', (_, language, options) => {
  test('actions and a long key are one row each, next to the place in the list', async () => {
    const page = await visit(`translate/de?key=${longKey}`, options)
    await box(page).waitFor()
    const save = page.getByRole('button', { name: say('translations:save.next', {}, language) })
    const tops = await save.evaluate((element) => [
      ...new Set([...(element.parentElement?.children ?? [])].map((one) => one.getBoundingClientRect().top)),
    ])
    expect(tops).toHaveLength(1)
    await page.getByRole('button', { name: say('translations:save.more', {}, language) }).click()
    await page.getByRole('menuitem', { name: say('translations:save.copySource', {}, language) }).waitFor()
    await page.keyboard.press('Escape')
    const [name, nav] = [
      await page.getByRole('heading', { level: 1 }).boundingBox(),
      await page.getByRole('button', { name: say('translations:pane.next', {}, language) }).boundingBox(),
    ]
    expect(name?.height).toBeLessThan(30)
    expect((nav?.x ?? 0) + (nav?.width ?? 0)).toBeLessThanOrEqual(options.viewport.width)
  })
})

test('rows after the open one stay visible', async () => {
  const page = await visit('translate/de')
  const list = page.getByRole('listbox', { name: say('translations:list.label') })
  await list.getByRole('option').first().waitFor()
  await list.focus()
  for (let row = 0; row < 15; row++) await page.keyboard.press('ArrowDown')
  const spaceBelow = () =>
    page.evaluate(() => {
      const row = document.querySelector('[role=option][aria-current=true]')
      const open = row?.getBoundingClientRect()
      const list = row?.closest('[role=listbox]')?.getBoundingClientRect()
      return list === undefined || open === undefined ? 0 : (list.bottom - open.bottom) / open.height
    })
  await expect.poll(spaceBelow).toBeGreaterThanOrEqual(1.9)
})

test.each([
  ['settings', '/p/garden-shop/settings', 'settings:delivery'],
  ['account', '/account', 'account:sessions'],
])('the list of sections of %s leads to each of them', async (_, address, section) => {
  const page = await shop.story.visit(address)
  const list = page.getByRole('navigation', { name: say('common:sections') })
  const entry = list.getByRole('button', { name: say(section), exact: true })
  await entry.click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(say(section))
  await expect.poll(() => entry.getAttribute('aria-current')).toBe('true')
  expect(await axeProblems(page)).toEqual([])
})

test('phones have five screens in the bar and the others in its menu', async () => {
  const page = await visit('overview', PHONE)
  const bar = page.getByRole('navigation', { name: say('common:screens.label') })
  expect(await bar.getByRole('link').filter({ visible: true }).count()).toBe(5)
  await bar.getByRole('button', { name: say('common:screens.more') }).click()
  await page.getByRole('menuitem', { name: say('common:screens.settings') }).click()
  await page.waitForURL('**/settings')
  expect(await axeProblems(page)).toEqual([])
})

test('review shows history and context next to the queue, and names the folder', async () => {
  const page = await visit('review/de')
  await page.locator('[data-item]').first().waitFor()
  await page
    .getByText(say('common:sourceNamed.folder', { name: 'garden-shop' }))
    .first()
    .waitFor()
  const side = page.getByRole('complementary', { name: say('review:details') })
  await side.getByRole('tab', { name: say('review:history') }).click()
  await side.getByRole('time').first().waitFor()
  await side.getByRole('tab', { name: say('review:context') }).click()
  await side.getByText(say('translations:context.beside')).waitFor()
  expect(await axeProblems(page)).toEqual([])
})

/** Left and right of what has the edges of a page, in whole pixels. */
const edgesOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, right } = element.getBoundingClientRect()
      return [Math.round(left), Math.round(right)]
    })

test.each([
  ['wide', {}],
  ['390 pixels', PHONE],
  ['390 pixels, right to left', { ...PHONE, locale: 'ar' }],
] as const)(
  'tabs and content of Administration, Members and Tasks have the edges of the heading: %s',
  async (_, options) => {
    await shop.story.api('POST', '/projects/garden-shop/tasks', {
      title: 'Spring',
      note: '',
      goal: 'translated',
      due: null,
      languages: ['de'],
      assignees: [],
      select: { keys: [longKey] },
    })
    const edges: Record<string, readonly number[]> = {}
    for (const [name, place, content] of [
      ['Administration', '/admin', 'main div:has(> table)'],
      ['Members', '/p/garden-shop/members', 'main [class*=gridFrame]'],
      ['Tasks', '/p/garden-shop/tasks', 'main ol'],
    ] as const) {
      const page = await shop.story.visit(place, options)
      const shown = page.locator(content).first()
      await shown.waitFor()
      const tabs = await edgesOf(page, 'main [role=tablist]')
      expect([name, await edgesOf(page, content)]).toEqual([name, tabs])
      const heading = await edgesOf(page, 'main h1')
      // The heading is as wide as its text: it starts where the tabs do.
      expect([name, heading.some((edge) => tabs.includes(edge))]).toEqual([name, true])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(page.viewportSize()?.width)
      edges[name] = tabs
    }
    if ('viewport' in options) expect(new Set(Object.values(edges).map(String)).size).toBe(1)
  },
)

test('on phones the search of Members is as wide as the page', async () => {
  const page = await visit('members', PHONE)
  await page.getByPlaceholder(say('members:find')).waitFor()
  const [search, tabs] = [
    await edgesOf(page, 'main input[type=text], main input:not([type=checkbox])'),
    await edgesOf(page, 'main [role=tablist]'),
  ]
  const [left = 0, right = 0] = search
  expect(right - left).toBeGreaterThan(((tabs[1] ?? 0) - (tabs[0] ?? 0)) * 0.9)
})

test('an empty inbox has no empty half next to it', async () => {
  // Someone who only reads is not notified of new strings, whenever their import is noticed.
  const complaints: string[] = []
  const page = await joinByLink(shop.story, complaints, {
    project: 'garden-shop',
    name: 'Vera',
    role: 'viewer',
  })
  await page.goto('/inbox')
  await page.getByText(say('inbox:empty.open')).waitFor()
  const { width = 0 } = page.viewportSize() ?? {}
  const [, right = 0] = await edgesOf(page, 'main section')
  expect(right).toBe(width)
  expect(await axeProblems(page)).toEqual([])
  expect(complaints).toEqual([])
  await page.context().close()
})
