import type { KeyUsesReply } from '@dragoman/contract'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { speakEnglish } from '../../../../test/english.ts'
import { UsedIn } from './UsedIn.tsx'

let root: Root
const place = document.createElement('div')
document.body.append(place)

beforeAll(speakEnglish)
beforeEach(() => {
  root = createRoot(place)
})
afterEach(() => root.unmount())

async function draw(loaded: number, total: number): Promise<void> {
  const found: KeyUsesReply = {
    scan: {
      revision: '0123456789abcdef',
      at: '2026-01-01T00:00:00.000Z',
      by: { id: null, name: 'CI' },
      filesRead: 9,
    },
    uses: Array.from({ length: loaded }, (_, at) => ({
      path: 'src/app.ts',
      line: at + 1,
      column: 1,
      url: null,
      kind: 'key',
      key: 'title',
    })),
    total,
  }
  root.render(<UsedIn found={found} />)
  await expect.poll(() => places().length).toBe(Math.min(loaded, 4))
}

const places = () => [...place.querySelectorAll('li')]
const button = () => place.querySelector('button')

test('the button shows as many places as it promises, and the rest is a number', async () => {
  await draw(50, 60)
  expect(button()?.textContent).toBe('46 more places')
  expect(place.textContent).not.toContain('and 10 more')
  button()?.click()
  await expect.poll(() => places().length).toBe(50)
  expect(button()).toBeNull()
  expect(place.textContent).toContain('and 10 more')
})

test('nothing is left where all places are shown', async () => {
  await draw(5, 5)
  button()?.click()
  await expect.poll(() => places().length).toBe(5)
  expect(place.textContent).not.toContain('more')
})
