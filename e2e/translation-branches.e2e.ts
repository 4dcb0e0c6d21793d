import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type GitServer, openGitServer, type TestRepository } from '../packages/server/test/git/git-server.ts'
import { axeProblems } from './browser.ts'
import { closeWithEscape } from './by-keyboard.ts'
import { say } from './interface-text.ts'
import { beginStory, importsEnd, openString, type Story, typeText, until, untilSaved } from './story.ts'

/**
 * A branch of a repository is translated before it is merged, all on screen; the repository is a real one.
 */

const FEATURE = 'feature/checkout'
const SLUG = 'shop-feature-checkout'
/** The beginning of the sentence, before the name of the branch. */
const GONE = say('branches:about.gone', { branch: '', project: '' }).split('<')[0]?.trim() ?? ''
const file = (texts: Readonly<Record<string, string>>) => `${JSON.stringify(texts, null, 2)}\n`

let story: Story
let git: GitServer
let shop: TestRepository
let source = 0
beforeAll(async () => {
  git = await openGitServer()
  shop = git.createRepository('garden/shop')
  shop.write({
    'locales/en.json': file({ cart: 'Cart', due: 'Due today', title: 'Shop' }),
    'locales/de.json': file({ cart: 'Korb', due: 'Heute fällig', title: 'Laden' }),
    'locales/pl.json': file({ cart: 'Koszyk', due: 'Termin: dzisiaj', title: 'Sklep' }),
  })
  shop.commit('First')
  for (const [name, texts] of [
    [FEATURE, { cart: 'Basket', due: 'Due today', pay: 'Pay now', ship: 'Delivery', title: 'Shop' }],
    ['feature/search', { cart: 'Cart', due: 'Due today', find: 'Find', title: 'Shop' }],
  ] as const) {
    shop.git('checkout', '--quiet', '-b', name, 'main')
    shop.write({ 'locales/en.json': file(texts) })
    shop.commit(`Texts of ${name}`)
  }
  shop.git('checkout', '--quiet', 'main')
  shop.git('push', '--quiet', 'origin', 'main:refs/heads/fix/typo')
  story = await beginStory({ env: { DRAGOMAN_ALLOW_PRIVATE_NETWORKS: '127.0.0.1' } })
  await story.api('POST', '/projects', { slug: 'shop', name: 'Shop', sourceLanguage: 'en' })
  const connected = await story.api<{ id: number }>('POST', '/projects/shop/git/sources', {
    repository: shop.url,
    branch: 'main',
    pattern: 'locales/{lng}.json',
    format: 'i18next-json',
    mode: 'push',
    settings: { quietMinutes: 60 },
    signIn: { kind: 'password', user: git.user, password: git.password },
  })
  source = connected.id
  await importsEnd(story, 'shop')
})
afterEach(async () => {
  await story.closePages()
  expect(story.takeComplaints()).toEqual([])
})
afterAll(async () => {
  await story?.end()
  await git?.close()
})

type Listed = { slug: string; branch: string; isRead: boolean; keys: number; unsent: number }

const button = (page: Page, address: string) => page.getByRole('button', { name: say(address), exact: true })
const listed = async () =>
  (await story.api<{ branches: Listed[] }>('GET', '/projects/shop/branches')).branches
const switcher = (page: Page, name: string) =>
  page.getByRole('button', { name: say('branches:switch', { name }), exact: true })
const isRead = (branch: string, keys: number) =>
  until(async () =>
    expect((await listed()).find((one) => one.branch === branch)).toMatchObject({ isRead: true, keys }),
  )

test('how branches are opened is configured, with a preview of the branches that match a pattern', async () => {
  const page = await story.visit('/p/shop/files')
  await page.getByText(say('branches:none')).waitFor()
  await page.getByText(say('branches:way.hand')).waitFor()
  expect(await page.getByRole('button', { name: /translation branch/i }).count()).toBe(0)
  await button(page, 'branches:way.change').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(say('branches:way.hint.pull-requests')).click()
  await dialog.getByText(say('branches:way.noForge')).waitFor()
  await dialog.getByText(say('branches:way.hint.pattern')).click()
  const names = dialog.getByLabel(say('branches:way.patternLabel'))
  await names.fill('fix/*')
  await dialog.getByText('fix/typo').waitFor()
  await names.fill('release/*')
  await dialog.getByText(say('branches:way.fitsNone')).waitFor()
  await picture(page, 'opening')
  expect(await axeProblems(page)).toEqual([])
  await button(page, 'common:save').click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('release/*').waitFor()
})

