import type { Page } from 'playwright-core'
import { axeProblems } from './browser.ts'

/**
 * Returns what axe finds on the page, and whether the document is larger than the window. `scrolls`: the screen
 * has no frame and scrolls as a whole where the window is low.
 */
export async function screenProblems(
  page: Page,
  screen: string,
  { scrolls = false }: { readonly scrolls?: boolean } = {},
): Promise<string[]> {
  const found = (await axeProblems(page)).map(
    ({ id, help, nodes }) => `${screen}: ${id} (${help}): ${nodes.join(' | ')}`,
  )
  const [wider, higher] = await page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement
    return [scrollWidth - clientWidth, scrollHeight - clientHeight] as const
  })
  if (wider > 0) found.push(`${screen}: the page is ${wider} pixels wider than the window`)
  if (higher > 0 && !scrolls) found.push(`${screen}: the page is ${higher} pixels higher than the window`)
  return found
}
