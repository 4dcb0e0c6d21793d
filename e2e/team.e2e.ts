import { TOTP } from 'otpauth'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CLIENT,
  type IdentityProvider,
  openIdentityProvider,
} from '../packages/server/test/identity-provider.ts'
import { openMailServer, type TestMailServer } from '../packages/server/test/mail-server.ts'
import { axeProblems, untilLoaded } from './browser.ts'
import { say } from './interface-text.ts'
import { json, type LocaleFolder, makeLocaleFolder } from './locale-folder.ts'
import { joinByInvitation, linkIn, mailTo, openStranger } from './people.ts'
import { beginStory, box, makeProject, openString, type Story, typeText, until, untilSaved } from './story.ts'

/**
 * How a person joins a team, works with it and leaves it: Zofia is invited by Mara, makes a suggestion that
 * Tomek accepts, completes a task, and is removed while she types. One story: each test continues where the
 * previous one ended.
 */

const ZOFIA = { name: 'Zofia', address: 'zofia@example.test', password: 'kettle orchard violin seven' }
const TOMEK = { name: 'Tomek', address: 'tomek@example.test', password: 'lantern marble oxygen fable' }
const TOMEK_TIME_ZONE = 'Europe/Warsaw'
/** Notifications are collected for a minute and sent in one email. */
const MAIL_MS = 150_000

let story: Story
let locales: LocaleFolder
let mail: TestMailServer
let provider: IdentityProvider
/** Mara manages the project, Tomek reviews its Polish, each in a separate browser. */
let mara: Page
let tomek: Page
let zofia: Page
const complaints: string[] = []

beforeAll(async () => {
  locales = makeLocaleFolder({
    'locales/en/shop.json': json({
      hello: 'Hello',
      pay: 'Pay now',
      later: 'Pay later',
      cart: 'Your basket',
      ship: 'Choose a delivery time',
    }),
    'locales/de/shop.json': json({ hello: 'Hallo', pay: 'Jetzt zahlen' }),
    'locales/pl/shop.json': json({ hello: 'Witaj', pay: 'Płać teraz' }),
  })
  mail = await openMailServer()
  story = await beginStory({
    env: (port) => ({
      // Passkeys require a host name
      DRAGOMAN_URL: `http://localhost:${port}`,
      DRAGOMAN_SMTP_URL: `smtp://127.0.0.1:${mail.settings.port}?tls=off`,
      DRAGOMAN_MAIL_FROM: 'Dragoman <l10n@example.test>',
      DRAGOMAN_ALLOW_PRIVATE_NETWORKS: '127.0.0.1',
    }),
  })
  provider = await openIdentityProvider(`${story.product.origin}/sign-in/oidc`, {
    sub: 'zofia-17',
    name: 'Zofia at the garden',
  })
  await story.api('PUT', '/admin/sign-in', {
    provider: {
      ...CLIENT,
      issuer: provider.issuer,
      label: 'Garden SSO',
      scopes: ['profile'],
      groupsClaim: null,
      groups: [],
      isOnlyWay: false,
      allowsNew: false,
    },
  })
  await makeProject(story, { slug: 'shop', name: 'Shop', sourceLanguage: 'en', folder: locales.folder })
  mara = await story.visit('/p/shop/members')
  zofia = await stranger()
  tomek = await reviewer()
})
afterAll(async () => {
  await story?.end()
  await provider?.stop()
  await mail?.stop()
  locales?.remove()
})

const stranger = (options: BrowserContextOptions = {}) => openStranger(story, complaints, options)
const mailOf = (address: string, words: string, withinMs?: number) => mailTo(mail, address, words, withinMs)

/** Opens a page of a person who reviews Polish and gets email immediately. */
async function reviewer(): Promise<Page> {
  const page = await stranger({ timezoneId: TOMEK_TIME_ZONE })
  const rights = { role: 'reviewer', languages: ['pl'] }
  await joinByInvitation({ story, mail, page, project: 'shop', person: TOMEK, rights })
  await page.goto('/p/shop/review/pl')
  return page
}

const button = (page: Page | Locator, address: string, params: Record<string, string | number> = {}) =>
  page.getByRole('button', { name: say(address, params), exact: true })
