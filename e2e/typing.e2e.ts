import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, box, makeProject, openString, type Story, until } from './story.ts'
import { makeSteps, performSteps, type TypingStep, textOf } from './typing-steps.ts'

/**
 * Typed text keeps its order: at 0 to 10 ms per key, on a slow machine, with dictation, text expanders and
 * input methods, while others save. `DRAGOMAN_TYPING_ROUNDS` sets the number of texts.
 */

const ROUNDS = Number(process.env.DRAGOMAN_TYPING_ROUNDS ?? 3)
const TIMEOUT_MS = 60_000 + ROUNDS * 40_000
const OTHERS = Array.from({ length: 12 }, (_, i) => `other${i}`)
const ENGLISH = {
  hello: 'Other person {{days}} overdue',
  count_one: '{{count}} person, {{days}} days',
  count_other: '{{count}} people, {{days}} days',
  ...Object.fromEntries(OTHERS.map((key) => [key, `A text with {{days}} for ${key}`])),
}

let story: Story
let locales: LocaleFolder
beforeAll(async () => {
  locales = makeLocaleFolder({
    'locales/en/shop.json': json(ENGLISH),
    'locales/de/shop.json': json({ other0: 'x' }),
    'locales/ar/shop.json': json({ other0: 'x' }),
  })
  // The other person saves without a pause: the faster the machine, the more calls in a minute.
  story = await beginStory({ env: { DRAGOMAN_CALLS_PER_ACCOUNT: '0' } })
  await makeProject(story, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', folder: locales.folder })
})
afterAll(async () => {
  await story?.end()
  locales?.remove()
})

type Row = {
  key: { id: number; name: string }
  source: { version: number }
  target: { version: number; forms: { other?: string } }
}
const rows = async (language: string) =>
  (await story.api<{ rows: Row[] }>('GET', `/projects/shop/translations?language=${language}`)).rows

/**
 * Saves other strings of the same list, and the source of the open one, as another person, until the returned
 * function is called.
 */
function saveElsewhere(language: string, openKey: string): () => Promise<void> {
  let isDone = false
  const work = (async () => {
    for (let n = 1; !isDone; n++) {
      const all = await rows(language)
      const isSource = n % 5 === 0
      const row = all.find(({ key }) => key.name === (isSource ? openKey : OTHERS[n % OTHERS.length]))
      if (row === undefined) throw new Error('The string to save is not there.')
      const { version } = isSource ? row.source : row.target
      const forms = { other: `${isSource ? 'Other person {{days}} overdue' : 'Text {{days}}'} ${n}` }
      await story.api('PUT', `/projects/shop/keys/${row.key.id}/translations/${isSource ? 'en' : language}`, {
        forms,
        baseVersion: version,
      })
    }
  })()
  return async () => {
    isDone = true
    await work
  }
}

/** Returns the text of a field without the symbols for invisible characters. */
const textIn = (page: Page, form?: string) =>
  box(page, form).evaluate((content) =>
    [...content.querySelectorAll('.cm-line')]
      .map((line) => {
        const copy = line.cloneNode(true)
        if (copy instanceof Element) for (const sign of copy.querySelectorAll('[aria-hidden]')) sign.remove()
        return copy.textContent
      })
      .join('\n'),
  )

async function typeAll(
  page: Page,
  texts: readonly (readonly TypingStep[])[],
  { slowdown = 1, form }: { slowdown?: number; form?: string },
) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await box(page, form).click()
  for (const steps of texts) {
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await performSteps(page, devtools, steps)
    await until(async () => expect(await textIn(page, form)).toBe(textOf(steps)))
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
}

const seeded = (from: number, marks: readonly string[]) =>
  Array.from({ length: ROUNDS }, (_, i) => makeSteps(from + i, marks))
const MARKS = ['{{days}}', '{{ days }}', '<b>{{days}}</b>', '$t(other0)', '{{days}}{{count}}']

test.each([
  { language: 'de', slowdown: 1 },
  { language: 'de', slowdown: 4 },
  { language: 'ar', slowdown: 1 },
])(
  'a placeholder completed while typing at full speed ($language, $slowdown times slower)',
  async ({ language, slowdown }) => {
    const page = await story.visit()
    await openString(page, { project: 'shop', language, key: 'hello' })
    const text = 'Andere Person {{days}} überfällig'
    const texts = Array.from({ length: ROUNDS * 2 }, (_, i): TypingStep[] => [
      { kind: 'keys', text, delayMs: i % 11 },
    ])
    await typeAll(page, texts, { slowdown })
    await story.closePages()
  },
  TIMEOUT_MS,
)

test(
  'keys, dictation, text expanders and input methods, while others save',
  async () => {
    const page = await story.visit()
    await openString(page, { project: 'shop', language: 'de', key: 'hello' })
    const stop = saveElsewhere('de', 'hello')
    try {
      await typeAll(page, seeded(1, MARKS), {})
      await typeAll(page, seeded(1001, MARKS), { slowdown: 4 })
    } finally {
      await stop()
    }
    const typed = await textIn(page)
    await page.keyboard.press('ControlOrMeta+s')
    await until(async () =>
      expect((await rows('de')).find(({ key }) => key.name === 'hello')?.target.forms.other).toBe(typed),
    )
    await story.closePages()
  },
  TIMEOUT_MS,
)

test(
  'a plural form, from right to left',
  async () => {
    const page = await story.visit()
    await openString(page, { project: 'shop', language: 'ar', key: 'count' })
    await typeAll(page, seeded(2001, MARKS), { form: 'few' })
    await story.closePages()
  },
  TIMEOUT_MS,
)

test('no page reported errors', () => {
  expect(story.takeComplaints()).toEqual([])
})
