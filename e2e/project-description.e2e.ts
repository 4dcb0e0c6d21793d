import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { axeProblems, openContext, untilLoaded } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, listenForComplaints, makeProject, type Story } from './story.ts'

/** The screens of a project that has a description and a website, in all looks. */

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
  await story.api('PATCH', '/projects/photos', {
    settings: { description: ABOUT, website: 'https://photoview.example/about' },
    sharing: { with: 'everyone', role: 'suggester' },
  })
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
