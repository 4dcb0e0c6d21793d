import { api, type BodyOf, type GridRow, type ProjectReply } from '@dragoman/contract'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
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
const onReopen = vi.fn()
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
  return (
    <KeyPanel
      project={project}
      row={shown}
      onClose={() => {}}
      onOpenEditor={() => {}}
      onReopen={onReopen}
      onDone={onDone}
    />
  )
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

/** Until the end of the test, changes of keys wait, and are then refused. */
function holdChanges(): { readonly refuse: () => void } {
  let refuse = () => {}
  const until = new Promise<void>((resolve) => {
    refuse = resolve
  })
  server.proxy.behave((path) => (/\/keys\/\d+$/.test(path) ? { until, status: 500 } : null))
  onTestFinished(() => {
    refuse()
    server.proxy.behave(() => null)
  })
  return { refuse }
}
/** The problems of this test's key that are reported. */
const notices = () =>
  toasts.visibleToasts
    .map(({ content }) => content)
    .filter(({ text, tone }) => tone === 'problem' && text.includes(row.key.name))
const open = async () => {
  root.unmount()
  root = createRoot(place)
  root.render(inRouter(<Panel />))
  await poll(() => field('Description')).toBeDefined()
}

test.each([
  { label: 'Description', typed: 'Mine', saved: { description: 'Mine' } },
  { label: 'Max length', typed: '40', saved: { maxLength: 40 } },
  { label: 'Tags', typed: 'mine', saved: { tags: ['mine'] } },
  { label: 'Aliases', typed: 'cart.old', saved: null },
])(
  '$label: if it cannot be saved after the panel was closed, it is reported and kept',
  async ({ label, typed, saved }) => {
    await poll(() => field(label)).toBeDefined()
    const { refuse } = holdChanges()
    const control = typeInto(label, typed)
    flushSync(() => {
      control.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
    })
    control.blur()
    root.unmount()
    refuse()
    await poll(() => notices().length).toBe(1)
    const [notice] = notices()
    expect(notice).toMatchObject({ tone: 'problem', actions: [{ label: 'Open key' }] })
    for (const part of [label, row.key.name, 'went wrong']) expect(notice?.text).toContain(part)
    notice?.actions[0]?.run()
    expect(onReopen).toHaveBeenCalledWith(row.key.id)
    server.proxy.behave(() => null)
    await open()
    await poll(() => field(label)?.value).toBe(typed)
    if (saved === null) return
    expect(field(label)?.getAttribute('aria-invalid')).toBe('true')
    fill(label, typed)
    await poll(keyNow).toMatchObject(saved)
  },
)

test('a plural kind that cannot be saved after the panel was closed is reported', async () => {
  const { refuse } = holdChanges()
  document.querySelector<HTMLButtonElement>('button[aria-haspopup=listbox]')?.click()
  await poll(() => document.querySelectorAll('[role=option]').length).toBeGreaterThan(1)
  document.querySelectorAll<HTMLElement>('[role=option]')[1]?.click()
  await poll(() => place.textContent).toContain('Cardinal')
  root.unmount()
  refuse()
  await poll(() => notices()[0]?.text).toContain('Plural')
})

test('a text for a key that was deleted in the meantime can be copied', async () => {
  await call(api.keys.remove, { params: { project: PROJECT, key: row.key.id } })
  typeInto('Description', 'Mine')
  root.unmount()
  await poll(() => notices()[0]?.actions.map(({ label }) => label)).toEqual(['Copy'])
})

test('a text that is discarded, or saved, is not there when the key is opened again', async () => {
  const control = typeInto('Description', 'Discarded')
  flushSync(() => {
    control.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  })
  await open()
  expect(field('Description')?.value).toBe('')
  fill('Description', 'Saved')
  await poll(() => onDone.mock.calls.length).toBe(1)
  await updateElsewhere({ description: 'Theirs' })
  row = await rowOf(row.key.id)
  await open()
  expect(field('Description')?.value).toBe('Theirs')
  expect(notices()).toEqual([])
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

test('Backspace removes a tag by a new press only, not while it is held to empty the field', async () => {
  await updateElsewhere({ tags: ['one', 'two'] })
  await refresh()
  const tags = field('Tags')
  const press = (repeat: boolean) =>
    flushSync(() => {
      const event = { key: 'Backspace', bubbles: true, cancelable: true, repeat }
      tags?.dispatchEvent(new KeyboardEvent('keydown', event))
    })
  press(true)
  press(true)
  press(false)
  await poll(async () => (await keyNow()).tags).toEqual(['one'])
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
