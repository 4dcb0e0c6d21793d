import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashOfSessionId, newSessionId } from '../packages/server/src/http/session-cookie.ts'
import {
  createMember,
  createSession,
  openStore,
  projectBySlug,
  putMembership,
} from '../packages/store/src/index.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, box, makeProject, type Story, until } from './story.ts'

/** Somebody who may read only: what they may not do is greyed out, says why, and asks the server for nothing. */

const REASON = say('failures:reason.role-too-low')
const SCREENS = ['overview', 'translate/de', 'keys', 'files', 'activity', 'settings']

/** What a screen asks the server for has come. */
const SETTLED_MS = 1000

let story: Story
let locales: LocaleFolder
let page: Page
const refused: string[] = []

beforeAll(async () => {
  locales = makeLocaleFolder({
    'locales/en/shop.json': json({ hello: 'Hello', pay: 'Pay now', later: 'Pay later' }),
    'locales/de/shop.json': json({ hello: 'Hallo' }),
  })
  story = await beginStory()
  await makeProject(story, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', folder: locales.folder })
  page = await story.visit('/projects')
  const value = await makeViewer()
  const cookies = await page.context().cookies()
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, value })))
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`)
  })
})
afterAll(async () => {
  await story?.end()
  locales?.remove()
})

/** A member who may look at the project; the id of their session. The program rests meanwhile. */
async function makeViewer(): Promise<string> {
  await story.product.kill('SIGTERM')
  const store = await openStore({ kind: 'sqlite', folder: story.product.data })
  const session = newSessionId()
  const at = new Date().toISOString()
  await store.write(async (w) => {
    const user = await createMember(w, { name: 'Vera', passwordHash: null, at })
    const project = await projectBySlug(w, 'shop')
    if (project === null) throw new Error('The project is not there.')
    const membership = { role: 'viewer', languages: null, namespaces: null } as const
    await putMembership(w, { userId: user.id, projectId: project.id }, membership)
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    await createSession(w, { userId: user.id, idHash: hashOfSessionId(session), at, expiresAt })
  })
  await store.close()
  await story.restart('SIGKILL')
  return session
}

/** What can be pressed in the screen itself. */
const enabled = () =>
  page
    .getByRole('main')
    .locator('button:not([disabled], [aria-disabled=true]), input[type=checkbox]:not([disabled])')

test.each(SCREENS)('%s: whatever can be pressed is allowed', async (screen) => {
  const address = `/p/shop/${screen}`
  refused.length = 0
  await page.goto(address)
  const controls = page.getByRole('main').locator('button, input[type=checkbox]')
  await controls.first().waitFor()
  await page.waitForTimeout(SETTLED_MS)
  const count = await enabled().count()
  for (let place = 0; place < count; place++) {
    const control = enabled().nth(place)
    if (!(await control.isVisible())) continue
    const name = (await control.getAttribute('aria-label')) ?? (await control.innerText())
    await control.click({ timeout: 2000, force: true }).catch(() => {})
    await page.waitForTimeout(150)
    expect(refused, `${screen}: ${name}`).toEqual([])
    for (let i = 0; i < 2; i++) await page.keyboard.press('Escape')
    if (new URL(page.url()).pathname !== address) await page.goto(address)
    await controls.first().waitFor()
  }
})

test('a pressed shortcut says why not, and nothing is sent', async () => {
  refused.length = 0
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`)
  })
  await page.goto('/p/shop/translate/de?q=hello')
  await box(page).waitFor()
  await box(page).click()
  await page.keyboard.type('!')
  for (const keys of ['ControlOrMeta+Enter', 'ControlOrMeta+s', 'ControlOrMeta+Shift+Enter']) {
    await page.keyboard.press(keys)
    const notice = page.getByRole('alertdialog').filter({ hasText: REASON })
    await notice.first().waitFor()
    await notice.first().getByRole('button').last().click()
    await notice.waitFor({ state: 'detached' })
    await box(page).click()
  }
  await page.keyboard.press('Backspace')
  await page.goto('/p/shop/keys')
  await page.getByRole('grid').waitFor()
  await page.locator('h1').first().click()
  await page.keyboard.press('n')
  await page.getByRole('alertdialog').filter({ hasText: REASON }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect([refused, writes]).toEqual([[], []])
})

test('the palette greys out what is not allowed, with the reason', async () => {
  await page.goto('/p/shop/overview')
  await page.locator('h1').first().waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  for (const name of ['import', 'connect', 'newKey', 'addLanguage'] as const) {
    await page.getByRole('combobox').fill(say(`common:palette.${name}`))
    const option = page.getByRole('option').filter({ hasText: say(`common:palette.${name}`) })
    await until(async () => expect(await option.first().getAttribute('aria-disabled')).toBe('true'))
    expect(await option.first().innerText()).toContain(REASON)
  }
  await page.keyboard.press('Escape')
})
