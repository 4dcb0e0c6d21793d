import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSessionId } from '../packages/server/src/http/session-cookie.ts'
import { hashOfSecret } from '../packages/server/src/secrets/hash-of-secret.ts'
import {
  createMember,
  createSession,
  openStore,
  projectBySlug,
  putMembership,
  type Writer,
} from '../packages/store/src/index.ts'
import { nextFrame, untilLoaded } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, box, makeProject, openString, type Story, typeText } from './story.ts'

/** A person with read access only: what they cannot do is greyed out, says why, and sends no request. */

const REASON = say('failures:reason.role-too-low')
const SCREENS = ['overview', 'translate/de', 'review/de', 'keys', 'files', 'releases', 'activity', 'settings']

let story: Story
let locales: LocaleFolder
let page: Page
const refused: string[] = []
/** Number of pressed controls in dialogs, menus and lists. */
let insideOthers = 0

beforeAll(async () => {
  locales = makeLocaleFolder({
    'locales/en/shop.json': json({ hello: 'Hello', pay: 'Pay now', later: 'Pay later' }),
    'locales/de/shop.json': json({ hello: 'Hallo' }),
  })
  story = await beginStory()
  await makeProject(story, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', folder: locales.folder })
  await story.api('POST', '/projects/shop/channels', { name: 'production' })
  for (const title of ['Winter returns', 'Spring sale']) {
    await story.api('POST', '/projects/shop/releases', { title, channel: 'production', percent: 10 })
    const key = { namespace: 'shop', name: title, plural: 'none', forms: { other: title } }
    await story.api('POST', '/projects/shop/keys', key)
  }
  await story.api('PATCH', '/projects/shop/channels/live', { collectsMissing: true, isPublic: true })
  const response = await fetch(`${story.product.origin}/d/shop/live/missing/en/shop`, {
    method: 'POST',
    body: JSON.stringify({ basket: 'Basket' }),
  })
  expect(response.status).toBe(204)
  const session = await makeSession()
  await mayOnly({ role: 'viewer', languages: null })
  page = await story.visit('/projects', {}, session)
  await page.addInitScript(() => {
    const { fetch } = window
    const count = { value: 0 }
    Object.defineProperty(window, 'requestsUnderWay', { get: () => count.value })
    window.fetch = async (...request) => {
      count.value += 1
      try {
        return await fetch(...request)
      } finally {
        count.value -= 1
      }
    }
  })
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`)
  })
})
afterAll(async () => {
  await story?.end()
  locales?.remove()
})

let memberId = 0

/** Creates a member with a session; returns its id. */
async function makeSession(): Promise<string> {
  const session = newSessionId()
  const at = new Date().toISOString()
  await whileResting(async (w) => {
    const user = await createMember(w, { name: 'Vera', passwordHash: null, at })
    memberId = user.id
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    await createSession(w, { userId: user.id, idHash: hashOfSecret(session), at, expiresAt })
  })
  return session
}

/** Sets what the member can do in the project. */
async function mayOnly(
  rights: Pick<Parameters<typeof putMembership>[2], 'role' | 'languages'>,
): Promise<void> {
  await whileResting(async (w) => {
    const project = await projectBySlug(w, 'shop')
    if (project === null) throw new Error('The project is not there.')
    await putMembership(w, { userId: memberId, projectId: project.id }, { ...rights, namespaces: null })
  })
}

/** Writes to the database while the program is stopped. */
async function whileResting(write: (w: Writer) => Promise<void>): Promise<void> {
  await story.product.kill('SIGTERM')
  const store = await openStore({ kind: 'sqlite', folder: story.product.data })
  await store.write(write)
  await store.close()
  await story.restart('SIGKILL')
}

/** In a long list, all options behave the same. */
const PRESSED_AT_MOST = 8

const PRESSABLE =
  'button:not([disabled], [aria-disabled=true]), input[type=checkbox]:not([disabled]), ' +
  '[role^=menuitem]:not([aria-disabled=true]), [role=option]:not([aria-disabled=true])'
/** The enabled controls of the screen itself, and of anything open above it. */
const enabled = () => page.getByRole('main').locator(PRESSABLE)
const enabledAbove = () => page.locator('[role=dialog], [role=menu], [role=listbox]').locator(PRESSABLE)

/** Waits until what the last event led to is done, and every request that it sent is answered. */
async function untilQuiet(): Promise<void> {
  await nextFrame(page)
  await page.waitForFunction(() => Reflect.get(window, 'requestsUnderWay') === 0)
  await nextFrame(page)
}

async function press(control: Locator): Promise<string> {
  const name = (await control.getAttribute('aria-label')) ?? (await control.innerText())
  await control.click({ timeout: 10_000, force: true }).catch(() => {})
  await untilQuiet()
  return name
}

test.each(SCREENS)('%s: every enabled control is permitted', async (screen) => {
  const address = `/p/shop/${screen}`
  refused.length = 0
  await page.goto(address)
  const controls = page.getByRole('main').locator('button, input[type=checkbox]')
  await controls.first().waitFor()
  await untilLoaded(page)
  await untilQuiet()
  const back = async () => {
    for (let i = 0; i < 3; i++) await page.keyboard.press('Escape')
    if (new URL(page.url()).pathname !== address) await page.goto(address)
    await controls.first().waitFor()
  }
  const count = await enabled().count()
  for (let place = 0; place < count; place++) {
    const control = enabled().nth(place)
    if (!(await control.isVisible())) continue
    const name = await press(control)
    const above = Math.min(await enabledAbove().count(), PRESSED_AT_MOST)
    for (let inner = 0; inner < above; inner++) {
      if (inner > 0) {
        await back()
        await press(enabled().nth(place))
      }
      if (!(await enabledAbove().nth(inner).isVisible())) continue
      const innerName = await press(enabledAbove().nth(inner))
      expect(refused, `${screen}: ${name}: ${innerName}`).toEqual([])
      insideOthers += 1
    }
    expect(refused, `${screen}: ${name}`).toEqual([])
    await back()
  }
})

test('they included dialogs and menus', () => expect(insideOthers).toBeGreaterThan(5))

test('a pressed shortcut shows why not, and nothing is sent', async () => {
  const writes = noteWrites()
  await page.goto('/p/shop/translate/de?q=hello')
  await box(page).waitFor()
  await box(page).click()
  for (const keys of ['ControlOrMeta+Enter', 'ControlOrMeta+s', 'ControlOrMeta+Shift+Enter']) {
    await page.keyboard.press(keys)
    const notice = page.getByRole('alertdialog').filter({ hasText: REASON })
    await notice.first().waitFor()
    await notice.first().getByRole('button').last().click()
    await notice.waitFor({ state: 'detached' })
    await box(page).click()
  }
  expect([refused, writes]).toEqual([[], []])
})

const shownText = () => box(page).innerText()
const selected = () => page.evaluate(() => document.getSelection()?.toString())

test('a field can be read, navigated and copied from, and shows why it is read-only', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openString(page, { project: 'shop', language: 'de', key: 'hello' })
  await box(page).click()
  await page.getByText(REASON).first().waitFor()
  expect(await box(page).getAttribute('aria-readonly')).toBe('true')
  const described = (await box(page).getAttribute('aria-describedby'))?.split(' ') ?? []
  const descriptions = await Promise.all(described.map((id) => page.locator(`#${id}`).innerText()))
  expect(descriptions.join(' ')).toContain(REASON)
  await page.keyboard.type('!')
  await page.keyboard.insertText('?')
  for (const keys of ['Enter', 'Backspace', 'Delete', 'ControlOrMeta+Backspace', 'ControlOrMeta+z'])
    await page.keyboard.press(keys)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Hallo')
  await page.keyboard.press('ControlOrMeta+x')
  await page.keyboard.press('ControlOrMeta+v')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  expect([await selected(), await shownText()]).toEqual(['a', 'Hallo'])
  expect(await page.locator('[data-state=unsaved]').count()).toBe(0)
})

test('a draft that can no longer be saved can still be read, copied and discarded', async () => {
  await mayOnly({ role: 'translator', languages: new Set(['de']) })
  await openString(page, { project: 'shop', language: 'de', key: 'pay' })
  expect(await box(page).getAttribute('aria-readonly')).toBeNull()
  await typeText(page, 'Jetzt zahlen')
  await page.locator('[data-state=unsaved]').waitFor()
  await mayOnly({ role: 'viewer', languages: null })
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByText(`${say('translations:save.draftRefused')} ${REASON}`).waitFor()
  expect([await shownText(), await box(page).getAttribute('aria-readonly')]).toEqual(['Jetzt zahlen', 'true'])
  await page.reload()
  await box(page).click()
  expect(await shownText()).toBe('Jetzt zahlen')
  await page.getByText(`${say('translations:save.draftRefused')} ${REASON}`).waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Jetzt zahlen')
  await page.getByRole('button', { name: say('translations:save.discard'), exact: true }).click()
  await page.locator('[data-state=unsaved]').waitFor({ state: 'detached' })
  expect(await shownText()).not.toContain('zahlen')
})

function noteWrites(): string[] {
  refused.length = 0
  const writes: string[] = []
  page.on('request', (request) => {
    // Where someone is, for others to see, is stored nowhere.
    if (request.url().endsWith('/presence')) return
    if (request.method() !== 'GET') writes.push(`${request.method()} ${request.url()}`)
  })
  return writes
}
