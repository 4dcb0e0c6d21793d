import { api } from '@dragoman/contract'
import { QUERY_FLAGS } from '@dragoman/core'
import { fireEvent, screen, waitFor } from '@testing-library/dom'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { call } from '../src/lib/server/call.ts'
import { type OpenScreen, openScreen } from './open-screen.tsx'
import {
  addKey,
  addTranslated,
  openRealServer,
  PROJECT,
  type RealServer,
  saveElsewhere,
  stringOnServer,
} from './real-server.ts'

/** The keys grid, in which each test filters for its own keys. Columns: checkbox, key, English, German. */

const GERMAN = 4
const { poll } = expect

let server: RealServer
let shown: OpenScreen

beforeAll(async () => {
  server = await openRealServer()
})
afterAll(() => server.close())

const germanOf = async (key: number) => (await stringOnServer(key)).target.forms.other

const rows = () => [...document.querySelectorAll<HTMLElement>('[role=rowgroup] > [role=row]')]
const cellIn = (row: HTMLElement | undefined, column: number) =>
  row?.querySelector<HTMLElement>(`[role=gridcell][aria-colindex="${column}"]`)
const shownKeys = () => rows().map((row) => cellIn(row, 2)?.textContent ?? '')
const untilKeys = (...names: string[]) =>
  waitFor(() => expect(shownKeys()).toEqual(names.map((name) => expect.stringContaining(name))))
/** Returns the cell of a key in German. */
const german = (name: string) => {
  const cell = cellIn(rows()[shownKeys().findIndex((key) => key.includes(name))], GERMAN)
  if (cell === null || cell === undefined) throw new Error(`no cell of ${name}`)
  return cell
}

const remove = (key: number) => {
  const body = { keys: [key], act: { kind: 'remove' as const } }
  return call(api.keys.bulk, { params: { project: PROJECT }, body })
}

/** Opens the grid with the keys that match. */
async function openGrid(q: string, ...names: string[]): Promise<void> {
  shown = await openScreen(`/p/${PROJECT}/keys?q=${encodeURIComponent(q)}`)
  await untilKeys(...names)
}

test('texts typed one below the other are saved, although each saved row leaves the filter', async () => {
  const [a, b, c] = [
    await addKey('leave.a', 'One'),
    await addKey('leave.b', 'Two'),
    await addKey('leave.c', 'Three'),
  ]
  await openGrid('state:untranslated key:leave*', 'leave.a', 'leave.b', 'leave.c')
  await shown.user.click(german('leave.a'))
  await shown.user.keyboard('Eins{Enter}Zw')
  await untilKeys('leave.b', 'leave.c')
  await shown.user.keyboard('ei{Enter}')
  await untilKeys('leave.c')
  await poll(() => document.activeElement).toBe(german('leave.c'))
  await shown.user.keyboard('Drei{Enter}')
  await poll(() => Promise.all([a, b, c].map(germanOf))).toEqual(['Eins', 'Zwei', 'Drei'])
})

test('a filter is applied to the languages that have a column', async () => {
  await addTranslated('hidden.a', 'One', 'Eins')
  await addKey('hidden.b', 'Two')
  shown = await openScreen(
    `/p/${PROJECT}/keys?columns=de&q=${encodeURIComponent('state:translated key:hidden*')}`,
  )
  await untilKeys('hidden.a')
})

test('a part of the filter that was not understood is reported, and disappears with it', async () => {
  await addKey('understood.a', 'One')
  await openGrid('key:understood* is:fialing')
  const { name, value } = { name: 'is', value: 'fialing' }
  const values = { name, value, values: QUERY_FLAGS.join(', ') }
  await screen.findByText(say('translations:search.query-value-unknown', values))
  const field = screen.getByRole('searchbox')
  await shown.user.clear(field)
  await shown.user.type(field, 'key:understood*')
  await untilKeys('understood.a')
  expect(screen.queryByText(say('translations:search.query-value-unknown', values))).toBeNull()
})

test('a cell stays open at its key when a key above it is deleted', async () => {
  const [a, b] = [await addKey('above.a', 'One'), await addKey('above.b', 'Two')]
  const c = await addKey('above.c', 'Three')
  await openGrid('key:above*', 'above.a', 'above.b', 'above.c')
  await shown.user.click(german('above.b'))
  await shown.user.keyboard('{F2}')
  await remove(a)
  await untilKeys('above.b', 'above.c')
  await shown.user.keyboard('Zwei{Enter}')
  await poll(() => germanOf(b)).toBe('Zwei')
  await poll(() => document.activeElement).toBe(german('above.c'))
  expect(await germanOf(c)).toBeUndefined()
})

