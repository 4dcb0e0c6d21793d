import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startFocusKeeper } from './focus-keeper.ts'
import { focusScreen } from './focus-screen.ts'

let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  document.body.innerHTML = `<nav><a href="/">Home</a></nav>
    <main><h1>Keys</h1><table><tbody><tr id="a"><td><button id="one">One</button></td></tr>
      <tr id="b"><td><button id="two">Two</button></td></tr></tbody></table><div id="bar"><button id="delete">Delete</button></div></main>`
  stop = startFocusKeeper()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

const byId = (id: string) => document.getElementById(id) as HTMLElement
const wait = async () => {
  await Promise.resolve()
  await vi.advanceTimersByTimeAsync(200)
}

test('focus moves to what is left around a removed control', async () => {
  byId('one').focus()
  byId('a').remove()
  await wait()
  expect(document.activeElement).toBe(byId('two'))
})

/** Shows a list of rows with two controls each, and focuses the second control of one. */
function focusInRow(name: string): void {
  const row = (one: string) =>
    `<li id="${one}"><span><a href="/${one}">${one}</a></span><button id="acts-${one}">…</button></li>`
  const rows = ['first', 'second', 'third', 'fourth'].map(row).join('')
  document.querySelector('main')?.insertAdjacentHTML('beforeend', `<ol>${rows}</ol>`)
  byId(`acts-${name}`).focus()
}

const focused = () => document.activeElement?.textContent

test('focus moves from a removed row to the next one, not to the first', async () => {
  focusInRow('second')
  byId('second').remove()
  await wait()
  expect(focused()).toBe('third')
})

test('focus moves from the last row to the one before it', async () => {
  focusInRow('fourth')
  byId('fourth').remove()
  await wait()
  expect(focused()).toBe('third')
})

test('focus moves past rows that were removed together with the focused one', async () => {
  focusInRow('second')
  byId('second').remove()
  byId('third').remove()
  await wait()
  expect(focused()).toBe('fourth')
})

test('rows that were added since the focus was set count', async () => {
  focusInRow('second')
  byId('second').insertAdjacentHTML('afterend', '<li><button>added</button></li>')
  await wait()
  byId('second').remove()
  await wait()
  expect(focused()).toBe('added')
})

test('a control that does not take the focus is skipped', async () => {
  focusInRow('second')
  // As one that is hidden does.
  byId('third')
    .querySelectorAll<HTMLElement>('a, button')
    .forEach((one) => {
      one.focus = () => {}
    })
  byId('second').remove()
  await wait()
  expect(focused()).toBe('fourth')
})

test('what took the focus is scrolled into view', async () => {
  focusInRow('second')
  const link = byId('third').querySelector('a') ?? byId('third')
  const scroll = vi.fn()
  link.scrollIntoView = scroll
  byId('second').remove()
  await wait()
  expect(scroll).toHaveBeenCalledWith({ block: 'nearest' })
})

test('focus moves to the heading if nothing is left', async () => {
  byId('delete').focus()
  byId('bar').remove()
  await wait()
  expect(document.activeElement?.tagName).toBe('H1')
})

test('a screen that moves the focus itself is not disturbed', async () => {
  byId('one').focus()
  byId('a').remove()
  await Promise.resolve()
  byId('delete').focus()
  await wait()
  expect(document.activeElement).toBe(byId('delete'))
})

test('a focused heading is not a tab stop', () => {
  expect(focusScreen()).toBe(true)
  expect(document.querySelector('h1')?.getAttribute('tabindex')).toBe('-1')
})
