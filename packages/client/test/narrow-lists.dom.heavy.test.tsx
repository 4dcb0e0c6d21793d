import { api } from '@dragoman/contract'
import { screen, waitFor } from '@testing-library/dom'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { call } from '../src/lib/server/call.ts'
import { openScreen } from './open-screen.tsx'
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

/** Lists by keyboard in a narrow window, or with large zoom: the list and what it opens replace each other. */

const KEYS = ['second', 'third', 'fourth']

const { happyDOM, innerWidth, innerHeight } = window as unknown as Window & {
  readonly happyDOM: { setViewport(size: { readonly width: number; readonly height: number }): void }
}
let server: RealServer

beforeAll(async () => {
  server = await openRealServer()
  await call(api.languages.add, { params: { project: PROJECT }, body: { tag: 'fr', allowUnknown: false } })
  // People who have translated into a language are notified of its new strings.
  const key = await addTranslated('first', 'Text first', 'Text eins')
  await call(api.translations.save, {
    params: { project: PROJECT, key, language: 'fr' },
    body: { forms: { other: 'Texte un' }, baseVersion: 0 },
  })
  await joinAs('Max', await invite({ role: 'manager', languages: null, namespaces: null }))
  for (const name of KEYS) await addKey(name, `Text ${name}`)
  await signInAs(OWNER)
  await waitFor(async () => {
    const query = { filter: 'all', state: 'open', limit: 50 } as const
    expect((await call(api.notifications.list, { query })).items.length).toBeGreaterThan(1)
  })
})
beforeEach(() => happyDOM.setViewport({ width: 390, height: 800 }))
afterEach(() => happyDOM.setViewport({ width: innerWidth, height: innerHeight }))
afterAll(() => server.close())

const focused = () => document.activeElement

test('arrows move through the strings, Enter opens one, and its row is current after going back', async () => {
  const { user, click, url } = await openScreen(`/p/${PROJECT}/translate/de`)
  const list = await screen.findByRole('listbox', { name: say('translations:list.label') })
  const current = () => document.querySelector('[role=option][aria-current=true]')?.textContent
  list.focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  await waitFor(() => expect(current()).toContain('second'))
  await user.keyboard('j')
  await waitFor(() => expect(current()).toContain('third'))
  expect(url()).toBe(`/p/${PROJECT}/translate/de`)
  expect(focused()).toBe(list)

  await user.keyboard('{Enter}')
  await waitFor(() => expect([focused()?.tagName, focused()?.textContent]).toEqual(['H1', 'common:third']))
  await click('button', say('translations:pane.back'))
  await waitFor(() => expect(focused()?.getAttribute('role')).toBe('listbox'))
  expect(current()).toContain('third')
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect([focused()?.tagName, focused()?.textContent]).toEqual(['H1', 'common:fourth']))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(focused()?.getAttribute('role')).toBe('listbox'))
  expect(current()).toContain('fourth')
})

test('keys move through the notifications, Enter shows one, and its row has the focus after going back', async () => {
  const { user, click, url } = await openScreen('/inbox')
  const rows = () => [...document.querySelectorAll<HTMLElement>('[data-item]')]
  await waitFor(() => expect(rows().length).toBeGreaterThan(1))
  rows()[0]?.focus()
  await user.keyboard('j')
  await waitFor(() => expect(focused()).toBe(rows()[1]))
  expect([rows()[1]?.getAttribute('aria-current'), url()]).toEqual(['true', '/inbox'])
  const chosen = rows()[1]?.dataset.item

  await user.keyboard('{Enter}')
  await waitFor(() => expect(focused()?.tagName).toBe('H1'))
  expect([rows(), url()]).toEqual([[], `/inbox?item=${chosen}`])
  await click('button', say('inbox:toList'))
  await waitFor(() => expect((focused() as HTMLElement).dataset.item).toBe(chosen))
  expect(url()).toBe('/inbox')
})
