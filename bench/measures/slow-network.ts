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

/** How long the first visit of a screen takes on a slow network, with nothing in the browser's cache. */
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
    const transferred = await countTransfers(page)
    const started = performance.now()
    await page.goto(product.origin + visit.path, { waitUntil: 'commit' })
    await page.locator(visit.usable).first().waitFor()
    const seconds = (performance.now() - started) / 1000
    const { requests, bytes } = transferred()
    return [
      { name: `slow network: ${visit.name}`, value: seconds, unit: 's', note: 'first visit until usable' },
      {
        name: `slow network: requests until ${visit.name}`,
        value: requests,
        unit: 'requests',
        note: `${Math.round(bytes / 1000)} kB`,
      },
    ]
  } finally {
    await context.close()
  }
}

/** Slows the page's network down. Returns a function that returns the answers received until then. */
async function countTransfers(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  let requests = 0
  let bytes = 0
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    requests += 1
    bytes += encodedDataLength
  })
  return () => ({ requests, bytes })
}
