import { api, type ProjectReply } from '@dragoman/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { LeftOutDialog } from '../src/features/keys/bulk/LeftOutDialog.tsx'
import { FIRST_TEXT_COLUMN } from '../src/features/keys/grid/grid-range.ts'
import { useGridActions } from '../src/features/keys/grid/use-grid-actions.ts'
import { useGridRows } from '../src/features/keys/grid/use-grid-rows.ts'
import { keyQueries } from '../src/features/keys/queries.ts'
import { showToast, toasts, undoAction, undoLast } from '../src/lib/notices/toast.ts'
import { createSaving, type Saving } from '../src/lib/saving/create-saving.ts'
import { deviceStorage } from '../src/lib/saving/device-storage.ts'
import { sendSave } from '../src/lib/saving/send-save.ts'
import { SavingContext } from '../src/lib/saving/use-saving.ts'
import { call } from '../src/lib/server/call.ts'
import { useTextRules } from '../src/lib/text/text-rules.ts'
import { speakEnglish } from './english.ts'
import {
  addKey,
  openRealServer,
  PROJECT,
  type RealServer,
  saveElsewhere,
  stringOnServer,
} from './real-server.ts'

/** Cells that are copied from a spreadsheet and pasted into the keys grid. */

const { poll } = expect
const LANGUAGES = ['en', 'de', 'pl', 'ar']
/** Three rows of German, Polish and Arabic. The Polish text of the first lacks its placeholder. */
const COPIED =
  '{{amount}} zahlen\tZapłać\tادفع {{amount}}\n"Nach der\nLieferung"\tZapłać później\tادفع لاحقًا\nZeit\tWybierz\tاختر\n'

let server: RealServer
let project: ProjectReply
let root: Root
let client: QueryClient
let saving: Saving | undefined
let ids: readonly number[]
/** The results of the hooks in the last render. */
let actions: ReturnType<typeof useGridActions> | undefined
let rows: ReturnType<typeof useGridRows> | undefined
const place = document.createElement('div')
document.body.append(place)

beforeAll(async () => {
  server = await openRealServer()
  await speakEnglish()
  for (const tag of ['pl', 'ar'])
    await call(api.languages.add, { params: { project: PROJECT }, body: { tag, allowUnknown: false } })
  ids = [
    await addKey('pay.button', 'Pay {{amount}}'),
    await addKey('pay.later', 'Pay after delivery'),
    await addKey('slot.title', 'Choose a delivery time'),
  ]
  project = await call(api.projects.get, { params: { project: PROJECT } })
})
afterAll(() => server.close())
beforeEach(async () => {
  rows = undefined
  actions = undefined
  const created = createSaving({
    storage: deviceStorage(),
    channel: { post: () => {}, listen: () => {} },
    locks: null,
    windowId: 'window',
    send: sendSave,
  })
  saving = created
  client = new QueryClient()
  root = createRoot(place)
  root.render(
    <QueryClientProvider client={client}>
      <SavingContext value={created}>
        <Cells />
      </SavingContext>
    </QueryClientProvider>,
  )
  await poll(() => rows?.rowAt(2)?.key.id).toBe(ids[2])
})
afterEach(() => {
  toasts.clear()
  root.unmount()
})

function Cells() {
  rows = useGridRows({
    project: PROJECT,
    filter: { languages: LANGUAGES, columns: LANGUAGES, q: '' },
    visible: { first: 0, last: 40 },
    all: 3,
  })
  const rules = useTextRules(project.sourceLanguage)
  actions = useGridActions({ project, languages: LANGUAGES, rules, rows })
  return actions.isListOpen ? (
    <LeftOutDialog texts={actions.leftOut} onGo={() => {}} onClose={() => actions?.closeList()} />
  ) : null
}

/** Pastes into a row, starting at German. */
const paste = (text = COPIED, row = 0) => actions?.paste(text, { row, column: FIRST_TEXT_COLUMN + 1 })
/** Presses a button of the last notice. */
function pressInNotice(label: string): void {
  const offer = toasts.visibleToasts[0]?.content.actions.find((one) => one.label === label)
  if (offer === undefined) throw new Error(`the notice does not offer ${label}`)
  offer.run()
}

