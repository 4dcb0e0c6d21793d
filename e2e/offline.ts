import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { until } from './story.ts'

/** The parts of the program that work without a connection, by their files. */
const PARTS = ['StatusPopover-', 'CommandPalette-', 'ShortcutsDialog-', '/review-', '/keys-']

/** Loads a page again, opens something, and waits until it has loaded what it needs without a connection. */
export async function untilPartsLoaded(page: Page, open: () => Promise<unknown>): Promise<void> {
  const loaded: string[] = []
  page.on('requestfinished', (request) => loaded.push(request.url()))
  await page.reload()
  await open()
  for (const part of PARTS)
    await until(() => expect(loaded.filter((url) => url.includes(part))).not.toEqual([]))
}
