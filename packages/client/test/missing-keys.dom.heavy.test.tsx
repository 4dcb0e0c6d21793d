import { api } from '@dragoman/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { call } from '../src/lib/server/call.ts'
import { expectAccessible, type OpenScreen, openScreen } from './open-screen.tsx'
import { openRealServer, type RealServer } from './real-server.ts'
import { loadAsApp, newShop, type Shop } from './release-shop.ts'

/** Keys that an app lacks are added, and their list is loaded again after a failure. */

let server: RealServer
let shop: Shop
let shown: OpenScreen

beforeAll(async () => {
  server = await openRealServer()
})
beforeEach(async () => {
  shop = await newShop()
})
afterEach(() => {
  server.proxy.behave(() => null)
})
afterAll(() => server.close())

const words = (name: string, params = {}) => say(`releases:${name}`, params)
const list = () => screen.findByRole('region', { name: words('missing.title') })
const keyNamed = async (name: string) =>
  waitFor(async () => {
    const found = within(await list())
      .getAllByRole('listitem')
      .find(({ textContent }) => textContent?.includes(name))
    if (found === undefined) throw new Error(`The list has no ${name}.`)
    return within(found)
  })

/** Reports keys that an app lacks, with what it shows instead, and resolves when they are listed. */
async function lackKeys(keys: Readonly<Record<string, string>>): Promise<void> {
  const params = { project: shop.project }
  await call(api.releases.updateChannel, {
    params: { ...params, channel: 'live' },
    body: { collectsMissing: true },
  })
  await fetch(`/d/${shop.project}/live/missing/en/shop`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(keys),
  })
  await waitFor(async () =>
    expect((await call(api.releases.missingKeys, { params })).keys.length).toBeGreaterThan(0),
  )
}
const ORDERS = { orders_one: 'One order', orders_other: '{{count}} orders' }

test('selected keys are added with the texts that apps show; a refused one shows the reason', async () => {
  await lackKeys({
    'basket.pay': 'Pay now',
    'basket.empty': 'basket.empty',
    'two\tcolumns': 'Two columns',
    ...ORDERS,
  })
  shown = await openScreen(shop.screen)
  await keyNamed('orders')
  const add = screen.getByRole('button', { name: words('missing.add') })
  expect(add.getAttribute('aria-disabled')).toBe('true')
  for (const name of ['basket.pay', 'orders', 'two⇥columns'])
    await shown.click('checkbox', words('missing.choose', { key: `shop:${name}` }), await list())
  await shown.click('button', words('missing.addCount_other', { count: 3 }))
  await within(await list()).findByText(words('missing.notAdded_one', { count: 1 }))
  const reason = say('failures:invalid-input_field', { fields: say('failures:fieldName.name') })
  await (await keyNamed('two⇥columns')).findByText(reason, { exact: false })
  await waitFor(async () => expect((await list()).textContent).not.toContain('orders'))
  expect((await list()).textContent).not.toContain('basket.pay')
  await keyNamed('basket.empty')
  await expectAccessible()
  const { body } = await loadAsApp(`/d/${shop.project}/live/locales/en/shop.json`)
  expect(JSON.parse(body)).toMatchObject({ basket: { pay: 'Pay now' }, ...ORDERS })
})

test('an error of adding keys is not shown after others were removed from the list', async () => {
  await lackKeys({ 'basket.pay': 'Pay now', 'basket.empty': 'basket.empty' })
  const isAdd = (path: string) => path === `/api/projects/${shop.project}/keys`
  shown = await openScreen(shop.screen)
  await keyNamed('basket.pay')
  await shown.click('checkbox', words('missing.choose', { key: 'shop:basket.pay' }), await list())
  const busy = { type: '', title: '', status: 429, code: 'too-many-requests', params: {}, errors: [] }
  const refusal = { status: 429, type: 'application/problem+json', body: JSON.stringify(busy) }
  server.proxy.behave((path) => (isAdd(path) ? refusal : null))
  await shown.click('button', words('missing.addCount_one', { count: 1 }))
  await within(await list()).findByRole('alert')
  await shown.click('button', words('missing.remove'))
  await waitFor(async () => expect((await list()).textContent).not.toContain('basket.pay'))
  await keyNamed('basket.empty')
  expect(within(await list()).queryByRole('alert')).toBeNull()
})

test('while the list cannot be loaded, that is reported, and it is loaded again', async () => {
  await lackKeys({ 'basket.empty': 'basket.empty' })
  const isList = (path: string) => path === `/api/projects/${shop.project}/missing-keys`
  server.proxy.behave((path) => (isList(path) ? { status: 502 } : null))
  shown = await openScreen(shop.screen)
  const again = await within(await list()).findByRole('button', { name: say('common:tryAgain') })
  await expectAccessible()
  server.proxy.behave(() => null)
  await shown.user.click(again)
  await keyNamed('basket.empty')
})
