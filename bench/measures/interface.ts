import { api, callRoute } from '@dragoman/contract'
import type { CDPSession, Page, Request } from 'playwright-core'
import { openBrowser, openContext } from '../../e2e/browser.ts'
import type { Figure } from '../figure.ts'
import type { Plan } from '../plan.ts'
import { startProduct, untilIdle } from '../product.ts'
import { median, percentile } from '../statistics.ts'
import { copyOfData, imported, PROJECT } from '../workspace.ts'

const LANGUAGE = 'de'
/** How long somebody rests on a string, and between two letters, in milliseconds. */
const REST_MS = 400
const LETTER_MS = 120
const SENTENCE = 'Bitte die Rechnung noch einmal ansehen und dann abschicken'

/**
 * The editor in Chromium, as its performance timeline has it: from the press of a key to the paint after it,
 * and what the main thread does for one string.
 */
export async function measureInterface({ size, isQuick }: Plan): Promise<readonly Figure[]> {
  await imported(size)
  const product = await startProduct({ data: copyOfData(size, 'interface') })
  const browser = await openBrowser()
  try {
    await untilIdle(product)
    const page = await (await openContext(browser)).newPage()
    await page.context().addCookies([{ ...product.cookie, url: product.origin }])
    await page.addInitScript(recordKeyPresses)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const strings = isQuick ? 20 : 60
    const { rows } = await callRoute(product.fetch, api.translations.page, {
      params: { project: PROJECT },
      query: { language: LANGUAGE, q: 'state:translated', limit: 1 },
    })
    const key = rows[0]?.key.id
    if (key === undefined) throw new Error('The seed has no translated string.')
    await page.goto(`${product.origin}/p/${PROJECT}/translate/${LANGUAGE}?q=state:translated&key=${key}`)
    const box = page.locator('[data-string-boxes] [contenteditable=true]').first()
    await box.waitFor()
    await box.focus()
    await page.waitForTimeout(2000)

    const looked = await eachString(page, devtools, {
      strings,
      step: () => page.keyboard.press('Alt+ArrowDown'),
    })
    const requests = countRequests(page)
    const saved = await eachString(page, devtools, {
      strings,
      prepare: () => page.keyboard.type('x'),
      step: () => page.keyboard.press('Control+Enter'),
    })
    const asked = requests()
    const typed = await typing(page, isQuick ? 1 : 4)
    return [
      paintFigure('interface: next string', looked.paints),
      paintFigure('interface: save and next string', saved.paints),
      workFigure('interface: work for one string', looked.work),
      workFigure('interface: work for one save', saved.work),
      {
        name: 'interface: requests for one save',
        value: [...asked.values()].reduce((sum, count) => sum + count, 0) / strings,
        unit: 'requests',
        samples: strings,
        note: [...asked].map(([path, count]) => `${path} ${(count / strings).toFixed(1)}`).join(', '),
      },
      paintFigure('interface: typing', typed),
      {
        name: 'interface: letters above 16 ms',
        value: (100 * typed.filter((ms) => ms > 16).length) / typed.length,
        unit: '%',
        samples: typed.length,
      },
    ]
  } finally {
    await browser.close()
    await product.stop()
  }
}

/** Counts what the page asks the server for, by path without ids. Returns the way to stop and to read it. */
function countRequests(page: Page): () => ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const count = (request: Request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    const path = `${request.method()} ${pathname.slice(`/api/projects/${PROJECT}`.length).replace(/\d+/g, '…')}`
    counts.set(path, (counts.get(path) ?? 0) + 1)
  }
  page.on('request', count)
  return () => {
    page.off('request', count)
    return counts
  }
}

type Steps = {
  readonly strings: number
  readonly prepare?: () => Promise<void>
  readonly step: () => Promise<void>
}

