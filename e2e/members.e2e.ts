import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, openStore, projectBySlug, putMembership } from '../packages/store/src/index.ts'
import { axeProblems } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, makeProject, type Story } from './story.ts'

/** The screen of members is correct in every theme and direction, and at every width. */

let story: Story
let locales: LocaleFolder
const GERMAN = { role: 'translator', languages: new Set(['de']), namespaces: null } as const
const PEOPLE = [
  ['Amara Lindqvist', 'manager', null, []],
  ['Jonas Weber', 'translator', ['fr'], []],
  ['Sam Okafor', 'developer', null, [GERMAN]],
] as const

beforeAll(async () => {
  locales = makeLocaleFolder({
    'locales/en/shop.json': json({ hello: 'Hello' }),
    'locales/de/shop.json': json({ hello: 'Hallo' }),
    'locales/fr/shop.json': json({ hello: 'Bonjour' }),
    'locales/ar/shop.json': json({}),
  })
  story = await beginStory()
  await makeProject(story, { slug: 'shop', name: 'Acme Shop', sourceLanguage: 'en', folder: locales.folder })
  await story.product.kill('SIGTERM')
  const store = await openStore({ kind: 'sqlite', folder: story.product.data })
  await store.write(async (w) => {
    const projectId = (await projectBySlug(w, 'shop'))?.id ?? 0
    for (const [name, role, languages, grants] of PEOPLE) {
      const user = await createMember(w, { name, passwordHash: null, at: new Date().toISOString() })
      const rights = { role, languages: languages && new Set(languages), namespaces: null, grants }
      await putMembership(w, { userId: user.id, projectId }, rights)
    }
  })
  await store.close()
  await story.restart('SIGKILL')
})
afterAll(async () => {
  await story?.end()
  locales?.remove()
})

const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['Arabic', { locale: 'ar' }],
  ['390 pixels', { viewport: { width: 390, height: 844 }, hasTouch: true }],
]

test.each(LOOKS)('axe finds no problems: %s', async (name, options) => {
  const page = await story.visit('/p/shop/members', options)
  await page.getByRole('grid').waitFor()
  await page.getByText('Jonas Weber').waitFor()
  if (process.env.DRAGOMAN_PICTURES)
    await page.screenshot({ path: `${process.env.DRAGOMAN_PICTURES}/members-${name}.png` })
  expect(await axeProblems(page)).toEqual([])
  await page.close()
})

test('rows have one height, and filters one line', async () => {
  const page = await story.visit('/p/shop/members')
  await page.getByText('Jonas Weber').waitFor()
  const heights = await page
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
  expect(heights.length).toBeGreaterThan(2)
  expect(new Set(heights).size).toBe(1)
  const tops = await page
    .locator('main')
    .getByRole('button', {
      name: new RegExp(`^(${say('members:anyOf.role')}|${say('members:anyOf.language')})`),
    })
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top))
  expect(tops).toHaveLength(2)
  expect(new Set(tops).size).toBe(1)
  await page.close()
})

test('on phones the languages of a person are below the name', async () => {
  const page = await story.visit('/p/shop/members', { viewport: { width: 390, height: 844 } })
  const row = page.getByRole('row', { name: /Jonas Weber/ })
  const [name, language] = [row.getByText('Jonas Weber'), row.getByText(/French|Français/)]
  const [above, below] = [await name.boundingBox(), await language.first().boundingBox()]
  expect(below?.y ?? 0).toBeGreaterThan(above?.y ?? 0)
  await page.close()
})
