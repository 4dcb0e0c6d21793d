import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { press } from '../../../test/controls.ts'
import { chooseKeys, resetKeys } from '../shortcuts/shortcut-keys.ts'
import { startShortcuts } from '../shortcuts/shortcuts.ts'
import { useList } from './use-list.ts'
import { useRowSelection } from './use-row-selection.ts'

const IDS = ['a', 'b', 'c', 'd']

function Rows() {
  const [current, setCurrent] = useState<string | null>(null)
  const selection = useRowSelection(IDS, 3)
  const list = useList({
    ids: IDS,
    current,
    group: '',
    onGo: setCurrent,
    onSelect: () => current !== null && selection.toggle(current),
    onExtend: selection.add,
  })
  return (
    <ol {...list.props}>
      {IDS.map((id) => (
        <li key={id} data-item={id} data-selected={selection.ids.has(id)} tabIndex={-1}>
          <input />
        </li>
      ))}
    </ol>
  )
}

let root: Root
let stop: () => void
const place = document.createElement('div')
document.body.append(place)
beforeAll(() => {
  stop = startShortcuts()
})
afterAll(() => stop())
beforeEach(() => {
  root = createRoot(place)
  flushSync(() => root.render(<Rows />)) // with its effects, which register the shortcuts
})
afterEach(() => {
  root.unmount()
  resetKeys()
})

const focused = () => (document.activeElement as HTMLElement).dataset.item
const selected = () =>
  [...place.querySelectorAll<HTMLElement>('[data-selected=true]')].map(({ dataset }) => dataset.item)
test('j and k, or the keys that someone has chosen, focus the next and the previous row', () => {
  press('j')
  press('j')
  expect(focused()).toBe('b')
  press('k')
  expect(focused()).toBe('a')
  chooseKeys('list-next', 'n')
  press('j')
  expect(focused()).toBe('a')
  press('n')
  expect(focused()).toBe('b')
})

test('arrows, Home and End move from row to row, and stop at the ends', () => {
  press('j')
  press('ArrowDown')
  expect(focused()).toBe('b')
  press('End')
  press('ArrowDown')
  expect(focused()).toBe('d')
  press('Home')
  expect(focused()).toBe('a')
})

test('keys pressed in a control of a row are left to it', () => {
  const input = place.querySelector<HTMLElement>('[data-item=b] input')
  input?.focus()
  press('ArrowDown')
  press('j')
  expect(document.activeElement).toBe(input)
})

test('x selects the row, and Shift with an arrow extends the selection to the limit', () => {
  press('j')
  press('x')
  expect(selected()).toEqual(['a'])
  press('x')
  expect(selected()).toEqual([])
  for (let step = 0; step < 3; step++) press('ArrowDown', { shiftKey: true })
  expect([selected(), focused()]).toEqual([['a', 'b', 'c'], 'd'])
})
