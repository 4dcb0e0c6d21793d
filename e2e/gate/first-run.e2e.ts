import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeProfiles, openBrowser, openContext } from '../browser.ts'
import { say } from '../interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from '../locale-folder.ts'
import { type Product, startProduct } from '../product.ts'
import { box, listenForComplaints, typeText, until, untilSaved } from '../story.ts'

/** From an empty data folder to the first translated string, as a new user would. */

let product: Product
let browser: Browser
let page: Page
let locales: LocaleFolder
const complaints: string[] = []

beforeAll(async () => {
  locales = makeLocaleFolder({
    'locales/en/app.json': json({ title: 'Shop', pay: 'Pay now' }),
    'locales/de/app.json': json({ title: 'Laden', pay: 'Zahlen' }),
  })
  product = await startProduct()
  browser = await openBrowser()
  const context = await openContext(browser, { baseURL: product.origin })
  listenForComplaints(context, complaints)
  page = await context.newPage()
})
afterAll(async () => {
  if (browser) await closeProfiles(browser)
  await product?.stop()
  locales?.remove()
})

test('start prints one line with the URL', () => {
  const lines = product.output().trimEnd().split('\n')
  expect(lines).toHaveLength(1)
  expect(product.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/setup\?code=[\w-]{8,}$/)
})

test('the URL opens the set-up, which leads to the sample project', async () => {
  await page.goto(product.address)
  await page.getByRole('heading', { name: say('session:welcome') }).waitFor()
  await page.getByLabel(say('session:name')).fill('Mara')
  await page.getByLabel(say('session:password'), { exact: true }).fill('a long enough password')
  await page.getByRole('button', { name: say('session:setUp') }).click()
  await page.waitForURL(/\/p\/[\w-]+\/overview$/)
  await page
    .getByRole('link', { name: 'German' })
    .or(page.getByRole('link', { name: 'Deutsch' }))
    .first()
    .waitFor()
})

test('the sample has an example of everything', async () => {
  const slug = new URL(page.url()).pathname.split('/')[2] ?? ''
  await page.getByRole('heading', { name: say('overview:sample.title') }).waitFor()
  const read = async (address: string) => (await page.request.get(`/api/projects/${slug}${address}`)).json()
  await until(async () => {
    const { counts } = await read('/languages/de/counts')
    expect(counts.untranslated).toBeGreaterThanOrEqual(4)
    expect(counts.failing).toBeGreaterThanOrEqual(1)
    expect(counts.outdated).toBe(1)
    expect((await read('/files/conflicts')).total).toBe(1)
  })
})

test('a string translated in the editor is saved, delivered immediately, and changes one line of its file', async () => {
  const slug = new URL(page.url()).pathname.split('/')[2] ?? ''
  await page.goto(`/p/${slug}/translate/de?q=${encodeURIComponent('ns:shop key:product.soldOut')}`)
  await box(page).waitFor()

  const folder = path.join(product.data, 'sample/locales/de')
  expect(readdirSync(folder)).toContain('shop.json')
  const file = path.join(folder, 'shop.json')
  const before = readFileSync(file, 'utf8').split('\n')
  const address = `${product.origin}/d/${slug}/live/locales/de/shop.json`
  const load = (etag = '') => page.request.get(address, { headers: { 'if-none-match': etag } })
  const delivered = await load()
  expect(delivered.status()).toBe(200)

  await typeText(page, 'Bis zum Frühjahr ausverkauft')
  await page.keyboard.press('ControlOrMeta+s')
  await untilSaved(page)

  const next = await load(delivered.headers().etag)
  expect(next.status()).toBe(200)
  expect(next.headers().etag).not.toBe(delivered.headers().etag)
  expect(await next.json()).toMatchObject({ product: { soldOut: 'Bis zum Frühjahr ausverkauft' } })
  const again = await load(next.headers().etag)
  expect(again.status()).toBe(304)

  await until(() => {
    const after = readFileSync(file, 'utf8').split('\n')
    const changed = after.filter((line, i) => line !== before[i])
    expect(after).toHaveLength(before.length)
    expect(changed).toEqual([expect.stringContaining('Bis zum Frühjahr ausverkauft')])
  })
})

test('a folder is opened as a project, and a translation changes one line of one file', async () => {
  await page.goto('/projects')
  await page
    .getByRole('button', { name: say('projects:new') })
    .first()
    .click()
  await page.getByLabel(say('projects:name'), { exact: true }).fill('Shop')
  await page.getByLabel(say('projects:folder')).fill(locales.folder)
  await page.getByRole('button', { name: say('projects:inspect') }).click()
  await page.getByText('locales/{lng}/{ns}.json', { exact: true }).waitFor()
  await page.getByRole('button', { name: say('projects:create') }).click()
  await page.waitForURL('**/p/shop/overview')
  await page.goto('/p/shop/translate/de?q=key:pay')
  await box(page).waitFor()
  await typeText(page, 'Jetzt zahlen')
  await page.keyboard.press('ControlOrMeta+s')
  await untilSaved(page)

  const address = '/d/shop/live/locales/de/app.json'
  expect(await (await page.request.get(address)).json()).toEqual({ title: 'Laden', pay: 'Jetzt zahlen' })
  await until(() => expect(locales.git('diff', '--numstat').trim()).toBe('1\t1\tlocales/de/app.json'))
  expect(locales.git('status', '--porcelain').trim()).toBe('M locales/de/app.json')
})

test('the owner signs in again with name and password', async () => {
  const context = await openContext(browser, { baseURL: product.origin })
  listenForComplaints(context, complaints)
  const other = await context.newPage()
  await other.goto('/projects')
  await other.waitForURL(/\/sign-in/)
  await other.getByLabel(say('session:nameOrAddress')).fill('Mara')
  await other.getByLabel(say('session:password'), { exact: true }).fill('not the password')
  await other.getByRole('button', { name: say('session:signIn') }).click()
  await other.getByRole('alert').waitFor()
  await other.getByLabel(say('session:password'), { exact: true }).fill('a long enough password')
  await other.getByRole('button', { name: say('session:signIn') }).click()
  await other.waitForURL(/\/projects$/)
  await other.getByRole('heading', { name: say('projects:title') }).waitFor()
  await context.close()
})

test('no page reported errors', () => {
  expect(complaints).toEqual([])
})
