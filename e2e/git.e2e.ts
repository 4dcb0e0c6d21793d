import { generateKeyPairSync } from 'node:crypto'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type GitServer, openGitServer, type TestRepository } from '../packages/server/test/git/git-server.ts'
import { axeProblems } from './browser.ts'
import { say } from './interface-text.ts'
import { beginStory, importsEnd, type Story, until } from './story.ts'

/** A branch of a repository is connected, translated and pushed on screen; the repository is a real one. */

let story: Story
let git: GitServer
let shop: TestRepository
let app: TestRepository
beforeAll(async () => {
  git = await openGitServer()
  shop = git.createRepository('garden/shop')
  shop.write({
    'README.md': '# Shop\n',
    'locales/en/checkout.json':
      '{\n  "dueDate": "Due on {{date}}",\n  "overdue": "This invoice is overdue",\n  "paid": "Paid in full"\n}\n',
    'locales/de/checkout.json':
      '{\n  "dueDate": "Fällig am {{date}}",\n  "overdue": "Diese Rechnung ist überfällig",\n  "paid": "Vollständig bezahlt"\n}\n',
    'locales/pl/checkout.json':
      '{\n  "dueDate": "Termin: {{date}}",\n  "overdue": "Po terminie",\n  "paid": "Zapłacono"\n}\n',
  })
  shop.commit('First')
  app = git.createRepository('garden/app')
  app.write({ 'locales/en.json': '{"title":"App"}', 'locales/de.json': '{"title":"App"}' })
  app.commit('First')
  git.forgeAnswers.set('/api/v1/version', { version: '1.24.0' })
  shop.git('push', '--quiet', 'origin', 'HEAD:refs/heads/next')
  story = await beginStory({ env: { DRAGOMAN_ALLOW_PRIVATE_NETWORKS: '127.0.0.1' } })
  await story.api('POST', '/projects', { slug: 'shop', name: 'Shop', sourceLanguage: 'en' })
})
afterEach(async () => {
  await story.closePages()
  expect(story.takeComplaints()).toEqual([])
})
afterAll(async () => {
  await story?.end()
  await git?.close()
})

const button = (page: Page, address: string) => page.getByRole('button', { name: say(address), exact: true })

test('a repository is connected: errors are shown, input is kept, its contents are shown', async () => {
  const page = await story.visit('/p/shop/files')
  await button(page, 'files:connectSource').click()
  await page.getByRole('menuitem', { name: say('files:connectRepository') }).click()
  const dialog = page.getByRole('dialog')
  const address = dialog.getByLabel(say('git:connect.address'))
  await address.fill('git@127.0.0.1:garden/shop.git')
  await dialog.getByRole('button', { name: say('git:key.create') }).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await address.fill(shop.url)
  await dialog.getByRole('textbox', { name: say('git:signIn.token'), exact: true }).fill('wrong')
  await dialog.getByRole('button', { name: say('git:connect.look') }).click()
  await dialog.getByText(say('failures:repository.sign-in-refused')).waitFor()
  expect(await address.inputValue()).toBe(shop.url)
  await dialog.getByRole('button', { name: new RegExp(say('git:signIn.label')) }).click()
  await page.getByRole('option', { name: say('git:signIn.password') }).click()
  await dialog.getByLabel(say('git:signIn.user')).fill(git.user)
  await dialog.getByRole('textbox', { name: say('git:signIn.password'), exact: true }).fill(git.password)
  await page.keyboard.press('Enter')
  await dialog.getByText('locales/{lng}/{ns}.json').first().waitFor()
  await dialog.getByText(say('git:modeHint.push')).click()
  await picture(page, 'connect')
  expect(await axeProblems(page)).toEqual([])
  await button(page, 'files:connectDo').click()
  await dialog.waitFor({ state: 'detached' })
  await importsEnd(story, 'shop')
  await page.getByText('garden/shop').first().waitFor()
  await page.getByText('locales/de/checkout.json').waitFor()
  await page.getByText(say('git:history.none')).waitFor()
})

