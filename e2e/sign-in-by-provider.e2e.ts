import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CLIENT,
  type IdentityProvider,
  openIdentityProvider,
} from '../packages/server/test/identity-provider.ts'
import { openContext } from './browser.ts'
import { say } from './interface-text.ts'
import { beginStory, listenForComplaints, type Story } from './story.ts'

/** Sign-in at a real OpenID Connect provider, through its pages and back. */

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

test('in through the provider, and back to where one wanted to go', async () => {
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

test('a provider that is down is said in a sentence', async () => {
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

test('an answer that nobody has asked for signs nobody in', async () => {
  const { page } = await visitor()
  await page.goto('/sign-in/oidc?code=stolen&state=made-up')
  await page.getByText(say('failures:sign-in-expired')).waitFor()
  expect(page.url()).not.toContain('stolen')
})
