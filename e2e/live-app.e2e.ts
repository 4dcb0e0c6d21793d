import { Agent, get } from 'node:http'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openContext } from './browser.ts'
import { buildShop, copyOfTexts, type ExampleApp, serveApp } from './example-app.ts'
import {
  beginStory,
  listenForComplaints,
  makeProject,
  openString,
  type Story,
  typeText,
  until,
  untilSaved,
} from './story.ts'

/**
 * From string to screen: what is typed in the editor is shown in running apps. Manually with any number of
 * listeners and saves: `DRAGOMAN_LISTENERS=1000 DRAGOMAN_SAVES=30`.
 */

const LISTENERS = Number(process.env.DRAGOMAN_LISTENERS ?? 50)
const SAVES = Number(process.env.DRAGOMAN_SAVES ?? 6)

const plainFolder = path.resolve(import.meta.dirname, '../examples/plain')

/** i18next configured with nothing but the URL of its texts, and the language of the page. */
const UNMODIFIED = `<!doctype html><html lang="de"><title>Unmodified</title><link rel="icon" href="data:,"><main></main>
<script type="importmap">{"imports": {
  "i18next": "/node_modules/i18next/dist/esm/i18next.js",
  "i18next-http-backend": "/node_modules/i18next-http-backend/esm/index.js"
}}</script>
<script type="module">
  import i18next from 'i18next'
  import HttpBackend from 'i18next-http-backend'
  const t = await i18next.use(HttpBackend).init({
    lng: 'de',
    backend: { loadPath: 'http://127.0.0.1:4400/d/plain/live/locales/{{lng}}/{{ns}}.json' },
  })
  document.querySelector('main').textContent = t('title')
</script>`

let story: Story
const apps: Record<string, ExampleApp> = {}
const copies = [copyOfTexts('plain'), copyOfTexts('shop')] as const
const complaints: string[] = []

beforeAll(async () => {
  story = await beginStory()
  for (const [index, slug] of (['plain', 'shop'] as const).entries())
    await makeProject(story, {
      slug,
      name: slug,
      sourceLanguage: 'en',
      folder: copies[index]?.folder,
      deliverPublic: true,
    })
  const channel = (slug: string) => `${story.product.origin}/d/${slug}/live`
  apps.plain = await serveApp({
    folder: plainFolder,
    channel: channel('plain'),
    pages: { '/unmodified': UNMODIFIED },
  })
  apps.shop = await serveApp({ folder: buildShop(), channel: channel('shop') })
})
afterEach(async () => {
  await story.closePages()
  expect([...story.takeComplaints(), ...complaints.splice(0)]).toEqual([])
})
afterAll(async () => {
  await story?.end()
  for (const app of Object.values(apps)) await app.end()
  for (const copy of copies) copy.remove()
})

/** Opens an app in a separate browser profile. */
async function openApp(address: string, locale = 'de-DE'): Promise<Page> {
  const context = await openContext(story.browser, { locale })
  listenForComplaints(context, complaints)
  const page = await context.newPage()
  await page.goto(address)
  return page
}

/** Records when the editor sent each text to the server, in milliseconds since 1970. */
function listenForSaves(page: Page): Map<string, number> {
  const sent = new Map<string, number>()
  page.on('response', (response) => {
    const request = response.request()
    if (request.method() !== 'PUT' || !response.ok()) return
    const { forms } = request.postDataJSON()
    sent.set(String(forms?.other), request.timing().startTime)
  })
  return sent
}