const field = (page: Page | Locator, address: string) => page.getByLabel(say(address), { exact: true })

/** Expects that axe finds no problems on the current screen, in light and in dark. */
async function expectClean(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction(() => document.getAnimations().length === 0)
    expect(await axeProblems(page), `${page.url()}, ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
  const pictures = process.env.DRAGOMAN_E2E_PICTURES
  if (pictures) await page.screenshot({ path: `${pictures}/team-${pictureNumber++}.png` })
}
let pictureNumber = 10

test('the time zone of a browser is that of the emails', async () => {
  const stored = () =>
    tomek.evaluate(async () => (await (await fetch('/api/notifications/settings')).json()).timeZone)
  await expect.poll(stored).toBe(TOMEK_TIME_ZONE)
})

test('Mara invites Zofia', async () => {
  await button(mara, 'members:invitePeople').click()
  const dialog = mara.getByRole('dialog')
  await field(dialog, 'members:invite.addresses').fill(ZOFIA.address)
  await dialog.getByText(say('members:allLanguages'), { exact: true }).click()
  await expectClean(mara)
  await button(dialog, 'members:invite.send').click()
  await dialog.getByText(say('members:invite.emailed_one')).waitFor()
  await button(dialog, 'members:invite.close').click()
  await mara.getByRole('row').filter({ hasText: ZOFIA.address }).waitFor()
  await expectClean(mara)
})

test('Zofia accepts, with a password that is not commonly used', async () => {
  await zofia.goto(await linkIn(mailOf(ZOFIA.address, 'Mara invites you')))
  await zofia.getByText(say('invitation:toProject', { name: 'Mara', project: 'Shop' })).waitFor()
  await field(zofia, 'invitation:name').fill(ZOFIA.name)
  await field(zofia, 'invitation:password').fill('password1234')
  await zofia.getByText(say('failures:password-too-common')).waitFor()
  await expectClean(zofia)
  await field(zofia, 'invitation:password').fill(ZOFIA.password)
  await zofia.getByText(say('failures:password-too-common')).waitFor({ state: 'detached' })
  await button(zofia, 'invitation:createAndJoin').click()
  await zofia.waitForURL('**/p/shop/overview')
  await needsMe(zofia).waitFor()
  await expectClean(zofia)
})

test('she confirms the address of the invitation, and chooses immediate email', async () => {
  await zofia.goto('/account')
  await button(zofia, 'account:addressConfirm').click()
  await zofia.getByText(say('account:addressWaiting', { address: ZOFIA.address })).waitFor()
  await zofia.goto(await linkIn(mailOf(ZOFIA.address, 'Confirm your email address')))
  await button(zofia, 'session:confirm').click()
  await zofia.getByText(say('session:confirmed', { address: ZOFIA.address })).waitFor()
  await expectClean(zofia)
  await zofia.goto('/inbox')
  await zofia.getByText(say('inbox:empty.open')).waitFor()
  await button(zofia, 'inbox:settings.open').click()
  const dialog = zofia.getByRole('dialog')
  await dialog
    .getByRole('button', { name: new RegExp(`${say('inbox:settings.mail')}$`) })
    .first()
    .click()
  await zofia.getByRole('option', { name: say('inbox:settings.time.now') }).click()
  await dialog.getByRole('button', { name: new RegExp(`^${say('inbox:settings.time.now')}`) }).waitFor()
  await expectClean(zofia)
})

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${say('common:account.label')}`) }).click()
  await page.getByRole('menuitem', { name: say('common:account.signOut') }).click()
  await page.waitForURL('**/sign-in')
  await field(page, 'session:nameOrAddress').waitFor()
}