/** Returns the texts of the server in German, Polish and Arabic, by key. */
async function texts(): Promise<readonly (readonly (string | undefined)[])[]> {
  const query = { languages: 'de,pl,ar' }
  const page = await call(api.keys.page, { params: { project: PROJECT }, query })
  return page.rows.map(({ translations }) => translations.map(({ forms }) => forms.other))
}
const NONE = [
  [undefined, undefined, undefined],
  [undefined, undefined, undefined],
  [undefined, undefined, undefined],
]
const PASTED = [
  ['{{amount}} zahlen', undefined, 'ادفع {{amount}}'],
  ['Nach der\nLieferung', 'Zapłać później', 'ادفع لاحقًا'],
  ['Zeit', 'Wybierz', 'اختر'],
]

test('nine copied cells fill nine cells, except for one with an error; one undo reverts all', async () => {
  await paste()
  expect(await texts()).toEqual(PASTED)
  pressInNotice('Undo')
  await poll(texts).toEqual(NONE)
})

test('the shortcut of Undo undoes the paste, and not what an older notice reports', async () => {
  const older = vi.fn()
  showToast('5 keys deleted', { action: undoAction('Undo', older) })
  await paste()
  expect(await texts()).toEqual(PASTED)
  undoLast()
  await poll(texts).toEqual(NONE)
  expect(older).not.toHaveBeenCalled()
})

test('while the notice of a step undoes it, the next undo is that of the step before', async () => {
  await paste()
  await actions?.clear({ top: 0, bottom: 0, first: FIRST_TEXT_COLUMN + 1, last: FIRST_TEXT_COLUMN + 1 })
  await poll(async () => (await texts())[0]?.[0]).toBeFalsy()
  const before = server.proxy.seen.length
  pressInNotice('Undo')
  actions?.undoLast()
  await poll(texts).toEqual(NONE)
  const undos = server.proxy.seen.slice(before).filter(({ path }) => path.endsWith('/undo'))
  expect(new Set(undos.map(({ path }) => path)).size).toBe(2)
  expect(undos.length).toBe(2)
})

test('an operation that was undone elsewhere is not reported as undone', async () => {
  await paste()
  const { operations } = await call(api.operations.list, {
    params: { project: PROJECT },
    query: { limit: 1 },
  })
  const params = { project: PROJECT, operation: operations[0]?.id ?? 0 }
  await call(api.operations.undo, { params, body: { keepNewer: false } })
  actions?.undoLast()
  await poll(() => toasts.visibleToasts[0]?.content.text).toBe('There was nothing left to undo.')
})

test('pasted cells are marked until they are undone, one that was left out with its reason', async () => {
  await paste()
  await poll(() => actions?.marks.size).toBe(9)
  const marks = [...(actions?.marks ?? [])]
  expect(marks.flatMap(([cell, { kind }]) => (kind === 'left-out' ? [cell] : []))).toEqual([`${ids[0]} pl`])
  expect(actions?.marks.get(`${ids[0]} pl`)).toMatchObject({ reason: expect.stringContaining('{{amount}}') })
  pressInNotice('Undo')
  await poll(() => actions?.marks.size).toBe(0)
  await poll(texts).toEqual(NONE)
})

test('the notice opens the list of texts that were left out', async () => {
  await paste()
  pressInNotice('Show it')
  await poll(() => document.querySelector('[role=dialog] code')?.textContent).toBe('common:pay.button')
  expect(document.querySelector('[role=dialog]')?.textContent).toContain('Zapłać')
  pressInNotice('Undo')
  await poll(texts).toEqual(NONE)
})

const POLISH = FIRST_TEXT_COLUMN + 2
const leftOut = () => actions?.leftOut.map(({ keyId, language }) => [keyId, language])

test('a text that was left out stays in the list until it is fixed, whatever is done in other cells', async () => {
  await paste()
  await poll(leftOut).toEqual([[ids[0], 'pl']])
  await actions?.clear({ top: 1, bottom: 1, first: POLISH, last: POLISH })
  await poll(async () => (await texts())[1]?.[1]).toBeUndefined()
  expect(leftOut()).toEqual([[ids[0], 'pl']])
  actions?.undoLast()
  await poll(texts).toEqual(PASTED)
  expect(leftOut()).toEqual([[ids[0], 'pl']])
  flushSync(() => actions?.dropMark(ids[0] ?? 0, 'pl'))
  expect(leftOut()).toEqual([])
  actions?.undoLast()
  await poll(texts).toEqual(NONE)
})

