import { screen, waitFor } from '@testing-library/dom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { focusedField, type OpenScreen, openScreen } from './open-screen.tsx'
import { addKey, openRealServer, PROJECT, type RealServer } from './real-server.ts'

/** No URL of the editor is a dead end. */

let server: RealServer
let shown: OpenScreen

beforeAll(async () => {
  server = await openRealServer()
  await addKey('pay', 'Pay')
})
afterAll(() => server.close())

test('a language that the project does not have links to existing ones', async () => {
  shown = await openScreen(`/p/${PROJECT}/translate/fr`)
  await screen.findByRole('heading', {
    name: say('translations:language.unknown', { language: 'French' }),
  })
  await screen.findByRole('link', { name: say('translations:language.add') })
  await shown.click('link', 'German')
  await waitFor(() => expect(shown.url()).toMatch(/\/translate\/de/))
  await focusedField()
})
