import path from 'node:path'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeProfiles, openBrowser, openContext } from './browser.ts'

/** Positions of a running app's strings on the screen, with the layout of a real browser. */

const root = path.resolve(import.meta.dirname, '..')
const APP = `
import i18next from 'i18next'
import { markStrings } from './packages/i18next/src/edit.ts'
await i18next.init({
  lng: 'de',
  resources: { de: { translation: {
    title: 'Gartenladen', add: 'Hinzufügen', far: 'Weit unten', hidden: 'Verborgen', cut: 'Abgeschnitten',
    things_one: 'Eine Sache', things_other: '{{count}} Sachen', arabic: 'مرحبا',
  } } },
})
const { t } = i18next
await markStrings(i18next)
document.body.innerHTML = \`<style>* { margin: 0; font: 16px/20px monospace }</style>
  <h1>\${t('title')}</h1>
  <p id="two">** \${t('add')}: \${t('things', { count: 2 })}</p>
  <p><button title="\${t('add')}">+</button></p>
  <p style="visibility: hidden">\${t('hidden')}</p>
  <div style="height: 10px; overflow: hidden"><p>x</p><p>\${t('cut')}</p></div>
  <p id="arabic">\${t('arabic')}</p>
  <p style="margin-top: 3000px">\${t('far')}</p>\`
await new Promise((resolve) => setTimeout(resolve))
`

let browser: Browser
let page: Page
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: APP, resolveDir: root, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
  })
  browser = await openBrowser()
  page = await (await openContext(browser)).newPage()
  await page.route('http://app.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>App</title><body>' }),
  )
  await page.goto('http://app.example/')
  await page.addScriptTag({ type: 'module', content: `${outputFiles[0]?.text}\nwindow.isReady = true` })
  await page.waitForFunction('window.isReady')
})
afterAll(() => browser && closeProfiles(browser))

type Found = { key: string; form: string; language: string; part: string; rect: DOMRect }
const found = () => page.evaluate('window.dragomanPage.stringsOnScreen()') as Promise<Found[]>

test('strings are where they are visible, and nowhere else', async () => {
  const strings = await found()
  expect(strings.map(({ key, form, part }) => `${key} ${form} ${part}`)).toEqual([
    'title other text',
    'add other text',
    'things other text',
    'add other title',
    'arabic other text',
  ])
  expect(strings.every(({ language }) => language === 'de')).toBe(true)
  const [title, add, things] = strings.map(({ rect }) => rect)
  const width = (title?.width ?? 0) / 'Gartenladen'.length
  // In a text of several strings, each has its own part.
  expect(add?.x).toBeCloseTo(3 * width, 0)
  expect(add?.width).toBeCloseTo('Hinzufügen'.length * width, 0)
  expect(things?.x).toBeCloseTo('** Hinzufügen: '.length * width, 0)
  expect(title).toMatchObject({ x: 0, y: 0 })
  await page.mouse.wheel(0, 4000)
  await page.waitForFunction('window.scrollY > 1000')
  expect((await found()).map(({ key }) => key)).toEqual(['far'])
  await page.evaluate('scrollTo(0, 0)')
})

test('marks take no space, are not copied and not read aloud', async () => {
  const measure = () =>
    page.evaluate(() =>
      ['h1', '#two', '#arabic'].map((selector) => {
        const element = document.querySelector(selector)
        const range = document.createRange()
        if (element !== null) range.selectNodeContents(element)
        getSelection()?.removeAllRanges()
        getSelection()?.addRange(range)
        return [range.getBoundingClientRect().width, getSelection()?.toString(), element?.textContent?.length]
      }),
    )
  const [title, two, arabic] = await measure()
  expect(title?.slice(1)).toEqual(['Gartenladen', 11])
  expect(two?.slice(1)).toEqual(['** Hinzufügen: 2 Sachen', 23])
  expect(arabic?.slice(1)).toEqual(['مرحبا', 5])
  // Even if an app keeps them, as in a canvas: no width, and Arabic letters keep their shapes.
  const widths = await page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d')
    if (context === null) return []
    context.font = '20px sans-serif'
    return ['Gartenladen', 'مرحبا', '終わり'].map((text) =>
      [text, `${text}\u2063\u2062\u2061\u2064\u2062\u2063`].map((one) => context.measureText(one).width),
    )
  })
  for (const [plain = 0, marked = 0] of widths) expect(marked).toBeCloseTo(plain, 3)
})
