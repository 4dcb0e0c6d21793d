import { mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { openDemoShop } from './demo-shop.ts'
import { takeGitPicture } from './git-picture.ts'
import { hidePlace } from './hide-place.ts'
import { say } from './interface-text.ts'
import { startProduct } from './product.ts'
import { box } from './story.ts'
import { TEAM_PICTURES, takeTeamPictures } from './team-pictures.ts'

/**
 * Takes the pictures of docs/screenshots from the built product: `npx tsx e2e/screenshots.ts
 * [name …]`.
 */

const folder = path.resolve(import.meta.dirname, '../docs/screenshots')
const MOST_BYTES = 300_000

type Picture = {
  readonly name: string
  readonly address: string
  readonly options?: BrowserContextOptions
  readonly prepare?: (page: Page) => Promise<unknown>
}

const wanted = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const shop = await openDemoShop()
const fresh = await startProduct()
try {
  const [plural, failing, conflict] = [
    await shop.keyId('basket.saved'),
    await shop.keyId('pay.failed'),
    await shop.keyId('pay.later'),
  ]
  const editor = (language: string, key: number, rest = '') =>
    `/p/garden-shop/translate/${language}?key=${key}${rest}`
  const type = async (page: Page, text: string) => {
    await box(page).click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.insertText(text)
  }
  const dark: BrowserContextOptions = { colorScheme: 'dark' }
  const phone: BrowserContextOptions = {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  }
  const frenchDraft = async (page: Page) => {
    await type(page, 'Nous gardons votre panier pendant {{count}} jour')
    await page.locator('[data-kind=typing]').waitFor()
    await page.locator('#string-issues').waitFor()
  }

  const cell = (page: Page, key: string, column: number) =>
    page.getByRole('row').filter({ hasText: key }).getByRole('gridcell').nth(column)
  // Columns: checkbox, key, en, ar, de, fr
  const pasteThree = async (page: Page) => {
    await cell(page, 'settings.mail', 4).click()
    await page.evaluate((copied) => {
      const data = new DataTransfer()
      data.setData('text/plain', copied)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    }, 'Schreibt mir, wenn der Frost kommt\tÉcrivez-moi dès le gel\nKonto schließen\tFermer le compte\nDein Korb\tVotre panier\n')
    await page.locator('[data-mark=pasted]').first().waitFor()
  }
  const openForms = async (page: Page) => {
    await cell(page, 'basket.items', 5).click()
    await page.keyboard.press('Enter')
    await page.getByText(say('keys:edit.nextForm')).waitFor()
  }

  const publishSome = async (page: Page) => {
    const post = (place: string, body: object) =>
      shop.story.api('POST', `/projects/garden-shop/${place}`, body)
    for (const name of ['production', 'staging']) await post('channels', { name })
    await post('releases', { title: 'Winter returns', notes: '', channel: 'production' })
    await shop.save('product.water', 'de', 'Zweimal pro Woche gießen, nie mittags')
    await post('releases', { title: 'Spring sale', notes: '', channel: 'staging' })
    await post('channels/production/move', { release: 2, percent: 10 })
    await shop.save('product.water', 'fr', 'Arroser deux fois par semaine, jamais à midi')
    await shop.save('pay.later', 'de', 'Erst zahlen, wenn alles angekommen ist')
    await page.getByRole('insertion').first().waitFor()
  }

  const pictures: readonly Picture[] = [
    { name: 'editor-light', address: editor('fr', plural), prepare: frenchDraft },
    {
      name: 'editor-dark',
      address: editor('de', failing, '&panel=history'),
      options: dark,
      prepare: (page) => box(page).click(),
    },
    { name: 'editor-rtl', address: editor('pl', failing), options: { locale: 'ar' } },
    { name: 'editor-arabic-target', address: editor('ar', plural), prepare: (page) => box(page).click() },
    { name: 'editor-phone', address: editor('fr', plural), options: phone },
    { name: 'editor-phone-list', address: '/p/garden-shop/translate/ar', options: phone },
    {
      name: 'editor-conflict',
      address: editor('de', conflict),
      prepare: async (page) => {
        await type(page, ', nicht vorher')
        await shop.save('pay.later', 'de', 'Zahlen, wenn alles angekommen ist')
        await page.locator('#conflict').waitFor()
      },
    },
    // Before more is saved in German: its newest line opens to show the save above.
    {
      name: 'activity',
      address: '/p/garden-shop/activity',
      prepare: async (page) => {
        const closed = page.getByRole('main').getByRole('button', { expanded: false })
        await closed.first().waitFor()
        // Several saves in a language are one line, which opens to show single ones
        if ((await closed.filter({ hasText: 'pay.later' }).count()) === 0)
          await closed.filter({ hasText: 'German' }).first().click()
        await closed.filter({ hasText: 'pay.later' }).first().click()
        await page.getByRole('button', { name: say('common:undo'), exact: true }).waitFor()
      },
    },
    { name: 'overview', address: '/p/garden-shop/overview' },
    { name: 'overview-dark', address: '/p/garden-shop/overview', options: dark },
    { name: 'overview-phone', address: '/p/garden-shop/overview', options: phone },
    { name: 'projects', address: '/projects' },
    { name: 'keys', address: '/p/garden-shop/keys' },
    { name: 'keys-paste', address: '/p/garden-shop/keys', prepare: pasteThree },
    { name: 'keys-forms-dark', address: '/p/garden-shop/keys', options: dark, prepare: openForms },
    { name: 'settings', address: '/p/garden-shop/settings' },
    // Created from what was saved for the previous pictures.
    { name: 'releases', address: '/p/garden-shop/releases', prepare: publishSome },
    { name: 'releases-dark', address: '/p/garden-shop/releases', options: dark },
    { name: 'files', address: '/p/garden-shop/files' },
    {
      name: 'palette',
      address: '/p/garden-shop/overview',
      prepare: (page) => page.keyboard.press('ControlOrMeta+k'),
    },
    { name: 'setup', address: fresh.address },
  ]

  let isTrouble = false
  for (const { name, address, options, prepare } of pictures) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    if (name === 'files' && !isTrouble) {
      await shop.makeTrouble()
      isTrouble = true
    }
    const page = await shop.story.visit(address, options)
    await page.getByRole('heading', { level: 1 }).or(page.getByRole('listbox')).first().waitFor()
    if (address.includes('translate'))
      await (address.includes('key=') ? box(page) : page.getByRole('listbox').first()).waitFor()
    await prepare?.(page)
    await page.evaluate(() => document.fonts.ready)
    await hidePlace(page, shop)
    await page.waitForTimeout(400) // marks and checks are rendered a frame or two after the text
    const file = path.join(folder, `${name}.png`)
    await page.screenshot({ path: file, animations: 'disabled' })
    const { size } = statSync(file)
    console.log(`${name}.png ${Math.round(size / 1000)} kB${size > MOST_BYTES ? ' — TOO LARGE' : ''}`)
    await shop.story.closePages()
  }
  for (const complaint of shop.story.takeComplaints()) console.log(complaint)
  if (wanted.length === 0 || wanted.includes('files-git')) await takeGitPicture(folder)
  const ofTeam = TEAM_PICTURES.filter((name) => wanted.length === 0 || wanted.includes(name))
  if (ofTeam.length > 0) await takeTeamPictures(folder, ofTeam)
} finally {
  await shop.end()
  await fresh.stop()
  await shop.story.browser.close()
}
