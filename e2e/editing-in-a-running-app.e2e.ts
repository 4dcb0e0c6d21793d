import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { axeProblems, canCaptureTabs } from './browser.ts'
import { buildShop, copyOfTexts, type ExampleApp, serveApp } from './example-app.ts'
import { beginStory, makeProject, type Story, until } from './story.ts'

/** Someone notices a wrong word in the running app, and corrects it there. */

let story: Story
let app: ExampleApp
const texts = copyOfTexts('shop')
beforeAll(async () => {
  story = await beginStory()
  await makeProject(story, {
    slug: 'shop',
    name: 'Garden shop',
    sourceLanguage: 'en',
    folder: texts.folder,
    deliverPublic: true,
  })
  app = await serveApp({
    folder: buildShop('development'),
    channel: `${story.product.origin}/d/shop/live`,
    // The strictest policy possible for an app; evaluating expressions in the page requires `unsafe-eval`.
    policy: [
      "default-src 'none'; style-src 'self'; img-src data:; script-src 'self' 'unsafe-eval'",
      `connect-src ${story.product.origin}`,
    ].join('; '),
  })
  await story.api('PUT', '/projects/shop/editing/origins', { origins: [app.origin] })
})
afterEach(async () => {
  await story.closePages()
  expect(story.takeComplaints()).toEqual([])
})
afterAll(async () => {
  await story?.end()
  await app?.end()
  texts.remove()
})

async function openBasket(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await story.visit(`${app.origin}/?lng=de`, options)
  await page.waitForFunction('window.dragomanPage')
  const add = page.getByRole('button', { name: 'In den Korb' }).first()
  await add.click()
  await add.click()
  await page.getByRole('button', { name: /^Den Korb mit 2/ }).click()
  await page.getByRole('dialog', { name: /Korb/ }).waitFor()
  return page
}

/** Clicks with `Alt` in the middle of a text. */
async function altClick(page: Page, text: string): Promise<void> {
  const box = await page.getByText(text).boundingBox()
  if (box === null) throw new Error(`Not seen: ${text}`)
  await page.keyboard.down('Alt')
  await page.mouse.move(box.x + 20, box.y + box.height / 2)
  await page.locator('[data-dragoman-editing] i.pointed').waitFor()
  await page.mouse.down()
  await page.mouse.up()
  await page.keyboard.up('Alt')
}
const editor = (page: Page) => page.locator('[data-dragoman-editing] dialog')

async function signIn(page: Page): Promise<void> {
  const opened = page.waitForEvent('popup')
  await editor(page).locator('button.primary[type=button]').click()
  const popup = await opened
  const allow = popup.locator('main button').first()
  await Promise.all([popup.waitForEvent('close'), allow.click()])
}

async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.DRAGOMAN_SCREENSHOTS
  if (folder) await page.screenshot({ path: path.join(folder, `small-editor-${name}.png`) })
}

test('a plural in a dialog of the app is changed, and the change is shown there and in a second browser', async () => {
  const second = await openBasket()
  const page = await openBasket()
  await altClick(page, '2 Sachen warten auf Sie')
  const dialog = editor(page)
  await dialog.getByText('basket: things').waitFor()

  // A window that is closed without an answer is reported.
  const refused = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Sign in to Dragoman' }).click()
  await (await refused).close()
  await dialog.getByText('The window was closed').waitFor()
  await signIn(page)

  const other = dialog.getByLabel('other (0, 2, 3')
  await until(async () => (await other.inputValue()) === '{{count}} Sachen warten auf Sie')
  expect(await dialog.getByLabel('one (1)').inputValue()).toBe('Eine Sache wartet auf Sie')
  await dialog.getByText('{{count}} things').waitFor()
  expect(await axeProblems(page)).toEqual([])
  expect(await dialog.getByRole('link', { name: 'Open in Dragoman' }).getAttribute('href')).toMatch(
    new RegExp(`^${story.product.origin}/p/shop/translate/de\\?key=\\d+$`),
  )

  await other.fill('{{count}} Dinge im Korb')
  await dialog.getByText('Not saved yet').waitFor()
  // After closing and reopening, what was typed is there.
  await page.keyboard.press('Escape')
  await until(async () => (await dialog.count()) === 0)
  await page.getByRole('dialog', { name: 'Ihr Korb' }).waitFor()
  await altClick(page, '2 Sachen warten auf Sie')
  await until(async () => (await other.inputValue()) === '{{count}} Dinge im Korb')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Saved', { exact: true }).waitFor()
  await page.getByText('2 Dinge im Korb').waitFor()
  await second.getByText('2 Dinge im Korb').waitFor()

  // Issues are shown in the workbench's sentences, also after reopening.
  await other.fill('Dinge im Korb')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('other: {{count}} is missing.').waitFor()
  expect(await axeProblems(page)).toEqual([])
  await screenshot(page, 'found')
  await page.keyboard.press('Escape')
  await until(async () => (await dialog.count()) === 0)
  await altClick(page, 'Dinge im Korb')
  await dialog.getByText('other: {{count}} is missing.').waitFor()
  await other.fill('{{count}} Dinge im Korb')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Saved', { exact: true }).waitFor()
  expect(await dialog.getByText('is missing.').count()).toBe(0)

  await dialog.getByText('Comment', { exact: true }).first().click()
  await dialog.getByLabel('Comment').fill('Shorter now')
  await dialog.getByRole('button', { name: 'Add comment' }).click()
  await dialog.getByText('Comment added').waitFor()
})