test('saved texts wait with their lines, and are pushed on request', async () => {
  await saveGerman('overdue', 'Diese Rechnung ist seit {{days}} Tagen überfällig')
  const page = await story.visit('/p/shop/files')
  await page.getByRole('heading', { name: say('git:waiting.title') }).waitFor()
  await page.getByText('seit {{days}} Tagen').waitFor()
  expect(await page.locator('mark').allInnerTexts()).toEqual(['seit {{days}} Tagen '])
  expect(await axeProblems(page)).toEqual([])
  await button(page, 'git:sendNow').click()
  await page.getByRole('heading', { name: say('git:waiting.title') }).waitFor({ state: 'detached' })
  await page.getByText(say('git:history.out_one', { count: 1 })).waitFor()
  expect(shop.fileAt('main', 'locales/de/checkout.json')).toContain('seit {{days}} Tagen')
  expect(shop.log('main', '%an')[0]).toBe('Mara')
})

test("a developer's push is pulled with Sync now", async () => {
  shop.git('pull', '--quiet', 'origin', 'main')
  shop.write({
    'locales/pl/checkout.json':
      '{\n  "dueDate": "Termin: {{date}}",\n  "overdue": "Po terminie",\n  "paid": "Opłacono"\n}\n',
  })
  shop.commit('Better Polish')
  const page = await story.visit('/p/shop/files')
  await button(page, 'files:syncNow').click()
  await page.getByText(say('git:history.in_one', { count: 1 })).waitFor()
  await page.getByText('Dana Developer: Better Polish').waitFor()
  await page.goto('/p/shop/activity')
  await page
    .getByRole('main')
    .getByRole('button', { name: `(repository) ${say('activity:kind.sync')}` })
    .first()
    .waitFor()
})

test('a long history is shown in two steps', async () => {
  const { sources } = await story.api<{ sources: { id: number }[] }>('GET', '/projects/shop/sources')
  const address = `/projects/shop/sources/${sources[0]?.id}`
  for (let time = 1; time <= 20; time++) {
    shop.write({ 'locales/pl/checkout.json': `{\n  "paid": "Opłacono po raz ${time}"\n}\n` })
    shop.commit(`Polish, time ${time}`)
    await story.api('POST', `${address}/sync`)
    await until(async () => {
      const { history } = await story.api<{ history: { note: string }[] }>('GET', `${address}/git?history=1`)
      expect(history[0]?.note).toContain(`time ${time}`)
    })
  }
  const page = await story.visit('/p/shop/files')
  await page.getByText('Dana Developer: Polish, time 20').waitFor()
  expect(await page.getByText('Dana Developer: Better Polish').count()).toBe(0)
  await button(page, 'git:history.more').focus()
  await page.keyboard.press('Enter')
  await page.getByText('Dana Developer: Better Polish').waitFor()
  expect(await button(page, 'git:history.more').count()).toBe(0)
})

test('refused credentials are shown with the button that solves it', async () => {
  const page = await story.visit('/p/shop/files')
  await button(page, 'git:pause').click()
  await page.getByText(say('git:pausedNote')).waitFor()
  await button(page, 'git:resume').first().click()
  await page.getByText(say('git:pausedNote')).waitFor({ state: 'detached' })
  git.fault = 'no-sign-in'
  await button(page, 'files:syncNow').click()
  await page.getByRole('alert').getByText(say('failures:repository.sign-in-refused')).first().waitFor()
  git.fault = 'none'
  await button(page, 'git:settings.open').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(say('git:settings.quiet')).fill('soon')
  await dialog.getByText(say('git:settings.quietWrong')).waitFor()
  await dialog.getByLabel(say('git:settings.quiet')).fill('30')
  await dialog.getByLabel(say('git:settings.message')).fill('l10n: {languages} by {person}')
  await dialog.getByText('l10n: German, Polish by Klara Berg').waitFor()
  await picture(page, 'settings')
  expect(await axeProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: say('git:access.test') }).click()
  await dialog.getByText(say('git:access.both')).waitFor()
  await button(page, 'git:settings.save').click()
  await dialog.waitFor({ state: 'detached' })
  await until(async () => (await page.getByRole('alert').count()) === 0)
})

