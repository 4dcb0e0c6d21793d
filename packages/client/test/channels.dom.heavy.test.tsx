import { api } from '@dragoman/contract'
import { nameOfFormat } from '@dragoman/core'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { refusalOfField } from '../../../e2e/misbehaving-proxy.ts'
import { call } from '../src/lib/server/call.ts'
import {
  expectAccessible,
  fillField,
  type OpenScreen,
  openScreen,
  selectOption,
  untilShown,
} from './open-screen.tsx'
import { openRealServer, type RealServer } from './real-server.ts'
import { loadAsApp, newShop, publishTwo, type Shop } from './release-shop.ts'

/** A manager sets what a channel serves, and to whom, and removes it. */

let server: RealServer
let shop: Shop
let shown: OpenScreen

beforeAll(async () => {
  server = await openRealServer()
})
beforeEach(async () => {
  shop = await newShop()
})
afterAll(() => server.close())

const words = (name: string, params = {}) => say(`releases:${name}`, params)
const dialog = () => screen.findByRole('dialog')
const untilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

async function openSettings(name: string): Promise<void> {
  shown = await openScreen(shop.screen)
  await shown.click('button', words('actsOf', { name }))
  await shown.click('menuitem', words('settings'))
  await screen.findByRole('dialog', { name: words('settingsOf', { name }) })
}
const select = async (label: string, option: string) =>
  selectOption(shown, words(label), option, await dialog())
const save = async () => shown.click('button', say('common:save'), await dialog())

test('a line that is no origin is reported at its field', async () => {
  await openSettings('live')
  await select('field.origins', words('origins.listed'))
  const lines = 'https://Shop.example.com/\nshop.example.com'
  await fillField(shown, words('field.originLines'), lines, await dialog())
  await save()
  await within(await dialog()).findByText(words('field.noOrigin', { line: 'shop.example.com' }))
  await expectAccessible()
})

test('a cache time that was refused is not reported after another one is chosen', async () => {
  await openSettings('live')
  await select('field.cacheSeconds', '5 min')
  server.proxy.behave((path) =>
    path.endsWith('/channels/live') ? refusalOfField('/cacheSeconds', 'too-big') : null,
  )
  await save()
  await within(await dialog()).findByText(words('field.secondsRefused'))
  server.proxy.behave(() => null)
  await select('field.cacheSeconds', '1 min')
  expect(within(await dialog()).queryByText(words('field.secondsRefused'))).toBeNull()
  await save()
  await untilClosed()
})

test('formats, pages and caches of a channel are set', async () => {
  await openSettings('live')
  await select('field.addFormat', nameOfFormat('android-xml'))
  await select('field.addFormat', nameOfFormat('icu-json'))
  const formats = within(await dialog())
    .getAllByRole('list')
    .at(-1)
  expect(formats?.textContent).toContain(nameOfFormat('icu-json'))
  expect(formats?.textContent).not.toContain('i18next')
  await select('field.origins', words('origins.listed'))
  await fillField(shown, words('field.originLines'), 'https://Shop.example.com/', await dialog())
  await select('field.cacheSeconds', '1 min')
  await save()
  await untilShown('[data-channel=live]', words('note.origins_one', { count: 1 }))

  const load = (file: string) =>
    loadAsApp(`/d/${shop.project}/live/locales/de/${file}`, { origin: 'https://shop.example.com' })
  const { headers } = await load('shop.json')
  expect([headers['cache-control'], headers['access-control-allow-origin']]).toEqual([
    'public, max-age=60, stale-if-error=86400',
    'https://shop.example.com',
  ])
  expect((await load('shop.xml')).body).toContain('<resources>')
})

test('formats, pages and caches of a channel are reset', async () => {
  await call(api.releases.updateChannel, {
    params: { project: shop.project, channel: 'live' },
    body: {
      formats: ['icu-json', 'android-xml'],
      origins: ['https://shop.example.com'],
      cacheSeconds: 60,
    },
  })
  await openSettings('live')
  const remove = words('field.removeFormat', { format: nameOfFormat('android-xml') })
  within(await dialog())
    .getByRole('button', { name: remove })
    .focus()
  await shown.user.keyboard('{Enter}')
  await select('field.addFormat', nameOfFormat('i18next-json'))
  await select('field.origins', words('origins.any'))
  await select('field.cacheSeconds', words('field.notAtAll'))
  await save()
  await untilClosed()
  const { channels } = await call(api.releases.channels, { params: { project: shop.project } })
  expect(channels.find(({ name }) => name === 'live')?.settings).toMatchObject({
    formats: ['i18next-json'],
    origins: null,
    cacheSeconds: 0,
  })
})

test('saving settings keeps what someone else has set meanwhile', async () => {
  await openSettings('live')
  await select('field.cacheSeconds', '1 min')
  await call(api.releases.updateChannel, {
    params: { project: shop.project, channel: 'live' },
    body: { isPublic: false, holdsErrors: true },
  })
  await save()
  await untilClosed()
  const { channels } = await call(api.releases.channels, { params: { project: shop.project } })
  expect(channels.find(({ name }) => name === 'live')?.settings).toMatchObject({
    isPublic: false,
    holdsErrors: true,
    cacheSeconds: 60,
  })
})

test('a channel is removed, and its URL returns 404', async () => {
  await publishTwo(shop)
  shown = await openScreen(shop.screen)
  await shown.click('button', words('actsOf', { name: 'production' }))
  await shown.click('menuitem', words('remove'))
  const asked = await screen.findByRole('alertdialog')
  within(asked).getByText(words('removeAbout'))
  await expectAccessible()
  expect(await shop.loaded('production')).toEqual({ hello: 'Hallo zusammen' })
  await shown.click('button', words('remove'), asked)
  await waitFor(() => expect(document.querySelector('[data-channel=production]')).toBeNull())
  await waitFor(async () => expect(await shop.loaded('production')).toBe(404))
})

test('before a channel is removed, the old addresses that lead to it are listed', async () => {
  await publishTwo(shop)
  const add = (prefix: string, channel: string) =>
    call(api.oldAddresses.add, {
      params: { project: shop.project },
      body: { prefix, shape: 'locize', channel, namespace: null },
    })
  await add('/0d9f1c1e-2f5c-4d8f-9a31-6a5e6a3b7c01/production', 'production')
  await add('/0d9f1c1e-2f5c-4d8f-9a31-6a5e6a3b7c01/latest', 'live')
  shown = await openScreen(shop.screen)
  await shown.click('button', words('actsOf', { name: 'production' }))
  await shown.click('menuitem', words('remove'))
  const asked = await screen.findByRole('alertdialog')
  await within(asked).findByText(words('removeOldAddresses'))
  expect(
    within(asked)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['/0d9f1c1e-2f5c-4d8f-9a31-6a5e6a3b7c01/production'])
  await expectAccessible()
})