test('her second factor requires a code after the password', async () => {
  await zofia.goto('/account')
  await button(zofia, 'account:secondFactorSetUp').click()
  await zofia.getByRole('img', { name: say('account:qrCode') }).waitFor()
  const secret = (await zofia.locator('pre').first().innerText()).trim()
  await expectClean(zofia)
  await field(zofia, 'account:secondFactorCode').fill(new TOTP({ secret }).generate())
  await button(zofia, 'account:secondFactorTurnOn').click()
  const codes = zofia.getByRole('list', { name: say('account:recovery') }).getByRole('listitem')
  await until(async () => expect(await codes.count()).toBe(10))
  await expectClean(zofia)
  await button(zofia, 'account:recoveryDone').click()
  await codes.first().waitFor({ state: 'detached' })
  await signOut(zofia)
  await expectClean(zofia)
  await field(zofia, 'session:nameOrAddress').fill(ZOFIA.address)
  await field(zofia, 'session:password').fill(ZOFIA.password)
  await button(zofia, 'session:signIn').click()
  await field(zofia, 'session:secondFactorCode').waitFor()
  await expectClean(zofia)
  // The current code was used above; the next one is already valid
  const next = new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })
  await field(zofia, 'session:secondFactorCode').fill(next)
  await button(zofia, 'session:proceed').click()
  await zofia.waitForURL('**/p/shop/overview')
})

test('a passkey alone signs her in', async () => {
  const { setPresence } = await addAuthenticator(zofia)
  await zofia.goto('/account')
  await button(zofia, 'account:passkeyAdd').click()
  await field(zofia, 'account:passkeyName').fill('Laptop')
  await button(zofia, 'account:passkeyAdd').click()
  await zofia.getByText('Laptop', { exact: true }).waitFor()
  // The authenticator must not respond before the button is pressed
  await setPresence(false)
  await signOut(zofia)
  const signedIn = zofia.waitForURL('**/p/shop/overview')
  await setPresence(true)
  // The browser can already have used the only passkey, which it offers in the name field
  const pressed = button(zofia, 'session:passkey')
    .click()
    .catch(() => undefined)
  await Promise.race([pressed, signedIn])
  await signedIn
  await setPresence(false)
})

/** Adds a virtual authenticator; `setPresence`: whether its owner confirms prompts. */
async function addAuthenticator(page: Page) {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setPresence: (enabled: boolean) =>
      device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}

test('she links her account at the identity provider, and signs in with it', async () => {
  await zofia.goto('/account')
  const link = button(zofia, 'account:link', { provider: 'Garden SSO' })
  await link.click()
  await link.waitFor({ state: 'detached' })
  await zofia.getByText(new RegExp(`^${say('account:linkedSince', { when: '' })}`)).waitFor()
  await expectClean(zofia)
  await signOut(zofia)
  await button(zofia, 'session:signInWith', { provider: 'Garden SSO' }).click()
  await zofia.waitForURL('**/p/shop/overview')
  await zofia.getByRole('button', { name: `${say('common:account.label')}: ${ZOFIA.name}` }).waitFor()
})

const zofiasRow = () => mara.getByRole('row', { name: new RegExp(`^(?=.*\\b${ZOFIA.name}\\b)`) })
const cellOf = (language: string, shape: string) =>
  zofiasRow().getByRole('gridcell', { name: `${language}: ${say(`members:shape.${shape}`)}` })

test('limited to Polish by keyboard, she immediately sees why German cannot be saved', async () => {
  await openString(zofia, { project: 'shop', language: 'de', key: 'hello' })
  await typeText(zofia, 'Guten Tag')
  await cellOf('Deutsch', 'translate').focus()
  await mara.keyboard.press('Space')
  await cellOf('Deutsch', 'read').waitFor()
  await cellOf('Polski', 'translate').waitFor()
  await zofia.locator('#string-refusal', { hasText: say('translations:save.draftRefused') }).waitFor()
  expect(await box(zofia).getAttribute('aria-readonly')).toBe('true')
  expect(await box(zofia).innerText()).toBe('Guten Tag')
  await expectClean(zofia)
  await button(zofia, 'translations:save.discard').click()
  await zofia.locator('#string-refusal', { hasNotText: say('translations:save.draftRefused') }).waitFor()
  expect(await box(zofia).innerText()).toBe('Hallo')
  await expectClean(mara)
})

const needsMe = (page: Page) => page.getByRole('navigation').locator('a[href="/inbox"]')
const openCount = (page: Page, count: number) =>
  needsMe(page)
    .getByText(say(`common:screens.inboxCount_${count === 1 ? 'one' : 'other'}`, { count }))
    .waitFor()