/** Goes through strings one by one, resting on each: how soon the next is there, and what all of it costs. */
async function eachString(page: Page, devtools: CDPSession, { strings, prepare, step }: Steps) {
  const paints: number[] = []
  const work: Work[] = []
  for (let count = 0; count < strings; count++) {
    await prepare?.()
    await page.waitForTimeout(REST_MS)
    const heading = await page.locator('h1').first().textContent()
    await takeKeyPresses(page)
    const before = await workOf(devtools)
    await step()
    await page.waitForTimeout(REST_MS)
    work.push(workSince(before, await workOf(devtools)))
    if ((await page.locator('h1').first().textContent()) === heading)
      throw new Error('The next string was not opened.')
    const press = (await takeKeyPresses(page)).at(-1)
    if (press === undefined) throw new Error('The press of a key is not in the performance timeline.')
    paints.push(press)
  }
  return { paints, work }
}

/** Types sentences, letter by letter: the time of each. */
async function typing(page: Page, sentences: number): Promise<readonly number[]> {
  const times: number[] = []
  for (let count = 0; count < sentences; count++) {
    await page.keyboard.press('Alt+ArrowDown')
    await page.waitForTimeout(REST_MS)
    await takeKeyPresses(page)
    await page.keyboard.type(SENTENCE, { delay: LETTER_MS })
    await page.waitForTimeout(REST_MS)
    times.push(...(await takeKeyPresses(page)))
  }
  return times
}

type KeyPress = { readonly key: string; readonly at: number; duration: number }

const MODIFIERS = new Set(['Alt', 'Control', 'Shift'])
/** The browser names no press that was painted within 16 ms, and counts in steps of 8. */
const UNNAMED_MS = 8

/** In the page: notes every press of a key, and how long it took until the paint after it. */
function recordKeyPresses(): void {
  const presses: KeyPress[] = []
  Reflect.set(globalThis, 'keyPresses', presses)
  addEventListener(
    'keydown',
    ({ key, timeStamp }) => void presses.push({ key, at: timeStamp, duration: 0 }),
    { capture: true },
  )
  const shortest = { durationThreshold: 16 }
  new PerformanceObserver((list) => {
    for (const { name, startTime, duration } of list.getEntries()) {
      if (name !== 'keydown') continue
      const press = presses.find(({ at }) => Math.abs(at - startTime) < 0.5)
      if (press !== undefined) press.duration = duration
    }
  }).observe({ type: 'event', ...shortest })
}

/** How long the presses since the last time took, those of modifiers left out. */
async function takeKeyPresses(page: Page): Promise<readonly number[]> {
  const presses = await page.evaluate(() => {
    const noted: KeyPress[] = Reflect.get(globalThis, 'keyPresses')
    return noted.splice(0)
  })
  return presses.filter(({ key }) => !MODIFIERS.has(key)).map(({ duration }) => duration || UNNAMED_MS)
}

/** What the main thread has done, by the names of the browser's own counters. */
type Work = Readonly<Record<keyof typeof METRICS, number>>

const METRICS = {
  task: 'TaskDuration',
  script: 'ScriptDuration',
  layout: 'LayoutDuration',
  style: 'RecalcStyleDuration',
  layouts: 'LayoutCount',
  styles: 'RecalcStyleCount',
} as const

async function workOf(devtools: CDPSession): Promise<Work> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  const known = new Map(metrics.map(({ name, value }) => [name, value]))
  return mapWork((part) => known.get(METRICS[part]) ?? 0)
}

function workSince(before: Work, after: Work): Work {
  return mapWork((part) => after[part] - before[part])
}

function mapWork(figureOf: (part: keyof Work) => number): Work {
  return {
    task: figureOf('task'),
    script: figureOf('script'),
    layout: figureOf('layout'),
    style: figureOf('style'),
    layouts: figureOf('layouts'),
    styles: figureOf('styles'),
  }
}

function workFigure(name: string, work: readonly Work[]): Figure {
  const middle = (part: keyof Work) => median(work.map((one) => one[part]))
  const ms = (part: keyof Work) => Math.round(middle(part) * 1000)
  return {
    name,
    value: middle('task') * 1000,
    unit: 'ms',
    samples: work.length,
    note: `script ${ms('script')}, layout ${ms('layout')} (${middle('layouts')} times), style ${ms('style')} (${middle('styles')} times)`,
  }
}

function paintFigure(name: string, times: readonly number[]): Figure {
  return { name, value: percentile(times, 0.95), median: median(times), unit: 'ms', samples: times.length }
}
