import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openMailServer, type TestMailServer } from '../packages/server/test/mail-server.ts'
import { axeProblems, openContext } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, box, listenForComplaints, makeProject, type Story, typeText, until } from './story.ts'

/** Someone without an account finds a public project and suggests a translation, which a reviewer accepts. */

let story: Story
let mail: TestMailServer
const folders: LocaleFolder[] = []
const complaints: string[] = []

beforeAll(async () => {
  mail = await openMailServer()
  story = await beginStory({
    env: {
      DRAGOMAN_SMTP_URL: `smtp://127.0.0.1:${mail.settings.port}?tls=off`,
      DRAGOMAN_MAIL_FROM: 'l10n@example.com',
    },
  })
  for (const [slug, name] of [
    ['shop', 'Acme Shop'],
    ['secret', 'Secret Shop'],
  ] as const) {
    const locales = makeLocaleFolder({
      'locales/en/shop.json': json({ hello: 'Hello', pay: 'Pay now' }),
      'locales/de/shop.json': json({ hello: 'Hallo' }),
      'locales/ar/shop.json': json({}),
    })
    folders.push(locales)
    await makeProject(story, { slug, name, sourceLanguage: 'en', folder: locales.folder })
  }
  await story.api('PATCH', '/projects/shop', { sharing: { with: 'everyone', role: 'suggester' } })
})
afterEach(async () => {
  await story.closePages()
  expect([...story.takeComplaints(), ...complaints.splice(0)]).toEqual([])
})
afterAll(async () => {
  await story?.end()
  await mail?.stop()
  for (const locales of folders) locales.remove()
})

/** Opens a page without a session. */
async function visitor(address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await openContext(story.browser, { baseURL: story.product.origin, ...options })
  listenForComplaints(context, complaints)
  const page = await context.newPage()
  await page.goto(address)
  return page
}

async function keyOf(name: string): Promise<number> {
  type Rows = { rows: { key: { id: number; name: string } }[] }
  const { rows } = await story.api<Rows>('GET', `/projects/shop/translations?language=de&q=key:${name}`)
  return rows[0]?.key.id ?? 0
}

type Listed = { suggestions: { state: string; forms: { other: string }; author: { name: string } }[] }
async function suggestionsOf(name: string): Promise<Listed['suggestions']> {
  const key = await keyOf(name)
  return (await story.api<Listed>('GET', `/projects/shop/keys/${key}/translations/de/suggestions`))
    .suggestions
}

test('a visitor sees progress, suggests with an email address, and sees that a reviewer accepts', async () => {
  const page = await visitor('/p/shop')
  await page.getByRole('heading', { level: 1, name: 'Acme Shop' }).waitFor()
  await page.getByRole('link', { name: /Deutsch/ }).click()
  await page.getByText('Pay now').first().click()
  await box(page).waitFor()
  await typeText(page, 'Jetzt zahlen')
  await page.keyboard.press('ControlOrMeta+Enter')
  const dialog = page.getByRole('dialog', { name: say('visitor:whoTitle') })
  await dialog.waitFor()
  expect(await axeProblems(page)).toEqual([])
  if (process.env.DRAGOMAN_PICTURES)
    await page.screenshot({ path: `${process.env.DRAGOMAN_PICTURES}/public-dialog.png` })
  await dialog.getByRole('button', { name: say('visitor:suggest') }).click()
  await dialog.getByText(say('visitor:nameMissing')).waitFor()
  await dialog.getByLabel(say('visitor:name')).fill('Vera')
  await dialog.getByLabel(say('visitor:address')).fill('vera@example.org')
  await page.keyboard.press('Enter')
  await page
    .getByText(say('translations:save.suggested', { key: 'pay' }))
    .first()
    .waitFor()
  expect(await suggestionsOf('pay')).toMatchObject([
    { state: 'open', forms: { other: 'Jetzt zahlen' }, author: { name: 'Vera' } },
  ])
  await page.goto('/p/shop')
  await until(async () => expect(await page.title()).toBe('Acme Shop · Dragoman'))
  await page.getByText(say('visitor:own.state.open')).waitFor()
  expect(await axeProblems(page)).toEqual([])

  const reviewer = await story.visit('/p/shop/review/de')
  await reviewer.locator('[data-item]').first().waitFor()
  await reviewer.keyboard.press('k')
  const open = reviewer.locator('[data-item][aria-current=true]')
  await open.waitFor()
  // The German text of the file is waiting for review as well.
  await until(async () => {
    if ((await open.innerText()).includes('shop:pay')) return
    await reviewer.keyboard.press('j')
    throw new Error('another string is open')
  })
  await reviewer.keyboard.press('a')
  await until(async () => expect((await suggestionsOf('pay'))[0]?.state).toBe('accepted'))
  await page.reload()
  await page.getByText(say('visitor:own.state.accepted')).waitFor()
  await page.context().close()
})