test('she suggests in Polish and mentions Tomek, who is notified', async () => {
  await openString(zofia, { project: 'shop', language: 'pl', key: 'later' })
  await typeText(zofia, 'Zapłać później')
  await button(zofia, 'translations:save.more').click()
  await zofia.getByRole('menuitem', { name: say('translations:save.suggestInstead') }).click()
  await zofia
    .getByText(say('translations:save.suggested', { key: 'later' }))
    .first()
    .waitFor()
  await zofia.getByRole('tab', { name: new RegExp(`^${say('translations:side.comments')}`) }).click()
  const comment = zofia.getByRole('textbox', { name: say('comments:box.label'), exact: true })
  await comment.focus()
  await zofia.keyboard.type('Is this how we say it? @To')
  await zofia.getByRole('option', { name: /Tomek/ }).waitFor()
  await zofia.keyboard.press('Enter')
  await zofia.keyboard.press('ControlOrMeta+Enter')
  await zofia.getByText('Is this how we say it?').waitFor()
  await expectClean(zofia)
  await openCount(tomek, 1)
})

const items = (page: Page) => page.locator('[data-item]')

test('Tomek accepts it by keyboard, and Zofia is notified', async () => {
  const announced = tomek.getByRole('button', { name: say('review:newItems_one', { count: 1 }) })
  const suggestion = items(tomek).filter({ hasText: 'Zapłać później' })
  await announced.or(suggestion).first().waitFor()
  if (await announced.isVisible()) await announced.click()
  await suggestion.waitFor()
  const open = tomek.locator('[data-item][aria-current=true]')
  await items(tomek).first().focus()
  await until(async () => {
    if (await open.filter({ hasText: 'Zapłać później' }).isVisible()) return
    await tomek.keyboard.press('j')
    throw new Error('The suggestion is not open yet.')
  })
  await expectClean(tomek)
  await tomek.keyboard.press('a')
  await tomek
    .getByText(say('review:approved_one', { count: 1 }))
    .first()
    .waitFor()
  await items(tomek).filter({ hasText: 'Zapłać później' }).waitFor({ state: 'detached' })
  await openCount(zofia, 1)
  await needsMe(zofia).click()
  await zofia
    .getByRole('heading', { name: say('inbox:heading.suggestion-accepted', { actor: TOMEK.name }) })
    .waitFor()
  await expectClean(zofia)
  await needsMe(tomek).click()
  await tomek.getByRole('heading', { name: say('inbox:heading.mentioned', { actor: ZOFIA.name }) }).waitFor()
  await expectClean(tomek)
})

test('a task is done automatically when its last string is translated', async () => {
  await mara.goto('/p/shop/translate/pl?q=state:untranslated')
  await button(mara, 'translations:filter.assign_other', { count: 2 }).click()
  const dialog = mara.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: new RegExp(ZOFIA.name) }).focus()
  await mara.keyboard.press('Space')
  await field(dialog, 'tasks:field.title').fill('Checkout in Polish')
  await expectClean(mara)
  await button(dialog, 'tasks:assign_other', { count: 2 }).click()
  await dialog.waitFor({ state: 'detached' })
  const task = items(zofia).filter({ hasText: 'Checkout in Polish' })
  await task.getByText(say('inbox:progress_other', { done: 0, count: 2 })).waitFor()
  await task.focus()
  await expectClean(zofia)
  await zofia.keyboard.press('Enter')
  await zofia.waitForURL(/\/p\/shop\/translate\/pl/)
  for (const [key, text] of [
    ['cart', 'Twój koszyk'],
    ['ship', 'Wybierz czas dostawy'],
  ] as const) {
    await openString(zofia, { project: 'shop', language: 'pl', key })
    await typeText(zofia, text)
    await zofia.keyboard.press('ControlOrMeta+s')
    await untilSaved(zofia)
  }
  await openCount(zofia, 1)
  const { tasks } = await story.api<{ tasks: { isDoneByWork: boolean }[] }>(
    'GET',
    '/projects/shop/tasks?state=done',
  )
  expect(tasks).toMatchObject([{ isDoneByWork: true }])
})