test('a list without any text left out does not open', async () => {
  await paste()
  await poll(leftOut).toEqual([[ids[0], 'pl']])
  flushSync(() => actions?.dropMark(ids[0] ?? 0, 'pl'))
  pressInNotice('Show it')
  await poll(() => toasts.visibleToasts[0]?.content.text).toBe('No texts are left out any more.')
  expect(document.querySelector('[role=dialog]')).toBeNull()
  actions?.undoLast()
  await poll(texts).toEqual(NONE)
})

test('texts that were left out stay when the next paste fails', async () => {
  await paste()
  await poll(leftOut).toEqual([[ids[0], 'pl']])
  onTestFinished(() => server.proxy.behave(() => null))
  server.proxy.behave((path) => (path.endsWith('/translations/texts') ? { status: 403 } : null))
  await paste('Eins')
  expect(leftOut()).toEqual([[ids[0], 'pl']])
  actions?.undoLast()
  await poll(texts).toEqual(NONE)
  await poll(leftOut).toEqual([])
})

const CELL = { top: 2, bottom: 2, first: FIRST_TEXT_COLUMN + 1, last: FIRST_TEXT_COLUMN + 1 }
const address = () => ({ project: PROJECT, language: 'de', keyId: ids[2] ?? 0 })
const drafts = () => saving?.drafts.list().map(({ keyId, draft }) => [keyId, draft.forms.other])
/** Types a German text for the third key, and does not save it. */
async function typeDraft(baseVersion?: number): Promise<void> {
  onTestFinished(() => localStorage.clear())
  const version = baseVersion ?? (await stringOnServer(address().keyId)).target.version
  const draft = { forms: { other: 'Entwurf' }, base: {}, baseVersion: version, at: 1, failure: null }
  saving?.drafts.write(address(), draft)
}
const germanOnServer = async () => (await stringOnServer(address().keyId)).target.forms.other

test('a text that is not saved yet is copied, and replaced by a paste until that is undone', async () => {
  await typeDraft()
  expect(actions?.copy(CELL)).toBe('Entwurf')
  await paste('Neu', 2)
  expect(drafts()).toEqual([])
  expect(await germanOnServer()).toBe('Neu')
  actions?.undoLast()
  await poll(texts).toEqual(NONE)
  expect(drafts()).toEqual([[ids[2], 'Entwurf']])
})

test('a text that is not saved yet is cleared, which can be undone', async () => {
  await typeDraft()
  await actions?.clear(CELL)
  expect(toasts.visibleToasts[0]?.content.text).toBe('1 text cleared')
  expect(drafts()).toEqual([])
  pressInNotice('Undo')
  expect(drafts()).toEqual([[ids[2], 'Entwurf']])
})

test('a paste over a pending save is queued after it, with the forms of that', async () => {
  onTestFinished(() => localStorage.clear())
  const { version } = (await stringOnServer(address().keyId)).target
  const seen = { base: {}, baseVersion: version, state: null }
  saving?.saver.save({ ...address(), ...seen, id: 'pending', forms: { other: 'Wartet' } })
  expect(actions?.copy(CELL)).toBe('Wartet')
  const before = server.proxy.seen.length
  await paste('Neu', 2)
  await actions?.clear(CELL)
  expect(saving?.saver.queue.get()).toMatchObject([{ keyId: ids[2], forms: {}, ...seen }])
  expect(server.proxy.seen.slice(before).filter(({ path }) => path.endsWith('/translations/texts'))).toEqual(
    [],
  )
})

test('no paste replaces a text of someone else that its cell does not show', async () => {
  const { version } = (await stringOnServer(address().keyId)).target
  const { version: theirs } = await saveElsewhere(address().keyId, 'Fremd', version)
  await client.invalidateQueries()
  await poll(() => actions?.copy(CELL)).toBe('Fremd')
  await typeDraft(version)
  await paste('Neu', 2)
  await poll(() => actions?.leftOut).toMatchObject([{ keyId: ids[2], code: 'stale-edit', base: {} }])
  expect(actions?.copy(CELL)).toBe('Neu')
  await paste('Neuer', 2)
  await poll(() => actions?.leftOut).toMatchObject([{ forms: { other: 'Neuer' }, code: 'stale-edit' }])
  await actions?.clear(CELL)
  await poll(() => actions?.leftOut).toEqual([])
  expect(await germanOnServer()).toBe('Fremd')
  expect(drafts()).toEqual([[ids[2], 'Entwurf']])
  await saveElsewhere(address().keyId, '', theirs)
})

