import type { Page } from 'playwright-core'
import { untilLoaded } from './browser.ts'

/** How a person's screens look: a page can change from one to another. */

export const LOOKS = ['English', 'Arabic', 'dark', '390 pixels'] as const
export type Look = (typeof LOOKS)[number]

/** The language of the interface. */
export const languageOf = (look: Look) => (look === 'Arabic' ? 'ar' : 'en')

/** Changes how a page looks, and then goes to an address if there is one. It is loaded again if its language changes. */
export async function wear(page: Page, look: Look, address?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light' })
  await page.setViewportSize(
    look === '390 pixels' ? { width: 390, height: 844 } : { width: 1440, height: 900 },
  )
  if (address !== undefined) await page.goto(address)
  const language = languageOf(look)
  await untilLoaded(page)
  if ((await page.evaluate(() => document.documentElement.lang)) !== language) {
    await page.evaluate((tag) => localStorage.setItem('i18nextLng', tag), language)
    await page.reload()
    await page.waitForFunction((tag) => document.documentElement.lang === tag, language)
    await untilLoaded(page)
  }
}
