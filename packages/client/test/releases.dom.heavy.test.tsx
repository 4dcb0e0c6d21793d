import { api } from '@dragoman/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { call } from '../src/lib/server/call.ts'
import { queryClient } from '../src/lib/server/query-client.ts'
import {
  expectAccessible,
  fillField,
  type OpenScreen,
  openScreen,
  selectOption,
  untilShown,
} from './open-screen.tsx'
import { openRealServer, type RealServer } from './real-server.ts'
import { addChannel, newShop, publish, publishTwo, type Shop } from './release-shop.ts'

/** A manager publishes, gives a release to some readers and to all, compares releases, and rolls one back. */

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
const open = async () => {
  shown = await openScreen(shop.screen)
}
const fill = async (name: string, text: string) => fillField(shown, words(name), text, await dialog())

test('a new channel without a name, or with the name of another, is refused at its field', async () => {
  await open()
  await screen.findByText(words('noneLive'))
  await expectAccessible()
  await shown.click('button', words('newChannel'))
  await shown.click('button', words('addChannel'), await dialog())
  await within(await dialog()).findByText(words('field.nameWrong'))
  await fill('field.name', 'live')
  await shown.click('button', words('addChannel'), await dialog())
  await within(await dialog()).findByText(words('field.nameTaken'))
  await fill('field.name', 'production')
  await expectAccessible()
  await shown.click('button', words('addChannel'), await dialog())
  await untilShown('[data-channel=production]', words('serves.nothing'))
  expect(await shop.loaded('production')).toBe(404)
})

test('the first release is published, and an app of a new channel gets it', async () => {
  await addChannel(shop, 'production')
  await open()
  await shown.click('button', words('publishFirst'))
  await fill('field.title', 'Winter returns')
  await selectOption(shown, words('field.channel'), 'production', await dialog())
  await expectAccessible()
  await shown.click('button', words('publish'), await dialog())
  await untilShown('[data-release="1"]', 'Winter returns')
  await untilShown('[data-channel=production]', 'v1')
  expect(await shop.loaded('production')).toEqual({ hello: 'Hallo' })
})

test('what changed since the release is shown as it comes, with its words and errors', async () => {
  await publish(shop)
  await open()
  await untilShown('[data-release=next]', words('noChangesSince', { release: 'v1' }))
  expect(screen.getByRole('button', { name: words('publish') }).getAttribute('aria-disabled')).toBe('true')
  await shop.save('hello', 'Hallo zusammen')
  await screen.findByRole('button', { name: words('publishChanges_one', { count: 1 }) })
  const difference = within(screen.getByRole('region', { name: words('difference') }))
  expect((await difference.findByRole('insertion')).textContent).toContain('zusammen')
  await shop.save('pay', 'Jetzt zahlen')
  await difference.findByText(words('failing_one', { count: 1, language: 'German' }))
  await screen.findByRole('button', { name: words('publishChanges_other', { count: 2 }) })
  await expectAccessible()
})

test('the language whose changes are shown stays open when another one before it gets changes', async () => {
  const params = { project: shop.project }
  await call(api.languages.add, { params, body: { tag: 'pl', allowUnknown: false } })
  await publish(shop)
  const { languages } = await call(api.releases.compare, { params, query: { to: 'catalog' } })
  expect(languages.map(({ language }) => language)).toEqual(['en', 'de', 'pl'])
  await saveText(shop.project, 'pl', 'Witaj')
  await open()
  const opener = (name: string) => screen.findByRole('button', { name, expanded: true })
  await opener('Polski')
  await shop.save('hello', 'Servus')
  const german = await screen.findByRole('button', { name: 'Deutsch' })
  expect(german.getAttribute('aria-expanded')).toBe('false')
  await opener('Polski')
})

/** Saves the text of a key that has none in a language. */
async function saveText(project: string, language: string, other: string): Promise<void> {
  const { rows } = await call(api.translations.page, { params: { project }, query: { language, limit: 1 } })
  await call(api.translations.save, {
    params: { project, key: rows[0]?.key.id ?? 0, language },
    body: { forms: { other }, baseVersion: 0 },
  })
}

test('a return to the window does not compare again, because events report each change', async () => {
  await publish(shop)
  await open()
  await untilShown('[data-release=next]', words('noChangesSince', { release: 'v1' }))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  for (const query of queryClient.getQueryCache().getAll()) query.setState({ dataUpdatedAt: 0 })
  const fetched = new Set<unknown>()
  const stop = queryClient.getQueryCache().subscribe((event) => {
    const [, , area, kind] = event.query.queryKey
    if (event.type === 'updated' && event.action.type === 'fetch') fetched.add(`${area} ${kind}`)
  })
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(fetched).toContain('releases channels'))
  stop()
  expect(fetched).not.toContain('releases compare')
})

