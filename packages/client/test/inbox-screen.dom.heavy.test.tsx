import { api } from '@dragoman/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { toasts } from '../src/lib/notices/toast.ts'
import { call } from '../src/lib/server/call.ts'
import { inboxCountsQuery } from '../src/lib/server/queries.ts'
import { queryClient } from '../src/lib/server/query-client.ts'
import { expectAccessible, type OpenScreen, openScreen } from './open-screen.tsx'
import {
  addKey,
  addTranslated,
  invite,
  joinAs,
  OWNER,
  openRealServer,
  PROJECT,
  type RealServer,
  signInAs,
} from './real-server.ts'

/** The inbox of someone who translates into two languages, after someone else has added and changed strings. */

const { poll } = expect
/** New and changed strings, in two languages. */
const OPEN = 4

let server: RealServer
let shown: OpenScreen

beforeAll(async () => {
  server = await openRealServer()
  await call(api.languages.add, { params: { project: PROJECT }, body: { tag: 'fr', allowUnknown: false } })
  await addTranslated('bye', 'See you soon', 'Bis bald')
  const hello = await addTranslated('hello', 'Hello', 'Hallo')
  await call(api.translations.save, {
    params: { project: PROJECT, key: hello, language: 'fr' },
    body: { forms: { other: 'Bonjour' }, baseVersion: 0 },
  })
  await joinAs('Max', await invite({ role: 'manager', languages: null, namespaces: null }))
  await addKey('cart', 'Cart')
  const { source } = await call(api.translations.get, {
    params: { project: PROJECT, key: hello, language: 'de' },
  })
  await call(api.translations.save, {
    params: { project: PROJECT, key: hello, language: 'en' },
    body: { forms: { other: 'Hello there' }, baseVersion: source.version },
  })
  await signInAs(OWNER)
  await waitFor(async () => expect(await idsOf('open')).toHaveLength(OPEN))
})
beforeEach(async () => {
  for (const state of ['later', 'done'] as const) {
    const ids = await idsOf(state)
    if (ids.length > 0) await call(api.notifications.reopen, { body: { ids } })
  }
})
afterEach(() => {
  server.proxy.behave(() => null)
})
afterAll(() => server.close())

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-item]')]
const ids = () => rows().map(({ dataset }) => Number(dataset.item))
const isFocused = (row: HTMLElement | undefined) =>
  row === document.activeElement && row?.getAttribute('aria-current') === 'true'
/** Returns the ids of the notifications on the server. */
async function idsOf(state: 'open' | 'later' | 'done'): Promise<number[]> {
  const { items } = await call(api.notifications.list, { query: { filter: 'all', state, limit: 50 } })
  return items.map(({ id }) => id)
}

async function focusRow(kind: string): Promise<void> {
  await waitFor(() => {
    const row = rows().find(({ dataset }) => dataset.kind === kind)
    row?.focus()
    expect(isFocused(row)).toBe(true)
  })
}

/** Opens the inbox and waits until its first row has the focus. */
async function openInbox(): Promise<void> {
  shown = await openScreen('/inbox')
  await poll(() => isFocused(rows()[0])).toBe(true)
  expect(rows()).toHaveLength(OPEN)
}

test('the count is on the rail, and changes with each event', async () => {
  shown = await openScreen(`/p/${PROJECT}/overview`)
  const link = await screen.findByRole('link', { name: new RegExp(`^${say('inbox:title')}`) })
  const count = () => /\d+/.exec(link.textContent ?? '')?.[0]
  await poll(count).toBe(String(OPEN))
  const body = { ids: (await idsOf('open')).slice(0, 1) }
  await call(api.notifications.done, { body })
  await poll(count).toBe(String(OPEN - 1))
  await call(api.notifications.reopen, { body })
  await poll(count).toBe(String(OPEN))
})

test('events elsewhere are shown on the screen immediately', async () => {
  await openInbox()
  const body = { ids: ids().slice(0, 1) }
  await call(api.notifications.done, { body })
  await poll(() => rows().length).toBe(OPEN - 1)
  await call(api.notifications.reopen, { body })
  await poll(() => rows().length).toBe(OPEN)
})

