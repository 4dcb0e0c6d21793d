import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addTexts, speakEnglish } from '../../../../test/english.ts'
import { i18n } from '../../../i18n/i18n.ts'
import { PullRequest } from './PullRequest.tsx'

const PULL_REQUEST = {
  ...{ number: 7, url: 'https://gitlab.com/acme/shop/-/merge_requests/7', title: 'Translations' },
  ...{ state: 'open' as const, openedAt: '2026-03-01T10:00:00.000Z' },
}
const place = document.createElement('div')
document.body.append(place)
let root: Root

const sentFile = (path: string) => ({
  ...{ path, kind: 'changed', linesAdded: 5, linesRemoved: 1, texts: 2 },
  ...{ isSent: true, people: [], hunks: [], isWhole: true },
})

beforeEach(async () => {
  await speakEnglish()
  vi.stubGlobal('fetch', async (url: RequestInfo | URL) =>
    Response.json(
      String(url).includes('/waiting')
        ? {
            files: [sentFile('de.json'), sentFile('pl.json')],
            paths: ['de.json', 'pl.json'].map((path) => ({ path, isSent: true })),
          }
        : { checks: [] },
    ),
  )
  root = createRoot(place)
})
afterEach(() => {
  root.unmount()
  vi.unstubAllGlobals()
})

test.each([
  ['en', '2 files, 10 lines'],
  ['pl', '2 pliki, 10 wierszy'],
  ['ar', 'ملفان، 10 أسطر'],
])('the size of a pull request is grammatical in %s', async (language, size) => {
  addTexts(language)
  await i18n.changeLanguage(language)
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <PullRequest project="shop" source={1} pullRequest={PULL_REQUEST} waitingFiles={2} />
    </QueryClientProvider>,
  )
  expect((await screen.findByText(size)).textContent).toBe(size)
})