async function keyId(name: string): Promise<number> {
  const query = new URLSearchParams({ language: 'pl', q: `key:${name}` })
  type Found = { rows: { key: { id: number } }[] }
  const { rows } = await story.api<Found>('GET', `/projects/shop/translations?${query}`)
  return rows[0]?.key.id ?? 0
}

const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['Arabic', { locale: 'ar' }],
  ['390 pixels', { viewport: { width: 390, height: 844 }, hasTouch: true }],
]

test.each(LOOKS)('the screens of the story: %s', async (name, options) => {
  const german = `/p/shop/translate/de?key=${await keyId('hello')}`
  const polish = `/p/shop/translate/pl?key=${await keyId('later')}&panel=comments`
  for (const [who, addresses] of [
    [mara, ['/p/shop/members']],
    [tomek, ['/p/shop/review/pl', '/inbox']],
    [zofia, ['/account', '/inbox', german, polish]],
  ] as const) {
    // In another time zone, the language of this browser would become that of his emails.
    const page = await stranger(who === tomek ? { ...options, timezoneId: TOMEK_TIME_ZONE } : options)
    await page.context().addCookies(await who.context().cookies())
    for (const address of addresses) {
      await page.goto(address)
      await page.getByRole('heading').first().waitFor()
      await untilLoaded(page)
      expect(await axeProblems(page), address).toEqual([])
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect(isWide, address).toBe(false)
      const pictures = process.env.DRAGOMAN_E2E_PICTURES
      const file = `${address}-${name}`.replace(/\W+/g, '-')
      if (pictures) await page.screenshot({ path: `${pictures}/team${file}.png` })
    }
    await page.context().close()
  }
})

test(
  'both are notified by email',
  async () => {
    await mailOf(TOMEK.address, 'Zofia mentioned you in later', MAIL_MS)
    const subject = 'Tomek accepted your suggestion for later (Polish)'
    const toZofia = await mailOf(ZOFIA.address, subject, MAIL_MS)
    await zofia.goto(/http\S+\/inbox\?item=\d+/.exec(toZofia.text)?.[0] ?? '')
    await zofia
      .getByRole('heading', { name: say('inbox:heading.suggestion-accepted', { actor: TOMEK.name }) })
      .waitFor()
  },
  2 * MAIL_MS,
)

test('removed while typing, she keeps what she typed', async () => {
  await zofia.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const copied = () => zofia.evaluate(() => navigator.clipboard.readText())
  const TYPED = 'Wybierz godzinę dostawy'
  await openString(zofia, { project: 'shop', language: 'pl', key: 'ship' })
  await typeText(zofia, TYPED)
  await zofia.locator('[data-state=unsaved]').waitFor()

  await mara.goto('/p/shop/members')
  await zofiasRow().getByRole('gridcell').nth(1).focus()
  await mara.keyboard.press('x')
  await button(mara, 'members:remove').click()
  const question = mara.getByRole('alertdialog', {
    name: say('members:removal.title_one', { name: ZOFIA.name, project: 'Shop' }),
  })
  await expectClean(mara)
  await button(question, 'members:remove').click()
  await zofiasRow().waitFor({ state: 'detached' })

  await zofia.getByText(say('common:removed.text')).waitFor()
  expect(await box(zofia).innerText()).toBe(TYPED)
  expect(await box(zofia).getAttribute('aria-readonly')).toBe('true')
  await expectClean(zofia)
  await box(zofia).click()
  await zofia.keyboard.press('ControlOrMeta+a')
  await zofia.keyboard.press('ControlOrMeta+c')
  expect(await copied()).toBe(TYPED)

  await zofia.reload()
  await zofia.getByRole('heading', { name: say('common:projectNotFound.title') }).waitFor()
  await zofia.getByText(TYPED).waitFor()
  await expectClean(zofia)
  await zofia.evaluate(() => navigator.clipboard.writeText(''))
  await button(zofia, 'common:kept.copyThis', { key: 'shop:ship' }).click()
  await until(async () => expect(await copied()).toBe(TYPED))
})

test('no page reported errors', () => {
  // The console can report that the project does not exist, for the person removed from it
  const others = [...story.takeComplaints(), ...complaints].filter(
    (complaint) => !complaint.includes('Failure: not-found'),
  )
  expect(others).toEqual([])
})
