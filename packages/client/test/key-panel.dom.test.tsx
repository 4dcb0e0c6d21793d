import { api, type GridRow, type ProjectReply } from '@dragoman/contract'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { KeyPanel } from '../src/features/keys/key/KeyPanel.tsx'
import { call } from '../src/lib/server/call.ts'
import { button, type } from './controls.ts'
import { speakEnglish } from './english.ts'
import { inRouter } from './in-router.tsx'
import { addKey, openRealServer, PROJECT, type RealServer } from './real-server.ts'

/** The fields of a key are saved when they lose the focus, against the version that was shown. */

const { poll } = expect

let server: RealServer
let project: ProjectReply
let row: GridRow
let root: Root
const onDone = vi.fn()
const place = document.createElement('div')
document.body.append(place)

beforeAll(async () => {
  server = await openRealServer()
  await speakEnglish()
})
afterAll(() => server.close())
let keys = 0
beforeEach(async () => {
  onDone.mockClear()
  const key = await addKey(`cart.empty${++keys}`, 'Nothing here yet')
  row = await rowOf(key)
  project = await call(api.projects.get, { params: { project: PROJECT } })
  root = createRoot(place)
  root.render(
    inRouter(
      <KeyPanel project={project} row={row} onClose={() => {}} onOpenEditor={() => {}} onDone={onDone} />,
    ),
  )
  await poll(() => field('Description')).toBeDefined()
})
afterEach(() => root.unmount())

const rowOf = (key: number): Promise<GridRow> => call(api.keys.get, { params: { project: PROJECT, key } })
const keyNow = async () => (await rowOf(row.key.id)).key
const updateElsewhere = async (body: { description?: string; tags?: string[] }) =>
  call(api.keys.update, {
    params: { project: PROJECT, key: row.key.id },
    body: { ...body, baseVersion: (await keyNow()).version },
  })

/** The field with this label. */
function field(label: string): HTMLInputElement | HTMLTextAreaElement | undefined {
  const found = [...place.querySelectorAll('label')].find(({ textContent }) => textContent === label)
  const control = found === undefined ? null : document.getElementById(found.htmlFor)
  return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? control : undefined
}

/** Replaces the text of a field and leaves it. */
function fill(label: string, text: string): void {
  const control = field(label)
  if (control === undefined) throw new Error(`no field ${label}`)
  control.focus()
  type(control, text)
  control.blur()
}

test('a description is saved when its field loses the focus', async () => {
  fill('Description', 'Above the list in the cart.')
  await poll(async () => (await keyNow()).description).toBe('Above the list in the cart.')
  await poll(() => onDone.mock.calls.length).toBe(1)
})

test('a maximum length is saved when its field loses the focus', async () => {
  fill('Max length', '40')
  await poll(async () => (await keyNow()).maxLength).toBe(40)
})

test('a maximum length that is no number is marked and not saved', async () => {
  fill('Max length', 'forty')
  await poll(() => field('Max length')?.getAttribute('aria-invalid')).toBe('true')
  expect((await keyNow()).maxLength).toBeNull()
})

test('tags that are added while others are saved are all kept', async () => {
  for (const tag of ['cart', 'empty', 'shop']) {
    type(field('Tags'), tag)
    flushSync(() => {
      const options = { key: 'Enter', bubbles: true, cancelable: true }
      field('Tags')?.dispatchEvent(new KeyboardEvent('keydown', options))
    })
  }
  await poll(async () => (await keyNow()).tags).toEqual(['cart', 'empty', 'shop'])
  expect(place.textContent).toContain('shop')
})

test('a tag is added to those that someone else has added meanwhile', async () => {
  await updateElsewhere({ tags: ['theirs'] })
  fill('Tags', 'mine')
  await poll(async () => (await keyNow()).tags).toEqual(['theirs', 'mine'])
})

test('a tag that cannot be saved stays in the field', async () => {
  await call(api.keys.remove, { params: { project: PROJECT, key: row.key.id } })
  fill('Tags', 'lost')
  await poll(() => field('Tags')?.getAttribute('aria-invalid')).toBe('true')
  expect(field('Tags')?.value).toBe('lost')
})

test('Enter that confirms a candidate of an input method adds no tag', async () => {
  const tags = field('Tags')
  type(tags, '法')
  const press = (isComposing: boolean) =>
    flushSync(() => {
      const event = { key: 'Enter', bubbles: true, cancelable: true, isComposing }
      tags?.dispatchEvent(new KeyboardEvent('keydown', event))
    })
  press(true)
  expect(tags?.value).toBe('法')
  press(false)
  await poll(async () => (await keyNow()).tags).toEqual(['法'])
})

test('a field that someone else has changed shows their text, and saves nothing', async () => {
  await updateElsewhere({ description: 'Theirs' })
  fill('Description', 'Mine')
  await poll(() => place.querySelector('q')?.textContent).toBe('Theirs')
  expect(field('Description')?.value).toBe('Mine')
  expect((await keyNow()).description).toBe('Theirs')
})

test('my text replaces that of someone else when I keep it', async () => {
  await updateElsewhere({ description: 'Theirs' })
  fill('Description', 'Mine')
  await poll(() => button('Keep mine')).toBeDefined()
  button('Keep mine')?.click()
  await poll(async () => (await keyNow()).description).toBe('Mine')
  await poll(() => place.querySelector('q')).toBeNull()
})

test('a change of another field by someone else is kept', async () => {
  await updateElsewhere({ tags: ['legal'] })
  fill('Description', 'Mine')
  await poll(async () => (await keyNow()).description).toBe('Mine')
  expect((await keyNow()).tags).toEqual(['legal'])
})
