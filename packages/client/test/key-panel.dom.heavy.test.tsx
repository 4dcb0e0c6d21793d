import { api, type BodyOf, type GridRow, type ProjectReply } from '@dragoman/contract'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { KeyPanel } from '../src/features/keys/key/KeyPanel.tsx'
import { SelectedKeys } from '../src/features/keys/SelectedKeys.tsx'
import { showToast, toasts, undoAction, undoLast } from '../src/lib/notices/toast.ts'
import { call } from '../src/lib/server/call.ts'
import { button, dialog, type } from './controls.ts'
import { speakEnglish } from './english.ts'
import { inRouter } from './in-router.tsx'
import { addKey, openRealServer, PROJECT, type RealServer } from './real-server.ts'

/** The fields of a key are saved when they lose the focus, against the version that was shown. */

const { poll } = expect

let server: RealServer
let project: ProjectReply
let row: GridRow
let root: Root
let showRow: (next: GridRow) => void = () => {}
const onDone = vi.fn()
const place = document.createElement('div')
document.body.append(place)

beforeAll(async () => {
  server = await openRealServer()
  await speakEnglish()
  await call(api.keys.create, {
    params: { project: PROJECT },
    body: { namespace: 'other', name: 'first', plural: 'none', forms: { other: 'First' } },
  })
})
afterAll(() => server.close())
let keys = 0
beforeEach(async () => {
  onDone.mockClear()
  const key = await addKey(`cart.empty${++keys}`, 'Nothing here yet')
  row = await rowOf(key)
  project = await call(api.projects.get, { params: { project: PROJECT } })
  root = createRoot(place)
  root.render(inRouter(<Panel />))
  await poll(() => field('Description')).toBeDefined()
})
afterEach(() => {
  root.unmount()
  toasts.clear()
})

function Panel() {
  const [shown, setShown] = useState(row)
  showRow = setShown
  return <KeyPanel project={project} row={shown} onClose={() => {}} onOpenEditor={() => {}} onDone={onDone} />
}
/** Renders the newest version of the key, as a live event does. */
async function refresh(): Promise<void> {
  row = await rowOf(row.key.id)
  flushSync(() => showRow(row))
}

const rowOf = (key: number): Promise<GridRow> => call(api.keys.get, { params: { project: PROJECT, key } })
const keyNow = async () => (await rowOf(row.key.id)).key
const updateElsewhere = async (body: Omit<BodyOf<typeof api.keys.update>, 'baseVersion'>) =>
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

/** Replaces the text of a field, and returns the field. */
function typeInto(label: string, text: string) {
  const control = field(label)
  if (control === undefined) throw new Error(`no field ${label}`)
  control.focus()
  type(control, text)
  return control
}
/** Replaces the text of a field and leaves it. */
const fill = (label: string, text: string) => typeInto(label, text).blur()

test('a description is saved when its field loses the focus', async () => {
  fill('Description', 'Above the list in the cart.')
  await poll(async () => (await keyNow()).description).toBe('Above the list in the cart.')
  await poll(() => onDone.mock.calls.length).toBe(1)
})

test('the shortcut of Undo undoes the save of a field, and not what an older notice reports', async () => {
  const older = vi.fn()
  showToast('5 keys deleted', { action: undoAction('Undo', older) })
  fill('Description', 'Mine')
  await poll(() => onDone.mock.calls.length).toBe(1)
  undoLast()
  await poll(async () => (await keyNow()).description).toBe('')
  expect(older).not.toHaveBeenCalled()
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
  await poll(() => place.textContent).toContain('shop')
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

test.each([
  { label: 'Description', mine: 'Mine', change: { description: 'Theirs' }, theirs: 'Theirs' },
  { label: 'Max length', mine: '40', change: { maxLength: 20 }, theirs: '20' },
])('$label asks about a change that arrives while it is typed, each time it is left', async (one) => {
  const control = typeInto(one.label, one.mine)
  await updateElsewhere(one.change)
  await refresh()
  control.blur()
  await poll(() => place.querySelector('q')?.textContent).toBe(one.theirs)
  expect(await keyNow()).toMatchObject(one.change)
  fill(one.label, `${one.mine}1`)
  fill('Tags', 'later')
  await poll(async () => (await keyNow()).tags).toEqual(['later'])
  expect(await keyNow()).toMatchObject(one.change)
  expect(place.querySelector('q')?.textContent).toBe(one.theirs)
})

test('what is typed while the same field is saved is no conflict with the own text', async () => {
  fill('Description', 'One')
  fill('Description', 'One, two')
  await poll(async () => (await keyNow()).description).toBe('One, two')
  await poll(() => onDone.mock.calls.length).toBe(2)
  expect(place.querySelector('q')).toBeNull()
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

test('a selected key whose row is scrolled out of sight can be renamed', async () => {
  root.render(
    inRouter(
      <SelectedKeys
        project={project}
        keys={new Set([row.key.id])}
        languages={['en', 'de']}
        rowOf={() => undefined}
        onDone={onDone}
        onClear={() => {}}
      />,
    ),
  )
  await poll(() => button('Rename')).toBeDefined()
  button('Rename')?.click()
  await poll(() => dialog()?.querySelector('input')?.value).toBe(row.key.name)
})

/** Opens the dialog that renames the key, and returns the field of its name. */
async function openRename(): Promise<HTMLInputElement> {
  button('Rename or move…')?.click()
  return vi.waitFor(() => {
    const name = dialog()?.querySelector('input')
    if (!(name instanceof HTMLInputElement)) throw new Error('The dialog is not open.')
    return name
  })
}
const pressRename = async () => {
  await poll(() => button('Rename', dialog())?.disabled).toBe(false)
  button('Rename', dialog())?.click()
}

test('a name that someone else gives the key meanwhile is not undone by a move', async () => {
  const { name } = row.key
  await openRename()
  const namespaceField = dialog()?.querySelector<HTMLInputElement>('[role=combobox]')
  namespaceField?.focus()
  type(namespaceField, 'other')
  await updateElsewhere({ name: `${name}.theirs`, keepOldName: false })
  await refresh()
  await pressRename()
  await poll(() => dialog()?.querySelector('[role=alert]')?.textContent).toContain(`${name}.theirs`)
  await pressRename()
  await poll(dialog).toBeNull()
  const { name: now, namespace } = await keyNow()
  expect(now).toBe(`${name}.theirs`)
  expect(namespace).toBe('other')
})

test('a newer name is shown before mine replaces it', async () => {
  const { name } = row.key
  type(await openRename(), `${name}.mine`)
  await updateElsewhere({ name: `${name}.theirs`, keepOldName: false })
  await refresh()
  await pressRename()
  await poll(() => dialog()?.querySelector('[role=alert]')?.textContent).toContain(`${name}.theirs`)
  expect((await keyNow()).name).toBe(`${name}.theirs`)
  await pressRename()
  await poll(dialog).toBeNull()
  expect((await keyNow()).name).toBe(`${name}.mine`)
})

test('a name that is left as it was does not replace a newer one', async () => {
  const name = await openRename()
  await updateElsewhere({ name: `${row.key.name}.theirs`, keepOldName: false })
  await refresh()
  expect(button('Rename', dialog())?.disabled).toBe(true)
  expect(name.value).not.toContain('theirs')
})

test('a key is renamed although someone else changes its description meanwhile', async () => {
  const { name } = row.key
  type(await openRename(), `${name}.mine`)
  await updateElsewhere({ description: 'Theirs' })
  await pressRename()
  await poll(dialog).toBeNull()
  expect(await keyNow()).toMatchObject({ name: `${name}.mine`, description: 'Theirs' })
})