test('a text is saved although its row has left the filter while it was typed', async () => {
  const [a, b] = [await addKey('gone.a', 'One'), await addKey('gone.b', 'Two')]
  await openGrid('state:untranslated key:gone*', 'gone.a', 'gone.b')
  await shown.user.click(german('gone.a'))
  await shown.user.keyboard('Eins{Control>}s{/Control}{F2}')
  await untilKeys('gone.b')
  await shown.user.keyboard('!{Enter}')
  await poll(() => germanOf(a)).toBe('Eins!')
  await poll(() => document.activeElement).toBe(german('gone.b'))
  expect(await germanOf(b)).toBeUndefined()
})

/** Saves as a colleague, and waits until the grid shows it. */
async function saveAsColleague(name: string, key: number, text: string): Promise<void> {
  await saveElsewhere(key, text, (await stringOnServer(key)).target.version)
  await waitFor(() => expect(german(name).textContent).toContain(text))
}

test('an open cell in which nothing was typed saves nothing over the text of a colleague', async () => {
  const a = await addTranslated('seen.a', 'Hello', 'Hallo')
  const b = await addKey('seen.b', 'Two')
  await openGrid('key:seen*', 'seen.a', 'seen.b')
  await shown.user.click(german('seen.a'))
  await shown.user.keyboard('{F2}')
  await saveAsColleague('seen.a', a, 'Hallo zusammen')
  await shown.user.keyboard('{Enter}')
  await poll(() => document.activeElement).toBe(german('seen.b'))
  await shown.user.keyboard('Zwei{Enter}')
  await poll(() => germanOf(b)).toBe('Zwei')
  expect(await germanOf(a)).toBe('Hallo zusammen')
})

test('what is typed first after a colleague has saved changes the text of the colleague', async () => {
  const a = await addTranslated('later.a', 'Hello', 'Hallo')
  await openGrid('key:later*', 'later.a')
  await shown.user.click(german('later.a'))
  await shown.user.keyboard('{F2}')
  await saveAsColleague('later.a', a, 'Hallo zusammen')
  await shown.user.keyboard('!{Enter}')
  await poll(() => germanOf(a)).toBe('Hallo zusammen!')
})

test('the open cell shows the text of a colleague once the own change is deleted again', async () => {
  const a = await addTranslated('asked.a', 'Hello', 'Hallo')
  await openGrid('key:asked*', 'asked.a')
  await shown.user.click(german('asked.a'))
  await shown.user.keyboard('{F2}!')
  await saveElsewhere(a, 'Guten Tag', (await stringOnServer(a)).target.version)
  const conflict = { name: say('translations:conflict.title') }
  await screen.findByRole('region', conflict)
  await shown.user.keyboard('{Backspace}')
  await waitFor(() => expect(screen.queryByRole('region', conflict)).toBeNull())
  await waitFor(() => expect(document.activeElement).toHaveProperty('value', 'Guten Tag'))
})

test('a text that is not saved yet has the sign of unsaved drafts, not that of the saved state', async () => {
  await addTranslated('unsaved.a', 'One', 'Eins')
  await openGrid('key:unsaved*', 'unsaved.a')
  const sign = () => german('unsaved.a').querySelector('[role=img]')?.getAttribute('aria-label')
  expect(sign()).toBe(say('common:state.translated'))
  await shown.user.click(german('unsaved.a'))
  await shown.user.keyboard('{F2}!')
  await poll(sign).toBe(say('status:unsavedDraft'))
  await shown.user.keyboard('{Escape}')
  await poll(sign).toBe(say('common:state.translated'))
})

test('pasting a picture into a cell leaves its text alone', async () => {
  const [a, b] = [await addTranslated('picture.a', 'One', 'Eins'), await addKey('picture.b', 'Two')]
  await openGrid('key:picture*', 'picture.a', 'picture.b')
  await shown.user.click(german('picture.a'))
  const picture = { types: ['Files'], getData: () => '' }
  expect(fireEvent.paste(german('picture.a'), { clipboardData: picture })).toBe(true)
  await shown.user.click(german('picture.b'))
  const text = { types: ['text/plain'], getData: () => 'Zwei' }
  expect(fireEvent.paste(german('picture.b'), { clipboardData: text })).toBe(false)
  await poll(() => germanOf(b)).toBe('Zwei')
  expect(await germanOf(a)).toBe('Eins')
})

/**
 * Opens three keys, focuses the second, and removes one of them as a colleague; the list that lacks it is held. Returns
 * a function to release it.
 */
