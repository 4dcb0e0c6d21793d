import { api } from '@dragoman/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { call } from '../src/lib/server/call.ts'
import { overviewQuery } from '../src/lib/server/overview-query.ts'
import { queryClient } from '../src/lib/server/query-client.ts'
import { expectAccessible, focusedField, type OpenScreen, openScreen } from './open-screen.tsx'
import {
  addKey,
  addMember,
  addTranslated,
  OWNER,
  openRealServer,
  PROJECT,
  type RealServer,
  signInAs,
  stringOnServer,
} from './real-server.ts'

/** A reviewer works through the queue, in which each test searches for its own strings. */

const CONTRIBUTOR = 'Ines Duarte'
const { poll } = expect

let server: RealServer
let shown: OpenScreen

beforeAll(async () => {
  server = await openRealServer()
  await addMember(CONTRIBUTOR, { role: 'contributor', languages: null, namespaces: null })
})
afterAll(() => server.close())

/** Suggests a German text as the contributor. */
async function suggest(key: number, text: string): Promise<void> {
  await signInAs(CONTRIBUTOR)
  await call(api.suggestions.add, {
    params: { project: PROJECT, key, language: 'de' },
    body: { forms: { other: text }, note: '' },
  })
  await signInAs(OWNER)
}

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-item]')]
const keyOf = (row: HTMLElement | undefined) => row?.querySelector('code')?.textContent?.split(':').at(-1)

/** Opens the queue of the German texts that match, and waits until it has so many. */
async function openQueue(words: string, count: number): Promise<void> {
  shown = await openScreen(`/p/${PROJECT}/review/de?q=${encodeURIComponent(words)}`)
  await waitFor(() => expect(rows()).toHaveLength(count))
}

/** Returns the open row. */
function openRow(): HTMLElement {
  const row = rows().find((one) => one.getAttribute('aria-current') === 'true')
  if (row === undefined) throw new Error('no row is open')
  return row
}

/** Moves from the first row to the string with `j`. */
async function moveTo(name: string): Promise<void> {
  for (let before = keyOf(openRow()); before !== name; before = keyOf(openRow())) {
    await shown.user.keyboard('j')
    await poll(() => keyOf(openRow())).not.toBe(before)
  }
}

/** Edits the open row and returns its first field. */
async function edit(): Promise<HTMLElement> {
  await shown.user.keyboard('e')
  return focusedField()
}

/** Holds requests in the proxy until they are released. */
function held() {
  let release = () => {}
  const until = new Promise<void>((resolve) => {
    release = resolve
  })
  return { until, release: () => release() }
}

const textOf = async (key: number) => (await stringOnServer(key)).target
const germanOf = async (key: number) => (await textOf(key)).forms.other
const stateOf = async (key: number) => (await textOf(key)).state
const isRowFocused = () => document.activeElement?.hasAttribute('data-item')
const searchParams = () => new URL(shown.url(), location.origin).searchParams

test('a suggestion is accepted by keyboard, attributed to its author, and undone', async () => {
  const id = await addTranslated('overdue', 'Overdue by {{days}} days.', 'Diese Rechnung ist überfällig.')
  await suggest(id, 'Seit {{days}} Tagen überfällig.')
  await addTranslated('overdue.next', 'English overdue.next', 'Danach')
  await openQueue('overdue', 2)
  await moveTo('overdue')
  await within(openRow()).findByText(say('review:fixesCheck'), { exact: false })
  await shown.user.keyboard('a')
  await screen.findAllByText(say('review:approved_one', { count: 1 }))
  expect(await textOf(id)).toMatchObject({
    forms: { other: 'Seit {{days}} Tagen überfällig.' },
    state: 'reviewed',
    actor: { name: CONTRIBUTOR },
  })
  await poll(isRowFocused).toBe(true)
  await shown.user.keyboard('u')
  await poll(() => germanOf(id)).toBe('Diese Rechnung ist überfällig.')
})

test('several texts are approved together, and the focus stays in the list', async () => {
  const ids = [
    await addTranslated('together.a', 'English together.a', 'Eins'),
    await addTranslated('together.b', 'English together.b', 'Zwei'),
  ]
  await addTranslated('together.c', 'English together.c', 'Drei')
  await openQueue('together', 3)
  await shown.user.keyboard('x')
  await shown.user.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await poll(() => keyOf(openRow())).toBe('together.b')
  await screen.findByRole('toolbar')
  await shown.user.keyboard('a')
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
  for (const id of ids) await poll(() => stateOf(id)).toBe('reviewed')
  await poll(() => keyOf(openRow())).toBe('together.c')
  await poll(() => document.activeElement?.closest('ol')).toBeTruthy()
})

