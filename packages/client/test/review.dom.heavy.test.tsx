import { api } from '@dragoman/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import type { TextFieldsProps } from '../src/components/text-fields-props.ts'
import { ReviewScreen } from '../src/features/review/ReviewScreen.tsx'
import { HistoryNumber } from '../src/features/translations/side/HistoryTab.tsx'
import { toasts, undoLast } from '../src/lib/notices/toast.ts'
import { createSaving } from '../src/lib/saving/create-saving.ts'
import { deviceStorage } from '../src/lib/saving/device-storage.ts'
import { sendSave } from '../src/lib/saving/send-save.ts'
import { SavingContext } from '../src/lib/saving/use-saving.ts'
import { call } from '../src/lib/server/call.ts'
import { projectKey } from '../src/lib/server/project-key.ts'
import { startShortcuts } from '../src/lib/shortcuts/shortcuts.ts'
import { button, press, type } from './controls.ts'
import { speakEnglish } from './english.ts'
import {
  addTranslated,
  openRealServer,
  PROJECT,
  type RealServer,
  saveElsewhere,
  stringOnServer,
} from './real-server.ts'

/**
 * A reviewer's shortcuts: what they do, where the focus goes, and that nothing typed is lost if the server
 * fails.
 */

const { poll } = expect

/** A field without the parts of a browser that the editor's needs; those are tested in e2e/review.e2e.ts. */
function PlainFields({ forms, onForms }: TextFieldsProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <textarea ref={field} value={forms.other} onChange={(event) => onForms({ other: event.target.value })} />
  )
}

let server: RealServer
let stopShortcuts: () => void
let client: QueryClient
let root: Root
const place = document.createElement('div')
document.body.append(place)

beforeAll(async () => {
  server = await openRealServer()
  await speakEnglish()
  stopShortcuts = startShortcuts()
})
afterAll(async () => {
  stopShortcuts()
  await server.close()
})
beforeEach(() => {
  localStorage.clear()
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  root = createRoot(place)
})
afterEach(() => {
  root.unmount()
  server.proxy.behave(() => null)
  for (const { key } of toasts.visibleToasts) toasts.close(key)
})

/** Creates strings with a German text waiting for review, oldest first, and renders their queue. */
async function openQueue(texts: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  for (const [name, text] of Object.entries(texts)) {
    const source = name.startsWith('broken') ? 'For {{name}}' : 'Source'
    ids.set(name, await addTranslated(name, source, text))
  }
  const project = await call(api.projects.get, { params: { project: PROJECT } })
  const saving = createSaving({
    storage: deviceStorage(),
    channel: { post: () => {}, listen: () => {} },
    locks: null,
    windowId: 'window',
    send: sendSave,
  })
  saving.start('user:1')
  root.render(
    <QueryClientProvider client={client}>
      <SavingContext value={saving}>
        <ReviewScreen
          project={project}
          language="de"
          comments={() => null}
          history={() => null}
          context={() => null}
          counts={{
            comments: () => '2',
            history: ({ key }) => (
              <HistoryNumber address={{ project: PROJECT, language: 'de', keyId: key.id }} />
            ),
          }}
          commentsSign={() => 'Comments'}
          onLanguage={() => {}}
          filter={{ order: 'oldest' }}
          onFilter={() => {}}
          fields={PlainFields}
        />
      </SavingContext>
    </QueryClientProvider>,
  )
  await poll(() => rows().length).toBeGreaterThanOrEqual(ids.size)
  return ids
}

const rows = () => [...place.querySelectorAll<HTMLElement>('[data-item]')]
const openRow = () => place.querySelector<HTMLElement>('[data-item][aria-current=true]')
const openId = () => Number(openRow()?.dataset.item?.split(':')[1])
const stateOf = async (id: number | undefined) => (await stringOnServer(id ?? 0)).target.state
const said = () => toasts.visibleToasts.map(({ content }) => content.text).join(' ')

