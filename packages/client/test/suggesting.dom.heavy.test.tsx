import { api } from '@dragoman/contract'
import { waitFor } from '@testing-library/dom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '../src/lib/server/call.ts'
import { focusedField, type OpenScreen, openScreen } from './open-screen.tsx'
import { addKey, invite, joinAs, openRealServer, PROJECT, type RealServer } from './real-server.ts'

/** A contributor types suggestions in the editor while the network is slow. */

const { poll } = expect

let server: RealServer
let shown: OpenScreen
let keys: readonly number[]

beforeAll(async () => {
  server = await openRealServer()
  keys = [await addKey('a', 'One'), await addKey('b', 'Two'), await addKey('c', 'Three')]
  await joinAs('Ines', await invite({ role: 'contributor', languages: null, namespaces: null }))
})
afterAll(() => server.close())

const isSuggestion = (path: string) => path.endsWith('/suggestions')
const sent = () =>
  server.proxy.seen.filter(({ method, path }) => method === 'POST' && isSuggestion(path)).length
const openKey = () => new URL(shown.url(), location.origin).searchParams.get('key')
const untilOpen = (key: number | undefined) => poll(openKey).toBe(String(key))
async function suggestionsFor(key: number | undefined): Promise<readonly (string | undefined)[]> {
  const params = { project: PROJECT, key: key ?? 0, language: 'de' }
  const { suggestions } = await call(api.suggestions.list, { params })
  return suggestions.map(({ forms }) => forms.other)
}

test('a suggestion that arrives late leaves the string that is open then, and its text, alone', async () => {
  const [a, b, c] = keys
  let answer = () => {}
  const until = new Promise<void>((resolve) => {
    answer = resolve
  })
  shown = await openScreen(`/p/${PROJECT}/translate/de?key=${a}`)
  await focusedField()
  await shown.user.keyboard('Eins')
  server.proxy.behave((path) => (isSuggestion(path) ? { until } : null))
  await shown.user.keyboard('{Control>}{Enter}{Enter}{/Control}')
  await poll(sent).toBe(1)
  await shown.user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await untilOpen(b)
  await waitFor(() => expect(document.activeElement?.textContent).not.toBe('Eins'))
  await focusedField()
  await shown.user.keyboard('Zwei')
  answer()
  await poll(() => suggestionsFor(a)).toEqual(['Eins'])
  await poll(() => document.body.textContent).toContain('Suggested')
  expect(openKey()).toBe(String(b))
  expect((await focusedField()).textContent).toBe('Zwei')
  expect(localStorage.getItem(`dragoman:draft:${PROJECT}:de:${a}`)).toBeNull()
  await shown.user.keyboard('{Control>}{Enter}{/Control}')
  await untilOpen(c)
  expect(await suggestionsFor(b)).toEqual(['Zwei'])
  expect(sent()).toBe(2)
})
