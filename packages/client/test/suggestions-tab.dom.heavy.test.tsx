import { api } from '@dragoman/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { HistoryTab } from '../src/features/translations/side/HistoryTab.tsx'
import { SuggestionsTab } from '../src/features/translations/side/SuggestionsTab.tsx'
import { toasts } from '../src/lib/notices/toast.ts'
import { call } from '../src/lib/server/call.ts'
import { button, dialog } from './controls.ts'
import { speakEnglish } from './english.ts'
import {
  addKey,
  addTranslated,
  invite,
  joinAs,
  openRealServer,
  PROJECT,
  type RealServer,
  stringOnServer,
} from './real-server.ts'

/** Accepting suggestions in the editor. */

const { poll } = expect

let server: RealServer
let root: Root
const place = document.createElement('div')
document.body.append(place)

beforeAll(async () => {
  server = await openRealServer()
  await speakEnglish()
})
afterAll(() => server.close())
beforeEach(() => {
  root = createRoot(place)
})
afterEach(() => {
  root.unmount()
  for (const { key } of toasts.visibleToasts) toasts.close(key)
})

const said = () => toasts.visibleToasts.map(({ content }) => content.text).join(' ')

/** Suggests a German text for a new string, and shows the suggestions for it. */
async function showSuggestion(name: string, source: string, suggested: string): Promise<number> {
  const id = await addKey(name, source)
  await call(api.suggestions.add, {
    params: { project: PROJECT, key: id, language: 'de' },
    body: { forms: { other: suggested }, note: '' },
  })
  await showTab(id)
  return id
}

async function showTab(id: number): Promise<void> {
  await render(id)
  await poll(() => button('Accept')).toBeDefined()
}

async function render(id: number): Promise<void> {
  const row = await stringOnServer(id)
  root.render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SuggestionsTab project={PROJECT} reviewOwn row={row} />
      <HistoryTab address={{ project: PROJECT, language: 'de', keyId: id }} refusal={null} onRestore={null} />
    </QueryClientProvider>,
  )
}

test('a suggestion that fails a check is accepted only when that is confirmed', async () => {
  const id = await showSuggestion('broken', 'For {{name}}', 'Für')
  button('Accept')?.click()
  await poll(() => dialog()?.textContent).toContain('{{name}}')
  expect((await stringOnServer(id)).target.state).toBe('untranslated')
  const cancel = dialog()
  if (cancel !== null) button('Cancel', cancel)?.click()
  await poll(dialog).toBeNull()
  button('Accept')?.click()
  await poll(dialog).not.toBeNull()
  button('Approve anyway')?.click()
  await poll(async () => (await stringOnServer(id)).target).toMatchObject({
    state: 'reviewed',
    failing: true,
  })
  await poll(dialog).toBeNull()
  await poll(said).toContain('1 approved')
})

test('a rejection is shown only while the text is the rejected one', async () => {
  const id = await addTranslated('greeting', 'Greetings', 'Grüsse')
  const rejected = 'Rejected by Ann'
  const shows = async (isShown: boolean) => {
    await render(id)
    await poll(() => place.textContent).toContain('No suggestions')
    await poll(() => place.textContent?.includes(rejected)).toBe(isShown)
    root.unmount()
    root = createRoot(place)
  }
  const { target } = await stringOnServer(id)
  await call(api.review.reject, {
    params: { project: PROJECT, language: 'de' },
    body: {
      items: [{ on: 'text', keyId: id, baseVersion: target.version }],
      reason: { kind: 'grammar', text: '' },
    },
  })
  await shows(true)
  const save = async (text: string, state: 'draft' | 'translated') => {
    const { target: now } = await stringOnServer(id)
    return call(api.translations.save, {
      params: { project: PROJECT, key: id, language: 'de' },
      body: { forms: { other: text }, state, baseVersion: now.version },
    })
  }
  const { operation } = await save('Gruß', 'draft')
  await shows(false)
  await call(api.operations.undo, {
    params: { project: PROJECT, operation: operation?.id ?? 0 },
    body: { keepNewer: false },
  })
  await shows(true)
  // The same words, but it was their author who has made them a draft.
  await save('Grüsse', 'translated')
  await save('Grüsse', 'draft')
  await shows(false)
})

test('what someone accepts who cannot review is called accepted, not approved', async () => {
  const id = await addKey('plain', 'Plain')
  await call(api.suggestions.add, {
    params: { project: PROJECT, key: id, language: 'de' },
    body: { forms: { other: 'Schlicht' }, note: '' },
  })
  await joinAs('Tea', await invite())
  await showTab(id)
  button('Accept')?.click()
  await poll(said).toContain('1 accepted; someone else reviews it')
  expect((await stringOnServer(id)).target.state).toBe('translated')
  await poll(() => place.textContent).toContain('accepted by Tea')
  expect(place.textContent).not.toContain('approved by')
})
