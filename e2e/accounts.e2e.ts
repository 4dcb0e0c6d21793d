import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeProblems } from './browser.ts'
import { say } from './interface-text.ts'
import { beginStory, OWNER, type Story, until } from './story.ts'

/** An account as used by its owner: passkey and sessions. e2e/gate/sign-in.e2e.ts has password and second factor. */

let story: Story
let page: Page
/** Passkeys require a host name, but the program's own URL has an IP address. */
let origin: string

beforeAll(async () => {
  story = await beginStory()
  origin = story.product.origin.replace('127.0.0.1', 'localhost')
  page = await story.visit('/projects')
  // On another device: without the cookie of this one, whose session a sign-in would end.
  const signedIn = await fetch(`${story.product.origin}/api/session`, {
    method: 'POST',
    headers: { origin: story.product.origin, 'content-type': 'application/json' },
    body: JSON.stringify(OWNER),
  })
  expect(signedIn.status).toBe(200)
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

async function signOut(): Promise<void> {
  await page.evaluate(() => fetch('/api/session', { method: 'DELETE' }))
}

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
  // The browser can already have used the only passkey, which it offers in the name field
  const pressed = button('session:passkey')
    .click()
    .catch(() => undefined)
  await Promise.race([pressed, asked])
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