test('commits over HTTPS are signed with a key created here, and people agree once to sign off', async () => {
  const page = await story.visit('/p/shop/files')
  await page.getByRole('button', { name: say('git:settings.title') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('label', { hasText: say('git:settings.signOff') }).click()
  await dialog.locator('label', { hasText: say('git:settings.sign') }).click()
  const save = dialog.getByRole('button', { name: say('git:settings.save') })
  expect(await save.isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: say('git:signing.create') }).click()
  await dialog.getByText(/^ssh-ed25519 /).waitFor()
  await picture(page, 'signing')
  expect(await axeProblems(page)).toEqual([])
  await save.click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(say('git:signOffNote')).waitFor()
  expect(await axeProblems(page)).toEqual([])
  await button(page, 'git:signOffAgree').click()
  await page.getByText(say('git:signOffNote')).waitFor({ state: 'detached' })
  await saveGerman('overdue', 'Diese Rechnung ist lange überfällig')
  await button(page, 'git:sendNow').click()
  await page.getByRole('heading', { name: say('git:waiting.title') }).waitFor({ state: 'detached' })
  const commit = shop.log('main', '%B')[0] ?? ''
  expect(commit).toContain('Signed-off-by: Mara ')
  shop.git('fetch', '--quiet', 'origin')
  expect(shop.git('cat-file', 'commit', 'origin/main')).toContain('-----BEGIN SSH SIGNATURE-----')
  await page.goto('/account')
  expect(await page.getByRole('checkbox', { name: say('account:signsOff') }).isChecked()).toBe(true)
})

test('a renamed branch is reported with the button that changes it; the files there are compared first', async () => {
  await saveGerman('paid', 'Bezahlt, vor dem Umbenennen')
  shop.git('fetch', '--quiet', 'origin')
  shop.git('push', '--quiet', 'origin', 'origin/main:refs/heads/trunk', ':main')
  const page = await story.visit('/p/shop/files')
  await button(page, 'files:syncNow').click()
  await page
    .getByRole('alert')
    .getByText(say('failures:repository.branch-missing', { branch: 'main' }))
    .first()
    .waitFor()
  await page
    .getByRole('heading', { name: say('git:waiting.title') })
    .getByText(say('git:waiting.problem'))
    .waitFor()
  await button(page, 'git:move.open').click()
  const dialog = page.getByRole('dialog')
  const change = dialog.getByRole('button', { name: say('git:move.open') })
  expect(await change.isDisabled()).toBe(true)
  await dialog.getByLabel(say('git:branch')).fill('gone')
  await page.keyboard.press('Enter')
  await dialog.getByText(say('failures:repository.branch-missing', { branch: 'gone' })).waitFor()
  await dialog.getByLabel(say('git:branch')).fill('trunk')
  await button(page, 'git:move.compare').click()
  await dialog.getByText(say('git:move.same_other', { count: 3 })).waitFor()
  await dialog.getByText(say('git:move.waiting_one', { count: 1 })).waitFor()
  await picture(page, 'move')
  expect(await axeProblems(page)).toEqual([])
  await change.click()
  await dialog.waitFor({ state: 'detached' })
  await until(async () => expect(await page.getByRole('alert').count()).toBe(0))
  await button(page, 'git:sendNow').click()
  await page.getByRole('heading', { name: say('git:waiting.title') }).waitFor({ state: 'detached' })
  expect(shop.fileAt('trunk', 'locales/de/checkout.json')).toContain('Bezahlt, vor dem Umbenennen')
})

const LOOKS: readonly { name: string; language: string; options: BrowserContextOptions }[] = [
  { name: 'light', language: 'en', options: { colorScheme: 'light' } },
  { name: 'dark', language: 'en', options: { colorScheme: 'dark' } },
  { name: 'Arabic', language: 'ar', options: { colorScheme: 'light', locale: 'ar' } },
  { name: '390 pixels', language: 'en', options: { viewport: { width: 390, height: 844 }, hasTouch: true } },
]

test.each(LOOKS)('the screen fits in $name', async ({ name, language, options }) => {
  await saveGerman('paid', `Bezahlt (${name})`)
  const page = await story.visit('/p/shop/files', options)
  await page.getByRole('heading', { name: new RegExp(say('git:waiting.title', {}, language)) }).waitFor()
  await page.getByText(`Bezahlt (${name})`).waitFor()
  expect(await axeProblems(page)).toEqual([])
  expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(page.viewportSize()?.width)
  if (process.env.DRAGOMAN_PICTURES)
    await page.screenshot({ path: `${process.env.DRAGOMAN_PICTURES}/git-${name}.png` })
})

test.each(LOOKS)(
  'a GitHub App can be entered as credentials, in $name',
  async ({ name, language, options }) => {
    const page = await story.visit('/p/shop/files', options)
    const text = (address: string) => say(address, {}, language)
    await page.getByRole('button', { name: text('files:connectSource'), exact: true }).click()
    await page.getByRole('menuitem', { name: text('files:connectRepository') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(text('git:connect.address')).fill(shop.url)
    await dialog.getByRole('button', { name: new RegExp(text('git:signIn.label')) }).click()
    await page.getByRole('option', { name: text('git:signIn.app') }).click()
    await dialog.getByLabel(text('git:app.id')).fill('4711')
    await dialog.getByLabel(text('git:app.key')).fill('only a part of it')
    await dialog.getByText(text('git:app.keyWrong')).waitFor()
    const scan = dialog.getByRole('button', { name: text('git:connect.look') })
    expect(await scan.isDisabled()).toBe(true)
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const buffer = Buffer.from(String(privateKey.export({ type: 'pkcs1', format: 'pem' })))
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'app.pem', mimeType: 'text/plain', buffer })
    await dialog.getByText(text('git:app.keyWrong')).waitFor({ state: 'detached' })
    await scan.click()
    // This server rejects the app: one sentence, and the input is kept.
    await dialog
      .getByText(say('forge:problem.app-refused', { host: new URL(shop.url).host }, language))
      .waitFor()
    expect(await dialog.getByLabel(text('git:app.id')).inputValue()).toBe('4711')
    await picture(page, `app-${name}`)
    expect(await axeProblems(page)).toEqual([])
    expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(page.viewportSize()?.width)
  },
)

test('the menu for connecting is offered once its place is known', async () => {
  const page = await story.visit('/projects')
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/api\/projects\/shop\/sources$/, async (route) => {
    await isReleased
    await route.continue()
  })
  await page.goto(`${story.product.origin}/p/shop/files`)
  await button(page, 'files:export').waitFor()
  expect(await button(page, 'files:connectSource').count()).toBe(0)
  release()
  await button(page, 'files:connectSource').click()
  await page.getByRole('menuitem', { name: say('files:connectRepository') }).waitFor()
})

