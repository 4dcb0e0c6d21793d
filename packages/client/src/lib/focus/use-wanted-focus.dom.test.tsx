import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useWantedFocus, type WantedFocus } from './use-wanted-focus.ts'

let root: Root
let focus: WantedFocus

function Screen() {
  focus = useWantedFocus(true)
  return null
}
/** Opens a screen while the element has the focus. */
function openFrom(id: string | null): void {
  byId(id ?? 'link').focus()
  if (id === null) byId('link').blur()
  flushSync(() => root.render(<Screen />))
}

beforeEach(() => {
  document.body.innerHTML = `<nav><a id="link" href="/">Link</a><button id="menu">Menu</button><input id="search"></nav>
    <div role="menu"><button id="item">Item</button></div>
    <main><h1 id="heading" tabindex="-1">Heading</h1><button id="button">Button</button><section id="area"><input id="text"></section></main>`
  root = createRoot(document.createElement('div'))
})
afterEach(() => root.unmount())

const byId = (id: string) => document.getElementById(id) as HTMLElement
const take = () => focus.take(byId('area'))

test('a new screen takes the focus once', () => {
  openFrom(null)
  expect(take()).toBe(true)
  expect(take()).toBe(false)
})

test.each(['link', 'heading', 'text'])('a new screen takes the focus from %s, where it was', (id) => {
  openFrom(id)
  expect(take()).toBe(true)
})

test('a new screen takes the focus from a link that has been removed, or from its heading', () => {
  openFrom('link')
  byId('link').remove()
  byId('heading').focus()
  expect(take()).toBe(true)
})

test.each(['menu', 'button', 'search'])(
  'a new screen does not take the focus from %s, where a person has moved it since',
  (id) => {
    openFrom('link')
    byId(id).focus()
    expect(take()).toBe(false)
    expect(take()).toBe(false)
  },
)

test('a new screen takes the focus that a closing menu has returned', () => {
  openFrom('item')
  byId('menu').focus()
  expect(take()).toBe(true)
})

test('a screen takes the focus from a button that was pressed, but not from a field or an open menu', () => {
  openFrom(null)
  take()
  byId('button').focus()
  expect(take()).toBe(false)
  focus.want(true)
  expect(take()).toBe(true)
  for (const id of ['search', 'item']) {
    byId(id).focus()
    focus.want(true)
    expect(take()).toBe(false)
  }
  byId('button').focus()
  focus.want(true)
  focus.want(false)
  expect(take()).toBe(false)
})