/** Moves from the first string to the given one with `j`. */
async function moveTo(id: number | undefined): Promise<void> {
  for (let i = 0; i < rows().length && openId() !== id; i++) {
    const before = openId()
    press('j')
    await poll(openId).not.toBe(before)
  }
  expect(openId()).toBe(id)
}

test('an approved text leaves the queue, and the focus moves to the next row', async () => {
  const ids = await openQueue({ a1: 'Eins', a2: 'Zwei' })
  await moveTo(ids.get('a1'))
  press('a')
  await poll(() => stateOf(ids.get('a1'))).toBe('reviewed')
  await poll(openId).toBe(ids.get('a2'))
  await poll(() => document.activeElement === openRow()).toBe(true)
})

test('a text that has changed since it was read is shown, and only approved when confirmed', async () => {
  const ids = await openQueue({ b1: 'Alt' })
  const id = ids.get('b1') ?? 0
  await moveTo(id)
  await saveElsewhere(id, 'Neu', (await stringOnServer(id)).target.version)
  await client.invalidateQueries({ queryKey: projectKey(PROJECT, 'review') })
  await poll(() => openRow()?.textContent).toContain('Neu')
  press('a')
  await poll(said).toContain('the text has changed since you read it')
  expect(await stateOf(id)).toBe('translated')
  press('a')
  await poll(() => stateOf(id)).toBe('reviewed')
})

test('of several approved texts, those that failed are reported and stay', async () => {
  const ids = await openQueue({ c1: 'Eins', 'broken.c2': 'Für', c3: 'Drei' })
  await moveTo(ids.get('c1'))
  press('x')
  press('ArrowDown', { shiftKey: true })
  await poll(openId).toBe(ids.get('broken.c2'))
  press('ArrowDown', { shiftKey: true })
  await poll(() => place.querySelector('[role=toolbar]')?.textContent).toContain('3 selected')
  press('a')
  await poll(said).toContain('2 approved and 1 fails a check')
  expect(await stateOf(ids.get('broken.c2'))).toBe('translated')
  await poll(openId).toBe(ids.get('broken.c2'))
})

const dialogButton = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=alertdialog] button')].find(
    ({ textContent }) => textContent === name,
  )

test('a text that fails a check is marked, and approved only when confirmed', async () => {
  const ids = await openQueue({ f1: 'Eins', 'broken.f2': 'Für' })
  const id = ids.get('broken.f2')
  await moveTo(ids.get('f1'))
  const row = () => place.querySelector(`[data-item="text:${id}"]`)
  expect(row()?.textContent).toContain('Fails a check')
  await moveTo(id)
  press('a')
  await poll(() => dialogButton('Approve anyway')).toBeDefined()
  expect(document.querySelector('[role=alertdialog]')?.textContent).toContain('{{name}}')
  expect(await stateOf(id)).toBe('translated')
  dialogButton('Keep in the queue')?.click()
  await poll(() => document.querySelector('[role=alertdialog]')).toBeNull()
  press('a')
  await poll(() => dialogButton('Approve anyway')).toBeDefined()
  dialogButton('Approve anyway')?.click()
  await poll(() => stateOf(id)).toBe('reviewed')
  await poll(() => document.querySelector('[role=alertdialog]')).toBeNull()
})

test('an edited text that fails a check is approved only when confirmed', async () => {
  const ids = await openQueue({ 'broken.g1': 'Für {{name}}' })
  const id = ids.get('broken.g1') ?? 0
  await moveTo(id)
  press('e')
  const field = () => openRow()?.querySelector('textarea')
  await poll(() => field()?.value).toBe('Für {{name}}')
  type(field(), 'Für dich')
  press('Enter', { ctrlKey: true })
  await poll(() => dialogButton('Approve anyway')).toBeDefined()
  expect((await stringOnServer(id)).target.forms.other).toBe('Für {{name}}')
  dialogButton('Approve anyway')?.click()
  await poll(async () => (await stringOnServer(id)).target.forms.other).toBe('Für dich')
  expect(await stateOf(id)).toBe('reviewed')
})

