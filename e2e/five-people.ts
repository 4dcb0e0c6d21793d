import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { openMailServer, type TestMailServer } from '../packages/server/test/mail-server.ts'
import { untilLoaded } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { type Look, languageOf, wear } from './looks.ts'
import { joinByInvitation, openStranger, type Person } from './people.ts'
import { screenProblems } from './screen-problems.ts'
import { beginStory, makeProject, type Story } from './story.ts'

/**
 * The team of the stories five-people-*.e2e.ts: an owner, a developer who also translates, a reviewer, a translator
 * and a visitor, each in a browser of their own. Every step is checked by axe in at least two of four looks.
 */

export const GRETA = {
  name: 'Greta Vogel',
  address: 'greta@example.test',
  password: 'kettle orchard violin seven',
}
export const SAM = {
  name: 'Sam Okafor',
  address: 'sam@example.test',
  password: 'lantern marble oxygen fable',
}
export const PIOTR = {
  name: 'Piotr Nowak',
  address: 'piotr@example.test',
  password: 'harbor pencil winter grape',
}

/** Strings that were translated to German before Dragoman. */
export const ITEMS = 66

export const SCREENS = ['Overview', 'editor', 'Review', 'Inbox', 'Members', 'public page'] as const
export type Screen = (typeof SCREENS)[number]
type Words = Readonly<Record<string, string | number>>

export type Team = {
  readonly story: Story
  readonly locales: LocaleFolder
  readonly mail: TestMailServer
  /** The owner, the reviewer, the developer, the translator and the visitor. */
  readonly mara: Page
  readonly greta: Page
  readonly sam: Page
  readonly piotr: Page
  readonly vera: Page
  readonly complaints: string[]
}

/** How a page looks now, and what was checked on it. */
type Shown = { look: Look; readonly screens: Map<Look, Set<Screen>>; readonly looksOfStep: Set<Look> }
const shown = new WeakMap<Page, Shown>()

function shownOn(page: Page): Shown {
  const found = shown.get(page)
  if (found === undefined) throw new Error('The page belongs to no team.')
  return found
}

function isShown(page: Page, look: Look): Page {
  shown.set(page, { look, screens: new Map(), looksOfStep: new Set() })
  return page
}

/** Starts the product and a browser for each person. Only Mara, the owner, has an account, and there is no project. */
export async function openTeam(): Promise<Team> {
  const items = (write: (n: number) => string, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`item${100 + n}`, write(100 + n)]))
  const others = { hello: 'Hello', pay: 'Pay now', later: 'Pay later', cart: 'Your basket' }
  const locales = makeLocaleFolder({
    'locales/en.json': json({ ...items((n) => `Plant number ${n} for your garden`, ITEMS), ...others }),
    'locales/de.json': json(items((n) => `Pflanze Nummer ${n} für deinen Garten`, ITEMS)),
    'locales/pl.json': json(items((n) => `Roślina numer ${n} do twojego ogrodu`, 60)),
    'locales/ar.json': json(items((n) => `النبتة رقم ${n} لحديقتك`, 10)),
  })
  const mail = await openMailServer()
  const story = await beginStory({
    env: (port) => ({
      DRAGOMAN_URL: `http://localhost:${port}`,
      DRAGOMAN_SMTP_URL: `smtp://127.0.0.1:${mail.settings.port}?tls=off`,
      DRAGOMAN_MAIL_FROM: 'Dragoman <l10n@example.test>',
    }),
  })
  const complaints: string[] = []
  const stranger = async (locale = 'en-US') =>
    isShown(await openStranger(story, complaints, { locale }), locale === 'ar' ? 'Arabic' : 'English')
  const mara = isShown(await story.visit('/projects'), 'English')
  const [greta, sam, piotr] = await Promise.all([stranger(), stranger(), stranger()])
  // Her browser asks for Arabic
  const vera = await stranger('ar')
  return { story, locales, mail, mara, greta, sam, piotr, vera, complaints }
}

/**
 * Brings an opened team to work: the project Garden is shared with everyone, Greta reviews German, Sam is a developer
 * who also translates to German, and Piotr translates to Polish.
 */
export async function startWork(team: Team): Promise<void> {
  const { story, locales, greta, sam, piotr } = team
  await makeProject(story, {
    slug: 'garden',
    name: 'Garden',
    sourceLanguage: 'en',
    folder: locales.folder,
  })
  await join(team, greta, GRETA, { role: 'reviewer', languages: ['de'] })
  await join(team, sam, SAM, { role: 'developer', languages: null })
  await join(team, piotr, PIOTR, { role: 'translator', languages: ['pl'] })
  type Listed = { members: { name: string; who: string; version: number }[] }
  const { members } = await story.api<Listed>('GET', '/projects/garden/members')
  const member = members.find(({ name }) => name === SAM.name)
  const grants = [{ role: 'translator', languages: ['de'], namespaces: null }]
  const rights = { role: 'developer', languages: null, namespaces: null, grants }
  await story.api('POST', '/projects/garden/members', {
    changes: [{ who: member?.who, baseVersion: member?.version, rights }],
  })
  await story.api('PATCH', '/projects/garden', { sharing: { with: 'everyone', role: 'suggester' } })
}