test('j and k move through the list', async () => {
  await openInbox()
  await shown.user.keyboard('j')
  await poll(() => isFocused(rows()[1])).toBe(true)
  await shown.user.keyboard('k')
  await poll(() => isFocused(rows()[0])).toBe(true)
})

test('d completes a notification, and u reopens it', async () => {
  await openInbox()
  const before = ids()
  await shown.user.keyboard('d')
  await poll(ids).toEqual(before.slice(1))
  expect(rows().filter((row) => row.getAttribute('aria-current') === 'true')).toHaveLength(1)
  await screen.findByRole('button', { name: new RegExp(`^${say('common:undo')}`) })
  await shown.user.keyboard('u')
  await poll(ids).toEqual(before)
})

test('a notification that cannot be reopened is reported', async () => {
  await openInbox()
  const before = ids()
  await shown.user.keyboard('d')
  await poll(ids).toEqual(before.slice(1))
  server.proxy.behave((path) => (path === '/api/notifications/reopen' ? { status: 503 } : null))
  await screen.findByRole('button', { name: new RegExp(`^${say('common:undo')}`) })
  await shown.user.keyboard('u')
  await poll(() => toasts.visibleToasts.map(({ content }) => content.tone)).toContain('problem')
})

test('strings that cannot be loaded are reported, and loaded when the reader tries again', async () => {
  let isFailing = true
  server.proxy.behave((path) =>
    isFailing && path.includes('/translations?') && path.includes('limit=5') ? { status: 500 } : null,
  )
  await openInbox()
  await focusRow('new-strings')
  const detail = within(screen.getByRole('region', { name: say('inbox:detail') }))
  const again = await detail.findByRole('button', { name: say('common:tryAgain') })
  isFailing = false
  await shown.user.click(again)
  await detail.findByRole('region', { name: say('inbox:strings') })
})

test('h postpones a notification, which is reopened from the list of postponed ones', async () => {
  await openInbox()
  await shown.user.keyboard('h')
  const tomorrow = await screen.findByRole('menuitem', { name: new RegExp(say('inbox:laterTo.tomorrow')) })
  tomorrow.focus()
  await shown.user.keyboard('{Enter}')
  await poll(() => rows().length).toBe(OPEN - 1)
  await shown.click('button', say('inbox:rest.later_one', { count: 1 }))
  await shown.click('button', say('inbox:back'))
  // It is in the inbox again, and in no other list.
  await screen.findByText(say('inbox:empty.later'))
  await poll(async () => (await idsOf('open')).length).toBe(OPEN)
})

test('a link to a notification that is done shows it, and not another one', async () => {
  const done = (await idsOf('open'))[OPEN - 1] ?? 0
  await call(api.notifications.done, { body: { ids: [done] } })
  shown = await openScreen(`/inbox?item=${done}`)
  const detail = () => within(screen.getByRole('region', { name: say('inbox:detail') }))
  await waitFor(() => detail().getByRole('button', { name: say('inbox:back') }))
  await waitFor(() => expect(rows()).toHaveLength(OPEN - 1))
  expect(rows().filter((row) => row.getAttribute('aria-current') === 'true')).toEqual([])
  detail()
    .getByRole('button', { name: say('inbox:back') })
    .click()
  await waitFor(() => expect(rows()).toHaveLength(OPEN))
  expect(rows().find((row) => row.getAttribute('aria-current') === 'true')?.dataset.item).toBe(`${done}`)
})

test('a link to a notification that does not exist states that', async () => {
  shown = await openScreen('/inbox?item=999999')
  await screen.findByRole('alert')
  expect(screen.queryByRole('button', { name: say('inbox:done') })).toBeNull()
})

