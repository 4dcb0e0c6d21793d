import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { axeProblems } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, makeProject, openString, type Story, typeText, until, untilSaved } from './story.ts'

/** A manager sends events to another program and checks what was delivered. */

type Received = { readonly id: string; readonly type: string; readonly body: string }

let story: Story
let locales: LocaleFolder
const received: Received[] = []
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString()
  })
  request.on('end', () => {
    const { type } = JSON.parse(body) as { type: string } // the payload of a webhook has a type
    received.push({ id: String(request.headers['webhook-id']), type, body })
    response.writeHead(204).end()
  })
})
let address = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks/dragoman`
  locales = makeLocaleFolder({
    'locales/en/shop.json': json({ hello: 'Hello', pay: 'Pay' }),
    'locales/de/shop.json': json({ hello: 'Hallo' }),
    'locales/ar/shop.json': json({}),
  })
  story = await beginStory({ env: { DRAGOMAN_ALLOW_PRIVATE_NETWORKS: '127.0.0.1' } })
  await makeProject(story, {
    slug: 'shop',
    name: 'Garden shop',
    sourceLanguage: 'en',
    folder: locales.folder,
  })
})
afterEach(async () => {
  await story.closePages()
  expect(story.takeComplaints()).toEqual([])
})
afterAll(async () => {
  await story?.end()
  locales?.remove()
  receiver.close()
})

const section = (page: Page) => page.locator('#webhooks')
const dialog = (page: Page) => page.getByRole('dialog')
const typed = (type: string) => received.filter((one) => one.type === type)

async function saveGerman(text: string): Promise<void> {
  const page = await story.visit('/projects')
  await openString(page, { project: 'shop', language: 'de', key: 'pay' })
  await typeText(page, text)
  await page.keyboard.press('ControlOrMeta+Enter')
  await untilSaved(page)
  await page.context().close()
}

test('a webhook is added, its secret is shown once, and a saved text is delivered', async () => {
  const page = await story.visit('/p/shop/settings')
  await section(page)
    .getByRole('button', { name: say('webhooks:add') })
    .click()
  await dialog(page)
    .getByRole('textbox', { name: say('webhooks:url') })
    .fill(address)
  await dialog(page)
    .getByRole('textbox', { name: say('webhooks:description') })
    .fill('Chat')
  await dialog(page)
    .getByRole('button', { name: say('webhooks:add') })
    .click()
  const secret = await section(page)
    .getByText(/^whsec_/)
    .innerText()
  expect(secret).toMatch(/^whsec_[\w+/=]{44}$/)
  expect(await axeProblems(page)).toEqual([])
  await page.reload()
  await section(page).getByText('Chat', { exact: true }).waitFor()
  expect(
    await section(page)
      .getByText(/^whsec_/)
      .count(),
  ).toBe(0)
  await saveGerman('Zahlen')
  await until(() => typed('texts.changed').length === 1)
  await section(page)
    .getByRole('button', { name: say('webhooks:deliveriesOf', { name: 'Chat' }) })
    .click()
  await dialog(page).getByText(say('webhooks:type.texts-changed')).click()
  await dialog(page).getByText('"name": "pay"').waitFor()
  await dialog(page)
    .getByText(say('webhooks:arrived', { status: '204' }))
    .waitFor()
  expect(await axeProblems(page)).toEqual([])
})

test.each<readonly [string, BrowserContextOptions]>([
  ['dark', { colorScheme: 'dark' }],
  ['Arabic', { locale: 'ar' }],
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
])('the screens are accessible in %s', async (_name, options) => {
  const page = await story.visit('/p/shop/settings', options)
  await section(page).locator('[data-webhook]').waitFor()
  expect(await axeProblems(page)).toEqual([])
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(wider).toBeLessThanOrEqual(0)
  await section(page).locator('[data-webhook]').getByRole('button').last().click()
  await dialog(page).getByRole('listitem').first().getByRole('button').first().click()
  await dialog(page).locator('pre').first().waitFor()
  expect(await axeProblems(page)).toEqual([])
})
