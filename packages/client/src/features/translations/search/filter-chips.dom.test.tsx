import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { speakEnglish } from '../../../../test/english.ts'
import { FilterChips } from './FilterChips.tsx'

let root: Root
const place = document.createElement('div')
document.body.append(place)

beforeAll(speakEnglish)
beforeEach(() => {
  root = createRoot(place)
})
afterEach(() => root.unmount())

test('strings without a source text are counted among all strings, and among no others', async () => {
  const states = { untranslated: 3, draft: 0, translated: 5, reviewed: 2, outdated: 0, failing: 0 }
  const counts = { total: 10, ...states, sourceless: 4 }
  root.render(<FilterChips chosen="all" counts={counts} onChoose={() => {}} assign={null} />)
  await expect.poll(() => place.textContent).toContain('All')
  const shown = [...place.querySelectorAll('button')].map(({ textContent }) => textContent)
  expect(shown.slice(0, 2)).toEqual(['All14', 'Untranslated3'])
  expect(shown).toContain('Reviewed2')
})