test('undone reviews return to their places, and the first of them has the focus', async () => {
  const ids = await openQueue({ h1: 'Eins', h2: 'Zwei', h3: 'Drei' })
  await moveTo(ids.get('h1'))
  const before = rows().map(({ dataset }) => dataset.item)
  press('x')
  press('ArrowDown', { shiftKey: true })
  await poll(openId).toBe(ids.get('h2'))
  press('a')
  await poll(() => stateOf(ids.get('h2'))).toBe('reviewed')
  await poll(openId).toBe(ids.get('h3'))
  expect(place.textContent).not.toMatch(/\d+ new/)
  undoLast()
  await poll(() => rows().map(({ dataset }) => dataset.item)).toEqual(before)
  await poll(openId).toBe(ids.get('h1'))
  await poll(() => document.activeElement === openRow()).toBe(true)
})

test('a reason stays in its field when the server fails', async () => {
  const ids = await openQueue({ d1: 'Falsch' })
  await moveTo(ids.get('d1'))
  press('r')
  const dialog = () => document.querySelector('[role=dialog]')
  await poll(dialog).not.toBeNull()
  type(dialog()?.querySelector('textarea'), 'It means something else')
  server.proxy.behave((path) => (path.endsWith('/reject') ? { status: 503 } : null))
  const reject = () => [...(dialog()?.querySelectorAll('button') ?? [])].at(-1)
  reject()?.click()
  await poll(said).not.toBe('')
  expect(dialog()?.querySelector('textarea')?.value).toBe('It means something else')
  server.proxy.behave(() => null)
  reject()?.click()
  await poll(dialog).toBeNull()
  await poll(() => stateOf(ids.get('d1'))).toBe('draft')
})

test('reason and wording of a rejection that was closed are there when it is opened again, for that text only', async () => {
  const ids = await openQueue({ d2: 'Falsch', d3: 'Anders' })
  const dialog = () => document.querySelector('[role=dialog]')
  const fields = () => [...(dialog()?.querySelectorAll('textarea') ?? [])].map(({ value }) => value)
  const open = async () => {
    press('r')
    await poll(dialog).not.toBeNull()
  }
  const close = async () => {
    press('Escape')
    await poll(dialog).toBeNull()
  }
  await moveTo(ids.get('d2'))
  await open()
  type(dialog()?.querySelector('textarea'), 'It means something else')
  button(say('review:rejectDialog.propose'), dialog())?.click()
  await poll(fields).toEqual(['It means something else', 'Falsch'])
  type(dialog()?.querySelectorAll('textarea')[1], 'Richtig')
  await close()
  await moveTo(ids.get('d3'))
  await open()
  expect(fields()).toEqual([''])
  await close()
  press('k')
  await poll(openId).toBe(ids.get('d2'))
  await open()
  expect(fields()).toEqual(['It means something else', 'Richtig'])
  ;[...(dialog()?.querySelectorAll('button') ?? [])].at(-1)?.click()
  await poll(dialog).toBeNull()
  await poll(() => stateOf(ids.get('d2'))).toBe('draft')
  expect((await stringOnServer(ids.get('d2') ?? 0)).target.forms.other).toBe('Falsch')
})

test('an edited text is a draft in this browser until it is saved', async () => {
  const ids = await openQueue({ e1: 'Getippt' })
  const id = ids.get('e1') ?? 0
  await moveTo(id)
  press('e')
  const field = () => openRow()?.querySelector('textarea')
  await poll(() => field()?.value).toBe('Getippt')
  type(field(), 'Neu getippt')
  expect(Object.values({ ...localStorage }).join()).toContain('Neu getippt')
  server.proxy.behave((path) => (path.includes('/translations/de') ? { status: 503 } : null))
  press('Enter', { ctrlKey: true })
  await poll(said).not.toBe('')
  expect(field()?.value).toBe('Neu getippt')
  server.proxy.behave(() => null)
  press('Enter', { ctrlKey: true })
  await poll(async () => (await stringOnServer(id)).target.forms.other).toBe('Neu getippt')
  await poll(() => Object.values({ ...localStorage }).join()).not.toContain('Neu getippt')
})

