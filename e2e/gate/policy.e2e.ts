import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DemoShop, openDemoShop } from '../demo-shop.ts'
import { box, until } from '../story.ts'

/**
 * The Content-Security-Policy of pages. All other tests verify that no screen violates it: each violation is
 * reported as an error of the page.
 */

let shop: DemoShop
beforeAll(async () => {
  shop = await openDemoShop()
})
afterAll(() => shop?.end())

test('the editor has its styles, and nothing violates the policy', async () => {
  const page = await shop.story.visit('/p/garden-shop/translate/de')
  await box(page).waitFor()
  // CodeMirror's own styles make it one box with a scrolling part
  expect(
    await page.evaluate(() => {
      const editor = document.querySelector('.cm-editor')
      return editor === null ? null : getComputedStyle(editor).display
    }),
  ).toBe('flex')
  await page.getByRole('button').first().press('Tab')
  expect(shop.story.takeComplaints()).toEqual([])
})

test('the API page neither', async () => {
  const page = await shop.story.visit('/projects')
  await page.goto('/api/docs')
  await page.getByRole('heading', { name: 'Dragoman API' }).waitFor()
  expect(await page.evaluate(() => getComputedStyle(document.body).maxWidth)).toBe('960px')
  expect(shop.story.takeComplaints()).toEqual([])
})

test('injected scripts and styles have no effect, and are reported', async () => {
  const page = await shop.story.visit('/projects')
  await page.evaluate(() => {
    const holder = document.createElement('div')
    holder.innerHTML =
      '<img src="none:" onerror="document.title=\'taken\'"><p style="color: rgb(1, 2, 3)" id="slipped">x</p><style>body{outline:5px solid red}</style><base href="https://evil.example/">'
    document.body.append(holder)
    const script = document.createElement('script')
    script.textContent = "document.title = 'taken'"
    document.body.append(script)
  })
  const seen = await page.evaluate(() => ({
    title: document.title,
    color: getComputedStyle(document.querySelector('#slipped') as Element).color,
    outline: getComputedStyle(document.body).outlineWidth,
    base: document.baseURI.startsWith(location.origin),
  }))
  expect(seen).toMatchObject({ base: true })
  expect(seen.title).not.toBe('taken')
  expect(seen.color).not.toBe('rgb(1, 2, 3)')
  expect(seen.outline).not.toBe('5px')
  const complaints: string[] = []
  await until(() => {
    complaints.push(...shop.story.takeComplaints())
    for (const directive of ['script-src', 'style-src', 'base-uri'])
      expect(complaints.join('\n')).toContain(directive)
  })
})