export const join = (
  { story, mail }: Team,
  page: Page,
  person: Person,
  rights: { role: string; languages: string[] | null },
) => joinByInvitation({ story, mail, page, project: 'garden', person, rights })

export async function closeTeam(team: Team | undefined): Promise<void> {
  await team?.story.end()
  await team?.mail.stop()
  team?.locales.remove()
}

const pagesOf = ({ mara, greta, sam, piotr, vera }: Team) => [mara, greta, sam, piotr, vera]

/** Expects that a step reported no errors and was checked in at least two looks. */
export function expectStepClean(team: Team): void {
  expect([...team.story.takeComplaints(), ...team.complaints.splice(0)]).toEqual([])
  const looks = pagesOf(team).map((page) => shownOn(page).looksOfStep)
  expect(new Set(looks.flatMap((some) => [...some])).size, 'looks of this step').toBeGreaterThanOrEqual(2)
  for (const some of looks) some.clear()
}

/** Returns whether a screen was checked in a look, on any page of the team. */
export const wasSeen = (team: Team, look: Look, screen: Screen): boolean =>
  pagesOf(team).some((page) => shownOn(page).screens.get(look)?.has(screen))

export const lookOf = (page: Page): Look => shownOn(page).look
/** A text of the interface as this page shows it. */
export const text = (page: Page, address: string, words: Words = {}) =>
  say(address, words, languageOf(lookOf(page)))
export const languageName = (page: Page, tag: string) =>
  new Intl.DisplayNames(languageOf(lookOf(page)), { type: 'language' }).of(tag) ?? tag
export const button = (page: Page, address: string, words: Words = {}, within: Page | Locator = page) =>
  within.getByRole('button', { name: text(page, address, words), exact: true })

/** A button whose name ends with its keys. */
export const withKeys = (page: Page, address: string, words: Words = {}) =>
  page.getByRole('button', { name: new RegExp(`^${text(page, address, words)}`) })

export async function change(page: Page, look: Look): Promise<void> {
  await wear(page, look)
  shownOn(page).look = look
}

let pictures = 10
/** Expects that axe finds no problems, and that nothing is wider or higher than the window. */
export async function expectClean(page: Page, screen?: Screen): Promise<void> {
  const { look, screens, looksOfStep } = shownOn(page)
  await untilLoaded(page)
  await page.waitForFunction(() => document.getAnimations().length === 0)
  const folder = process.env.DRAGOMAN_E2E_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/five-${pictures++}-${look.replace(' ', '-')}.png` })
  expect(await screenProblems(page, `${page.url()}, ${look}`)).toEqual([])
  looksOfStep.add(look)
  if (screen !== undefined) screens.set(look, (screens.get(look) ?? new Set()).add(screen))
}

export async function open(page: Page, address: string, look: Look): Promise<void> {
  await wear(page, look, address)
  shownOn(page).look = look
}

type Counts = { total: number; untranslated: number; translated: number; reviewed: number; draft: number }
export async function countsOf(story: Story, language: string): Promise<Counts> {
  type Overview = { languages: { tag: string; counts: Counts }[] }
  const { languages } = await story.api<Overview>('GET', '/projects/garden/overview')
  const found = languages.find(({ tag }) => tag === language)
  if (found === undefined) throw new Error(`no language ${language}`)
  return found.counts
}

type Row = { key: { id: number }; target: { version: number; forms: { other?: string }; state: string } }
export async function rowOf(story: Story, name: string, language: string): Promise<Row> {
  const query = new URLSearchParams({ language, q: `key:${name}` })
  const { rows } = await story.api<{ rows: Row[] }>('GET', `/projects/garden/translations?${query}`)
  if (rows[0] === undefined) throw new Error(`no text ${name}`)
  return rows[0]
}

export const items = (page: Page) => page.locator('[data-item]')
export const main = (page: Page) => page.getByRole('main')
/** The primary button of the page. */
export const firstButton = (page: Page) => main(page).locator('header button[class*="primary"]')
export const rowIn = (page: Page, name: string) =>
  page.getByRole('row', { name: new RegExp(`^(?=.*${name.split(' ')[0]})`) })