test('a second press approves nothing twice, and a held key nothing that was not seen', async () => {
  const ids = [
    await addTranslated('twice.a', 'English twice.a', 'Eins'),
    await addTranslated('twice.b', 'English twice.b', 'Zwei'),
  ]
  await openQueue('twice', 2)
  const approval = held()
  onTestFinished(() => server.proxy.behave(() => null))
  server.proxy.behave((path) => (path.endsWith('/approve') ? approval : null))
  const sent = () => server.proxy.seen.filter(({ path }) => path.endsWith('/approve')).length
  const before = sent()
  await shown.user.keyboard('aa')
  await poll(sent).toBe(before + 1)
  approval.release()
  await poll(() => rows().map(keyOf)).toEqual(['twice.b'])
  fireEvent.keyDown(openRow(), { key: 'a', code: 'KeyA', repeat: true })
  expect(await stateOf(ids[1] ?? 0)).toBe('translated')
  expect(sent()).toBe(before + 1)
  await shown.user.keyboard('a')
  await waitFor(() => expect(rows()).toEqual([]))
  for (const id of ids) expect(await stateOf(id)).toBe('reviewed')
  expect(sent()).toBe(before + 2)
  expect(screen.queryByText(say('review:refused.stale-edit_one', { count: 1 }))).toBeNull()
})

test('a text leaves the queue after its approval, even if the queue was loaded again meanwhile', async () => {
  const id = await addTranslated('again.a', 'English again.a', 'Eins')
  await openQueue('again', 1)
  const approval = held()
  const queues = held()
  onTestFinished(() => {
    queues.release()
    server.proxy.behave(() => null)
  })
  server.proxy.behave((path) => (path.endsWith('/approve') ? approval : null))
  await shown.user.keyboard('a')
  await addTranslated('again.b', 'English again.b', 'Zwei')
  await screen.findByText(say('review:newItems_one', { count: 1 }))
  // What hides the text is the approval, and not the next response with the queue.
  server.proxy.behave((path) => (/\/review\/de\b(?!.*approve)/.test(path) ? queues : null))
  approval.release()
  await screen.findAllByText(say('review:approved_one', { count: 1 }))
  await waitFor(() => expect(rows()).toEqual([]))
  expect(await stateOf(id)).toBe('reviewed')
})

test('keys pressed in an open dialog do nothing in the queue behind it', async () => {
  const id = await addTranslated('behind', 'English behind', 'Dahinter')
  await openQueue('behind', 1)
  await shown.user.keyboard('?')
  await screen.findByRole('dialog')
  const before = server.proxy.seen.length
  await shown.user.keyboard('argt')
  await shown.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.proxy.seen.slice(before).filter(({ method }) => method === 'POST')).toEqual([])
  expect(shown.url()).toContain('/review/de')
  await shown.user.keyboard('a')
  await poll(() => stateOf(id)).toBe('reviewed')
})

test('a text is rejected with a reason and another wording', async () => {
  const id = await addTranslated('slot', 'English slot', 'Wählen Sie eine Lieferzeit')
  await openQueue('slot', 1)
  await shown.user.keyboard('r')
  const dialog = await screen.findByRole('dialog')
  await shown.user.click(within(dialog).getByText(say('review:reason.style')))
  await shown.user.type(within(dialog).getAllByRole('textbox')[0] ?? dialog, 'Too long')
  await shown.click('button', say('review:rejectDialog.propose'), dialog)
  const place = await within(dialog).findByRole('region', { name: say('review:rejectDialog.wording') })
  // The field has the focus, and what is rejected stays in view.
  await poll(() => place.contains(document.activeElement)).toBe(true)
  await focusedField()
  await shown.user.keyboard('{Control>}a{/Control}Wann sollen wir liefern?')
  expect(within(dialog).getAllByText('Wählen Sie eine Lieferzeit')).not.toEqual([])
  await expectAccessible()
  await shown.user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await poll(() => stateOf(id)).toBe('draft')
  const { rejections } = await call(api.suggestions.list, {
    params: { project: PROJECT, key: id, language: 'de' },
  })
  expect(rejections[0]).toMatchObject({
    reason: { kind: 'style', text: 'Too long' },
    proposed: { other: 'Wann sollen wir liefern?' },
  })
})