test('a link to a notification that does not exist states that in an empty inbox too, and leads to the list', async () => {
  await call(api.notifications.done, { body: { ids: await idsOf('open') } })
  shown = await openScreen('/inbox?item=999999')
  const alert = await screen.findByRole('alert')
  expect(alert.closest('[data-empty]')?.getAttribute('data-empty')).toBe('false')
  screen.getByRole('button', { name: say('inbox:toList') }).click()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('Enter opens new strings in the editor', async () => {
  await openInbox()
  const [filter] = await screen.findAllByRole('button', { name: new RegExp(`^${say('inbox:filter.new')}`) })
  await shown.user.click(filter ?? document.body)
  await poll(() => filter?.getAttribute('aria-pressed')).toBe('true')
  await focusRow('new-strings')
  await shown.user.keyboard('{Enter}')
  await poll(() => shown.url()).toMatch(/\/translate\/(de|fr)\?q=state%3Auntranslated/)
})

test('Enter opens changed strings, which are shown with the change, in the editor', async () => {
  await openInbox()
  await focusRow('source-changed')
  const strings = await screen.findByRole('region', { name: say('inbox:strings') })
  await waitFor(() => expect(strings.querySelector('ins')?.textContent).toContain('there'))
  await shown.user.keyboard('{Enter}')
  await poll(() => shown.url()).toMatch(/\/translate\/(de|fr)\?q=is%3Aoutdated/)
})

test('the focus is in the list when one comes by the rail, which stays', async () => {
  shown = await openScreen(`/p/${PROJECT}/overview`)
  await shown.user.click(await screen.findByRole('link', { name: new RegExp(`^${say('inbox:title')}`) }))
  await poll(() => isFocused(rows()[0])).toBe(true)
  expect(document.querySelector(`nav a[href="/p/${PROJECT}/keys"]`)).not.toBeNull()
})

test('nothing open: all caught up, and where work is left', async () => {
  await call(api.notifications.done, { body: { ids: await idsOf('open') } })
  shown = await openScreen('/inbox')
  await screen.findByText(say('inbox:empty.open'))
  // The largest queues of this person, by language and kind.
  const queue = await screen.findByRole('link', { name: /Deutsch.*: \d+ to review/ })
  expect(queue.getAttribute('href')).toBe(`/p/${PROJECT}/review/de`)
})

test('a filter without notifications does not claim that nothing is open, and leads back to all', async () => {
  await openInbox()
  await shown.click('button', new RegExp(`^${say('inbox:filter.rejected')}`))
  await screen.findByRole('heading', { name: say('inbox:empty.filtered') })
  expect(screen.queryByText(say('inbox:empty.open'))).toBeNull()
  await shown.click('button', say('inbox:empty.showAll'))
  await poll(() => rows().length).toBe(OPEN)
})

test('numbers that are not known are not shown', async () => {
  server.proxy.behave((path) => (path.startsWith('/api/notifications/counts') ? { status: 500 } : null))
  await openInbox()
  const region = screen.getByRole('region', { name: say('inbox:title') })
  await poll(() => queryClient.getQueryState(inboxCountsQuery().queryKey)?.status).toBe('error')
  const buttons = within(region)
    .getAllByRole('button')
    .filter(({ dataset }) => dataset.item === undefined)
  expect(buttons.map(({ textContent }) => textContent).filter((name) => /\d/.test(name ?? ''))).toEqual([])
  within(region).getByRole('button', { name: say('inbox:lists.later') })
})

test('a postponed notification that comes back is listed as soon as it is counted', async () => {
  const open = await idsOf('open')
  const postpone = (ms: number) =>
    call(api.notifications.later, { body: { ids: open, until: new Date(Date.now() + ms).toISOString() } })
  await postpone(24 * 60 * 60_000)
  shown = await openScreen('/inbox')
  await screen.findByRole('heading', { name: say('inbox:empty.open') })
  await postpone(3000)
  await poll(() => idsOf('open')).toHaveLength(OPEN)
  // As it is done once a minute.
  await queryClient.invalidateQueries(inboxCountsQuery())
  await poll(ids).toHaveLength(OPEN)
})

test('the settings say that this server sends no emails', async () => {
  await openInbox()
  await shown.click('button', say('inbox:settings.open'))
  await within(await screen.findByRole('dialog')).findByText(say('inbox:settings.noMail'))
  await expectAccessible()
})

test('kinds that are turned off in quick succession all stay off', async () => {
  await openInbox()
  await shown.click('button', say('inbox:settings.open'))
  const dialog = within(await screen.findByRole('dialog'))
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  server.proxy.behave((path) => (path === '/api/notifications/settings' ? { until: isReleased } : null))
  const kinds = ['mentioned', 'answered'] as const
  const boxes: HTMLElement[] = []
  for (const kind of kinds)
    boxes.push(await dialog.findByRole('checkbox', { name: say(`inbox:kind.${kind}`) }))
  for (const box of boxes) await shown.user.click(box)
  release()
  const mutedOnServer = async () => (await call(api.notifications.settings, {})).settings[0]?.muted
  await poll(mutedOnServer).toEqual(kinds)
  for (const box of boxes) expect(box).toHaveProperty('checked', false)
  await call(api.notifications.saveSettings, { body: { project: null, mail: 'daily', muted: [] } })
})

test('a change of the settings that the server refuses is reverted', async () => {
  await openInbox()
  await shown.click('button', say('inbox:settings.open'))
  const dialog = within(await screen.findByRole('dialog'))
  const box = await dialog.findByRole('checkbox', { name: say('inbox:kind.mentioned') })
  server.proxy.behave((path) => (path === '/api/notifications/settings' ? { status: 500 } : null))
  await shown.user.click(box)
  await poll(() => server.proxy.seen.some(({ status }) => status === 500)).toBe(true)
  await poll(() => Reflect.get(box, 'checked')).toBe(true)
  server.proxy.behave(() => null)
})

const isInboxStream = (path: string) => path.startsWith('/api/notifications/events')

test('what happens between the first list and the stream of events is shown', async () => {
  let connect = () => {}
  const isConnected = new Promise<void>((resolve) => {
    connect = resolve
  })
  server.proxy.behave((path) => {
    if (isInboxStream(path)) return { until: isConnected }
    // That of the last project brings the same.
    return path.includes('/events') ? { status: 503 } : null
  })
  shown = await openScreen('/inbox')
  await poll(ids).toHaveLength(OPEN)
  await poll(() => server.proxy.seen.some(({ path }) => isInboxStream(path))).toBe(true)
  await call(api.notifications.done, { body: { ids: ids().slice(0, 1) } })
  connect()
  await poll(ids).toHaveLength(OPEN - 1)
})

test('the comment that mentions the reader is shown, however many replies follow, and its link leads to it', async () => {
  await signInAs('Max')
  const key = await addKey('plan', 'Plan')
  const { candidates } = await call(api.comments.candidates, {
    params: { project: PROJECT },
    query: { q: OWNER },
  })
  const mention = `@[${OWNER}](${candidates[0]?.ref})`
  const { comment: first } = await call(api.comments.add, {
    params: { project: PROJECT, key },
    body: { text: 'A plan for what?', language: null, kind: 'comment' },
  })
  const answer = (text: string) =>
    call(api.comments.answer, { params: { project: PROJECT, comment: first.id }, body: { text } })
  const { comment: early } = await answer(`Ask ${mention}`)
  for (let n = 1; n <= 6; n += 1) await answer(`Later ${n}`)
  await signInAs(OWNER)
  const listed = async () => {
    const { items } = await call(api.notifications.list, {
      query: { filter: 'all', state: 'open', limit: 50 },
    })
    return items.find(({ kind }) => kind === 'mentioned')?.id
  }
  await poll(listed).toBeDefined()
  shown = await openScreen(`/inbox?item=${await listed()}`)
  const row = () => rows().find((one) => one.getAttribute('aria-current') === 'true')
  const text = await screen.findByText(/^Ask/, { selector: 'article li p' })
  const item = text.closest('li')
  expect(item?.dataset.target).toBe('true')
  // The keys of the list still work.
  await poll(() => isFocused(row())).toBe(true)
  const copied: string[] = []
  const writeText = async (link: string) => void copied.push(link)
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'))
  if (item === null) throw new Error('the comment is not in a list')
  await shown.click('button', say('comments:item.menu'), item)
  await shown.click('menuitem', say('comments:item.link'))
  await poll(() => copied).toEqual([
    new URL(`/p/${PROJECT}/translate/en?key=${key}&comment=${early.id}`, location.href).href,
  ])
})
