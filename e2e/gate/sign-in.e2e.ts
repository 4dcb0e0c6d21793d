import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say } from '../interface-text.ts'
import { beginStory, OWNER, type Story, until } from '../story.ts'

/** Signing in with a password and a second factor. e2e/accounts.e2e.ts has passkeys and sessions. */

let story: Story
let page: Page
let secret = ''
let recoveryCode = ''

beforeAll(async () => {
  story = await beginStory()
  page = await story.visit('/account')
})
afterAll(() => story?.end())

const button = (key: string) => page.getByRole('button', { name: say(key), exact: true })
const field = (key: string) => page.getByLabel(say(key), { exact: true })

async function signInWithPassword(): Promise<void> {
  await page.goto('/sign-in')
  await field('session:nameOrAddress').fill(OWNER.name)
  await field('session:password').fill(OWNER.password)
  await button('session:signIn').click()
}

async function signOut(): Promise<void> {
  await page.evaluate(() => fetch('/api/session', { method: 'DELETE' }))
}

test('a second factor is set up, and recovery codes are shown once', async () => {
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

test('people who forgot the password see what to do', async () => {
  await signOut()
  await page.goto('/sign-in')
  await button('session:forgot').click()
  await page
    .getByText(say('session:forgotNoMail', { command: '\u2066dragoman reset-password NAME\u2069' }))
    .waitFor()
  await page.goto('/reset/not-a-code')
  await page.getByText(say('failures:wrong-link')).waitFor()
})

test('signs in with the password and a recovery code', async () => {
  await signOut()
  await signInWithPassword()
  await field('session:secondFactorCode').fill('abcd-efgh')
  await button('session:proceed').click()
  await page.getByText(say('failures:wrong-second-factor')).waitFor()
  await field('session:secondFactorCode').fill(recoveryCode)
  await button('session:proceed').click()
  await page.waitForURL(/\/(projects|p\/)/)
})

test('signs in with the password and a code of the second factor', async () => {
  await signOut()
  await signInWithPassword()
  // The code that set it up cannot be used again, but the next one is accepted before its time
  // gate: the server compares codes with the time, and accepts those of half a minute earlier and later
  const next = new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })
  await field('session:secondFactorCode').fill(next)
  await button('session:proceed').click()
  await page.waitForURL(/\/(projects|p\/)/)
})

test('no page reported errors', () => {
  expect(story.takeComplaints()).toEqual([])
})
