import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember, openStore, projectBySlug, putMembership } from '../packages/store/src/index.ts'
import { axeProblems } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { beginStory, makeProject, type Story, until } from './story.ts'

/** A manager changes what people may do by keyboard; the screen is right in every look. */

let story: Story
let locales: LocaleFolder
const PEOPLE = [
  ['Amara Lindqvist', 'manager', null],
  ['Jonas Weber', 'translator', ['fr']],
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
    for (const [name, role, languages] of PEOPLE) {
      const user = await createMember(w, { name, passwordHash: null, at: new Date().toISOString() })
      const rights = { role, languages: languages && new Set(languages), namespaces: null }
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

const rightsOf = async (name: string) => {
  type Listed = { members: { name: string; rights: { role: string; languages: string[] | null } | null }[] }
  const { members } = await story.api<Listed>('GET', '/projects/shop/members')
  return members.find((member) => member.name === name)?.rights
}

test('Space gives a language, Undo takes it back, Enter says why', async () => {
  const page = await story.visit('/p/shop/members')
  const jonas = page.getByRole('row', { name: /Jonas Weber/ })
  const german = jonas.getByRole('gridcell', { name: `Deutsch: ${say('members:shape.read')}` })
  await german.focus()
  await page.keyboard.press('Space')
  await until(async () => (await rightsOf('Jonas Weber'))?.languages?.includes('de'))
  await page.getByRole('button', { name: say('members:undo') }).click()
  await until(async () => (await rightsOf('Jonas Weber'))?.languages?.join() === 'fr')
  await german.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: say('members:explain') }).waitFor()
  await page.getByText(say('members:no'), { exact: true }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await page.close()
})

const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['Arabic', { locale: 'ar' }],
  ['390 pixels', { viewport: { width: 390, height: 844 }, hasTouch: true }],
]

test.each(LOOKS)('nothing to be found by axe: %s', async (name, options) => {
  const page = await story.visit('/p/shop/members', options)
  await page.getByRole('grid').waitFor()
  await page.getByText('Jonas Weber').waitFor()
  if (process.env.DRAGOMAN_PICTURES)
    await page.screenshot({ path: `${process.env.DRAGOMAN_PICTURES}/members-${name}.png` })
  expect(await axeProblems(page)).toEqual([])
  await page.close()
})
