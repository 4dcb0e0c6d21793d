import { api } from '@dragoman/contract'
import { screen } from '@testing-library/dom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { call } from '../src/lib/server/call.ts'
import { expectAccessible, openScreen } from './open-screen.tsx'
import { addKey, openRealServer, PROJECT, type RealServer } from './real-server.ts'

/** Unsaved text of a string or a language that is gone. */

let server: RealServer
beforeAll(async () => {
  server = await openRealServer()
  await call(api.languages.add, { params: { project: PROJECT }, body: { tag: 'pl', allowUnknown: false } })
})
afterAll(() => server.close())

/** Stores a Polish text that was typed for a new string, and returns the id of the string. */
async function type(name: string, text: string): Promise<number> {
  const key = await addKey(name, `English ${name}`)
  const { actor } = await call(api.session.get, {})
  const draft = { forms: { other: text }, base: {}, baseVersion: 0, at: 1, failure: null }
  const entry = `dragoman:draft:${PROJECT}:pl:${key}#${actor?.id}`
  localStorage.setItem(entry, JSON.stringify({ ...draft, keyName: `common:${name}` }))
  return key
}

const kept = () => [...document.querySelectorAll('section p[lang=pl]')].map(({ textContent }) => textContent)
const copyButton = (name: string) =>
  screen.findByRole('button', { name: say('common:kept.copyThis', { key: `common:${name}` }) })

test('what was typed for a deleted key is shown below the reason, and no other text', async () => {
  const key = await type('deleted', 'skasowany')
  await type('other', 'inny')
  await call(api.keys.remove, { params: { project: PROJECT, key } })
  await openScreen(`/p/${PROJECT}/translate/pl?key=${key}`)
  await copyButton('deleted')
  expect(kept()).toEqual(['skasowany'])
  await expectAccessible()
})

test('what was typed in a language that was removed is shown with the other languages', async () => {
  const key = await type('removed', 'usunięty')
  await call(api.languages.remove, { params: { project: PROJECT, language: 'pl' } })
  await openScreen(`/p/${PROJECT}/translate/pl?key=${key}`)
  await copyButton('removed')
  expect(kept()).toEqual(['usunięty'])
  await expectAccessible()
})