test('cells outside of the grid are counted and not saved', async () => {
  await paste('a\tb\tc\td\te', 1)
  expect(await texts()).toEqual([NONE[0], ['a', 'b', 'c'], NONE[2]])
  expect(toasts.visibleToasts[0]?.content.text).toContain('2 copied cells did not fit in the table.')
  pressInNotice('Undo')
  await poll(texts).toEqual(NONE)
})

test('a text that is pasted without a connection is queued with the text that it replaces', async () => {
  onTestFinished(() => {
    server.proxy.behave(() => null)
    localStorage.clear()
  })
  const isPaste = (path: string) => path.endsWith('/translations/texts')
  server.proxy.behave((path) => (isPaste(path) ? { until: new Promise(() => {}) } : null))
  const pasted = actions?.paste('Choose a time', { row: 2, column: FIRST_TEXT_COLUMN })
  await poll(() => server.proxy.seen.some(({ path, status }) => isPaste(path) && status === 0)).toBe(true)
  server.proxy.cut()
  await pasted
  expect(saving?.saver.queue.get()).toMatchObject([
    { keyId: ids[2], base: { other: 'Choose a delivery time' }, keyName: 'common:slot.title' },
  ])
})

describe('a range that reaches rows which are not loaded', () => {
  const RANGE = { top: 1, bottom: 102, first: FIRST_TEXT_COLUMN + 1, last: FIRST_TEXT_COLUMN + 1 }
  /** Keys 1 to 102, each with its number as the German text; the last three are on the second page. */
  const expected = Array.from({ length: 102 }, (_, at) => String(at + 1))

  beforeAll(async () => {
    const added = []
    for (const name of expected.slice(2)) added.push(await addKey(`many.${name}`, 'Text'))
    const texts = [...ids.slice(1), ...added].map((keyId, at) => ({
      keyId,
      language: 'de',
      forms: { other: String(at + 1) },
    }))
    const versions = new Map<number, number>()
    for (const { keyId } of texts) versions.set(keyId, (await stringOnServer(keyId)).target.version)
    await call(api.translations.bulkSave, {
      params: { project: PROJECT },
      body: {
        texts: texts.map((text) => ({ ...text, baseVersion: versions.get(text.keyId) ?? 0 })),
        requireChecks: false,
      },
    })
  })

  test('its rows are loaded before it is copied', async () => {
    const copied = storeCopies()
    expect(actions?.copy(RANGE)).toBeNull()
    expect(await actions?.copyLater(RANGE)).toBe(true)
    expect(copied).toEqual([expected.join('\n')])
    expect(actions?.copy(RANGE)).toBe(expected.join('\n'))
  })

  test('it is not copied, which is reported, if its rows cannot be loaded', async () => {
    const copied = storeCopies()
    onTestFinished(() => server.proxy.behave(() => null))
    server.proxy.behave((path) => (path.includes('offset=100') ? { status: 403 } : null))
    expect(await actions?.copyLater(RANGE)).toBe(false)
    expect(copied).toEqual([])
    expect(toasts.visibleToasts).toHaveLength(1)
  })

  test('a text that was left out is found on the page that contains it, unless its key was deleted', async () => {
    const gone = await addKey('many.last', 'Pay {{amount}}')
    await paste('Zahlen', 103)
    await poll(() => actions?.leftOut).toMatchObject([{ keyId: gone, keyName: 'common:many.last' }])
    expect(await actions?.findLeftOut(gone)).toBe(103)
    toasts.clear()
    const body = { keys: [gone], act: { kind: 'remove' as const } }
    await call(api.keys.bulk, { params: { project: PROJECT }, body })
    client.removeQueries({ queryKey: keyQueries.all(PROJECT) })
    expect(await actions?.findLeftOut(gone)).toBeNull()
    expect(toasts.visibleToasts[0]?.content.text).toBe('This string is not in the list any more.')
  })

  test('all of it is cleared', async () => {
    await actions?.clear(RANGE)
    expect(toasts.visibleToasts[0]?.content.text).toContain('102')
    expect((await stringOnServer(ids[2] ?? 0)).target.state).toBe('untranslated')
  })
})

/** Replaces the clipboard, which happy-dom guards by a permission. Returns what is copied. */
function storeCopies(): readonly string[] {
  const copied: string[] = []
  const writeText = async (text: string) => void copied.push(text)
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'))
  return copied
}
