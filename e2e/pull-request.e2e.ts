import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { DoubleStatus, ForgeWorld } from '../packages/server/test/forges/double-world.ts'
import { type ForgeDouble, openForgeDouble } from '../packages/server/test/forges/forge-double.ts'
import { type GitServer, openGitServer, type TestRepository } from '../packages/server/test/git/git-server.ts'
import { openSshServer, type SshServer } from '../packages/server/test/git/ssh-server.ts'
import { axeProblems } from './browser.ts'
import { say } from './interface-text.ts'
import { beginStory, importsEnd, type Story, until } from './story.ts'

/**
 * Texts are sent as a pull request, as shown on the screen. The repository is a real one; its forge responds
 * according to Gitea's published API.
 */

const file = (texts: Readonly<Record<string, string>>) => `${JSON.stringify(texts, null, 2)}\n`
const OWN = 'l10n/dragoman'

let story: Story
let git: GitServer
let forge: ForgeDouble
let world: ForgeWorld
let shop: TestRepository
let ssh: SshServer | null = null
let source = 0
beforeAll(async () => {
  git = await openGitServer()
  forge = await openForgeDouble('gitea')
  ssh = await openSshServer()
  shop = git.createRepository('garden/shop')
  shop.write({
    'locales/en.json': file({ cart: 'Cart', pay: 'Pay now', title: 'Shop' }),
    'locales/de.json': file({ cart: 'Korb', pay: 'Jetzt zahlen', title: 'Laden' }),
  })
  shop.commit('First')
  world = forge.addRepository('garden/shop', shop.bare)
  story = await beginStory({ env: { DRAGOMAN_ALLOW_PRIVATE_NETWORKS: '127.0.0.1' } })
  await story.api('POST', '/projects', { slug: 'shop', name: 'Shop', sourceLanguage: 'en' })
  const connected = await story.api<{ id: number }>('POST', '/projects/shop/git/sources', {
    repository: shop.url,
    branch: 'main',
    pattern: 'locales/{lng}.json',
    format: 'i18next-json',
    mode: 'pull-request',
    settings: { quietMinutes: 60 },
    signIn: { kind: 'password', user: git.user, password: git.password },
    forge: { kind: 'gitea', origin: forge.origin, token: forge.token },
  })
  source = connected.id
  await importsEnd(story, 'shop')
})
afterEach(async () => {
  await story.closePages()
  expect(story.takeComplaints()).toEqual([])
  expect(forge.problems).toEqual([])
})
afterAll(async () => {
  await story?.end()
  await forge?.end()
  await ssh?.close()
  await git?.close()
})

const button = (page: Page, address: string, language = 'en') =>
  page.getByRole('button', { name: say(address, {}, language), exact: true })
const card = (page: Page, language = 'en') =>
  page.getByRole('region', { name: say('git:pull.title', {}, language) })

const LOOKS: readonly { name: string; language: string; options: BrowserContextOptions }[] = [
  { name: 'light', language: 'en', options: { colorScheme: 'light' } },
  { name: 'dark', language: 'en', options: { colorScheme: 'dark' } },
  { name: 'Arabic', language: 'ar', options: { colorScheme: 'light', locale: 'ar' } },
  { name: '390 pixels', language: 'en', options: { viewport: { width: 390, height: 844 }, hasTouch: true } },
]

test('sent texts are in a pull request, which the screen shows with its CI checks', async () => {
  await saveGerman('pay', 'Bezahlen')
  const page = await story.visit('/p/shop/files')
  await page.getByRole('heading', { name: say('git:waiting.title') }).waitFor()
  await button(page, 'git:sendNow').click()
  await card(page).getByText(say('git:pull.open')).waitFor()
  const [pull] = world.pulls
  expect(pull).toMatchObject({ state: 'open', head: OWN, base: 'main' })
  await card(page)
    .getByText(pull?.title ?? '')
    .waitFor()
  const link = card(page).getByRole('link', { name: say('git:pull.show') })
  expect(await link.getAttribute('href')).toBe(`${forge.origin}/garden/shop/pulls/${pull?.number}`)
  const commit = page.getByRole('link', {
    name: say('git:history.commit', { commit: pull?.headCommit.slice(0, 7) ?? '' }),
  })
  expect(await commit.getAttribute('href')).toBe(`${forge.origin}/garden/shop/commit/${pull?.headCommit}`)
  await page.getByRole('heading', { name: new RegExp(say('git:waiting.sent')) }).waitFor()
  expect(await button(page, 'git:sendNow').count()).toBe(0)
  await card(page).getByText('1 file, 1 line', { exact: true }).waitFor()
  world.statuses.push(
    status(pull?.headCommit, { id: 1, name: 'build', state: 'success' }),
    status(pull?.headCommit, { id: 2, name: 'lint', state: 'failure' }),
  )
  await page.reload()
  const checks = card(page).getByRole('list', { name: say('git:pull.checks') })
  await checks.getByRole('listitem').filter({ hasText: 'build' }).waitFor()
  expect(await checks.getByRole('img').evaluateAll((all) => all.map((one) => one.ariaLabel))).toEqual([
    say('git:pull.check.passed'),
    say('git:pull.check.failed'),
  ])
})