test('an edited text is saved only for the source text that was seen', async () => {
  const ids = await openQueue({ m1: 'Alt' })
  const id = ids.get('m1') ?? 0
  await moveTo(id)
  press('e')
  const field = () => openRow()?.querySelector('textarea')
  await poll(() => field()?.value).toBe('Alt')
  type(field(), 'Neu')
  await saveElsewhere(id, 'Another source', (await stringOnServer(id)).source.version, 'en')
  await client.invalidateQueries({ queryKey: projectKey(PROJECT, 'review') })
  await poll(() => openRow()?.textContent).toContain('Another')
  press('Enter', { ctrlKey: true })
  await poll(said).toContain('the text has changed since you read it')
  expect((await stringOnServer(id)).target.forms.other).toBe('Alt')
  press('Enter', { ctrlKey: true })
  await poll(async () => (await stringOnServer(id)).target).toMatchObject({
    forms: { other: 'Neu' },
    outdated: false,
  })
})

test('another suggestion is accepted only as it was seen', async () => {
  const id = await addTranslated('q1', 'Source', 'Text')
  const suggest = (other: string) =>
    call(api.suggestions.add, {
      params: { project: PROJECT, language: 'de', key: id },
      body: { forms: { other }, note: '' },
    })
  await suggest('Vorschlag')
  const { id: suggestion, version: baseVersion } = await suggest('Noch einer')
  await openQueue({})
  await poll(() => rows().length).toBeGreaterThan(0)
  await moveTo(id)
  await call(api.suggestions.edit, {
    params: { project: PROJECT, suggestion },
    body: { forms: { other: 'Etwas anderes' }, note: '', baseVersion },
  })
  await client.invalidateQueries({ queryKey: projectKey(PROJECT, 'review') })
  await poll(() => openRow()?.textContent).toContain('Etwas anderes')
  const accept = () =>
    [...(openRow()?.querySelectorAll('button') ?? [])].find(
      ({ textContent }) => textContent === say('review:acceptOther'),
    )
  accept()?.click()
  await poll(said).toContain('the text has changed since you read it')
  expect((await stringOnServer(id)).target.forms.other).toBe('Text')
  accept()?.click()
  await poll(async () => (await stringOnServer(id)).target.forms.other).toBe('Etwas anderes')
})

test('a text is rejected only as it was seen', async () => {
  const ids = await openQueue({ o1: 'Text' })
  const id = ids.get('o1') ?? 0
  await moveTo(id)
  await saveElsewhere(id, 'Neuer Text', (await stringOnServer(id)).target.version)
  await client.invalidateQueries({ queryKey: projectKey(PROJECT, 'review') })
  await poll(() => openRow()?.textContent).toContain('Neuer')
  press('r')
  const dialog = () => document.querySelector('[role=dialog]')
  await poll(dialog).not.toBeNull()
  type(dialog()?.querySelector('textarea'), 'It means something else')
  const reject = () => [...(dialog()?.querySelectorAll('button') ?? [])].at(-1)
  reject()?.click()
  await poll(said).toContain('the text has changed since you read it')
  expect(await stateOf(id)).toBe('translated')
  reject()?.click()
  await poll(() => stateOf(id)).toBe('draft')
})

