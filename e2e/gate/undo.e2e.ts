import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { say } from '../interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from '../locale-folder.ts'
import { beginStory, importsEnd, makeProject, type Story, until } from '../story.ts'

/**
 * Everything can be undone: an import, keys created, renamed, tagged and deleted; newer work is never undone
 * as a side effect.
 */

let story: Story
let locales: LocaleFolder
beforeAll(async () => {
  locales = makeLocaleFolder({
    'locales/en/shop.json': json({ cart: { title: 'Your cart', pay: 'Pay now' } }),
    'locales/de/shop.json': json({ cart: { title: 'Dein Warenkorb', pay: 'Jetzt zahlen' } }),
  })
  story = await beginStory()
  await makeProject(story, {
    slug: 'shop',
    name: 'Shop',
    sourceLanguage: 'en',
    folder: locales.folder,
    deliverPublic: true,
  })
})
afterEach(async () => {
  await story.closePages()
  expect(story.takeComplaints()).toEqual([])
})
afterAll(async () => {
  await story?.end()
  locales?.remove()
})

/** Returns all texts of a language by key, as delivered. */
async function texts(language: string, namespace: string): Promise<object | null> {
  const answer = await fetch(`${story.product.origin}/d/shop/live/locales/${language}/${namespace}.json`)
  return answer.status === 404 ? null : answer.json()
}

const GIFTS = Object.fromEntries(
  Array.from({ length: 200 }, (_, i) => [`gift_no${i}`, `Gift number ${i} for {{name}}`]),
)

async function chooseGifts(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: say('files:import') })
    .first()
    .waitFor()
  await page
    .locator('input[type=file][multiple]')
    .setInputFiles({ name: 'gifts.en.json', mimeType: 'application/json', buffer: Buffer.from(json(GIFTS)) })
}

const importButton = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: say('files:importDo_one', { count: 1 }) })
const toast = (page: Page, text: string) =>
  page
    .getByRole('region', { name: say('common:notices') })
    .locator('div')
    .filter({ hasText: text })
    .first()

test('an import is previewed, run, and undone from its notice by a shortcut', async () => {
  const page = await story.visit('/p/shop/files')
  await chooseGifts(page)
  const dialog = page.getByRole('dialog')
  await dialog
    .getByText(/200 new keys/)
    .first()
    .waitFor()
  await dialog.getByText('gift_no7', { exact: true }).waitFor()
  expect(await texts('en', 'gifts')).toBeNull()

  await importButton(page).click()
  const undo = page
    .getByRole('region', { name: say('common:notices') })
    .getByRole('button', { name: say('common:undo') })
  await undo.waitFor()
  expect(await texts('en', 'gifts')).toEqual(GIFTS)
  await page.keyboard.press('u')
  await page.getByText(say('common:undone'), { exact: true }).waitFor()
  expect(Object.keys((await texts('en', 'gifts')) ?? {})).toEqual([])
})

test('dropping a file does the same, and Activity undoes it except for newer changes', async () => {
  const page = await story.visit('/p/shop/files')
  await page
    .getByRole('button', { name: say('files:import') })
    .first()
    .waitFor()
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'gifts.en.json', { type: 'application/json' }))
    return data
  }, json(GIFTS))
  const target = page.getByRole('heading', { name: say('files:title') })
  await target.dispatchEvent('dragover', { dataTransfer: transfer })
  await page.getByText(say('files:dropHere')).waitFor()
  await target.dispatchEvent('drop', { dataTransfer: transfer })
  await page
    .getByRole('dialog')
    .getByText(/200 new keys/)
    .first()
    .waitFor()
  await importButton(page).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await importsEnd(story, 'shop')

  // Someone has edited one of them since
  type Rows = { rows: { key: { id: number; name: string }; source: { version: number } }[] }
  const { rows } = await story.api<Rows>(
    'GET',
    `/projects/shop/translations?language=de&q=${encodeURIComponent('key:gift_no7')}`,
  )
  const row = rows.find(({ key }) => key.name === 'gift_no7')
  await story.api('PUT', `/projects/shop/keys/${row?.key.id}/translations/en`, {
    forms: { other: 'The seventh gift for {{name}}' },
    baseVersion: row?.source.version,
  })

  await page.goto('/p/shop/activity')
  await page.getByRole('button', { expanded: false }).filter({ hasText: 'gifts.en.json' }).first().click()
  await page.getByRole('heading', { name: say('activity:newerList') }).waitFor()
  await page.getByText('gift_no7', { exact: true }).first().waitFor()
  expect(Object.keys((await texts('en', 'gifts')) ?? {})).toHaveLength(200)
  await page.getByRole('button', { name: say('activity:keepNewer') }).click()
  await page.getByText(say('activity:done')).first().waitFor()
  expect(await texts('en', 'gifts')).toEqual({ gift_no7: 'The seventh gift for {{name}}' })
})

test('keys are created, renamed, tagged and deleted, and a deletion is undone', async () => {
  const page = await story.visit('/p/shop/keys')
  await page.getByRole('button', { name: say('keys:new') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: say('keys:field.move') }).fill('shop')
  await dialog.getByLabel(say('keys:field.rename'), { exact: true }).fill('cart.total')
  await dialog.getByLabel(say('keys:sourceText', { language: 'English' })).fill('Total')
  await dialog.getByRole('button', { name: say('keys:make') }).click()
  await dialog.waitFor({ state: 'detached' })
  await until(() => expect(JSON.parse(locales.read('locales/en/shop.json')).cart.total).toBe('Total'))

  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const select = async (name: string) => row(name).getByRole('gridcell').first().click()
  await select('total')
  await page.getByRole('button', { name: say('keys:rename'), exact: true }).click()
  await dialog.getByLabel(say('keys:field.rename'), { exact: true }).fill('cart.sum')
  await dialog.getByRole('button', { name: say('keys:do.rename') }).click()
  await dialog.waitFor({ state: 'detached' })
  await row('sum').waitFor()
  await until(() =>
    expect(JSON.parse(locales.read('locales/en/shop.json')).cart).toEqual({
      title: 'Your cart',
      pay: 'Pay now',
      sum: 'Total',
    }),
  )

  await select('sum')
  await page.getByRole('button', { name: say('keys:tag'), exact: true }).click()
  await dialog.getByLabel(say('keys:field.tag'), { exact: true }).fill('money')
  await dialog.getByRole('button', { name: say('keys:do.tag'), exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await until(async () =>
    expect(JSON.stringify(await story.api('GET', '/projects/shop/keys?languages=en'))).toContain('"money"'),
  )

  await select('pay')
  await page.getByRole('button', { name: say('keys:delete') }).click()
  const notice = toast(page, say('keys:acted.remove_one', { count: 1 }))
  await notice.waitFor()
  await until(() => {
    expect(locales.read('locales/en/shop.json')).not.toContain('Pay now')
    expect(locales.read('locales/de/shop.json')).not.toContain('Jetzt zahlen')
  })
  await notice.getByRole('button', { name: say('common:undo') }).click()
  await row('pay').waitFor()
  await until(() => {
    expect(JSON.parse(locales.read('locales/en/shop.json')).cart.pay).toBe('Pay now')
    expect(JSON.parse(locales.read('locales/de/shop.json')).cart.pay).toBe('Jetzt zahlen')
  })
})
