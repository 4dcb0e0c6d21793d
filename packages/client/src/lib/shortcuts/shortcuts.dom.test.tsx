import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { press } from '../../../test/controls.ts'
import { isApple, startShortcuts, useShortcuts } from './shortcuts.ts'

const [chord, single, save, palette] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()]
let root: Root
let stop: () => void

function Rail() {
  useShortcuts([{ id: 'activity', keys: 'g a', label: 'activity', group: 'go', run: chord }])
  return null
}

function Screen() {
  useShortcuts([
    { id: 'approve', keys: 'a', label: 'approve', group: 'review', run: single },
    { id: 'save', keys: 'mod+s', label: 'save', group: 'review', inFields: true, run: save },
    {
      id: 'palette',
      keys: 'mod+k',
      label: 'palette',
      group: 'everywhere',
      inFields: true,
      inOverlays: true,
      run: palette,
    },
  ])
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

/** Focuses an element of these contents until the end of the test. */
function focusIn(html: string): void {
  const place = document.createElement('div')
  place.innerHTML = html
  document.body.append(place)
  onTestFinished(() => place.remove())
  place.querySelector<HTMLElement>('[data-focus]')?.focus()
}

const control = { [isApple ? 'metaKey' : 'ctrlKey']: true }

describe.each([
  ['a field of a dialog', '<div role="dialog"><input data-focus></div>'],
  ['a button of a question', '<div role="alertdialog"><button data-focus>Delete</button></div>'],
  ['a menu', '<div role="menu"><div role="menuitem" tabindex="-1" data-focus>Edit</div></div>'],
])('in %s', (_, html) => {
  test('shortcuts of the screen behind it do not run, also those with a modifier', () => {
    focusIn(html)
    press('a')
    press('s', control)
    expect(single).not.toHaveBeenCalled()
    expect(save).not.toHaveBeenCalled()
  })

  test('shortcuts run that apply there too', () => {
    focusIn(html)
    press('k', control)
    expect(palette).toHaveBeenCalledOnce()
  })
})

test('a closed choice takes only letters', () => {
  focusIn('<button aria-haspopup="listbox" data-focus>German</button>')
  press('a')
  press('s', control)
  expect(single).not.toHaveBeenCalled()
  expect(save).toHaveBeenCalledOnce()
})