test('a text that changes while its rejection is written is shown as it is now, and rejected then', async () => {
  const ids = await openQueue({ o2: 'Text' })
  const id = ids.get('o2') ?? 0
  await moveTo(id)
  press('r')
  const dialog = () => document.querySelector('[role=dialog]')
  await poll(dialog).not.toBeNull()
  type(dialog()?.querySelector('textarea'), 'It means something else')
  await saveElsewhere(id, 'Neuer Text', (await stringOnServer(id)).target.version)
  await client.invalidateQueries({ queryKey: projectKey(PROJECT, 'review') })
  await poll(() => dialog()?.textContent).toContain('Neuer Text')
  const reject = () => [...(dialog()?.querySelectorAll('button') ?? [])].at(-1)
  reject()?.click()
  await poll(said).toContain('the text has changed since you read it')
  expect(await stateOf(id)).toBe('translated')
  expect(dialog()?.querySelector('textarea')?.value).toBe('It means something else')
  reject()?.click()
  await poll(() => stateOf(id)).toBe('draft')
})

test('the open item stays while it is edited, if someone else decides on it', async () => {
  const ids = await openQueue({ p1: 'Eins', p2: 'Zwei', p3: 'Drei' })
  const id = ids.get('p2') ?? 0
  await moveTo(id)
  press('e')
  const field = () => openRow()?.querySelector('textarea')
  await poll(() => field()?.value).toBe('Zwei')
  type(field(), 'Zweitens')
  const { target } = await stringOnServer(id)
  await call(api.review.approve, {
    params: { project: PROJECT, language: 'de' },
    body: { items: [{ on: 'text', keyId: id, baseVersion: target.version }], approveFailing: false },
  })
  await client.invalidateQueries({ queryKey: projectKey(PROJECT, 'review') })
  await poll(() => openRow()?.textContent).toContain(say('review:gone'))
  expect([openId(), field()?.value]).toEqual([id, 'Zweitens'])
  press('Enter', { ctrlKey: true })
  await poll(said).toContain(say('review:gone'))
  expect((await stringOnServer(id)).target.forms.other).toBe('Zwei')

  // It leaves as soon as another one is opened: the one after it.
  press('Escape')
  await poll(field).toBeFalsy()
  press('a')
  press('j')
  await poll(openId).toBe(ids.get('p3'))
  expect(rows().map(({ dataset }) => dataset.item)).not.toContain(`text:${id}`)
  expect(await stateOf(ids.get('p3'))).toBe('translated')
})

test('a closed row of a plural shows every form of source and translation', async () => {
  const { key } = await call(api.keys.create, {
    params: { project: PROJECT },
    body: {
      namespace: 'common',
      name: 'bytes',
      plural: 'cardinal',
      forms: { one: '{{count}} byte', other: '{{count}} bytes' },
    },
  })
  await call(api.translations.save, {
    params: { project: PROJECT, key: key.id, language: 'de' },
    body: {
      forms: { one: '{{count}} Oktett', other: '{{count}} Oktette' },
      baseVersion: (await stringOnServer(key.id)).target.version,
    },
  })
  const ids = await openQueue({ z0: 'Null' })
  await moveTo(ids.get('z0'))
  const row = () => rows().find(({ dataset }) => dataset.item?.endsWith(`:${key.id}`))
  await poll(() => [...(row()?.querySelectorAll('p') ?? [])].map((line) => line.textContent)).toEqual([
    'one{{count}} byte',
    'other{{count}} bytes',
    'one{{count}} Oktett',
    'other{{count}} Oktette',
  ])
})

test('the tabs of the column have the numbers of comments and of earlier versions', async () => {
  const ids = await openQueue({ n1: 'Eins' })
  await poll(openId).toBeGreaterThan(0)
  await moveTo(ids.get('n1'))
  const { history } = await call(api.translations.history, {
    params: { project: PROJECT, key: openId(), language: 'de' },
  })
  expect(history.length).toBeGreaterThan(0)
  const tabs = () => [...place.querySelectorAll('[role=tab]')].map(({ textContent }) => textContent)
  await expect.poll(tabs).toEqual(['Comments2', `History${history.length}`, 'Context'])
})
