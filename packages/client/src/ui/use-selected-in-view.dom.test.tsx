import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Tabs } from './Tabs.tsx'

/** happy-dom has no layout: tabs are 100 px wide, and the row shows 250 px of them. */

const TAB = 100
const ROW = 250
const NAMES = ['People', 'Groups', 'Invitations', 'Tokens']

let root: Root
const place = document.createElement('div')
document.body.append(place)
const row = () => place.querySelector<HTMLElement>('[role=tablist]')

beforeEach(() => {
  root = createRoot(place)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const list = row()
    const nth = [...(list?.children ?? [])].indexOf(this)
    return nth < 0 ? new DOMRect(0, 0, ROW, 30) : new DOMRect(nth * TAB - (list?.scrollLeft ?? 0), 0, TAB, 30)
  })
})
afterEach(() => {
  root.unmount()
  vi.restoreAllMocks()
})

const showViews = (value: string, count: string | null = null) =>
  root.render(
    <Tabs
      label="Lists"
      place="page"
      tabs={NAMES.map((name) => ({ id: name, name, count, content: name }))}
      value={value}
      onChange={() => {}}
    />,
  )

test('a tab at the end of a row is scrolled into view when it is opened by its address', async () => {
  showViews('Tokens')
  await expect.poll(() => row()?.scrollLeft).toBe(NAMES.length * TAB - ROW)
})

test('selecting a tab that is partly hidden scrolls it into view, and a visible one scrolls nothing', async () => {
  showViews('People')
  await expect.poll(row).not.toBeNull()
  expect(row()?.scrollLeft).toBe(0)
  showViews('Invitations')
  await expect.poll(() => row()?.scrollLeft).toBe(50)
  showViews('Groups')
  await expect.poll(() => place.querySelector('[aria-selected=true]')?.textContent.trim()).toBe('Groups')
  expect(row()?.scrollLeft).toBe(50)
  showViews('People')
  await expect.poll(() => row()?.scrollLeft).toBe(0)
})

test('the selected tab stays in view when counts appear', async () => {
  showViews('Tokens')
  await expect.poll(() => row()?.scrollLeft).toBe(150)
  const list = row()
  if (list !== null) list.scrollLeft = 0
  showViews('Tokens', '12')
  await expect.poll(() => row()?.scrollLeft).toBe(150)
})
