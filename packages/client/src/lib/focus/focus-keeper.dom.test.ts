import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { focusScreen, startFocusKeeper } from './focus-keeper.ts'

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
