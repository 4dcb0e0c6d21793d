import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CLIENT,
  type IdentityProvider,
  openIdentityProvider,
} from '../packages/server/test/identity-provider.ts'
import { axeProblems, openContext } from './browser.ts'
import { say } from './interface-text.ts'
import { beginStory, listenForComplaints, OWNER, type Story } from './story.ts'

/** Sign-in with a real OpenID Connect provider, through its pages and back. */

let story: Story
let provider: IdentityProvider
beforeAll(async () => {
  story = await beginStory({ env: { DRAGOMAN_ALLOW_PRIVATE_NETWORKS: '127.0.0.1' } })
  provider = await openIdentityProvider(`${story.product.origin}/sign-in/oidc`, { sub: 'bea', name: 'Bea' })
  await story.api('PUT', '/admin/sign-in', {
    provider: {
      ...CLIENT,
      issuer: provider.issuer,
      label: 'Garden SSO',
      scopes: ['profile'],
      groupsClaim: null,
      groups: [],
      isOnlyWay: false,
      allowsNew: true,
    },
  })
})
afterAll(async () => {
  await story?.end()
  await provider?.stop()
})

async function visitor() {
  const complaints: string[] = []
  const context = await openContext(story.browser, { baseURL: story.product.origin })
  listenForComplaints(context, complaints)
  return { page: await context.newPage(), complaints }
}

test('signing in through the provider returns to the original destination', async () => {
  const { page, complaints } = await visitor()
  await page.goto('/projects')
  await page.getByRole('button', { name: say('session:signInWith', { provider: 'Garden SSO' }) }).click()
  await page.waitForURL('**/projects')
  expect(await page.evaluate(() => document.cookie)).toBe('')
  const session = await (await page.request.get('/api/session')).json()
  expect(session.actor.name).toBe('Bea')
  expect(page.url()).not.toContain('code=')
  expect(complaints).toEqual([])
})

test('an unavailable provider is reported in a sentence', async () => {
  const { page } = await visitor()
  await page.goto('/sign-in')
  await provider.stop()
  try {
    await page.getByRole('button', { name: say('session:signInWith', { provider: 'Garden SSO' }) }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('127.0.0.1')
  } finally {
    await provider.start()
  }
})

test('an unsolicited response signs no one in', async () => {
  const { page } = await visitor()
  await page.goto('/sign-in/oidc?code=stolen&state=made-up')
  await page.getByText(say('failures:sign-in-expired')).waitFor()
  expect(page.url()).not.toContain('stolen')
})

const field = (page: Page, name: string) => page.getByRole('textbox', { name: say(`admin:signIn.${name}`) })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('an owner tests and changes it; errors are shown at their field, and input is kept', async () => {
  const page = await story.visit('/admin?tab=sign-in')
  await field(page, 'issuer').waitFor()
  expect(await field(page, 'issuer').inputValue()).toBe(provider.issuer)
  // The secret is stored, and not shown
  expect(await field(page, 'clientSecret').inputValue()).toBe('')
  await page.getByText(say('admin:signIn.secretKept')).waitFor()
  await press(page, say('admin:signIn.test'))
  await page.getByText(say('admin:signIn.works')).waitFor()
  await field(page, 'clientSecret').fill('another secret')
  await press(page, say('admin:signIn.test'))
  await page.getByText(say('failures:client-refused')).waitFor()
  expect(await field(page, 'clientSecret').getAttribute('aria-invalid')).toBe('true')
  expect(await field(page, 'clientSecret').inputValue()).toBe('another secret')
  await field(page, 'clientSecret').fill('')
  await provider.stop()
  try {
    await press(page, say('admin:save'))
    await page.getByText(say('failures:provider-unreachable', { host: '127.0.0.1' })).waitFor()
    expect(await field(page, 'issuer').getAttribute('aria-invalid')).toBe('true')
    expect(await axeProblems(page)).toEqual([])
  } finally {
    await provider.start()
  }
  await field(page, 'label').fill('Company')
  await field(page, 'label').focus()
  await page.keyboard.press('Enter')
  // The status of the page always shows the same word as the notice.
  await expect
    .poll(async () => (await (await page.request.get('/api/session/oidc')).json()).provider.label)
    .toBe('Company')
})

test('a person links their account with the provider, signs in with it, and unlinks it', async () => {
  provider.setAccount({ sub: 'mara', name: 'Mara at the company' })
  const page = await story.visit('/account')
  await page.getByRole('button', { name: say('account:link', { provider: 'Company' }) }).click()
  const unlink = page.getByRole('button', { name: say('account:unlinkThis', { host: hostOf(provider) }) })
  await unlink.waitFor()
  expect(await axeProblems(page)).toEqual([])
  const elsewhere = await visitor()
  await elsewhere.page.goto('/projects')
  await press(elsewhere.page, say('session:signInWith', { provider: 'Company' }))
  await elsewhere.page.waitForURL('**/projects')
  const session = await (await elsewhere.page.request.get('/api/session')).json()
  expect(session.actor.name).toBe(OWNER.name)
  await unlink.click()
  await unlink.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: say('account:link', { provider: 'Company' }) }).waitFor()
  // Sessions started through it have ended
  expect((await (await elsewhere.page.request.get('/api/session')).json()).actor).toBeNull()
})

const hostOf = ({ issuer }: IdentityProvider) => new URL(issuer).host