test('a suggestion is edited in place, and approved', async () => {
  const id = await addKey('many', 'English many')
  await suggest(id, 'Viele')
  await openQueue('many', 1)
  await edit()
  await shown.user.keyboard('{Control>}a{/Control}Sehr viele')
  await shown.user.keyboard('{Control>}{Enter}{/Control}')
  await poll(() => germanOf(id)).toBe('Sehr viele')
  expect(await stateOf(id)).toBe('reviewed')
})

test('what is typed while a text is saved stays as a draft, based on the saved text', async () => {
  const id = await addTranslated('typing', 'English typing', 'Eins')
  const suggested = await addKey('typing.suggested', 'English typing.suggested')
  await suggest(suggested, 'Drei')
  await openQueue('typing', 2)
  for (const [name, key, sent] of [
    ['typing', id, 'Zwei'],
    ['typing.suggested', suggested, 'Vier'],
  ] as const) {
    await moveTo(name)
    const save = held()
    onTestFinished(() => server.proxy.behave(() => null))
    server.proxy.behave((path) => (/translations\/de$|\/approve$/.test(path) ? save : null))
    await edit()
    await shown.user.keyboard(`{Control>}a{/Control}${sent}{Control>}{Enter}{/Control} und mehr`)
    save.release()
    await waitFor(() => expect(rows().map(keyOf)).not.toContain(name))
    expect(await germanOf(key)).toBe(sent)
    const draft = () => {
      const entry = Object.keys(localStorage).find((one) =>
        one.startsWith(`dragoman:draft:${PROJECT}:de:${key}#`),
      )
      return JSON.parse(localStorage.getItem(entry ?? '') ?? 'null')
    }
    await poll(draft).toMatchObject({
      forms: { other: `${sent} und mehr` },
      base: { other: sent },
      baseVersion: (await textOf(key)).version,
      failure: null,
    })
  }
})

test('the queue is searched, and Escape ends the search', async () => {
  await addTranslated('search.pay', 'English search.pay', 'Jetzt zahlen')
  await addTranslated('search.later', 'English search.later', 'Später zahlen')
  shown = await openScreen(`/p/${PROJECT}/review/de`)
  await waitFor(() => expect(rows().length).toBeGreaterThan(1))
  await shown.user.keyboard('/')
  await shown.user.keyboard('später')
  await waitFor(() => expect(rows().map(keyOf)).toEqual(['search.later']))
  await shown.user.keyboard('{Escape}')
  await waitFor(() => expect(rows().length).toBeGreaterThan(1))
})

test('a next page that cannot be loaded is reported, and loaded when the reader tries again', async () => {
  let isFailing = true
  const page = (next: string | null) => {
    const body = JSON.stringify({ items: [], next, lastPlace: 0 })
    return { status: 200, type: 'application/json', body }
  }
  onTestFinished(() => server.proxy.behave(() => null))
  server.proxy.behave((path) => {
    if (path.includes('cursor=next')) return isFailing ? { status: 500 } : page(null)
    return path.includes('/review/de?') ? page('next') : null
  })
  shown = await openScreen(`/p/${PROJECT}/review/de?q=later`)
  // Requesting the page again and again would never show it.
  const again = await screen.findByRole('button', { name: say('common:tryAgain') })
  isFailing = false
  await shown.user.click(again)
  await screen.findByText(say('review:empty.filtered'))
})

test('what is typed into a text outlives the page until it is discarded', async () => {
  const before = 'Ihre Karte bleibt bei Ihrer Bank.'
  const id = await addTranslated('secure', 'Your card', before)
  await openQueue('secure', 1)
  await edit()
  await shown.user.keyboard(' Ja.{Escape}')
  expect(await germanOf(id)).toBe(before)
  shown.close()
  await openQueue('secure', 1)
  expect((await edit()).textContent).toBe(`${before} Ja.`)
  await shown.click('button', say('review:draft.discard'), openRow())
  await poll(isRowFocused).toBe(true)
  expect((await edit()).textContent).toBe(before)
})

test('the fields of the editor check what is typed, and ask before approving', async () => {
  const id = await addTranslated('checked', 'For {{days}} days', 'Seit {{days}} Tagen')
  await openQueue('checked', 1)
  await edit()
  await shown.user.keyboard('{Control>}a{/Control}Lange')
  await within(openRow()).findByText('{{days}} is missing', { exact: false })
  await shown.user.keyboard('{Control>}{Enter}{/Control}')
  const dialog = await screen.findByRole('alertdialog')
  within(dialog).getByRole('button', { name: say('review:failing.keep') })
  await expectAccessible()
  await shown.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(await germanOf(id)).toBe('Seit {{days}} Tagen')
})

