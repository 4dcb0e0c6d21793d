import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { axeProblems, nextFrame, openContext } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { startProduct } from './product.ts'
import { beginStory, listenForComplaints, type Story, until } from './story.ts'

/**
 * What new users must be able to rely on: only what is on the screen is connected, languages are found by
 * name, no one is locked out.
 */

const program = path.resolve(import.meta.dirname, '../packages/cli/dist/dragoman.js')
let story: Story
let locales: LocaleFolder
let other: LocaleFolder
beforeAll(async () => {
  locales = makeLocaleFolder({
    'locales/en/shop.json': json({ title: 'First' }),
    'locales/de/shop.json': json({ title: 'Erster' }),
  })
  other = makeLocaleFolder({ 'locales/en/shop.json': json({ title: 'Second' }) })
  story = await beginStory()
})
afterEach(async () => {
  await story.closePages()
  expect(story.takeComplaints()).toEqual([])
})
afterAll(async () => {
  await story?.end()
  locales?.remove()
  other?.remove()
})

async function openDialog(page: Page, name: string): Promise<void> {
  await page
    .getByRole('button', { name: say('projects:new') })
    .first()
    .click()
  await page.getByLabel(say('projects:name'), { exact: true }).fill(name)
}

test('a late response about another folder never overwrites what was typed', async () => {
  const page = await story.visit('/projects')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/sources/inspect', async (route) => {
    await held
    await route.continue()
  })
  await openDialog(page, 'Late')
  const field = page.getByLabel(say('projects:folder'))
  await field.fill(locales.folder)
  await page.getByRole('button', { name: say('projects:inspect') }).click()
  await field.fill(other.folder)
  const replied = page.waitForResponse('**/api/sources/inspect')
  answer()
  await (await replied).finished()
  await nextFrame(page)
  expect(await field.inputValue()).toBe(other.folder)
  expect(await page.getByText('locales/{lng}/{ns}.json').count()).toBe(0)
  await page.getByRole('button', { name: say('projects:create') }).click()
  await page.waitForURL(/\/p\/late\/overview$/)
  const { sources } = await story.api<{ sources: { folder: string }[] }>('GET', '/projects/late/sources')
  expect(sources.map(({ folder }) => folder)).toEqual([other.folder])
})

test('a new project is private, and explains how apps can access it', async () => {
  const page = await story.visit('/projects')
  await openDialog(page, 'Quiet')
  const choice = page.getByRole('radio', { name: say('projects:accessToken') })
  expect(await choice.isChecked()).toBe(true)
  expect(await axeProblems(page)).toEqual([])
  await page.getByLabel(say('projects:folder')).fill(locales.folder)
  await page.getByRole('button', { name: say('projects:create') }).click()
  await page.waitForURL(/\/p\/quiet\/overview$/)
  await page.getByText(say('common:delivery.token')).waitFor()
  const file = `${story.product.origin}/d/quiet/live/locales/en/shop.json`
  await until(async () => expect((await page.request.get(file)).status()).toBe(200))
  expect((await fetch(file)).status).toBe(404)
  await page.getByRole('link', { name: say('overview:loadSettings') }).click()
  await page.getByText(say('settings:anyone')).click()
  await until(async () => expect((await fetch(file)).status).toBe(200))
})

test('languages are found by name, in any language, by keyboard alone', async () => {
  const page = await story.visit('/p/quiet/settings')
  const field = page.getByRole('combobox', { name: say('settings:addLanguage') })
  const tags = async () =>
    (await story.api<{ languages: { tag: string }[] }>('GET', '/projects/quiet')).languages.map(
      ({ tag }) => tag,
    )
  expect(await axeProblems(page)).toEqual([])
  await field.focus()
  await page.keyboard.type('french')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await field.inputValue()).toBe('French (fr)')
  await page.keyboard.press('Enter')
  await until(async () => expect(await tags()).toContain('fr'))
  await until(async () => expect(await field.inputValue()).toBe(''))

  await field.focus()
  await page.keyboard.type('pt_BR')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: say('settings:add'), exact: true }).click()
  await until(async () => expect(await tags()).toContain('pt-BR'))

  await until(async () => expect(await field.inputValue()).toBe(''))
  await field.focus()
  await page.keyboard.type('zz')
  const unknown = page.getByRole('option', { name: say('common:languageField.unknown', { tag: 'zz' }) })
  await unknown.waitFor()
  // While the list is open everything else is hidden from assistive technology.
  expect(await page.locator('form button[type=submit]', { hasText: say('settings:add') }).isDisabled()).toBe(
    true,
  )
  await unknown.click()
  await page.getByRole('button', { name: say('settings:add'), exact: true }).click()
  await until(async () => expect(await tags()).toContain('zz'))
})

test('a second browser signs in to a folder by a link from the terminal', async () => {
  const product = await startProduct({ args: [locales.folder, '--no-open'] })
  const context = await openContext(story.browser, { baseURL: product.origin })
  const complaints: string[] = []
  listenForComplaints(context, complaints)
  try {
    const page = await context.newPage()
    await page.goto('/')
    await page.waitForURL(/\/sign-in/)
    await page.getByText('dragoman open', { exact: true }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('button', { name: say('session:signIn') }).click()
    await page.getByText(say('session:linkMissing')).waitFor()
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, 'open', '--no-open', locales.folder],
      {
        env: { ...process.env, DRAGOMAN_DATA: product.data },
      },
    )
    await page.getByLabel(say('session:link')).fill(stdout)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/p\/[\w-]+\/overview$/)
    await page.getByText(say('common:delivery.notAsked')).waitFor()

    await page.getByRole('button', { name: new RegExp(say('common:account.label')) }).click()
    await page.getByText(say('common:theme.label'), { exact: true }).waitFor()
    expect(await axeProblems(page)).toEqual([])
    await page.getByRole('menuitem', { name: say('common:account.changeName') }).click()
    await page.getByLabel(say('common:account.name'), { exact: true }).fill('Mara Nowak')
    await page.getByRole('button', { name: say('common:save'), exact: true }).click()
    await page.getByRole('button', { name: `${say('common:account.label')}: Mara Nowak` }).waitFor()
    expect(complaints).toEqual([])
  } finally {
    await context.close()
    await product.stop()
  }
})

test('a redirect to another site after signing in goes to the start page instead', async () => {
  const page = await story.visit(`/sign-in?next=${encodeURIComponent('javascript:alert(1)')}`)
  await page.waitForURL(/\/p\/[\w-]+\/overview$/)
})
