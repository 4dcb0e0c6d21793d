import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { axeProblems } from './browser.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, makeProject, type Story } from './story.ts'

/**
 * A project moves here from Locize and Tolgee: its apps, which were shipped with their URLs, keep working.
 */

const LOCIZE = '/c8038fbe-7be8-4f96-9692-943b3333185b/latest'
const TOLGEE = '/d7df50a9ae876ad51f160bc70eb7073a'

let story: Story
let locales: LocaleFolder
/** A page of another origin, like the app's own. */
const app = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>App</title>')
})

beforeAll(async () => {
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
  locales = makeLocaleFolder({
    'locales/en/shop.json': json({ hello: 'Hello' }),
    'locales/de/shop.json': json({ hello: 'Hallo' }),
    'locales/en/cart.json': json({ empty: 'Empty' }),
    'locales/de/cart.json': json({ empty: 'Leer' }),
  })
  story = await beginStory()
  await makeProject(story, {
    slug: 'shop',
    name: 'Garden shop',
    sourceLanguage: 'en',
    folder: locales.folder,
  })
  await story.api('PATCH', '/projects/shop', { settings: { deliverPublic: true } })
  const channel = 'live'
  await story.api('POST', '/projects/shop/old-addresses', { prefix: LOCIZE, shape: 'locize', channel })
  await story.api('POST', '/projects/shop/old-addresses', {
    prefix: TOLGEE,
    shape: 'tolgee',
    channel,
    namespace: 'shop',
  })
})
afterEach(async () => {
  await story.closePages()
  expect(story.takeComplaints()).toEqual([])
})
afterAll(async () => {
  await story?.end()
  locales?.remove()
  app.close()
})

const section = (page: Page) => page.locator('#old-addresses')
const dialog = (page: Page) => page.getByRole('dialog')

test('pages of other origins can use them', async () => {
  const { port } = app.address() as AddressInfo
  const page = await story.visit('/p/shop/settings')
  await page.goto(`http://127.0.0.1:${port}/`)
  const paths = [`${LOCIZE}/de/cart`, `${TOLGEE}/de.json`, `${TOLGEE}/cart/de.json`]
  const answers = await page.evaluate(
    (addresses) =>
      Promise.all(
        addresses.map(async (address) => {
          const headers = { authorization: 'Bearer of-no-use' }
          const [plain, asked] = await Promise.all([fetch(address), fetch(address, { headers })])
          return [await plain.json(), await asked.json(), plain.redirected]
        }),
      ),
    paths.map((path) => `${story.product.origin}${path}`),
  )
  expect(answers).toEqual([
    [{ empty: 'Leer' }, { empty: 'Leer' }, true],
    [{ hello: 'Hallo' }, { hello: 'Hallo' }, true],
    [{ empty: 'Leer' }, { empty: 'Leer' }, true],
  ])
})

test.each<readonly [string, BrowserContextOptions]>([
  ['dark', { colorScheme: 'dark' }],
  ['Arabic', { locale: 'ar' }],
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
])('the section is accessible in %s', async (_name, options) => {
  const page = await story.visit('/p/shop/settings', options)
  await section(page).getByText(LOCIZE).waitFor()
  expect(await axeProblems(page)).toEqual([])
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(wider).toBeLessThanOrEqual(0)
  const pictures = process.env.DRAGOMAN_TEST_PICTURES
  if (pictures !== undefined) await section(page).screenshot({ path: `${pictures}/${_name}.png` })
  await section(page).getByRole('button').last().click()
  await dialog(page).getByRole('textbox').waitFor()
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${_name}-dialog.png` })
  expect(await axeProblems(page)).toEqual([])
})