test('a branch is opened, translated and pushed; after the merge it is gone, and its texts are in the project', async () => {
  const page = await story.visit('/p/shop/files')
  // By keyboard alone.
  await button(page, 'branches:open.start').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('option', { name: FEATURE }).waitFor()
  await page.keyboard.type('check')
  await until(async () => expect(await dialog.getByRole('option').count()).toBe(1))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await picture(page, 'open')
  expect(await axeProblems(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await isRead(FEATURE, 3)
  await page.getByRole('link', { name: FEATURE }).waitFor()

  await page.goto('/p/shop/translate/de')
  await switcher(page, say('branches:main')).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemradio', { name: new RegExp(FEATURE) }).waitFor()
  await page.keyboard.press('ArrowDown')
  await picture(page, 'switcher')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/p/${SLUG}/translate/de**`)
  await switcher(page, FEATURE).waitFor()
  await page.getByText(say('branches:about.strings')).waitFor()
  for (const place of ['members', 'releases'])
    expect(await page.getByRole('link', { name: say(`common:screens.${place}`) }).count()).toBe(0)

  await openString(page, { project: SLUG, language: 'de', key: 'pay' })
  await typeText(page, 'Jetzt zahlen')
  await page.keyboard.press('Control+s')
  await untilSaved(page)
  await picture(page, 'editor')
  expect(await axeProblems(page)).toEqual([])
  await page.goto(`/p/${SLUG}/files`)
  await button(page, 'git:sendNow').click()
  await page.getByText(say('git:history.out_one', { count: 1 })).waitFor()
  expect(shop.fileAt(FEATURE, 'locales/de.json')).toContain('"pay": "Jetzt zahlen"')
  expect(shop.fileAt('main', 'locales/de.json')).not.toContain('Jetzt zahlen')

  // Screens that the branch shares with its project open there.
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await page.waitForURL('**/p/shop/members')
  await page.goto(`/p/${SLUG}/overview`)
  await page.getByText(say('branches:about.strings')).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type(say('common:screens.settings'))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/p/shop/settings')

  const looking = await story.visit(`/p/${SLUG}/translate/de`)
  await looking.getByText(say('branches:about.strings')).waitFor()
  shop.git('fetch', '--quiet', 'origin')
  shop.git('merge', '--quiet', '--no-ff', '-m', 'Merge', `origin/${FEATURE}`)
  shop.git('push', '--quiet', 'origin', 'main')
  await page.goto('/p/shop/files')
  await button(page, 'files:syncNow').click()
  await until(async () => expect(await listed()).toEqual([]))
  await looking.getByText(GONE).waitFor()
  await picture(looking, 'gone')
  expect(await axeProblems(looking)).toEqual([])
  await looking.getByRole('link', { name: say('branches:about.back', { project: 'Shop' }) }).click()
  await looking.waitForURL('**/p/shop/translate/de**')
  await openString(page, { project: 'shop', language: 'de', key: 'pay' })
  await page.getByText('Jetzt zahlen').first().waitFor()
  await until(async () => expect(await switcher(page, say('branches:main')).count()).toBe(0))
})

const LOOKS: readonly { name: string; language: string; options: BrowserContextOptions }[] = [
  { name: 'light', language: 'en', options: { colorScheme: 'light' } },
  { name: 'dark', language: 'en', options: { colorScheme: 'dark' } },
  { name: 'Arabic', language: 'ar', options: { colorScheme: 'light', locale: 'ar' } },
  { name: '390 pixels', language: 'en', options: { viewport: { width: 390, height: 844 }, hasTouch: true } },
]

test('the screens fit in light, dark, Arabic and on a phone', async () => {
  await openSearchBranch()
  for (const { name, language, options } of LOOKS) {
    const page = await story.visit('/p/shop/files', options)
    await page.getByRole('heading', { name: say('branches:title', {}, language) }).waitFor()
    for (const address of ['/p/shop/files', '/p/shop-feature-search/overview', '/projects']) {
      if (address !== '/p/shop/files') await page.goto(address)
      await page.getByText('feature/search').first().waitFor()
      await until(async () => expect(await axeProblems(page)).toEqual([]))
      expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(
        page.viewportSize()?.width,
      )
      await picture(page, `${address.split('/').slice(-2).join('-')}-${name}`)
    }
  }
})

test('translators see the branches with the reason why they cannot open or close them', async () => {
  const page = await translator()
  await page.goto('/p/shop/files')
  await page.getByRole('link', { name: 'feature/search' }).waitFor()
  for (const name of [
    say('branches:open.start'),
    say('branches:close.named', { branch: 'feature/search' }),
  ]) {
    const refused = page.getByRole('button', { name, exact: true })
    expect(await refused.getAttribute('aria-disabled')).toBe('true')
  }
  expect(await button(page, 'branches:way.change').count()).toBe(0)
  expect(await axeProblems(page)).toEqual([])
  await page.goto('/p/shop-feature-search/files')
  await button(page, 'git:settings.title').waitFor()
  expect(await button(page, 'git:settings.title').getAttribute('aria-disabled')).toBe('true')
  expect(await button(page, 'files:connectSource').count()).toBe(0)
  await switcher(page, 'feature/search').click()
  await page.getByRole('menuitemradio', { name: new RegExp(say('branches:main')) }).click()
  await page.waitForURL('**/p/shop/files')
})

test('a branch is closed, and unsent texts are moved to the project', async () => {
  const page = await story.visit()
  await openString(page, { project: 'shop-feature-search', language: 'de', key: 'find' })
  await typeText(page, 'Suchen')
  await page.keyboard.press('Control+s')
  await untilSaved(page)
  // The project gets the key in another way.
  shop.git('pull', '--quiet', 'origin', 'main')
  shop.write({
    'locales/en.json': shop.fileAt('main', 'locales/en.json').replace('{\n', '{\n  "find": "Search",\n'),
  })
  shop.commit('Find, differently')
  await story.api('POST', `/projects/shop/sources/${source}/sync`)
  await page.goto('/p/shop/files')
  await page.getByText(say('branches:unsent_one', { count: 1 })).waitFor()
  await page.getByRole('button', { name: say('branches:close.named', { branch: 'feature/search' }) }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(say('branches:close.unsent_one', { count: 1 })).waitFor()
  await picture(page, 'close')
  expect(await axeProblems(page)).toEqual([])
  await closeWithEscape(page, dialog)
  await page.keyboard.press('Enter')
  await button(page, 'branches:close.do').click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(say('branches:none')).waitFor()
  await openString(page, { project: 'shop', language: 'de', key: 'find' })
  await page.getByText('Suchen').first().waitFor()
})

/** Opens a page of a person who translates into German, in a separate browser. */
async function translator(): Promise<Page> {
  const { invitations } = await story.api<{ invitations: { url: string }[] }>(
    'POST',
    '/projects/shop/invitations',
    { rights: { role: 'translator', languages: ['de'], namespaces: null } },
  )
  const page = await story.visit()
  await page.context().clearCookies()
  const code = new URL(invitations[0]?.url ?? '').pathname.split('/').at(-1)
  const answer = await page.context().request.post('/api/invite/accept', {
    headers: { origin: story.product.origin },
    data: { code, account: { name: 'Tomek', password: 'a long enough password' } },
  })
  expect(answer.ok()).toBe(true)
  return page
}

async function openSearchBranch(): Promise<void> {
  await story.api('POST', '/projects/shop/branches', { source, branch: 'feature/search' })
  await isRead('feature/search', 1)
}

/** Takes a picture for people who want to look at the screens. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.DRAGOMAN_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/branches-${name}.png` })
}
