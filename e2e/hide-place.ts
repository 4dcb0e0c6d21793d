import path from 'node:path'
import type { Page } from 'playwright-core'
import type { DemoShop } from './demo-shop.ts'

/** Hides where a picture was taken: folders look as on a server, the port is the standard one. */
export async function hidePlace(page: Page, shop: DemoShop): Promise<void> {
  await page.evaluate(
    ([here, port]) => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        const text = node.nodeValue ?? ''
        if (text.includes(here) || text.includes(port))
          node.nodeValue = text.replaceAll(here, '/srv').replaceAll(port, ':4400')
      }
    },
    [path.dirname(shop.locales.folder), `:${new URL(shop.story.product.origin).port}`] as const,
  )
}
