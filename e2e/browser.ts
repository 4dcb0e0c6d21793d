import axe from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { WAIT_DEADLINE_MS } from '../scripts/lib/deadlines.ts'
import { findChromium, findWholeChromium } from '../scripts/lib/system-packages.mjs'

/** How long a page waits for one thing. */
export const DEADLINE_MS = WAIT_DEADLINE_MS
/** The same for background jobs with much to do. */
export const JOB_DEADLINE_MS = 2.5 * WAIT_DEADLINE_MS

/** Whether a page can take a picture of its tab: not in the headless shell. `npm run test:all` installs what can. */
export const canCaptureTabs = findChromium() === findWholeChromium()

let shared: Browser | undefined

/**
 * Opens Chromium: `DRAGOMAN_TEST_CHROMIUM`, which `npm test` sets, or the system's. The stories of a process
 * share it, one after the other; each has pages and profiles of its own and ends with `closeProfiles`.
 */
export async function openBrowser(): Promise<Browser> {
  if (!shared?.isConnected()) shared = await launch()
  return shared
}

async function launch(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('Chromium was not found: see CONTRIBUTING.md, "Tests".')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // For a page that takes a picture of itself: no one is there to accept the browser's prompt.
      '--auto-accept-this-tab-capture',
    ],
  })
}

/** Lines of a page that a message contains. */
const DESCRIBED_LINES = 60

/** Returns the URL and the accessible content of each open page, as text; empty if there is none. */
export async function describePages(): Promise<string> {
  const pages = shared?.contexts().flatMap((context) => context.pages()) ?? []
  const texts = await Promise.all(pages.map(describePage))
  return texts.map((text) => `\n${text}`).join('')
}

async function describePage(page: Page): Promise<string> {
  const shown = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5000 })
    .catch((error: unknown) => `(could not be read: ${error})`)
  const lines = shown.split('\n')
  const left = lines.length > DESCRIBED_LINES ? [`… ${lines.length - DESCRIBED_LINES} more lines`] : []
  return [`Shown at ${page.url()}:`, ...lines.slice(0, DESCRIBED_LINES), ...left].join('\n')
}

/** Closes all pages and profiles. The browser stays open for the next story. */
export async function closeProfiles(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()))
}

/**
 * Opens a context that fails the test on errors of the page, so that screens that look broken to users do not
 * go unnoticed.
 */
export async function openContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(DEADLINE_MS)
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`Against the policy (${event.effectiveDirective}): ${event.blockedURI} ${event.sample}`)
    })
  })
  return context
}

/** Waits until the screen shows what it has loaded, with a heading and no placeholders. */
export async function untilLoaded(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('h1') !== null && document.querySelector('[role=status][data-shown]') === null,
  )
}

/** Waits until the page has done what the last event led to: two frames later, nothing of it is left. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

export type AxeProblem = { readonly id: string; readonly help: string; readonly nodes: readonly string[] }

/** Returns the problems that axe finds on the page by WCAG 2.2 A and AA and best practices. */
export async function axeProblems(page: Page): Promise<AxeProblem[]> {
  // The color of a button fades while it becomes enabled.
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
  // The colors of another scheme come with the next frame.
  await nextFrame(page)
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    // axe was injected by the line above, without its types
    const { axe } = window as unknown as {
      axe: {
        run(
          node: Document,
          options: unknown,
        ): Promise<{
          violations: { id: string; help: string; nodes: { html: string; failureSummary: string }[] }[]
        }>
      }
    }
    // While something fades in, its contrast is lower. What repeats without end does not fade.
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
    // Behind an open dialog the page is hidden on purpose, including its main part and heading
    const hidden =
      document.querySelector('[role=dialog], [role=alertdialog]') === null
        ? []
        : ['landmark-one-main', 'page-has-heading-one']
    // React Aria adds buttons for screen readers next to a popover.
    if (document.querySelector('[data-trigger=DialogTrigger] > [role=dialog]') !== null) hidden.push('region')
    const result = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      rules: Object.fromEntries(hidden.map((rule) => [rule, { enabled: false }])),
    })
    return result.violations.map((v) => ({
      id: v.id,
      help: v.help,
      nodes: v.nodes.map((node) => `${node.html.slice(0, 200)} :: ${node.failureSummary.slice(0, 300)}`),
    }))
  })
}
