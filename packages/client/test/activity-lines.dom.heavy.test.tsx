import { screen, waitFor, within } from '@testing-library/dom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScreen } from './open-screen.tsx'
import {
  addKey,
  openRealServer,
  PROJECT,
  type RealServer,
  saveElsewhere,
  stringOnServer,
} from './real-server.ts'

/** Consecutive saves of a person are one line, which stays the same line while that person continues. */

let server: RealServer
const keys: number[] = []
beforeAll(async () => {
  server = await openRealServer()
  for (const name of ['one', 'two', 'three', 'four']) keys.push(await addKey(name, name))
})
afterAll(() => server.close())

/** Saves the German text of the next key, in the way that another window does. */
async function saveNext(): Promise<void> {
  const key = keys.shift() ?? 0
  await saveElsewhere(key, 'Text', (await stringOnServer(key)).target.version)
}

/** Returns the newest line when it names the text. */
async function newestLine(text: RegExp): Promise<HTMLElement> {
  const lines = await screen.findAllByRole('button', { name: text })
  return lines[0] ?? expect.fail('no line')
}

test('a line keeps its state and the focus while its person saves more texts', async () => {
  await saveNext()
  const { user } = await openScreen(`/p/${PROJECT}/activity`)
  const line = await newestLine(/saved one/)
  line.focus()

  await saveNext()
  await waitFor(() => expect(line.textContent).toContain('edited 2 strings'))
  expect(document.activeElement).toBe(line)
  expect(line.getAttribute('aria-expanded')).toBe('false')

  await user.click(line)
  await saveNext()
  await waitFor(() => expect(line.textContent).toContain('edited 3 strings'))
  expect(line.isConnected).toBe(true)
  expect(document.activeElement).toBe(line)
  expect(line.getAttribute('aria-expanded')).toBe('true')
  const item = line.closest('li') ?? expect.fail('no item')
  expect(within(item).getAllByRole('button', { name: /saved/ })).toHaveLength(3)
})

test('an operation that is open stays open when its person saves more texts', async () => {
  const { user, url } = await openScreen(`/p/${PROJECT}/activity`)
  const line = await newestLine(/edited 3 strings/)
  await user.click(line)
  const item = line.closest('li') ?? expect.fail('no item')
  await user.click(await within(item).findByRole('button', { name: /saved two/ }))
  await waitFor(() => expect(url()).toContain('operation='))
  await saveNext()
  await waitFor(() => expect(line.textContent).toContain('edited 4 strings'))
  const opened = () => within(item).getByRole('button', { name: /saved two/ })
  expect(opened().getAttribute('aria-expanded')).toBe('true')

  await user.click(opened())
  await waitFor(() => expect(opened().getAttribute('aria-expanded')).toBe('false'))
  expect(line.getAttribute('aria-expanded')).toBe('true')

  await user.click(opened())
  await waitFor(() => expect(url()).toContain('operation='))
  await user.click(line)
  expect(line.getAttribute('aria-expanded')).toBe('false')
  await waitFor(() => expect(url()).not.toContain('operation='))
})