test("developers' commits on the branch of the pull request are shown", async () => {
  const page = await story.visit('/p/shop/files')
  await card(page).waitFor()
  expect(await page.getByText(say('git:sharedBranch')).count()).toBe(0)
  shop.git('fetch', '--quiet', 'origin')
  shop.git('checkout', '--quiet', '-B', 'here', `origin/${OWN}`)
  shop.write({ 'note.txt': 'Ours too\n' })
  shop.git('add', '-A')
  shop.git('commit', '--quiet', '-m', 'Note')
  shop.git('push', '--quiet', 'origin', `HEAD:${OWN}`)
  shop.git('checkout', '--quiet', 'main')
  await story.api('POST', `/projects/shop/sources/${source}/git/send`)
  await page.reload()
  await page.getByText(say('git:sharedBranch')).waitFor()
  expect(shop.fileAt(OWN, 'note.txt')).toBe('Ours too\n')
  world.statuses.push(status(shop.log(OWN, '%H')[0], { id: 3, name: 'build', state: 'success' }))
})

test.each(LOOKS)('the pull request fits in $name', async ({ name, language, options }) => {
  const page = await story.visit('/p/shop/files', options)
  await card(page, language).getByRole('list').waitFor()
  await picture(page, name)
  expect(await axeProblems(page)).toEqual([])
  expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(page.viewportSize()?.width)
})

test('one closed by a person is not reopened automatically: the screen asks', async () => {
  const [pull] = world.pulls
  await forge.close(world, pull?.number ?? 0)
  await saveGerman('cart', 'Warenkorb')
  const page = await story.visit('/p/shop/files')
  await button(page, 'files:syncNow').click()
  await card(page).getByText(say('git:pull.closed')).waitFor()
  const alert = page.getByRole('alert').filter({ hasText: say('failures:repository.pull-request-closed') })
  await alert.waitFor()
  await picture(page, 'closed')
  expect(await axeProblems(page)).toEqual([])
  expect(world.pulls).toHaveLength(1)
  expect(await page.getByText(say('git:waiting.byHand')).count()).toBe(1)
  await alert.getByRole('button', { name: say('git:sendNow') }).click()
  await card(page).getByText(say('git:pull.open')).waitFor()
  expect(world.pulls.map(({ state }) => state)).toEqual(['open', 'closed'])
  expect(shop.fileAt(OWN, 'locales/de.json')).toBe(
    file({ cart: 'Warenkorb', pay: 'Bezahlen', title: 'Laden' }),
  )
})

test('a merged one is shown as merged, and nothing is waiting', async () => {
  await forge.merge(world, world.pulls[0]?.number ?? 0, 'squash')
  const page = await story.visit('/p/shop/files')
  await button(page, 'files:syncNow').click()
  await card(page).getByText(say('git:pull.merged')).waitFor()
  await page
    .getByRole('heading', { name: new RegExp(say('git:waiting.sent')) })
    .waitFor({ state: 'detached' })
  expect(shop.fileAt('main', 'locales/de.json')).toContain('Warenkorb')
})

test('the same key changed on both sides is a conflict that is resolved by keyboard', async () => {
  shop.git('pull', '--quiet', 'origin', 'main')
  await saveGerman('title', 'Geschäft')
  shop.write({ 'locales/de.json': file({ cart: 'Warenkorb', pay: 'Bezahlen', title: 'Lädchen' }) })
  shop.commit('Say it smaller')
  const page = await story.visit('/p/shop/files')
  await button(page, 'files:syncNow').click()
  const conflict = page.getByRole('region', { name: say('files:conflictGroup') })
  await conflict.getByText('Lädchen').waitFor()
  expect(await conflict.getByRole('time').allInnerTexts()).toEqual([
    expect.stringMatching(/^received /),
    expect.stringMatching(/^Mara, /),
  ])
  expect(await axeProblems(page)).toEqual([])
  await conflict.focus()
  await page.keyboard.press('1')
  await conflict.waitFor({ state: 'detached' })
  expect(await german('title')).toMatch(/^(?:Geschäft|Lädchen)$/)
})