/** Presses a key; like a browser, it types the character unless the page has handled the key. */
function press(target: Element, key: KeyboardEventInit): void {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...key })
  if (target.dispatchEvent(event)) throw new Error(`${key.key} was typed`)
}

test('a placeholder is inserted by keyboard, and what was typed is discarded', async () => {
  await addTranslated('inserted', 'For {{days}} days', 'Seit {{days}} Tagen')
  await openQueue('inserted', 1)
  const field = await edit()
  await shown.user.keyboard('{Control>}a{/Control}Seit ')
  // Both keys arrive before anything else can run, as on a busy computer.
  press(field, { key: 'i', code: 'KeyI', altKey: true })
  press(field, { key: '1', code: 'Digit1' })
  await poll(() => field.textContent).toBe('Seit {{days}}')
  await shown.click('button', say('review:draft.discard'), openRow())
  await poll(isRowFocused).toBe(true)
})

test('a placeholder is inserted by keyboard into another wording, but not from other fields of its dialog', async () => {
  await addTranslated('worded', 'For {{days}} days', 'Seit {{days}} Tagen')
  await openQueue('worded', 1)
  await shown.user.keyboard('r')
  const dialog = await screen.findByRole('dialog')
  await shown.click('button', say('review:rejectDialog.propose'), dialog)
  const field = await focusedField()
  await shown.user.keyboard('{Control>}a{/Control}Seit ')
  const [sentence] = within(dialog).getAllByRole('textbox')
  sentence?.focus()
  await shown.user.keyboard('{Alt>}i{/Alt}1')
  expect(sentence).toHaveProperty('value', '1')
  field.focus()
  press(field, { key: 'i', code: 'KeyI', altKey: true })
  press(field, { key: '1', code: 'Digit1' })
  await poll(() => field.textContent).toBe('Seit {{days}}')
})

test('kind and words are in the URL, and survive a reload', async () => {
  await addTranslated('words', 'English words', 'Ihre Bank')
  shown = await openScreen(`/p/${PROJECT}/review/de?kind=new&q=Ihre`)
  await waitFor(() => expect(rows().length).toBeGreaterThan(0))
  const filters = await screen.findAllByRole('button', { name: new RegExp(`^${say('review:all')}`) })
  await shown.user.click(filters[0] ?? document.body)
  await waitFor(() => expect(searchParams().get('kind')).toBeNull())
  expect(searchParams().get('q')).toBe('Ihre')
  const url = shown.url()
  shown.close()
  shown = await openScreen(url)
  await waitFor(() => expect(rows().length).toBeGreaterThan(0))
  await shown.user.keyboard('/')
  expect(document.activeElement).toHaveProperty('value', 'Ihre')
  await shown.user.keyboard('{Control>}a{/Control}is:failing')
  await waitFor(() => expect(searchParams().get('q')).toBe('is:failing'))
})

test('Escape in the comment box returns to the open item', async () => {
  await addTranslated('commented', 'English commented', 'Kommentiert')
  await openQueue('commented', 1)
  await within(screen.getByRole('complementary')).findByRole('textbox')
  await shown.user.keyboard('c')
  await poll(() => document.activeElement?.tagName).toBe('TEXTAREA')
  await shown.user.keyboard('{Escape}')
  await poll(() => document.activeElement?.getAttribute('aria-current')).toBe('true')
})

/** Opens the queue and approves its first text; the server responds when `respond` is called. */
async function approveSlowly(words: string, count: number): Promise<() => void> {
  await openQueue(words, count)
  const approval = held()
  onTestFinished(() => server.proxy.behave(() => null))
  server.proxy.behave((path) => (path.endsWith('/approve') ? approval : null))
  await shown.user.keyboard('a')
  return approval.release
}

/** Opens the comment box of the open item, as soon as it is loaded. */
async function openComment(): Promise<void> {
  const focused = async () => {
    await shown.user.keyboard('c')
    return document.activeElement?.tagName
  }
  await poll(focused).toBe('TEXTAREA')
}

