import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openContext } from './browser.ts'
import { say } from './interface-text.ts'
import { type Product, startProduct } from './product.ts'
import { box, listenForComplaints, typeText, until, untilSaved } from './story.ts'

/** From an empty data folder to the first translated string, as a newcomer goes. */

let product: Product
let browser: Browser
let page: Page
const complaints: string[] = []

beforeAll(async () => {
  product = await startProduct()
  browser = await openBrowser()
  const context = await openContext(browser, { baseURL: product.origin })
  listenForComplaints(context, complaints)
  page = await context.newPage()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

test('start prints one line with the address', () => {
  const lines = product.output().trimEnd().split('\n')
  expect(lines).toHaveLength(1)
  expect(product.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/setup\?code=[\w-]{8,}$/)
})

test('the address leads to the set-up, and the set-up into the sample project', async () => {
  await page.goto(product.address)
  await page.getByRole('heading', { name: say('session:welcome') }).waitFor()
  await page.getByLabel(say('session:name')).fill('Mara')
  await page.getByLabel(say('session:password')).fill('a long enough password')
  await page.getByRole('button', { name: say('session:setUp') }).click()
  await page.waitForURL(/\/p\/[\w-]+\/overview$/)
  await page
    .getByRole('link', { name: 'German' })
    .or(page.getByRole('link', { name: 'Deutsch' }))
    .first()
    .waitFor()
})

test('a string translated in the editor is saved, delivered at once, and one line of its file', async () => {
  const slug = new URL(page.url()).pathname.split('/')[2] ?? ''
  await page.goto(`/p/${slug}/translate/de?q=${encodeURIComponent('ns:translations key:pane.lastString')}`)
  await box(page).waitFor()

  const folder = path.join(product.data, 'sample/locales/de')
  expect(readdirSync(folder)).toContain('translations.json')
  const file = path.join(folder, 'translations.json')
  const before = readFileSync(file, 'utf8').split('\n')
  const address = `${product.origin}/d/${slug}/live/locales/de/translations.json`
  const delivered = await fetch(address)
  expect(delivered.status).toBe(200)

  await typeText(page, 'Dahinter kommt nichts mehr')
  await page.keyboard.press('ControlOrMeta+s')
  await untilSaved(page)

  const next = await fetch(address, { headers: { 'if-none-match': delivered.headers.get('etag') ?? '' } })
  expect(next.status).toBe(200)
  expect(next.headers.get('etag')).not.toBe(delivered.headers.get('etag'))
  expect(await next.json()).toMatchObject({ pane: { lastString: 'Dahinter kommt nichts mehr' } })
  const again = await fetch(address, { headers: { 'if-none-match': next.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)

  await until(() => {
    const after = readFileSync(file, 'utf8').split('\n')
    const changed = after.filter((line, i) => line !== before[i])
    expect(after).toHaveLength(before.length)
    expect(changed).toEqual([expect.stringContaining('Dahinter kommt nichts mehr')])
  })
})

test('the owner comes back with name and password', async () => {
  const context = await openContext(browser, { baseURL: product.origin })
  listenForComplaints(context, complaints)
  const other = await context.newPage()
  await other.goto('/projects')
  await other.waitForURL(/\/sign-in/)
  await other.getByLabel(say('session:name')).fill('Mara')
  await other.getByLabel(say('session:password')).fill('not the password')
  await other.getByRole('button', { name: say('session:signIn') }).click()
  await other.getByRole('alert').waitFor()
  await other.getByLabel(say('session:password')).fill('a long enough password')
  await other.getByRole('button', { name: say('session:signIn') }).click()
  await other.waitForURL(/\/projects$/)
  await other.getByRole('heading', { name: say('projects:title') }).waitFor()
  await context.close()
})

test('no page complained', () => {
  expect(complaints).toEqual([])
})
