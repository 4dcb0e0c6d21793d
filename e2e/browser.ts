import axe from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'

/** A real Chromium, the system's. `DRAGOMAN_TEST_CHROMIUM` names it; `npm test` sets it. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env.DRAGOMAN_TEST_CHROMIUM || '/usr/bin/chromium'
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
    ],
  })
}

/**
 * A context that fails the test on errors of the page: what a user would see as a broken screen must not pass
 * unnoticed.
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
  context.setDefaultTimeout(15_000)
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`Against the policy (${event.effectiveDirective}): ${event.blockedURI} ${event.sample}`)
    })
  })
  return context
}

export type AxeProblem = { readonly id: string; readonly help: string; readonly nodes: readonly string[] }

/** What axe finds on the page by WCAG 2.2 A and AA and its best practices. */
export async function axeProblems(page: Page): Promise<AxeProblem[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    // axe is put into the page by the line above; its types are not there
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
    // Behind an open dialog the page is hidden on purpose, and with it its main part and heading
    const hidden =
      document.querySelector('[role=dialog], [role=alertdialog]') === null
        ? []
        : ['landmark-one-main', 'page-has-heading-one']
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
