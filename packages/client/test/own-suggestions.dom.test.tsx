import { api } from '@dragoman/contract'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { OwnSuggestions } from '../src/features/visitor/OwnSuggestions.tsx'
import { rememberSuggestion } from '../src/lib/access/own-suggestions.ts'
import { call } from '../src/lib/server/call.ts'
import { speakEnglish } from './english.ts'
import { inRouter } from './in-router.tsx'
import { addKey, openRealServer, PROJECT } from './real-server.ts'

test('a suggestion whose string was deleted is marked', async () => {
  const server = await openRealServer()
  onTestFinished(server.close)
  await speakEnglish()
  for (const name of ['kept', 'deleted']) {
    const keyId = await addKey(name, 'Hello')
    const params = { project: PROJECT, key: keyId, language: 'de' }
    const body = { forms: { other: `Hallo, ${name}` }, note: '' }
    const { id } = await call(api.suggestions.add, { params, body })
    rememberSuggestion(PROJECT, { id, keyId, keyName: name, language: 'de' })
    if (name === 'deleted') await call(api.keys.remove, { params: { project: PROJECT, key: keyId } })
  }
  const place = document.createElement('div')
  const root = createRoot(place)
  onTestFinished(() => root.unmount())
  root.render(inRouter(<OwnSuggestions project={PROJECT} />))
  const states = () =>
    [...place.querySelectorAll('[data-state]')].map(({ textContent }) => textContent?.trim())
  await expect.poll(states).toEqual([say('visitor:own.state.gone'), say('visitor:own.state.open')])
})
