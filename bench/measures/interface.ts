import { api, callRoute } from '@dragoman/contract'
import type { CDPSession, Page, Request } from 'playwright-core'
import { openBrowser, openContext } from '../../e2e/browser.ts'
import type { Figure } from '../figure.ts'
import type { Plan } from '../plan.ts'
import { startProduct, untilIdle } from '../product.ts'
import { median, percentile } from '../statistics.ts'
import { copyOfData, imported, PROJECT } from '../workspace.ts'

const LANGUAGE = 'de'
/** Pause on each string, and between two letters, in milliseconds. */
const REST_MS = 400
const LETTER_MS = 120
const SENTENCE = 'Bitte die Rechnung noch einmal ansehen und dann abschicken'

/**
 * The editor in Chromium, from its performance timeline: from a key press to the next paint, and the work of
 * the main thread for one string.
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

/**
 * Counts the page's requests to the server, by path without ids. Returns a function that stops and returns
 * the counts.
 */
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

/** Moves through strings one by one, pausing on each: how soon the next is shown, and the total cost. */
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

/** Types sentences letter by letter; returns the time of each. */
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
/** The browser does not report events painted within 16 ms, and measures in steps of 8. */
const UNNAMED_MS = 8

/** Runs in the page: records every key press, and the time until the next paint. */
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

/** Returns the durations of key presses since the last call, without modifiers. */
async function takeKeyPresses(page: Page): Promise<readonly number[]> {
  const presses = await page.evaluate(() => {
    const noted: KeyPress[] = Reflect.get(globalThis, 'keyPresses')
    return noted.splice(0)
  })
  return presses.filter(({ key }) => !MODIFIERS.has(key)).map(({ duration }) => duration || UNNAMED_MS)
}

/** The work of the main thread, by the browser's own counters. */
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
