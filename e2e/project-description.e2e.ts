import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { axeProblems, openContext, untilLoaded } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, listenForComplaints, makeProject, type Story, until } from './story.ts'

/** What a project says about itself: description and website, from its settings to its public page. */

const ABOUT = 'A photo gallery for your own server. Translations reach the next release.'

let story: Story
const folders: LocaleFolder[] = []
const complaints: string[] = []

beforeAll(async () => {
  story = await beginStory()
  const locales = makeLocaleFolder({
    'locales/en/app.json': json({
      hello: 'Hello',
      bytes_one: '{{count}} byte',
      bytes_other: '{{count}} bytes',
    }),
    'locales/de/app.json': json({ hello: 'Hallo' }),
  })
  folders.push(locales)
  await makeProject(story, {
    slug: 'photos',
    name: 'Photoview',
    sourceLanguage: 'en',
    folder: locales.folder,
  })
  await story.api('PATCH', '/projects/photos', { sharing: { with: 'everyone', role: 'suggester' } })
})
afterEach(async () => {
  await story.closePages()
  expect([...story.takeComplaints(), ...complaints.splice(0)]).toEqual([])
})
afterAll(async () => {
  await story?.end()
  for (const locales of folders) locales.remove()
})

async function visitor(address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await openContext(story.browser, { baseURL: story.product.origin, ...options })
  listenForComplaints(context, complaints)
  const page = await context.newPage()
  await page.goto(address)
  return page
}

type Settings = { settings: { description: string; website: string | null } }
const settings = async () => (await story.api<Settings>('GET', '/projects/photos')).settings

test('a description and a website are saved, undone and saved again', async () => {
  const page = await story.visit('/p/photos/settings')
  const save = page.getByRole('button', { name: say('common:save'), exact: true }).first()
  const website = page.getByLabel(say('settings:website'))
  await page.getByLabel(say('settings:description')).fill(ABOUT)
  await website.fill('javascript:alert(1)')
  await page.getByText(say('settings:websiteRule')).waitFor()
  expect(await save.isDisabled()).toBe(true)
  await website.fill('photoview.example/about')
  await page.keyboard.press('Enter')
  await until(async () =>
    expect(await settings()).toMatchObject({
      description: ABOUT,
      website: 'https://photoview.example/about',
    }),
  )
  await page.getByRole('button', { name: say('settings:sharing.undo'), exact: true }).click()
  await until(async () => expect(await settings()).toMatchObject({ description: '', website: null }))
  await until(async () => expect(await website.inputValue()).toBe(''))
  await page.getByLabel(say('settings:description')).fill(ABOUT)
  await website.fill('photoview.example/about')
  await save.click()
  await until(async () => expect((await settings()).description).toBe(ABOUT))
})

test('a visitor reads what the project is, and can follow its link', async () => {
  const page = await visitor('/p/photos')
  await page.getByText(ABOUT).waitFor()
  const link = page.getByRole('link', { name: 'photoview.example/about' })
  expect(await link.getAttribute('href')).toBe('https://photoview.example/about')
  expect(await link.getAttribute('rel')).toContain('noopener')
  expect(await page.getByRole('banner').innerText()).not.toContain(say('common:screens.overview'))
  await page.context().close()
})

test('the buttons of New project stay in sight at 900 pixels, however much a folder has', async () => {
  const files = Object.fromEntries(
    ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].flatMap((app) => [
      [`${app}/locales/en/app.json`, json({ hello: 'Hello' })],
      [`${app}/locales/de/app.json`, json({ hello: 'Hallo' })],
    ]),
  )
  const many = makeLocaleFolder(files)
  folders.push(many)
  const page = await story.visit('/projects', { viewport: { width: 1280, height: 900 } })
  await page.getByRole('button', { name: say('projects:new') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(say('projects:name'), { exact: true }).fill('Many')
  await dialog.getByLabel(say('projects:folder')).fill(many.folder)
  await dialog.getByRole('button', { name: say('projects:inspect') }).click()
  const create = dialog.getByRole('button', { name: say('projects:createSeveral_other', { count: '8' }) })
  await create.waitFor()
  // Where the button is drawn, a click reaches it.
  const isReached = await create.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect()
    const found = document.elementFromPoint(left + width / 2, top + height / 2)
    return found !== null && (found === button || button.contains(found))
  })
  expect(isReached).toBe(true)
  expect(await axeProblems(page)).toEqual([])
  if (process.env.DRAGOMAN_E2E_PICTURES)
    await page.screenshot({ path: `${process.env.DRAGOMAN_E2E_PICTURES}/new-project.png` })
})

const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['Arabic', { locale: 'ar' }],
  ['390 pixels', { viewport: { width: 390, height: 844 }, hasTouch: true }],
]
const SCREENS = ['/projects', '/p/photos/overview', '/p/photos/settings', '/p/photos/audit', '/account']

describe('axe finds no problems', () => {
  test.each(LOOKS)('%s', async (name, options) => {
    const check = async (page: Page, address: string) => {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await untilLoaded(page)
      expect(await axeProblems(page), address).toEqual([])
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect(isWide, address).toBe(false)
      const pictures = process.env.DRAGOMAN_E2E_PICTURES
      const file = `${address}-${name}`.replace(/\W+/g, '-')
      if (pictures) await page.screenshot({ path: `${pictures}/project${file}.png` })
    }
    const page = await story.visit('/projects', options)
    for (const address of SCREENS) {
      await page.goto(address)
      await check(page, address)
    }
    const outside = await visitor('/p/photos', options)
    await check(outside, '/visitor')
    await outside.context().close()
  })
})