test('existing connections of a project are shown before it is connected again', async () => {
  const page = await story.visit('/p/shop/files')
  await button(page, 'files:connectSource').click()
  await page.getByRole('menuitem', { name: say('files:connectRepository') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(say('git:connect.address')).fill(shop.url)
  await dialog.getByRole('button', { name: new RegExp(say('git:signIn.label')) }).click()
  await page.getByRole('option', { name: say('git:signIn.password') }).click()
  await dialog.getByLabel(say('git:signIn.user')).fill(git.user)
  await dialog.getByRole('textbox', { name: say('git:signIn.password'), exact: true }).fill(git.password)
  await page.keyboard.press('Enter')
  await dialog.getByText(say('git:connect.isConnected')).waitFor()
  await picture(page, 'connected-already')
  expect(await axeProblems(page)).toEqual([])
})

test.each(LOOKS)('a deploy key is shown and tested, in $name', async ({ name, language, options }) => {
  if (ssh === null) return expect(process.platform).not.toBe('linux') // the set-up installs it there
  const project = `ssh-${LOOKS.findIndex((look) => look.name === name)}`
  await story.api('POST', '/projects', { slug: project, name: project, sourceLanguage: 'en' })
  const other = git.createRepository(`garden/${project}`)
  other.write({ 'locales/en.json': file({ cart: 'Cart' }), 'locales/de.json': file({ cart: 'Korb' }) })
  other.commit('First')
  const repository = `ssh://${ssh.user}@127.0.0.1:${ssh.port}${other.bare}`
  const key = await story.api<{ key: string; publicKey: string }>('POST', `/projects/${project}/git/keys`)
  const { keys } = await story.api<{ keys: { type: string; key: string; fingerprint: string }[] }>(
    'POST',
    `/projects/${project}/git/host-keys`,
    { repository },
  )
  ssh.allow(key.publicKey)
  await story.api('POST', `/projects/${project}/git/sources`, {
    repository,
    branch: 'main',
    pattern: 'locales/{lng}.json',
    format: 'i18next-json',
    mode: 'by-hand',
    signIn: {
      kind: 'deploy-key',
      key: key.key,
      hostKeys: keys.map(({ type, key: bytes }) => ({ type, key: bytes })),
    },
  })
  await importsEnd(story, project)
  const page = await story.visit(`/p/${project}/files`, options)
  await button(page, 'git:key.title', language).click()
  const popover = page.getByRole('dialog')
  await popover.getByText(key.publicKey).waitFor()
  await popover.getByText(keys[0]?.fingerprint ?? '').waitFor()
  await popover.getByRole('button', { name: say('git:access.test', {}, language) }).click()
  await popover.getByText(say('git:access.both', {}, language)).waitFor()
  await picture(page, `key-${name}`)
  expect(await axeProblems(page)).toEqual([])
  await popover.getByRole('button', { name: say('git:key.replace', {}, language) }).click()
  const settings = page.getByRole('dialog', { name: say('git:settings.title', {}, language) })
  expect(
    await settings.getByRole('checkbox', { name: say('git:settings.newKeys', {}, language) }).isChecked(),
  ).toBe(true)
  await settings.getByRole('button', { name: say('git:key.another', {}, language) }).waitFor()
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'detached' })
})

function status(commit: string | undefined, of: Pick<DoubleStatus, 'id' | 'name' | 'state'>): DoubleStatus {
  const startedAt = new Date().toISOString()
  return { ...of, commit: commit ?? '', description: '', url: null, startedAt, finishedAt: startedAt }
}

/** Takes a picture for people who want to look at the screens. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.DRAGOMAN_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/request-${name}.png` })
}

type Row = {
  readonly key: { readonly id: number; readonly name: string }
  readonly target: { readonly version: number; readonly forms: { readonly other?: string } }
}

async function rowOf(name: string): Promise<Row> {
  const { rows } = await story.api<{ rows: readonly Row[] }>(
    'GET',
    '/projects/shop/translations?language=de&limit=50',
  )
  const row = rows.find(({ key }) => key.name === name)
  if (row === undefined) throw new Error(`There is no key ${name}`)
  return row
}

async function german(name: string): Promise<string> {
  return (await rowOf(name)).target.forms.other ?? ''
}

async function saveGerman(name: string, text: string): Promise<void> {
  const row = await rowOf(name)
  await story.api('PUT', `/projects/shop/keys/${row.key.id}/translations/de`, {
    forms: { other: text },
    baseVersion: row.target.version,
  })
  await until(async () => {
    const { waitingFiles } = await story.api<{ waitingFiles: number }>(
      'GET',
      `/projects/shop/sources/${source}/git`,
    )
    expect(waitingFiles).toBe(1)
  })
}