test('a project is created together with its repository; if it is not connected, no project remains', async () => {
  const page = await story.visit('/projects')
  const slugs = async () =>
    (await story.api<{ projects: readonly { slug: string }[] }>('GET', '/projects')).projects.map(
      ({ slug }) => slug,
    )
  await button(page, 'projects:new').first().click()
  const dialog = page.getByRole('dialog', { name: say('projects:new') })
  await dialog.getByText(say('projects:fromRepository'), { exact: true }).click()
  const next = dialog.getByRole('button', { name: say('projects:connectNext') })
  await next.click()
  await dialog.getByText(say('projects:repositoryMissing')).waitFor()
  await dialog.getByLabel(say('projects:repository')).fill(app.url)
  expect(await dialog.getByLabel(say('projects:name'), { exact: true }).inputValue()).toBe('app')
  await picture(page, 'new')
  expect(await axeProblems(page)).toEqual([])
  await next.click()
  const connect = page.getByRole('dialog', { name: say('git:connect.title') })
  expect(await connect.getByLabel(say('git:connect.address')).inputValue()).toBe(app.url)
  await connect.getByRole('button', { name: say('common:cancel') }).click()
  await connect.waitFor({ state: 'detached' })
  expect(await slugs()).not.toContain('app')

  // What was entered is still there.
  await next.click()
  await connect.getByRole('button', { name: new RegExp(say('git:signIn.label')) }).click()
  await page.getByRole('option', { name: say('git:signIn.password') }).click()
  await connect.getByLabel(say('git:signIn.user')).fill(git.user)
  await connect.getByRole('textbox', { name: say('git:signIn.password'), exact: true }).fill(git.password)
  await page.keyboard.press('Enter')
  await connect.getByText('locales/{lng}.json').first().waitFor()
  // The host says which forge it is.
  await connect.getByText(say('git:forge.detected')).waitFor()
  expect(await slugs()).not.toContain('app')
  await connect.getByRole('button', { name: say('git:connect.createProject') }).click()
  await connect.waitFor({ state: 'detached' })
  await importsEnd(story, 'app')
  await page.getByText('locales/de.json').waitFor()
})

/** Takes a picture for people who want to look at the screens. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.DRAGOMAN_PICTURES
  if (folder) await page.screenshot({ path: `${folder}/git-${name}.png` })
}

async function saveGerman(name: string, text: string): Promise<void> {
  const { rows } = await story.api<{
    rows: readonly { key: { id: number; name: string }; target: { version: number } }[]
  }>('GET', '/projects/shop/translations?language=de&limit=50')
  const row = rows.find(({ key }) => key.name === name)
  if (row === undefined) throw new Error(`There is no key ${name}`)
  await story.api('PUT', `/projects/shop/keys/${row.key.id}/translations/de`, {
    forms: { other: text },
    baseVersion: row.target.version,
  })
}