test('some readers get a release, then half of them, then all', async () => {
  await addChannel(shop, 'production')
  await publish(shop, { channel: 'production' })
  await shop.save('hello', 'Hallo zusammen')
  await open()
  await shown.click('button', words('publishChanges_one', { count: 1 }))
  await fill('field.title', 'Spring sale')
  await selectOption(shown, words('field.channel'), 'production', await dialog())
  await selectOption(shown, words('share.label'), words('share.some', { share: '10%' }), await dialog())
  await shown.click('button', words('publish'), await dialog())
  await untilShown('[data-channel=production]', '10%')
  await untilShown('[data-release="2"]', words('shareOfChannel', { share: '10%', name: 'production' }))
  await expectAccessible()
  expect(await shop.loaded('production')).toEqual({ hello: 'Hallo' })
  const first = await newReaders()
  expect([first > 0, first < 35]).toEqual([true, true])

  await shown.click('button', words('raise', { share: '50%' }))
  await untilShown('[data-channel=production]', '50%')
  expect(await newReaders()).toBeGreaterThan(first)
  await shown.click('button', words('everyone'))
  await within(releaseItem(2)).findByText('production')
  expect(await shop.loaded('production')).toEqual({ hello: 'Hallo zusammen' })
})

test('while some readers have a release, the next one is for all readers only', async () => {
  await publishTwo(shop)
  await call(api.releases.moveChannel, {
    params: { project: shop.project, channel: 'production' },
    body: { release: 1, note: '' },
  })
  await call(api.releases.moveChannel, {
    params: { project: shop.project, channel: 'production' },
    body: { release: 2, note: '', percent: 50 },
  })
  await shop.save('hello', 'Servus')
  await open()
  await shown.click('button', words('publishChanges_one', { count: 1 }))
  await selectOption(shown, words('field.channel'), 'production', await dialog())
  await within(await dialog()).findByText(words('when.label'))
  expect(within(await dialog()).queryByText(words('share.label'))).toBeNull()
})

/** How many of a hundred readers get the new text. */
async function newReaders(): Promise<number> {
  const readers = Array.from({ length: 100 }, (_, index) => `person-${index}`)
  const texts = await Promise.all(readers.map((reader) => shop.loaded('production', reader)))
  return texts.filter((one) => JSON.stringify(one).includes('zusammen')).length
}

function releaseItem(number: number): HTMLElement {
  const item = document.querySelector<HTMLElement>(`[data-release="${number}"]`)
  if (item === null) throw new Error(`The list has no release ${number}.`)
  return item
}

const openRollBack = () => shown.click('button', words('actOn', { act: words('rollBackTo'), release: 'v1' }))
const NOTE = 'Pay button was empty'

test('a release is rolled back with a note', async () => {
  await publishTwo(shop)
  await open()
  await openRollBack()
  await fill('move.note', NOTE)
  await expectAccessible()
  await shown.click('button', words('rollBack'), await dialog())
  await untilShown('[data-release="2"]', `“${NOTE}”`)
  expect(await shop.loaded('production')).toEqual({ hello: 'Hallo' })
})

test('a rollback elsewhere is shown immediately, and an open dialog shows what changed', async () => {
  await publishTwo(shop)
  await open()
  await openRollBack()
  const asked = await dialog()
  await call(api.releases.moveChannel, {
    params: { project: shop.project, channel: 'production' },
    body: { release: 1, note: NOTE },
  })
  await untilShown('[data-release="2"]', `“${NOTE}”`)
  await shown.click('button', words('rollBack'), asked)
  await within(asked).findByText(say('failures:stale-channel'))
  expect(asked.querySelector('dl')?.textContent).toMatch(/v1[\s\S]*v1/)
  await shown.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a release is compared with the one before, and its text opens in the editor', async () => {
  await publishTwo(shop)
  await open()
  await shown.click('button', words('compareOf', { release: 'v2' }))
  await waitFor(() => expect(shown.url()).toContain('to=2'))
  const difference = within(await screen.findByRole('region', { name: words('difference') }))
  expect((await difference.findByRole('insertion')).textContent).toContain('zusammen')
  await shown.user.click(await difference.findByRole('link', { name: (name) => name.includes('hello') }))
  await waitFor(() => expect(shown.url()).toMatch(/translate\/de\?key=\d+/))
})

test('a new title keeps the notes that someone else writes meanwhile', async () => {
  await publishTwo(shop)
  await open()
  await shown.click('button', words('actsOf', { name: 'v2' }))
  await shown.click('menuitem', words('edit'))
  await fill('field.title', 'Summer sale')
  const release = { params: { project: shop.project, release: 2 }, body: { notes: 'Theirs' } }
  await call(api.releases.update, release)
  await shown.click('button', say('common:save'), await dialog())
  await untilShown('[data-release="2"]', 'Summer sale')
  await untilShown('[data-release="2"]', 'Theirs')
})

test('a release is renamed', async () => {
  await publishTwo(shop)
  await open()
  await shown.click('button', words('actsOf', { name: 'v2' }))
  await shown.click('menuitem', words('edit'))
  await fill('field.title', 'Summer sale')
  await shown.click('button', say('common:save'), await dialog())
  await untilShown('[data-release="2"]', 'Summer sale')
})