test('while a comment is written, an approval that returns leaves item and focus', async () => {
  const ids = [
    await addTranslated('returning.a', 'English returning.a', 'Eins'),
    await addTranslated('returning.b', 'English returning.b', 'Zwei'),
  ]
  const respond = await approveSlowly('returning', 2)
  await openComment()
  await shown.user.keyboard('St')
  respond()
  await within(openRow()).findByText(say('review:gone'))
  await shown.user.keyboard('ark')
  expect(document.activeElement).toHaveProperty('value', 'Stark')
  expect(keyOf(openRow())).toBe('returning.a')

  // Keys pressed for the approved item do not decide on the next one.
  await shown.user.keyboard('{Escape}')
  await poll(() => document.activeElement?.getAttribute('aria-current')).toBe('true')
  await shown.user.keyboard('a')
  await shown.user.keyboard('j')
  await poll(() => keyOf(openRow())).toBe('returning.b')
  expect(await Promise.all(ids.map(stateOf))).toEqual(['reviewed', 'translated'])
})

test('while an approved text is edited, its fields stay when the approval returns', async () => {
  await addTranslated('editing.a', 'English editing.a', 'Eins')
  await addTranslated('editing.b', 'English editing.b', 'Zwei')
  const respond = await approveSlowly('editing', 2)
  const field = await edit()
  await shown.user.keyboard('{Control>}a{/Control}Ein')
  respond()
  await within(openRow()).findByText(say('review:gone'))
  await shown.user.keyboard('er')
  expect(field.isConnected && field.textContent).toBe('Einer')
})

test('a save that returns does not close the fields of another text', async () => {
  const id = await addTranslated('closing.a', 'English closing.a', 'Eins')
  await addTranslated('closing.b', 'English closing.b', 'Zwei')
  await openQueue('closing', 2)
  const save = held()
  onTestFinished(() => server.proxy.behave(() => null))
  server.proxy.behave((path) => (path.endsWith('translations/de') ? save : null))
  await edit()
  await shown.user.keyboard('{Control>}a{/Control}Einer{Control>}{Enter}{/Control}{Escape}')
  await poll(isRowFocused).toBe(true)
  await shown.user.keyboard('j')
  await poll(() => keyOf(openRow())).toBe('closing.b')
  const field = await edit()
  await shown.user.keyboard('{Control>}a{/Control}Zw')
  save.release()
  await poll(() => germanOf(id)).toBe('Einer')
  await waitFor(() => expect(rows().map(keyOf)).toEqual(['closing.b']))
  await shown.user.keyboard('ei')
  expect(field.isConnected && field.textContent).toBe('Zwei')
})

test('while a comment is written, an undo that returns leaves item and focus', async () => {
  await addTranslated('undoing.a', 'English undoing.a', 'Eins')
  await addTranslated('undoing.b', 'English undoing.b', 'Zwei')
  const respond = await approveSlowly('undoing', 2)
  respond()
  await waitFor(() => expect(rows().map(keyOf)).toEqual(['undoing.b']))
  const undo = held()
  server.proxy.behave((path) => (path.endsWith('/undo') ? undo : null))
  await poll(isRowFocused).toBe(true)
  await shown.user.keyboard('u')
  await openComment()
  await shown.user.keyboard('Zu')
  undo.release()
  await waitFor(() => expect(rows().map(keyOf)).toEqual(['undoing.a', 'undoing.b']))
  await shown.user.keyboard('!')
  expect(document.activeElement).toHaveProperty('value', 'Zu!')
  expect(keyOf(openRow())).toBe('undoing.b')
})

test('an empty queue shows where something is waiting', async () => {
  await addTranslated('elsewhere', 'English elsewhere', 'Anderswo')
  await call(api.languages.add, { params: { project: PROJECT }, body: { tag: 'ar', allowUnknown: false } })
  shown = await openScreen(`/p/${PROJECT}/review/ar`)
  await screen.findByText(say('review:empty.title', { language: 'العربية' }))
  await shown.click('button', say('review:empty.open', { language: 'Deutsch' }))
  await waitFor(() => expect(shown.url()).toBe(`/p/${PROJECT}/review/de`))
})

test('an empty queue claims nothing of the other languages until their numbers are known', async () => {
  await addTranslated('anywhere', 'English anywhere', 'Irgendwo')
  await call(api.languages.add, { params: { project: PROJECT }, body: { tag: 'he', allowUnknown: false } })
  let fail = () => {}
  const until = new Promise<void>((resolve) => {
    fail = resolve
  })
  onTestFinished(() => server.proxy.behave(() => null))
  server.proxy.behave((path) => (path.endsWith('/review') ? { until, status: 500 } : null))
  shown = await openScreen(`/p/${PROJECT}/review/he`)
  await screen.findByText(say('review:empty.title', { language: 'עברית' }))
  expect(screen.queryByText(say('review:empty.nowhere'))).toBeNull()
  fail()
  await screen.findByText(say('failures:unexpected'))
  expect(screen.queryByText(say('review:empty.nowhere'))).toBeNull()
  server.proxy.behave(() => null)
  await shown.click('button', say('common:tryAgain'))
  await screen.findByRole('button', { name: say('review:empty.open', { language: 'Deutsch' }) })
})

