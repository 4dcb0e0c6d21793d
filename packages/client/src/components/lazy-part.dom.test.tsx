import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { speakEnglish } from '../../test/english.ts'
import { toasts } from '../lib/notices/toast.ts'
import { lazyPart } from './lazy-part.tsx'

beforeAll(speakEnglish)

let root: Root | null = null
afterEach(() => {
  root?.unmount()
  root = null
  toasts.clear()
})

type PanelProps = { readonly name: string; readonly onClose: () => void }
const Panel = ({ name }: PanelProps) => <p>Panel {name}</p>

const Broken = (): ReactNode => {
  throw new Error('broken')
}

/** Renders a part inside a page, and returns what the page shows. */
async function render(part: ReactNode): Promise<() => string> {
  const place = document.createElement('div')
  root ??= createRoot(place)
  root.render(
    <main>
      Page
      {part}
    </main>,
  )
  await vi.waitFor(() => expect(place.textContent).toContain('Page'))
  return () => place.textContent ?? ''
}

test('shows the placeholder, then the part', async () => {
  let give: (component: typeof Panel) => void = () => undefined
  const code = new Promise<typeof Panel>((resolve) => {
    give = resolve
  })
  const Part = lazyPart<PanelProps>(() => code, { waiting: () => <p>Loading</p> })
  const shown = await render(<Part name="one" onClose={() => undefined} />)
  expect(shown()).toBe('PageLoading')
  give(Panel)
  await vi.waitFor(() => expect(shown()).toBe('PagePanel one'))
})

test('closes the part if its code cannot be loaded, and loads it the next time', async () => {
  const load = vi.fn(() => Promise.reject<typeof Panel>(new TypeError('Failed to fetch')))
  const Part = lazyPart<PanelProps>(load, { close: ({ onClose }) => onClose() })
  const onClose = vi.fn()
  const shown = await render(<Part key="1" name="one" onClose={onClose} />)
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(shown()).toBe('Page')
  expect(toasts.visibleToasts.map(({ content }) => content.tone)).toEqual(['problem'])
  load.mockImplementation(async () => Panel)
  root?.render(
    <main>
      Page
      <Part key="2" name="two" onClose={onClose} />
    </main>,
  )
  await vi.waitFor(() => expect(shown()).toBe('PagePanel two'))
})

test('an error of the part leaves the page as it is', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Part = lazyPart<PanelProps>(async () => Broken, { close: ({ onClose }) => onClose() })
  const onClose = vi.fn()
  const shown = await render(<Part name="one" onClose={onClose} />)
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(shown()).toBe('Page')
  quiet.mockRestore()
})
