// Takes screenshots in your Playwright tests together with the positions of their strings; `dragoman shots FOLDER`
// sends them. Copy this file next to your tests. The build that they run has to mark its strings:
//
//   const { markStrings } = await import('@dragoman/i18next/edit')
//   await markStrings(i18next)
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** The part of Playwright's page that is used, from `@playwright/test` or `playwright-core`. */
type Page = {
  viewportSize(): { readonly width: number; readonly height: number } | null
  screenshot(options: { readonly scale: 'css' }): Promise<Buffer>
  evaluate(expression: string): Promise<unknown>
}

type StringOnScreen = {
  readonly namespace: string
  readonly key: string
  readonly askedLanguage: string
  /** `text`, or the name of the attribute that contains the string. */
  readonly part: string
  readonly rect: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

/** How often the picture is retaken if the page changes in between. */
const ATTEMPTS = 5

/**
 * Takes a picture of the visible part of the page, and writes it with the positions of all strings to
 * `folder`. `name` says what it shows; the next picture with the same name and language replaces it.
 */
export async function shoot(page: Page, name: string, folder = 'screenshots'): Promise<void> {
  const { picture, strings } = await takePicture(page)
  const language = mostFrequent(strings.map((string) => string.askedLanguage))
  if (language === null) throw new Error(`"${name}" shows no strings of Dragoman: is its build marked?`)
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const places = strings.map(({ namespace, key, part, rect }) => {
    const [left, top] = [Math.max(0, Math.floor(rect.x)), Math.max(0, Math.floor(rect.y))]
    const right = Math.min(width, Math.ceil(rect.x + rect.width))
    const bottom = Math.min(height, Math.ceil(rect.y + rect.height))
    return { namespace, key, part, x: left, y: top, width: right - left, height: bottom - top }
  })
  const file = path.join(folder, fileName(name, language))
  await mkdir(folder, { recursive: true })
  await writeFile(`${file}.png`, picture)
  const shot = { name, language, takenAt: new Date().toISOString(), strings: places }
  await writeFile(`${file}.json`, `${JSON.stringify(shot, null, 2)}\n`)
}

/** Takes a picture, and returns it with its strings: again if the page has changed meanwhile. */
async function takePicture(page: Page): Promise<{ picture: Buffer; strings: readonly StringOnScreen[] }> {
  let before = await stringsOf(page)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    // One image pixel per CSS pixel, the unit of the positions.
    const picture = await page.screenshot({ scale: 'css' })
    const after = await stringsOf(page)
    if (JSON.stringify(after) === JSON.stringify(before)) return { picture, strings: after }
    before = after
  }
  throw new Error('The page keeps changing: wait until it is stable before taking a picture.')
}

async function stringsOf(page: Page): Promise<readonly StringOnScreen[]> {
  const strings = await page.evaluate('window.dragomanPage?.stringsOnScreen() ?? null')
  if (strings === null)
    throw new Error('The strings of this page are not marked: call markStrings of @dragoman/i18next/edit.')
  return strings as readonly StringOnScreen[]
}

function mostFrequent(words: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null
}

/** Returns a readable name that is unique for each `name`. */
function fileName(name: string, language: string): string {
  const readable = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
  const id = createHash('sha256').update(name).digest('hex').slice(0, 6)
  return `${readable}-${id}.${language}`
}