/** Opens connections like those of the package: each counts its events, and reloads the file. */
async function listen(count: number): Promise<{ heard: () => readonly number[]; end: () => void }> {
  const channel = `${story.product.origin}/d/plain/live`
  const agent = new Agent({ keepAlive: true })
  const counts = new Array<number>(count).fill(0)
  const requests = counts.map((_, index) =>
    get(`${channel}/events`, (answer) => {
      answer.setEncoding('utf8').on('data', (text: string) => {
        counts[index] = (counts[index] ?? 0) + text.split('event: ').length - 1
        if (text.includes('event: changed'))
          get(`${channel}/locales/de/translation.json`, { agent }, (file) => file.resume()).on(
            'error',
            () => {}, // at the end
          )
      })
      answer.on('error', () => {})
    }).on('error', () => {}),
  )
  await until(() => counts.every((heard) => heard > 0))
  return {
    heard: () => counts,
    end: () => {
      for (const request of requests) request.destroy()
      agent.destroy()
    },
  }
}

/** Returns the time in milliseconds that this share of all samples does not exceed. */
function share(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.ceil(times.length * part) - 1] ?? Number.NaN)
}

describe('a text saved in the editor', () => {
  test('is shown by an unmodified app when it is loaded', async () => {
    const app = await openApp(`${apps.plain?.origin}/unmodified`)
    await until(async () => (await app.textContent('main')) === 'Der Gartenladen')
    const editor = await story.visit('/')
    const sent = listenForSaves(editor)
    await openString(editor, { project: 'plain', language: 'de', key: 'title' })
    await typeText(editor, 'Laden am Tor')
    await editor.keyboard.press('ControlOrMeta+s')
    await until(() => sent.has('Laden am Tor'))
    await app.reload()
    await until(async () => (await app.textContent('main')) === 'Laden am Tor')
    await app.context().close()
  })

  test(`is shown by a running app without a reload, with ${LISTENERS} others`, {
    timeout: 600_000,
  }, async () => {
    const listeners = await listen(LISTENERS)
    const app = await openApp(`${apps.plain?.origin}/`)
    await app.evaluate(() => {
      const shown: Record<string, number> = {}
      const heading = document.querySelector('h1')
      if (heading === null) throw new Error('No heading')
      new MutationObserver(() => {
        shown[heading.textContent ?? ''] ??= Date.now()
      }).observe(heading, { childList: true, characterData: true, subtree: true })
      Object.assign(window, { shown })
    })
    const shownAt = (text: string) =>
      app.evaluate((wanted) => (window as unknown as { shown: Record<string, number> }).shown[wanted], text)
    const editor = await story.visit('/')
    const sent = listenForSaves(editor)
    await openString(editor, { project: 'plain', language: 'de', key: 'title' })
    const times: number[] = []
    for (let save = 0; save < SAVES; save += 1) {
      const text = `Gartenladen Nummer ${save}`
      await typeText(editor, text)
      await editor.keyboard.press('ControlOrMeta+s')
      const at = Number(await until(async () => (await shownAt(text)) ?? false))
      times.push(at - Number(await until(() => sent.get(text) ?? false)))
    }
    const [slow, median] = [share(times, 0.95), share(times, 0.5)]
    console.log(
      `saved → shown: p95 ${slow} ms, median ${median} ms of ${times.length} saves beside ${LISTENERS} listeners that load the file too`,
    )
    await until(() => listeners.heard().every((heard) => heard >= SAVES + 1))
    listeners.end()
    await app.context().close()
  })

  test.each([
    { cacheSeconds: 2, staleSeconds: 0 },
    { cacheSeconds: 1, staleSeconds: 60 },
  ])('is shown by a running app whose browser keeps files: %o', async (caching) => {
    await story.api('PATCH', '/projects/plain/channels/live', caching)
    const app = await openApp(`${apps.plain?.origin}/`)
    await app.getByRole('heading').waitFor()
    const editor = await story.visit('/')
    await openString(editor, { project: 'plain', language: 'de', key: 'title' })
    const text = `Gartenladen, ${caching.staleSeconds} Sekunden`
    await typeText(editor, text)
    // From here on the browser has the old file, and does not ask again for a while.
    await app.reload()
    await app.getByRole('heading').waitFor()
    await editor.keyboard.press('ControlOrMeta+s')
    await app.getByRole('heading', { name: text }).waitFor()
    await app.context().close()
    await story.api('PATCH', '/projects/plain/channels/live', { cacheSeconds: 0, staleSeconds: 0 })
  })

  test('is shown everywhere in a React app: headings, attributes, plurals in a dialog, Trans', async () => {
    const app = await openApp(`${apps.shop?.origin}/?lng=de`)
    await app.getByRole('heading', { name: 'Gartenladen' }).waitFor()
    await app.evaluate(() => Object.assign(window, { isTheSamePage: true }))
    const add = app.getByRole('button', { name: 'In den Korb' }).first()
    await add.click()
    await add.click()
    await app.getByRole('button', { name: 'Den Korb mit 2 Sachen öffnen' }).click()
    const dialog = app.getByRole('dialog', { name: 'Ihr Korb' })
    await dialog.getByText('2 Sachen warten auf Sie').waitFor()

    const editor = await story.visit('/')
    const save = async (key: string, text: string, form?: string) => {
      await openString(editor, { project: 'shop', language: 'de', key })
      await typeText(editor, text, form)
      await editor.keyboard.press('ControlOrMeta+s')
      await untilSaved(editor)
    }
    await save('things', 'Es warten {{count}} Dinge', 'other')
    await dialog.getByText('Es warten 2 Dinge').waitFor()
    await save('remove', '{{product}} weglegen')
    await dialog.getByRole('button', { name: 'Rechen weglegen' }).first().waitFor()
    await dialog.getByRole('button', { name: 'Schließen' }).click()

    await save('openLabel', 'Korb: {{count}} Dinge', 'other')
    await app.getByRole('button', { name: 'Korb: 2 Dinge' }).waitFor()
    await save('search.placeholder', 'Harke, Saat …')
    await app.getByPlaceholder('Harke, Saat …').waitFor()
    await save('product.addTitle', '{{product}} mitnehmen')
    await app.getByTitle('Rechen mitnehmen').waitFor()
    await save('help', 'Noch Fragen? <1>Hier fragen</1>, Antwort in <3>zwei Tagen</3>.')
    await app.getByRole('link', { name: 'Hier fragen' }).waitFor()
    expect(await app.evaluate(() => 'isTheSamePage' in window)).toBe(true)
    await app.context().close()
  })

  test('does not affect an app that cannot follow changes, or whose connection is cut', async () => {
    const served = await serveApp({
      folder: plainFolder,
      channel: `${story.product.origin}/d/plain/live`,
      // Texts are allowed, events are not.
      policy: `connect-src ${story.product.origin}/d/plain/live/locales/`,
    })
    const app = await openApp(`${served.origin}/`)
    await app.getByRole('button', { name: 'Noch eine hineinlegen' }).click()
    await app.getByText('2 Sachen im Korb').waitFor()
    // The browser reports what it blocked; there are no other errors.
    await until(() => complaints.length > 0)
    expect(complaints.splice(0).filter((line) => !/connect-src|policy/i.test(line))).toEqual([])
    await app.context().close()
    await served.end()
  })

  test('is shown after a tab was hidden, which closes its connection', async () => {
    const app = await openApp(`${apps.plain?.origin}/`)
    await app.getByRole('heading').waitFor()
    const editor = await story.visit('/')
    await openString(editor, { project: 'plain', language: 'de', key: 'add' })
    const setVisible = (state: string) =>
      app.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    const closed = new Promise((resolve) => {
      app.on('requestfailed', (request) => request.url().endsWith('/events') && resolve(null))
      app.on('requestfinished', (request) => request.url().endsWith('/events') && resolve(null))
    })
    await setVisible('hidden')
    await closed
    await typeText(editor, 'Eine dazu')
    await editor.keyboard.press('ControlOrMeta+s')
    await untilSaved(editor)
    expect(await app.getByRole('button').textContent()).not.toBe('Eine dazu')
    await setVisible('visible')
    await app.getByRole('button', { name: 'Eine dazu' }).waitFor()
    await app.context().close()
  })
})