async function openChangingList(prefix: string, removed: 0 | 1) {
  const names = ['a', 'b', 'c'].map((name) => `${prefix}.${name}`)
  const keys: number[] = []
  for (const name of names) keys.push(await addTranslated(name, 'Text', name))
  await openGrid(`key:${prefix}*`, ...names)
  await shown.user.click(german(names[1] ?? ''))
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  onTestFinished(() => server.proxy.behave(() => null))
  const isList = (path: string) => /\/keys\?.*offset=0/.test(path)
  server.proxy.behave((path) => (isList(path) ? { until } : null))
  // Requests that were cancelled have no status either.
  const before = server.proxy.seen.length
  await remove(keys[removed] ?? 0)
  await poll(() => server.proxy.seen.slice(before).some(({ path }) => isList(path))).toBe(true)
  return { keys, names, release }
}

const mark = (name: string) => german(name).getAttribute('data-mark')
/** Pastes into the German cell of a key and those below it. */
async function pasteInto(name: string, text: string): Promise<void> {
  await shown.user.click(german(name))
  fireEvent.paste(german(name), { clipboardData: { types: ['text/plain'], getData: () => text } })
}
/** Opens a grid with two keys, and pastes two texts that lack the placeholder. */
async function openLeftOut(prefix: string) {
  const names = [`${prefix}.a`, `${prefix}.b`] as const
  const keys = [await addKey(names[0], 'Pay {{amount}}'), await addKey(names[1], 'Pay {{amount}}')] as const
  await openGrid(`key:${prefix}*`, ...names)
  await pasteInto(names[0], 'Zahlen\nBezahlen')
  await poll(() => names.map(mark)).toEqual(['left-out', 'left-out'])
  return { names, keys }
}

test('texts that a paste left out are fixed one after the other', async () => {
  const { names, keys } = await openLeftOut('fix')
  await shown.user.dblClick(german(names[0]))
  await shown.user.keyboard(' {{{{amount}}{Enter}')
  await poll(() => germanOf(keys[0])).toBe('Zahlen {{amount}}')
  await poll(() => names.map(mark)).toEqual([null, 'left-out'])
  await shown.user.keyboard('{Enter} {{{{amount}}{Enter}')
  await poll(() => germanOf(keys[1])).toBe('Bezahlen {{amount}}')
  await poll(() => names.map(mark)).toEqual([null, null])
})

test('Escape keeps a text that a paste left out, and so does what is typed in another cell', async () => {
  const { names, keys } = await openLeftOut('escape')
  await shown.user.dblClick(german(names[0]))
  await shown.user.keyboard('{Escape}')
  await poll(() => names.map(mark)).toEqual(['left-out', 'left-out'])
  await shown.user.dblClick(german(names[1]))
  expect(document.activeElement).toHaveProperty('value', 'Bezahlen')
  await shown.user.keyboard('!{Enter}')
  await poll(() => germanOf(keys[1])).toBe('Bezahlen!')
  await poll(() => names.map(mark)).toEqual(['left-out', null])
})

test('a text that a paste left out does not replace that of a colleague when its cell is opened and left', async () => {
  const a = await addTranslated('over.a', 'Hello', 'Hallo')
  const b = await addKey('over.b', 'Two')
  await openGrid('key:over*', 'over.a', 'over.b')
  onTestFinished(() => server.proxy.behave(() => null))
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  const isPaste = (path: string) => path.endsWith('/translations/texts')
  server.proxy.behave((path) => (isPaste(path) ? { until } : null))
  const before = server.proxy.seen.length
  await pasteInto('over.a', 'Neu')
  await poll(() => server.proxy.seen.slice(before).some(({ path }) => isPaste(path))).toBe(true)
  await saveElsewhere(a, 'Guten Tag', (await stringOnServer(a)).target.version)
  release()
  await poll(() => mark('over.a')).toBe('left-out')
  await shown.user.dblClick(german('over.a'))
  const conflict = await screen.findByRole('region', { name: say('translations:conflict.title') })
  expect(conflict.textContent).toContain('Guten Tag')
  expect(conflict.textContent).toContain('Neu')
  await shown.user.click(german('over.b'))
  await shown.user.keyboard('Zwei{Enter}')
  await poll(() => germanOf(b)).toBe('Zwei')
  expect(await germanOf(a)).toBe('Guten Tag')
})

