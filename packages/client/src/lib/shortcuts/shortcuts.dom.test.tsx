import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { press } from '../../../test/controls.ts'
import { startShortcuts, useShortcuts } from './shortcuts.ts'

const [chord, single] = [vi.fn(), vi.fn()]
let root: Root
let stop: () => void

function Rail() {
  useShortcuts([{ id: 'activity', keys: 'g a', label: 'activity', group: 'go', run: chord }])
  return null
}

function Screen() {
  useShortcuts([{ id: 'approve', keys: 'a', label: 'approve', group: 'review', run: single }])
  return null
}

beforeEach(() => {
  vi.clearAllMocks()
  stop = startShortcuts()
  root = createRoot(document.createElement('div'))
  flushSync(() => root.render(<Rail />))
  flushSync(() =>
    root.render(
      <>
        <Rail />
        <Screen />
      </>,
    ),
  )
})
afterEach(() => {
  root.unmount()
  stop()
})

test('two keys one after the other run their shortcut, not that of the second key alone', () => {
  press('g')
  press('a')
  expect(chord).toHaveBeenCalledOnce()
  expect(single).not.toHaveBeenCalled()
  press('a')
  expect(chord).toHaveBeenCalledOnce()
  expect(single).toHaveBeenCalledOnce()
})

test('a key after another one that starts nothing with it is on its own', () => {
  press('b')
  press('a')
  expect(chord).not.toHaveBeenCalled()
  expect(single).toHaveBeenCalledOnce()
})

test('keys of an input method run no shortcut, in Safari too', () => {
  press('a', { isComposing: true })
  press('a', { keyCode: 229, isComposing: false })
  expect(single).not.toHaveBeenCalled()
})
