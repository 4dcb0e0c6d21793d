import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { shoot } from '../integrations/playwright/shoot.ts'
import { run } from '../packages/cli/src/run.ts'
import { openContext } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, makeProject, type Story } from './story.ts'

/**
 * Tests of an app take screenshots, `dragoman shots` sends them, and translators see their strings in them.
 */

const root = path.resolve(import.meta.dirname, '..')
const APP = `
import i18next from 'i18next'
import { markStrings } from './packages/i18next/src/edit.ts'
await i18next.init({
  lng: 'de', ns: ['shop'], defaultNS: 'shop',
  resources: { de: { shop: { title: 'Warenkorb', things_one: 'Eine Sache', things_other: '{{count}} Sachen' } } },
})
await markStrings(i18next)
document.body.innerHTML = \`<style>* { margin: 0; font: 20px/30px sans-serif }</style>
  <h1>\${i18next.t('title')}</h1><p style="margin: 200px 0 0 300px">\${i18next.t('things', { count: 3 })}</p>\`
await new Promise((resolve) => setTimeout(resolve))
`

let story: Story
let locales: LocaleFolder
let app: Page
let token: string
const folder = mkdtempSync(path.join(os.tmpdir(), 'dragoman-shots-'))
beforeAll(async () => {
  locales = makeLocaleFolder({
    'locales/en/shop.json': json({
      title: 'Your cart',
      things_one: 'One thing',
      things_other: '{{count}} things',
    }),
    'locales/de/shop.json': json({
      title: 'Warenkorb',
      things_one: 'Eine Sache',
      things_other: '{{count}} Sachen',
    }),
  })
  story = await beginStory()
  await makeProject(story, {
    slug: 'shop',
    name: 'Garden shop',
    sourceLanguage: 'en',
    folder: locales.folder,
  })
  const made = await story.api<{ secret: string }>('POST', '/account/tokens', {
    name: 'CI',
    scopes: ['files'],
    languages: null,
    days: 1,
  })
  token = made.secret
  const { outputFiles } = await build({
    stdin: { contents: APP, resolveDir: root, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
  })
  app = await (await openContext(story.browser, { viewport: { width: 800, height: 500 } })).newPage()
  await app.route('http://app.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>App</title><body>' }),
  )
  await app.goto('http://app.example/')
  await app.addScriptTag({ type: 'module', content: `${outputFiles[0]?.text}\nwindow.isReady = true` })
  await app.waitForFunction('window.isReady')
})
afterEach(async () => {
  await story.closePages()
  expect(story.takeComplaints()).toEqual([])
})
afterAll(async () => {
  await story?.end()
  locales?.remove()
  rmSync(folder, { recursive: true, force: true })
})

async function sendShots(): Promise<string> {
  let said = ''
  const add = (text: string) => {
    said += `${text}\n`
  }
  const env = { XDG_CONFIG_HOME: folder, DRAGOMAN_TOKEN: token, DRAGOMAN_SERVER: story.product.origin }
  const code = await run(['shots', folder, '--project', 'shop'], { env, print: add, complain: add })
  expect([code, said]).toEqual([0, said])
  return said
}

test('a screenshot taken by a test is in Context of its strings, with their positions', async () => {
  await shoot(app, 'Cart page', folder)
  expect(readdirSync(folder).map((name) => name.replace(/-[0-9a-f]{6}\./, '.'))).toEqual([
    'cart-page.de.json',
    'cart-page.de.png',
  ])
  expect(await sendShots()).toContain('Sent "Cart page" (de): 2 strings.')
  expect(await sendShots()).toBe('0 sent, 1 unchanged.\n')
  const { rows } = await story.api<{ rows: { key: { id: number; name: string } }[] }>(
    'GET',
    '/projects/shop/translations?language=de&limit=10',
  )
  const things = rows.find(({ key }) => key.name === 'things')?.key.id
  const page = await story.visit(`/p/shop/translate/de?key=${things}&panel=context`)
  await page
    .getByRole('button', { name: say('translations:context.openScreenshot', { name: 'Cart page' }) })
    .click()
  const dialog = page.getByRole('dialog')
  const place = dialog.getByRole('button', { name: 'shop:things' })
  await place.waitFor()
  const picture = await dialog.getByRole('img').boundingBox()
  const box = await place.boundingBox()
  if (picture === null || box === null) throw new Error('There is no picture')
  const scale = picture.width / 800
  expect((box.x - picture.x) / scale).toBeCloseTo(300, -1)
  expect((box.y - picture.y) / scale).toBeCloseTo(230, -1)
})

test('a page without marked strings, or that shows none, is refused with a message', async () => {
  const other = await (await openContext(story.browser)).newPage()
  await other.setContent('<h1>Hello</h1>')
  await expect(shoot(other, 'Other', folder)).rejects.toThrow(/not marked/)
  await other.close()
  expect(readdirSync(folder)).toHaveLength(2)
})
