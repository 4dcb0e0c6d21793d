import { screen, waitFor, within } from '@testing-library/dom'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { focusedField, openScreen, untilEnabled } from './open-screen.tsx'
import { addKey, openRealServer, PROJECT, type RealServer, stringOnServer } from './real-server.ts'

/** What happens to the focus and to the selected rows when a change of many strings ends. */

const GERMAN = 4
const { poll } = expect

let server: RealServer

beforeAll(async () => {
  server = await openRealServer()
})
afterAll(() => server.close())

const focused = () => document.activeElement
const germanOf = async (key: number) => (await stringOnServer(key)).target.forms.other

/** Holds changes of many strings until the returned function is called. */
function holdBulk(): () => void {
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  onTestFinished(() => server.proxy.behave(() => null))
  server.proxy.behave((path) => (path.endsWith('/bulk') ? { until } : null))
  return release
}

const cell = (name: string, column: number) => {
  const row = screen.getAllByRole('row').find(({ textContent }) => textContent?.includes(name))
  const found = row?.querySelector<HTMLElement>(`[role=gridcell][aria-colindex="${column}"]`)
  if (found == null) throw new Error(`no cell of ${name}`)
  return found
}
const isInGrid = (name: string) => screen.getByRole('grid').textContent?.includes(name)
const isSelected = (name: string) => cell(name, 1).parentElement?.getAttribute('aria-selected')

/** Opens the grid with the keys that start with a prefix, and selects the first. */
async function openGrid(prefix: string) {
  const opened = await openScreen(`/p/${PROJECT}/keys?q=${encodeURIComponent(`key:${prefix}*`)}`)
  await waitFor(() => cell(`${prefix}.a`, GERMAN))
  await opened.user.click(cell(`${prefix}.a`, 1))
  return opened
}

test('the end of a bulk edit leaves the cell in which someone types, and rows selected meanwhile', async () => {
  const [, b] = [
    await addKey('typed.a', 'One'),
    await addKey('typed.b', 'Two'),
    await addKey('typed.c', 'Three'),
  ]
  const { user, click } = await openGrid('typed')
  const release = holdBulk()
  await click('button', say('keys:delete'))
  await user.click(cell('typed.c', 1))
  await user.click(cell('typed.b', GERMAN))
  await user.keyboard('Zw')
  release()
  await waitFor(() => expect(isInGrid('typed.a')).toBe(false))
  await user.keyboard('ei{Enter}')
  await poll(() => germanOf(b)).toBe('Zwei')
  expect([isSelected('typed.b'), isSelected('typed.c')]).toEqual(['false', 'true'])
})

test('the grid takes the focus that was in the bulk action bar', async () => {
  await addKey('left.a', 'One')
  await addKey('left.b', 'Two')
  const { click } = await openGrid('left')
  await click('button', say('keys:delete'))
  await waitFor(() => expect(isInGrid('left.a')).toBe(false))
  await waitFor(() => expect(focused()).toBe(cell('left.b', 1)))
})

test('the grid takes the focus that was in the dialog of a bulk action', async () => {
  await addKey('tagged.a', 'One')
  const { user, click } = await openGrid('tagged')
  await click('button', say('keys:tag'))
  await user.type(await screen.findByRole('textbox', { name: say('keys:field.tag') }), 'new{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(focused()).toBe(cell('tagged.a', 1)))
})

const option = (name: string) => {
  const found = screen.getAllByRole('option').find(({ textContent }) => textContent?.includes(name))
  if (found === undefined) throw new Error(`no string ${name}`)
  return found
}
const selectedNames = () => screen.getAllByRole('option', { selected: true }).map((row) => row.textContent)

/** Opens the editor with the keys that start with a prefix, and selects the first and the second. */
async function openList(prefix: string) {
  const opened = await openScreen(`/p/${PROJECT}/translate/de?q=${encodeURIComponent(`key:${prefix}*`)}`)
  const list = await screen.findByRole('listbox', { name: say('translations:list.label') })
  await waitFor(() => option(`${prefix}.a`))
  await focusedField()
  list.focus()
  await opened.user.keyboard(' {ArrowDown} ')
  await waitFor(() => expect(selectedNames()).toHaveLength(2))
  return { ...opened, list }
}

test('the end of a bulk edit leaves the text in which someone types, and strings selected meanwhile', async () => {
  const [a] = [await addKey('pane.a', 'One'), await addKey('pane.b', 'Two'), await addKey('pane.c', 'Three')]
  const { user, click } = await openList('pane')
  const release = holdBulk()
  await click('button', say('translations:bulk.copySource'))
  await user.keyboard('{Control>}')
  await user.click(within(option('pane.c')).getByText('Three'))
  await user.keyboard('{/Control}')
  const field = document.querySelector<HTMLElement>('[contenteditable=true]')
  field?.focus()
  release()
  await poll(() => germanOf(a)).toBe('One')
  await waitFor(() => expect(selectedNames()).toEqual([expect.stringContaining('pane.c')]))
  expect(focused()).toBe(field)
})

test('the list takes the focus that was in the bulk action bar, also after all were deselected', async () => {
  const a = await addKey('list.a', 'One')
  await addKey('list.b', 'Two')
  const { click, list, user } = await openList('list')
  await click('button', say('translations:bulk.copySource'))
  await poll(() => germanOf(a)).toBe('One')
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  await waitFor(() => expect(focused()).toBe(list))
  await user.keyboard('{Control>}a{/Control}')
  await untilEnabled(await screen.findByRole('button', { name: say('translations:bulk.none') }))
  await click('button', say('translations:bulk.none'))
  await waitFor(() => expect(focused()).toBe(list))
})