test('a text saved by someone else meanwhile is not overwritten', async () => {
  const page = await openBasket()
  await altClick(page, 'Ihr Korb')
  await signIn(page)
  const dialog = editor(page)
  const box = dialog.getByLabel('Text', { exact: true })
  await box.fill('Mein Korb')
  const { rows } = await story.api<{ rows: { key: { id: number }; target: { version: number } }[] }>(
    'GET',
    '/projects/shop/translations?language=de&limit=5&q=ns:basket+key:title',
  )
  const save = (forms: object) =>
    story.api('PUT', `/projects/shop/keys/${rows[0]?.key.id}/translations/de`, {
      forms,
      baseVersion: rows[0]?.target.version,
    })
  await save({ other: 'Warenkorb' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('someone else has saved').waitFor()
  await dialog.getByText('Warenkorb', { exact: true }).waitFor()
  expect(await box.inputValue()).toBe('Mein Korb')
  await dialog.getByRole('button', { name: 'Take their text' }).click()
  expect(await box.inputValue()).toBe('Warenkorb')
  await dialog.getByRole('button', { name: 'Back to your text' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('heading', { name: 'Mein Korb' }).waitFor({ state: 'attached' })
})

test('by keyboard: the string of the focused element; typed text survives an expired token', async () => {
  const page = await story.visit(`${app.origin}/?lng=de`)
  await page.waitForFunction('window.dragomanPage')
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('Alt+Shift+E')
  const dialog = editor(page)
  // Its placeholder and its name: two strings to choose from.
  await dialog.getByLabel('String').selectOption('shop: search.placeholder')
  await signIn(page)
  const box = dialog.getByLabel('Text', { exact: true }).last()
  await box.fill('Harke, Saat …')
  // Removing the app from the list revokes its tokens.
  const name = (origins: string[]) => story.api('PUT', '/projects/shop/editing/origins', { origins })
  await name([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('You are no longer signed in').first().waitFor()
  await name([app.origin])
  await signIn(page)
  expect(await box.inputValue()).toBe('Harke, Saat …')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Saved', { exact: true }).waitFor()
  await page.getByPlaceholder('Harke, Saat …').waitFor()
})

test('on a slow machine too, all strings get marked automatically', async () => {
  const page = await story.visit(`${app.origin}/?lng=de`)
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 10 })
  await page.reload()
  await page.waitForFunction('window.dragomanPage?.stringsOnScreen().length > 15')
})

type Shot = {
  readonly id: number
  readonly name: string
  readonly language: string
  readonly image: { readonly hash: string; readonly width: number; readonly height: number }
  readonly strings: readonly {
    readonly name: string
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }[]
}

test.runIf(canCaptureTabs)(
  'a picture of the app is taken, reviewed, and sent with the positions of its strings',
  async () => {
    const page = await story.visit(`${app.origin}/?lng=de`)
    await page.waitForFunction('window.dragomanPage')
    await altClick(page, 'Sonnenblumensamen')
    await signIn(page)
    const dialog = editor(page)
    const take = dialog.getByRole('button', { name: 'Take screenshot' })
    await take.click()
    await dialog.getByText('Everything in this picture is sent').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await screenshot(page, 'picture')
    // Not sent before the person confirms.
    const list = () => story.api<{ screenshots: Shot[] }>('GET', '/projects/shop/screenshots')
    expect((await list()).screenshots).toEqual([])
    await dialog.getByRole('button', { name: 'Discard' }).click()
    expect(await dialog.locator('canvas').count()).toBe(0)

    await take.click()
    await dialog.getByLabel('What it shows').fill('Shop')
    await page.keyboard.press('Enter')
    await dialog.getByText('Screenshot sent', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    const [sent] = (await list()).screenshots
    const shot = await story.api<Shot>('GET', `/projects/shop/screenshots/${sent?.id}`)
    const size = page.viewportSize()
    expect(shot).toMatchObject({ name: 'Shop', language: 'de', image: size })
    const seen = await page.getByText('Gartenladen').boundingBox()
    const place = shot.strings.find(({ name }) => name === 'title')
    for (const side of ['x', 'y', 'height'] as const)
      expect([side, Math.abs((place?.[side] ?? 0) - (seen?.[side] ?? 0)) <= 2]).toEqual([side, true])
    // The app as it is, without the small editor and its backdrop.
    const context = await story.visit('/')
    const colors = await context.evaluate(async (hash) => {
      const answer = await fetch(`/api/projects/shop/screenshot-images/${hash}`)
      const bitmap = await createImageBitmap(await answer.blob())
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', {
        willReadFrequently: true,
      })
      canvas?.drawImage(bitmap, 0, 0)
      const of = (x: number, y: number) => [...(canvas?.getImageData(x, y, 1, 1).data ?? [])]
      return [of(2, 2), of(bitmap.width - 3, bitmap.height - 3), of(bitmap.width / 2, bitmap.height - 100)]
    }, shot.image.hash)
    for (const color of colors) expect(Math.min(...color.slice(0, 3))).toBeGreaterThan(250)
  },
)

test.each([
  ['has no pictures of pages', 'undefined', 'This browser cannot take screenshots'],
  [
    'is not allowed to take one',
    'async () => { throw new DOMException("no", "NotAllowedError") }',
    'permission was denied',
  ],
])('a browser that %s is reported', async (_, answer, said) => {
  const page = await story.visit(`${app.origin}/?lng=de`)
  await page.waitForFunction('window.dragomanPage')
  await page.evaluate(
    `Object.defineProperty(navigator.mediaDevices, 'getDisplayMedia', { value: ${answer} })`,
  )
  await altClick(page, 'Sonnenblumensamen')
  await signIn(page)
  await editor(page).getByRole('button', { name: 'Take screenshot' }).click()
  await editor(page).getByText(said).waitFor()
})

const LOOKS: readonly [string, BrowserContextOptions][] = [
  ['light', {}],
  ['dark', { colorScheme: 'dark' }],
  ['Arabic', { locale: 'ar' }],
  ['narrow', { viewport: { width: 390, height: 800 } }],
]
test.each(LOOKS)('the small editor is accessible and fits: %s', async (name, options) => {
  const page = await openBasket(options)
  await page.keyboard.down('Alt')
  await page.locator('[data-dragoman-editing] i').first().waitFor()
  await screenshot(page, `${name}-lit`)
  await page.keyboard.up('Alt')
  await page.getByRole('dialog', { name: /Korb/ }).getByRole('button').last().focus()
  await altClick(page, name === 'light' ? 'Bestellen' : 'Schließen')
  await signIn(page)
  await editor(page).locator('textarea').first().waitFor()
  expect(await axeProblems(page)).toEqual([])
  await screenshot(page, name)
  if (canCaptureTabs) {
    await editor(page).locator('button[type=button]:not(.primary)').last().click()
    await editor(page).locator('.picture canvas').waitFor()
    expect(await axeProblems(page)).toEqual([])
    await editor(page).locator('.picture').scrollIntoViewIfNeeded()
    await screenshot(page, `${name}-picture`)
  }
  const box = await editor(page).boundingBox()
  const size = page.viewportSize()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(size?.width ?? 0)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(size?.height ?? 0)
})

test('a production build contains nothing of it', () => {
  const folder = path.join(buildShop(), 'assets')
  const all = (where: string) =>
    readdirSync(where)
      .map((file) => readFileSync(path.join(where, file), 'utf8'))
      .join('\n')
  // Words in each part that the other build contains.
  const words = [
    'dragomanMarks',
    'dragomanPage',
    'data-dragoman-editing',
    'dragoman-token',
    'Open in Dragoman',
  ]
  const development = all(path.join(folder, '../../node_modules/.built-development/assets'))
  const production = all(folder)
  for (const word of words)
    expect([word, development.includes(word), production.includes(word)]).toEqual([word, true, false])
})
