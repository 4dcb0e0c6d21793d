import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeProblems } from './browser.ts'
import { type DemoShop, openDemoShop } from './demo-shop.ts'
import { say } from './interface-text.ts'

/** Screens whose data cannot be loaded: they say what happened under a heading, and can be tried again. */

let shop: DemoShop
beforeAll(async () => {
  shop = await openDemoShop()
})
afterAll(() => shop?.end())

const SCREENS: readonly (readonly [string, string, RegExp])[] = [
  ['inbox', '/inbox', /\/api\/notifications(\?|$)/],
  ['overview', '/p/garden-shop/overview', /\/api\/projects\/garden-shop\/overview/],
  ['review', '/p/garden-shop/review/de', /\/api\/projects\/garden-shop\/review\/de\?/],
  ['files', '/p/garden-shop/files', /\/api\/projects\/garden-shop\/files\/conflicts/],
  ['keys', '/p/garden-shop/keys', /\/api\/projects\/garden-shop\/keys\?/],
]

test.each(SCREENS)('%s has a heading if its data cannot be loaded', async (_, address, requests) => {
  const page = await shop.story.visit('/p/garden-shop/members')
  await page.route(requests, (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto(address)
  await page.getByRole('button', { name: say('common:tryAgain') }).waitFor()
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  expect(await axeProblems(page)).toEqual([])
  await page.unroute(requests)
  await page.getByRole('button', { name: say('common:tryAgain') }).click()
  await page.getByRole('button', { name: say('common:tryAgain') }).waitFor({ state: 'detached' })
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  shop.story.takeComplaints() // the failed requests
})
