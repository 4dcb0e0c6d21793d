import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, openContext } from '../../e2e/browser.ts'
import type { Figure } from '../figure.ts'
import type { Plan } from '../plan.ts'
import { type Product, startProduct, untilIdle } from '../product.ts'
import { copyOfData, imported, PROJECT } from '../workspace.ts'

/** A train or a village: 50 kB/s in both directions, each response 400 ms late. */
const NETWORK = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
}

/** A page of the product, and an element that is on it as soon as the page is usable. */
type Visit = {
  readonly name: string
  readonly path: string
  readonly usable: string
  readonly isSignedIn: boolean
}

const VISITS: readonly Visit[] = [
  { name: 'sign-in', path: '/sign-in', usable: 'form button[type=submit]:enabled', isSignedIn: false },
  { name: 'overview', path: `/p/${PROJECT}`, usable: 'main h1', isSignedIn: true },
  {
    name: 'editor',
    path: `/p/${PROJECT}/translate/de`,
    usable: '[data-string-boxes] [contenteditable=true]',
    isSignedIn: true,
  },
]

/** Not part of the results: every request of the last run, with its times and the file that made it. */
const WATERFALLS = path.resolve(import.meta.dirname, '../results/tmp')

/**
 * How long the first visit of a screen takes on a slow network, with nothing in the browser's cache. Writes the
 * requests of each visit to `results/tmp/waterfall-<screen>.txt`.
 */
export async function measureSlowNetwork({ size }: Plan): Promise<readonly Figure[]> {
  await imported(size)
  const product = await startProduct({ data: copyOfData(size, 'slow-network') })
  const browser = await openBrowser()
  try {
    await untilIdle(product)
    const figures: Figure[] = []
    for (const visit of VISITS) figures.push(...(await firstVisit(browser, product, visit)))
    return figures
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function firstVisit(browser: Browser, product: Product, visit: Visit): Promise<readonly Figure[]> {
  const context = await openContext(browser)
  try {
    if (visit.isSignedIn) await context.addCookies([{ ...product.cookie, url: product.origin }])
    const page = await context.newPage()
    const transfers = await recordTransfers(page)
    const started = performance.now()
    await page.goto(product.origin + visit.path, { waitUntil: 'commit' })
    await page.locator(visit.usable).first().waitFor()
    const seconds = (performance.now() - started) / 1000
    const ended = transfers().filter(({ end }) => end !== null)
    const bytes = ended.reduce((sum, transfer) => sum + transfer.bytes, 0)
    writeWaterfall(visit.name, transfers())
    return [
      { name: `slow network: ${visit.name}`, value: seconds, unit: 's', note: 'first visit until usable' },
      {
        name: `slow network: requests until ${visit.name}`,
        value: ended.length,
        unit: 'requests',
        note: `${Math.round(bytes / 1000)} kB`,
      },
    ]
  } finally {
    await context.close()
  }
}

/** One request of a page; times are seconds since the first one. */
type Transfer = {
  readonly path: string
  readonly start: number
  readonly end: number | null
  /** As transferred, with headers. */
  readonly bytes: number
  /** The file that requested it. */
  readonly by: string
}

/** Slows the page's network down. Returns a function that returns the requests made until then. */
async function recordTransfers(page: Page): Promise<() => readonly Transfer[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  const transfers = new Map<string, Transfer>()
  let first: number | undefined
  devtools.on('Network.requestWillBeSent', ({ requestId, request, timestamp, initiator }) => {
    first ??= timestamp
    const by = initiator.url ?? initiator.stack?.callFrames[0]?.url ?? ''
    transfers.set(requestId, {
      path: pathOf(request.url),
      start: timestamp - first,
      end: null,
      bytes: 0,
      by: pathOf(by),
    })
  })
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const transfer = transfers.get(requestId)
    if (transfer === undefined || first === undefined) return
    transfers.set(requestId, { ...transfer, end: timestamp - first, bytes: encodedDataLength })
  })
  return () => [...transfers.values()]
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : ''
}

function writeWaterfall(name: string, transfers: readonly Transfer[]): void {
  const lines = transfers.map((transfer) =>
    [
      transfer.start.toFixed(2),
      transfer.end?.toFixed(2) ?? '',
      transfer.bytes,
      transfer.path,
      transfer.by,
    ].join('\t'),
  )
  mkdirSync(WATERFALLS, { recursive: true })
  writeFileSync(
    path.join(WATERFALLS, `waterfall-${name}.txt`),
    `${['start', 'end', 'bytes', 'path', 'by'].join('\t')}\n${lines.join('\n')}\n`,
  )
}