test('if the manager requires it, the address is confirmed by a code sent by email', async () => {
  await story.api('PATCH', '/projects/shop', { settings: { visitorAddress: 'confirmed' } })
  const page = await visitor('/p/shop/translate/ar?q=key:hello')
  await box(page).waitFor()
  await typeText(page, 'مرحبا')
  await page.getByRole('button', { name: say('translations:save.suggest') }).click()
  await page.getByLabel(say('visitor:name')).fill('Omar')
  await page.getByLabel(say('visitor:address')).fill('omar@example.org')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: say('visitor:sendCode') }).click()
  const subject = await until(async () => {
    const [emailed] = mail.mails
    if (emailed === undefined) throw new Error('no mail came')
    return emailed.header('subject') ?? ''
  })
  const [code = ''] = /\d{8}/.exec(subject) ?? []
  await page.getByLabel(say('visitor:code')).fill('00000000')
  await page.keyboard.press('Enter')
  const refusal = page.getByText(say('failures:wrong-code'))
  await refusal.waitFor()
  expect(await axeProblems(page)).toEqual([])
  expect(code).toMatch(/^\d{8}$/)
  // The refusal is about the code before.
  await page.getByLabel(say('visitor:code')).fill(code)
  await refusal.waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  if (process.env.DRAGOMAN_PICTURES)
    await page.screenshot({ path: `${process.env.DRAGOMAN_PICTURES}/public-confirm.png` })
  await page
    .getByText(say('translations:save.suggested', { key: 'hello' }))
    .first()
    .waitFor()
  await page.context().close()
})

test('for a visitor, a project that is not shared looks like one that does not exist', async () => {
  const answers = await Promise.all(
    ['secret', 'no-such-project'].map(async (slug) => {
      const page = await fetch(`${story.product.origin}/p/${slug}/overview`)
      const api = await fetch(`${story.product.origin}/api/projects/${slug}`)
      return [page.status, page.headers.get('x-robots-tag'), api.status, await api.text()]
    }),
  )
  expect(answers[0]).toEqual(answers[1])
  for (const address of ['/p/secret/overview', '/p/no-such-project', '/p/shop/members']) {
    const page = await visitor(address)
    await page.waitForURL(/\/sign-in/)
    expect(await page.getByText('Secret Shop').count()).toBe(0)
    await page.context().close()
  }
})

test('search engines are excluded unless the manager decides otherwise', async () => {
  const robots = async () => (await fetch(`${story.product.origin}/p/shop`)).headers.get('x-robots-tag')
  expect(await robots()).toBe('noindex')
  const page = await story.visit('/p/shop/settings')
  await page.getByText(say('settings:sharing.indexed')).click()
  await until(async () => expect(await robots()).toBeNull())
  expect(await axeProblems(page)).toEqual([])
  if (process.env.DRAGOMAN_PICTURES) {
    await page.getByText(say('settings:sharing.publicPage'), { exact: true }).scrollIntoViewIfNeeded()
    await page.screenshot({ path: `${process.env.DRAGOMAN_PICTURES}/public-settings.png` })
  }
})

const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['Arabic', { locale: 'ar' }],
  ['390 pixels', { viewport: { width: 390, height: 844 }, hasTouch: true }],
  ['320 pixels', { viewport: { width: 320, height: 700 }, hasTouch: true }],
]

test.each(LOOKS)('axe finds no problems: %s', async (name, options) => {
  for (const screen of ['overview', `translate/de?key=${await keyOf('hello')}`]) {
    const page = await visitor(`/p/shop/${screen}`, options)
    await page.getByRole('main').waitFor()
    if (screen === 'overview') await page.getByRole('table').waitFor()
    else await box(page).waitFor()
    if (process.env.DRAGOMAN_PICTURES)
      await page.screenshot({
        path: `${process.env.DRAGOMAN_PICTURES}/public-${screen.slice(0, 8)}-${name}.png`,
      })
    expect(await axeProblems(page)).toEqual([])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
    await page.context().close()
  }
})