test('a text that a check left out is a draft after its cell was opened and left, until a key saves it', async () => {
  const { names, keys } = await openLeftOut('leave-out')
  const leave = async () => {
    await shown.user.dblClick(german(names[0]))
    expect(document.activeElement).toHaveProperty('value', 'Zahlen')
    await shown.user.click(german(names[1]))
    await waitFor(() => expect(document.querySelector('textarea')).toBeNull())
  }
  await leave()
  await poll(() => german(names[0]).textContent).toBe('Zahlen')
  expect(german(names[0]).querySelector('[role=img]')?.getAttribute('aria-label')).toBe(
    say('status:unsavedDraft'),
  )
  await leave()
  await shown.user.keyboard('{Enter}{Enter}')
  await poll(() => germanOf(keys[1])).toBe('Bezahlen')
  expect(await germanOf(keys[0])).toBeUndefined()
  await shown.user.dblClick(german(names[0]))
  await shown.user.keyboard('{Enter}')
  await poll(() => germanOf(keys[0])).toBe('Zahlen')
})

test('a paste goes to the focused key, although a key above it is deleted', async () => {
  const { keys, names, release } = await openChangingList('race', 0)
  const text = { types: ['text/plain'], getData: () => 'Neu' }
  fireEvent.paste(german('race.b'), { clipboardData: text })
  release()
  await poll(() => germanOf(keys[1] ?? 0)).toBe('Neu')
  expect(await germanOf(keys[2] ?? 0)).toBe(names[2])
})

test('no neighbour is cleared if the focused key is deleted, which is reported', async () => {
  const { keys, names, release } = await openChangingList('lost', 1)
  await shown.user.keyboard('{Delete}')
  release()
  await notice(say('keys:listChanged'))
  expect(await germanOf(keys[2] ?? 0)).toBe(names[2])
})

const held = new Map<string, { readonly until: Promise<void>; readonly status?: number }>()
/** Holds the saves of a key until the returned function is called. `status`: they are refused then. */
function holdSave(key: number, status?: number): () => void {
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  const path = `/keys/${key}/translations/de`
  held.set(path, { until, ...(status === undefined ? {} : { status }) })
  server.proxy.behave((url) => held.get(/\/keys\/.*/.exec(url)?.[0] ?? '') ?? null)
  onTestFinished(() => held.clear())
  // The save can be sent only after the release, and is refused then, too.
  return release
}
const notice = (text: string) => waitFor(() => expect(document.body.textContent).toContain(text))

test('undo during a save undoes that save once it is done, and not one that is typed later', async () => {
  const [a, b] = [await addKey('undo.a', 'One'), await addKey('undo.b', 'Two')]
  await openGrid('key:undo*', 'undo.a', 'undo.b')
  const [releaseA, releaseB] = [holdSave(a), holdSave(b)]
  await shown.user.click(german('undo.a'))
  await shown.user.keyboard('Eins{Enter}{Control>}z{/Control}')
  await notice(say('keys:undoneWhenSaved'))
  await shown.user.keyboard('Zwei{Enter}')
  releaseA()
  await notice(say('common:undone'))
  releaseB()
  await poll(() => germanOf(b)).toBe('Zwei')
  expect(await germanOf(a)).toBeUndefined()
})

test('undo during a save that fails undoes nothing', async () => {
  const [a, b] = [await addKey('fail.a', 'One'), await addKey('fail.b', 'Two')]
  await openGrid('key:fail*', 'fail.a', 'fail.b')
  await shown.user.click(german('fail.a'))
  await shown.user.keyboard('Eins{Enter}')
  await poll(() => germanOf(a)).toBe('Eins')
  const release = holdSave(b, 403)
  await shown.user.keyboard('Zwei{Enter}{Control>}z{/Control}')
  await notice(say('keys:undoneWhenSaved'))
  release()
  await poll(() => Object.keys(localStorage).join()).toContain('dragoman:draft:')
  await shown.user.keyboard('{Control>}z{/Control}')
  await notice(say('common:undone'))
  expect(document.body.textContent).not.toContain(say('keys:nothingToUndo'))
  expect(await germanOf(a)).toBeUndefined()
})

test('each undo during several saves undoes another one', async () => {
  const [a, b, c] = [
    await addKey('two.a', 'One'),
    await addKey('two.b', 'Two'),
    await addKey('two.c', 'Three'),
  ]
  await openGrid('key:two*', 'two.a', 'two.b', 'two.c')
  await shown.user.click(german('two.a'))
  await shown.user.keyboard('Eins{Enter}')
  await poll(() => germanOf(a)).toBe('Eins')
  const [releaseB, releaseC] = [holdSave(b), holdSave(c)]
  await shown.user.keyboard('Zwei{Enter}Drei{Enter}{Control>}zz{/Control}')
  await notice(say('keys:undoneWhenSaved'))
  const undone = () =>
    server.proxy.seen.filter(({ path, status }) => path.endsWith('/undo') && status === 200)
  const before = undone().length
  releaseB()
  releaseC()
  await poll(() => undone().length).toBe(before + 2)
  expect(await Promise.all([a, b, c].map(germanOf))).toEqual(['Eins', undefined, undefined])
})

