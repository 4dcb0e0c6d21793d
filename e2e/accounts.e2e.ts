import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeProblems } from './browser.ts'
import { say } from './interface-text.ts'
import { beginStory, OWNER, type Story, until } from './story.ts'

/** An account as used by its owner: second factor, passkey, sessions, and signing in with each. */

let story: Story
let page: Page
/** Passkeys require a host name, but the program's own URL has an IP address. */
let origin: string

beforeAll(async () => {
  story = await beginStory()
  origin = story.product.origin.replace('127.0.0.1', 'localhost')
  page = await story.visit('/projects')
  await story.api('POST', '/session', OWNER)
  const cookies = await page.context().cookies()
  await page
    .context()
    .addCookies(cookies.map(({ name, value }) => ({ name, value, url: origin, httpOnly: true })))
  const authenticator = await page.context().newCDPSession(page)
  await authenticator.send('WebAuthn.enable', { enableUI: false })
  await authenticator.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
})
afterAll(() => story?.end())

const button = (key: string) => page.getByRole('button', { name: say(key), exact: true })
const field = (key: string) => page.getByLabel(say(key), { exact: true })

async function signInWithPassword(): Promise<void> {
  await page.goto(`${origin}/sign-in`)
  await field('session:nameOrAddress').fill(OWNER.name)
  await field('session:password').fill(OWNER.password)
  await button('session:signIn').click()
}

async function signOut(): Promise<void> {
  await page.evaluate(() => fetch('/api/session', { method: 'DELETE' }))
}

let secret = ''
let recoveryCode = ''

test('axe finds no problems in both themes, right to left and on a phone', async () => {
  for (const options of [
    { colorScheme: 'light' as const },
    { colorScheme: 'dark' as const },
    { locale: 'ar' },
    { viewport: { width: 390, height: 844 } },
  ]) {
    const looked = await story.visit('/account', options)
    await looked.locator('#account-sessions').waitFor()
    expect(await axeProblems(looked)).toEqual([])
    const isWide = await looked.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(isWide).toBe(false)
    await looked.context().close()
  }
})

test('a second factor is set up, and recovery codes are shown once', async () => {
  await page.goto(`${origin}/account`)
  await button('account:secondFactorSetUp').click()
  await page.getByRole('img', { name: say('account:qrCode') }).waitFor()
  secret = (await page.locator('pre').first().innerText()).trim()
  await field('account:secondFactorCode').fill(new TOTP({ secret }).generate())
  await button('account:secondFactorTurnOn').click()
  const codes = page.getByRole('list', { name: say('account:recovery') }).getByRole('listitem')
  await until(async () => (await codes.count()) === 10)
  recoveryCode = await codes.first().innerText()
  await button('account:recoveryDone').click()
  expect(await page.getByText(recoveryCode).count()).toBe(0)
})

test('people who forgot the password are told what to do', async () => {
  await signOut()
  await page.goto(`${origin}/sign-in`)
  await button('session:forgot').click()
  await page.getByText(say('session:forgotNoMail')).waitFor()
  await page.goto(`${origin}/reset/not-a-code`)
  await page.getByText(say('failures:wrong-link')).waitFor()
})

test('signs in with the password and a recovery code', async () => {
  await signOut()
  await signInWithPassword()
  await field('session:secondFactorCode').fill('abcd-efgh')
  await button('session:goOn').click()
  await page.getByText(say('failures:wrong-second-factor')).waitFor()
  await field('session:secondFactorCode').fill(recoveryCode)
  await button('session:goOn').click()
  await page.waitForURL(/\/(projects|p\/)/)
})

test('a passkey is created', async () => {
  await page.goto(`${origin}/account`)
  await button('account:passkeyAdd').click()
  await field('account:passkeyName').fill('Laptop')
  await button('account:passkeyAdd').click()
  await page.getByText('Laptop', { exact: true }).waitFor()
})

test('signs in with the passkey alone', async () => {
  await signOut()
  await page.goto(`${origin}/sign-in`)
  const asked = page.waitForURL(/\/(projects|p\/)/)
  // The browser may already have used the only passkey, which it offers in the name field
  await button('session:passkey')
    .click({ timeout: 5000 })
    .catch(() => undefined)
  await asked
  const session = await page.evaluate(async () => (await fetch('/api/session')).json())
  expect(session).toMatchObject({ actor: { name: OWNER.name, hasPasskey: true } })
})

test('another device is signed out', async () => {
  await page.goto(`${origin}/account`)
  const rows = page.locator('section[aria-labelledby="account-sessions"] li')
  const others = rows.getByRole('button')
  await others.first().waitFor()
  const before = await rows.count()
  await others.first().click()
  await until(async () => (await rows.count()) === before - 1)
})