test('in a task, numbers and authors of the whole language are not shown', async () => {
  const [one, two] = [
    await addTranslated('task.one', 'One', 'Eins'),
    await addTranslated('task.two', 'Two', 'Zwei'),
  ]
  await suggest(two, 'Zwo')
  const { id } = await call(api.tasks.create, {
    params: { project: PROJECT },
    body: {
      ...{ title: 'Numbers', note: '', goal: 'reviewed', due: null, languages: ['de'], assignees: [] },
      select: { keys: [one] },
    },
  })
  const { languages } = await call(api.review.languages, { params: { project: PROJECT } })
  const count = languages.find(({ tag }) => tag === 'de')?.left.waiting ?? 0
  const requested: string[] = []
  server.proxy.behave((path) => {
    requested.push(path)
    return null
  })
  onTestFinished(() => server.proxy.behave(() => null))
  shown = await openScreen(`/p/${PROJECT}/review/de?task=${id}`)
  await waitFor(() => expect(rows()).toHaveLength(1))
  const numbers = () => [
    /\d/.test(screen.getByRole('group', { name: say('review:kinds') }).textContent),
    screen.queryByRole('heading', { name: say('review:by') }) !== null,
    document.body.textContent.includes(say('review:waiting_other', { count })),
  ]
  const isCounted = () => requested.some((path) => path.endsWith('/review/de/counts'))
  // The list of languages has them, because it leads to their whole queues.
  const list = screen.getByRole('navigation', { name: say('review:languages') })
  await waitFor(() => expect(list.textContent).toContain(`Deutsch${count}`))
  expect([isCounted(), ...numbers()]).toEqual([false, false, false, false])
  await shown.click('button', say('review:task.leave'))
  await waitFor(() => expect([isCounted(), ...numbers()]).toEqual([true, true, true, true]))
})

test('Review opens the queue that has most now, not by numbers from before an event', async () => {
  await call(api.languages.add, { params: { project: PROJECT }, body: { tag: 'fr', allowUnknown: false } })
  await addTranslated('most', 'English most', 'Das meiste')
  const overview = await queryClient.fetchQuery(overviewQuery(PROJECT))
  const languages = overview.languages.map(({ left, ...one }) => {
    const waiting = one.tag === 'fr' ? 1000 : 0
    return { ...one, left: { ...left, suggestions: waiting, waiting } }
  })
  const { queryKey } = overviewQuery(PROJECT)
  queryClient.setQueryData(queryKey, { ...overview, languages })
  await queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
  shown = await openScreen(`/p/${PROJECT}/review`)
  expect(shown.url()).toBe(`/p/${PROJECT}/review/de`)
})

test('that reviewers cannot review their own texts is a setting', async () => {
  shown = await openScreen(`/p/${PROJECT}/settings`)
  await shown.user.click(await screen.findByText(say('settings:reviewOthers')))
  await screen.findAllByText(say('settings:saved'))
  const { settings } = await call(api.projects.get, { params: { project: PROJECT } })
  expect(settings.reviewOwn).toBe(false)
  await reviewOwn(true)
})

test('if people cannot review their own texts, their text shows the reason', async () => {
  const id = await addTranslated('own', 'English own', 'Später bezahlen')
  await reviewOwn(false)
  onTestFinished(() => reviewOwn(true))
  await openQueue('own', 1)
  const approve = within(openRow()).getByRole('button', { name: new RegExp(`^${say('review:approve')}`) })
  await poll(() => approve.getAttribute('aria-disabled')).toBe('true')
  await shown.user.keyboard('a')
  await poll(() => screen.queryByRole('alertdialog')?.textContent).toContain(say('failures:reason.own-work'))
  expect(await stateOf(id)).toBe('translated')
})

/** Sets whether reviewers can review their own texts. */
async function reviewOwn(isAllowed: boolean): Promise<void> {
  await call(api.projects.update, {
    params: { project: PROJECT },
    body: { settings: { reviewOwn: isAllowed } },
  })
}
