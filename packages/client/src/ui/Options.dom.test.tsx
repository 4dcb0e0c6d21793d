import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OptionList, type OptionsOf, useOptions } from './Options.tsx'

let root: Root
let taken: string[] = []
const place = document.createElement('div')
document.body.append(place)
beforeEach(() => {
  root = createRoot(place)
  taken = []
})
afterEach(() => root.unmount())

function Field({
  names,
  ...how
}: { names: string[] } & Pick<OptionsOf<string>, 'startsActive' | 'tabTakes'>) {
  const options = useOptions({ options: names, onTake: (name) => void taken.push(name), ...how })
  return (
    <>
      <input onKeyDown={options.handleKey} {...options.fieldProps} />
      <OptionList of={options} label="Names" place="below" keyOf={(name) => name}>
        {(name) => name}
      </OptionList>
    </>
  )
}

function show(names: string[], how: { startsActive: boolean; tabTakes: boolean }): void {
  flushSync(() => root.render(<Field names={names} {...how} />))
}

/** Returns whether the field handled the key. */
function press(key: string, more: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
  flushSync(() => place.querySelector('input')?.dispatchEvent(event))
  return event.defaultPrevented
}
const active = () => {
  const id = place.querySelector('input')?.getAttribute('aria-activedescendant')
  return id == null ? null : document.getElementById(id)?.textContent
}

test('arrows move around the options, and Enter takes the active one', () => {
  show(['Ada', 'Bo'], { startsActive: true, tabTakes: true })
  expect(active()).toBe('Ada')
  press('ArrowUp')
  expect(active()).toBe('Bo')
  press('ArrowDown')
  press('Enter')
  press('Tab')
  expect(taken).toEqual(['Ada', 'Ada'])
})

test('without an active option, or with Shift, Enter and Tab are left to the field', () => {
  show(['Ada', 'Bo'], { startsActive: false, tabTakes: true })
  expect([active(), press('Enter'), press('Tab')]).toEqual([null, false, false])
  press('ArrowDown')
  expect([active(), press('Enter', { shiftKey: true }), press('Tab', { shiftKey: true })]).toEqual([
    'Ada',
    false,
    false,
  ])
  expect(taken).toEqual([])
})

test('fewer options keep an active one, and none are not shown', () => {
  show(['Ada', 'Bo', 'Cy'], { startsActive: true, tabTakes: false })
  press('ArrowUp')
  show(['Ada'], { startsActive: true, tabTakes: false })
  expect(active()).toBe('Ada')
  show([], { startsActive: true, tabTakes: false })
  expect([active(), place.querySelector('[role=listbox]'), press('ArrowDown')]).toEqual([null, null, false])
})

test('keys of an input method are left to it, in Safari too', () => {
  show(['Ada', 'Bo'], { startsActive: true, tabTakes: true })
  const ofInputMethod = [{ isComposing: true }, { keyCode: 229, isComposing: false }]
  for (const one of ofInputMethod)
    expect([press('Enter', one), press('ArrowDown', one)]).toEqual([false, false])
  expect([taken, active()]).toEqual([[], 'Ada'])
})