test('an undo that fails can be repeated', async () => {
  const a = await addKey('again.a', 'One')
  await openGrid('key:again*', 'again.a')
  await shown.user.click(german('again.a'))
  await shown.user.keyboard('Eins{Enter}')
  await poll(() => germanOf(a)).toBe('Eins')
  onTestFinished(() => server.proxy.behave(() => null))
  server.proxy.behave((path) => (path.endsWith('/undo') ? { status: 500 } : null))
  await shown.user.keyboard('{Control>}z{/Control}')
  await notice(say('failures:unexpected'))
  server.proxy.behave(() => null)
  await shown.user.keyboard('{Control>}z{/Control}')
  await notice(say('common:undone'))
  expect(await germanOf(a)).toBeUndefined()
})

const description = () => screen.findByRole('textbox', { name: say('keys:description') })

test('the details stay at their key when a key above it is deleted, until it is deleted', async () => {
  const [a, b] = [await addKey('panel.a', 'One'), await addKey('panel.b', 'Two')]
  await addKey('panel.c', 'Three')
  await openGrid('key:panel*', 'panel.a', 'panel.b', 'panel.c')
  await shown.user.click(german('panel.b'))
  await shown.user.keyboard('{Control>}i{/Control}')
  await shown.user.type(await description(), 'Half')
  await remove(a)
  await untilKeys('panel.b', 'panel.c')
  expect(document.activeElement).toBe(await description())
  await shown.user.keyboard(' typed{Escape}')
  expect(screen.getByRole('complementary').textContent).toContain('panel.b')
  await remove(b)
  await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
  expect(shownKeys()).toEqual([expect.stringContaining('panel.c')])
})

/** Until the end of the test, or `recover`, single keys can be neither changed nor read. */
function refuseChanges(): { readonly recover: () => void } {
  const recover = () => server.proxy.behave(() => null)
  server.proxy.behave((path) => (/\/keys\/\d+$/.test(path) ? { status: 500 } : null))
  onTestFinished(recover)
  return { recover }
}

const openDetails = async (name: string) => {
  await shown.user.click(german(name))
  await shown.user.keyboard('{Control>}i{/Control}')
  return description()
}
const keyOf = async (id: number) => (await stringOnServer(id)).key
const maxLength = () => screen.findByRole('textbox', { name: say('keys:panel.maxLength') })

test('what could not be saved after another key was opened is reported, and back in its field', async () => {
  const [a] = [await addKey('kept.a', 'One'), await addKey('kept.b', 'Two')]
  await openGrid('key:kept*', 'kept.a', 'kept.b')
  const { recover } = refuseChanges()
  await shown.user.type(await openDetails('kept.a'), 'Above the list')
  await openDetails('kept.b')
  const report = await screen.findByText(/kept\.a/, { selector: '[role=alertdialog] *' })
  expect(report.textContent).toContain(say('keys:description'))
  expect(await description()).toHaveProperty('value', '')
  await shown.click('button', say('keys:panel.reopen'))
  await waitFor(() => expect(screen.getByRole('complementary').textContent).toContain('kept.a'))
  expect(await description()).toHaveProperty('value', 'Above the list')
  recover()
  await shown.user.click(await maxLength())
  await poll(async () => (await keyOf(a)).description).toBe('Above the list')
})

test('what could not be saved after the screen was left brings it back', async () => {
  await addKey('left.a', 'One')
  await openGrid('key:left*', 'left.a')
  const { recover } = refuseChanges()
  await openDetails('left.a')
  await shown.user.type(await maxLength(), 'forty')
  await shown.go(`/p/${PROJECT}/overview`)
  recover()
  const report = await screen.findByText(/left\.a/, { selector: '[role=alertdialog] *' })
  expect(report.textContent).toContain(say('keys:panel.notALength'))
  await shown.click('button', say('keys:panel.reopen'))
  await waitFor(() => expect(shown.url()).toContain(`/p/${PROJECT}/keys`))
  await poll(async () => (await maxLength()).getAttribute('aria-invalid')).toBe('true')
  expect(await maxLength()).toHaveProperty('value', 'forty')
})
