import { api, type BodyOf } from '@dragoman/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { call } from '../src/lib/server/call.ts'
import { expectAccessible, focusedField, type OpenScreen, openScreen } from './open-screen.tsx'
import {
  addKey,
  addMember,
  OWNER,
  openRealServer,
  PROJECT,
  type RealServer,
  saveElsewhere,
  signInAs,
  stringOnServer,
} from './real-server.ts'

/** Strings are assigned from every list, worked on, and completed; the person who assigned them is notified. */

let server: RealServer
let shown: OpenScreen
const params = { project: PROJECT }

beforeAll(async () => {
  server = await openRealServer()
  await call(api.languages.add, { params, body: { tag: 'pl', allowUnknown: false } })
  const all = { languages: null, namespaces: null }
  await addMember('Ben', { role: 'translator', ...all })
  await addMember('Ola', { role: 'translator', ...all, languages: ['pl'] })
  await addMember('Nia', { role: 'translator', ...all, namespaces: ['legal'] })
  await addMember('Vera', { role: 'viewer', ...all })
})
afterEach(async () => {
  server.proxy.behave(() => null)
  shown.close()
  await signInAs(OWNER)
})
afterAll(() => server.close())

const tasksOf = async (state: 'open' | 'done') =>
  (await call(api.tasks.list, { params, query: { state, limit: 100 } })).tasks
const dialog = () => screen.findByRole('dialog')

/** Takes the right to translate from someone. */
async function becomesViewer(name: string): Promise<void> {
  const { members } = await call(api.members.list, { params })
  const { who, version } = members.find((member) => member.name === name) ?? expect.fail('no member')
  const rights = { role: 'viewer', languages: null, namespaces: null } as const
  await call(api.members.change, { params, body: { changes: [{ who, baseVersion: version, rights }] } })
}

/** Assigns keys to Ben, in German. */
async function give(title: string, keys: number[], more: Partial<BodyOf<typeof api.tasks.create>> = {}) {
  const { candidates } = await call(api.tasks.candidates, {
    params,
    query: { goal: 'translated', languages: 'de', q: '' },
  })
  const ben = candidates.find(({ name }) => name === 'Ben')
  if (ben === undefined) throw new Error('Ben is no member.')
  return call(api.tasks.create, {
    params,
    body: {
      title,
      note: '',
      goal: 'translated',
      due: null,
      languages: ['de'],
      assignees: [ben.id],
      select: { keys },
      ...more,
    },
  })
}

/** The search for three strings that only this test has, and the dialog that assigns them. */
async function assignFound(name: string): Promise<{ readonly search: string; readonly asked: HTMLElement }> {
  for (const number of [1, 2, 3]) await addKey(`${name}.${number}`, `English ${number}`)
  const search = `state:untranslated key:${name}.*`
  shown = await openScreen(`/p/${PROJECT}/translate/de?q=${encodeURIComponent(search)}`)
  await shown.click('button', say('translations:filter.assign_other', { count: 3 }))
  const asked = await dialog()
  await within(asked).findByText(say('tasks:foundStrings_other', { count: 3, search }))
  return { search, asked }
}
const personIn = (asked: HTMLElement, name: string) =>
  within(asked).findByRole('checkbox', { name: (found) => found.includes(name) })

test('people who cannot do a task are greyed out with the reason', async () => {
  const { asked } = await assignFound('refused')
  expect(await personIn(asked, 'Vera')).toHaveProperty('disabled', true)
  expect(await personIn(asked, 'Ola')).toHaveProperty('disabled', true)
  // The strings that are found are of the namespace `common`.
  expect(await personIn(asked, 'Nia')).toHaveProperty('disabled', true)
  await within(asked).findByText(say('tasks:refusal.other-namespace'))
  await within(asked).findByText(say('tasks:refusal.role-too-low'))
  await within(asked).findByText(say('tasks:refusal.other-language'))
  // With Polish added, Ola can do a part of it.
  within(asked).getByRole('checkbox', { name: 'Polski' }).focus()
  await shown.user.keyboard(' ')
  await within(asked).findByText(say('tasks:refusal.some', { languages: 'Deutsch' }))
  expect(await personIn(asked, 'Ola')).toHaveProperty('disabled', false)
  expect(await personIn(asked, 'Vera')).toHaveProperty('disabled', true)
})

test('that someone cannot do a task is not reported after others are chosen', async () => {
  await addMember('Max', { role: 'translator', languages: null, namespaces: null })
  const { asked } = await assignFound('chosen')
  const max = await personIn(asked, 'Max')
  max.focus()
  await shown.user.keyboard(' ')
  await becomesViewer('Max')
  await shown.click('button', say('tasks:assign_other', { count: 3 }), asked)
  const said = say('failures:field.not-able')
  await within(asked).findByText(said, { exact: false })
  max.focus()
  await shown.user.keyboard(' ')
  await waitFor(() => expect(within(asked).queryByText(said, { exact: false })).toBeNull())
})

test('the results of a search are assigned from the editor, and undo takes it back', async () => {
  const { asked } = await assignFound('spring')
  within(asked).getByRole('checkbox', { name: 'Polski' }).focus()
  await shown.user.keyboard(' ')
  ;(await personIn(asked, 'Ben')).focus()
  await shown.user.keyboard(' ')
  const year = new Date().getFullYear() + 1
  const [month] = within(asked).getAllByRole('spinbutton')
  month?.focus()
  await shown.user.keyboard(`0203${year}`)
  await shown.user.type(within(asked).getByLabelText(say('tasks:field.note')), 'Before the sale')
  await expectAccessible()
  await shown.click('button', say('tasks:assign_other', { count: 3 }), asked)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await tasksOf('open')).toMatchObject([
    {
      title: say('tasks:ownTitle.translated', { languages: 'Deutsch and Polski' }),
      due: `${year}-02-03`,
      note: 'Before the sale',
      languages: [
        { language: 'de', done: 0, total: 3 },
        { language: 'pl', done: 0, total: 3 },
      ],
      assignees: [{ name: 'Ben' }],
    },
  ])
  await shown.user.keyboard('{Control>}z{/Control}')
  await waitFor(async () => expect(await tasksOf('open')).toEqual([]))
})

test('the keys that save a text assign from the dialog, and leave the half-typed text behind it alone', async () => {
  const key = await addKey('half', 'English half')
  const search = 'state:untranslated key:half'
  shown = await openScreen(`/p/${PROJECT}/translate/de?q=${encodeURIComponent(search)}&key=${key}`)
  const field = await focusedField()
  await shown.user.keyboard('Hal')
  await shown.click('button', say('translations:filter.assign_one', { count: 1 }))
  const asked = await dialog()
  const note = within(asked).getByLabelText(say('tasks:field.note'))
  await shown.user.type(note, 'By Friday')
  await shown.user.keyboard('{Control>}s{/Control}{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  await shown.user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  expect(asked.isConnected).toBe(true)
  await shown.user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [task] = (await tasksOf('open')).filter((one) => one.note === 'By Friday')
  await call(api.tasks.remove, { params: { project: PROJECT, task: task?.id ?? 0 } })
  expect((await stringOnServer(key)).target.version).toBe(0)
  expect(field.isConnected).toBe(true)
  expect(field.textContent).toBe('Hal')
})

test('nothing typed is lost if the server cannot be reached', async () => {
  const { asked } = await assignFound('lost')
  const note = within(asked).getByLabelText(say('tasks:field.note'))
  await shown.user.type(note, 'Before the sale')
  server.proxy.behave((path) => {
    if (path !== `/api/projects/${PROJECT}/tasks`) return null
    setImmediate(() => server.proxy.cut())
    return { until: new Promise(() => {}) }
  })
  await shown.click('button', say('tasks:assign_other', { count: 3 }), asked)
  await within(asked).findByText(say('failures:unreachable'))
  expect(note).toHaveProperty('value', 'Before the sale')
  server.proxy.behave(() => null)
  await shown.click('button', say('tasks:assign_other', { count: 3 }), asked)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [task] = (await tasksOf('open')).filter((one) => one.note === 'Before the sale')
  await call(api.tasks.remove, { params: { project: PROJECT, task: task?.id ?? 0 } })
})

test('the number of all results is that of the strings which match now', async () => {
  const keys = []
  for (const number of [1, 2, 3]) keys.push(await addKey(`now.${number}`, `English ${number}`))
  const search = 'state:untranslated key:now.*'
  shown = await openScreen(`/p/${PROJECT}/translate/de?q=${encodeURIComponent(search)}`)
  await screen.findByRole('button', { name: say('translations:filter.assign_other', { count: 3 }) })
  // Nothing leaves the list while it is shown.
  await saveElsewhere(keys[0] ?? 0, 'Eins', 0)
  await shown.click('button', say('translations:filter.assign_other', { count: 3 }))
  await within(await dialog()).findByText(say('tasks:foundStrings_other', { count: 2, search }))
  await shown.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  ;(await screen.findAllByRole('listbox'))[0]?.focus()
  await shown.user.keyboard('{Control>}a{/Control}')
  const bar = await screen.findByRole('toolbar')
  await within(bar).findByText(say('translations:bulk.count_other', { count: 2 }))
})

test('all results of a search are counted before they are changed or assigned', async () => {
  for (let number = 1; number <= 205; number++) await addKey(`many.${number}`, `English ${number}`)
  // Such searches are slow, and the list only knows that there are more than it has loaded.
  const search = '-zebra'
  const all = await call(api.translations.page, { params, query: { language: 'de', q: search, limit: 500 } })
  const count = all.rows.length
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.proxy.behave((path) => (path.includes('/translations/count') ? { until: answered } : null))
  shown = await openScreen(`/p/${PROJECT}/translate/de?q=${search}`)
  await screen.findByRole('button', { name: say('translations:filter.assignAll') })
  ;(await screen.findAllByRole('listbox'))[0]?.focus()
  await shown.user.keyboard('{Control>}a{/Control}')
  const bar = await screen.findByRole('toolbar')
  const setState = within(bar).getByRole('button', { name: say('translations:bulk.state') })
  expect(setState).toHaveProperty('disabled', true)
  expect(within(bar).getByRole('status').textContent).toBe(
    say('translations:bulk.countAtLeast', { number: 201 }),
  )
  await shown.click('button', say('translations:filter.assignAll'))
  const asked = await dialog()
  await within(asked).findByRole('button', { name: say('tasks:which.counting') })
  answer()
  await within(asked).findByRole('button', { name: say('tasks:assign_other', { count }) })
  await within(asked).findByText(say('tasks:foundStrings_other', { count, search }))
  await shown.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await within(bar).findByText(say('translations:bulk.count_other', { count }))
  // A live event of the added keys counts them once more.
  await waitFor(() => expect(setState).toHaveProperty('disabled', false))
})

const assignIn = async (place: HTMLElement) => shown.click('button', say('common:assign'), place)

test('selected strings are assigned from the list', async () => {
  await addKey('listed', 'Listed')
  shown = await openScreen(`/p/${PROJECT}/translate/de?q=key:listed`)
  await screen.findByRole('option')
  ;(await screen.findAllByRole('listbox'))[0]?.focus()
  await shown.user.keyboard('x')
  await assignIn(await screen.findByRole('toolbar'))
  const asked = await dialog()
  await within(asked).findByText(say('tasks:strings_one', { count: 1 }))
  expect(await personIn(asked, 'Nia')).toHaveProperty('disabled', true)
  expect(await personIn(asked, 'Ben')).toHaveProperty('disabled', false)
})

test('selected strings are assigned from the keys grid', async () => {
  for (const number of [1, 2]) await addKey(`grid.${number}`, `English ${number}`)
  shown = await openScreen(`/p/${PROJECT}/keys?q=key:grid.*`)
  const [all] = within(await screen.findByRole('grid')).getAllByRole('checkbox')
  if (all === undefined) throw new Error('The grid has no checkboxes.')
  await shown.user.click(all)
  await assignIn(document.body)
  await within(await dialog()).findByText(say('tasks:strings_other', { count: 2 }))
})

test('selected strings are assigned from the review queue, to be reviewed', async () => {
  await saveElsewhere(await addKey('queued', 'Queued'), 'Wartet', 0)
  shown = await openScreen(`/p/${PROJECT}/review/de`)
  const item = await waitFor(() => {
    const found = document.querySelector<HTMLElement>('[data-item]')
    if (found === null) throw new Error('The queue is empty.')
    return found
  })
  item.focus()
  await shown.user.keyboard('x')
  await assignIn(await screen.findByRole('toolbar'))
  const isGoal = (name: string) => name.includes(say('tasks:goal.reviewed'))
  await within(await dialog()).findByRole('button', { name: isGoal })
})

test('that the tasks of a person could not be loaded is shown, and they are loaded again', async () => {
  await give('Returns', [await addKey('returns', 'Returns')])
  await signInAs('Ben')
  server.proxy.behave((path) => (path.startsWith('/api/tasks?') ? { status: 500 } : null))
  shown = await openScreen('/projects')
  await screen.findByRole('heading', { name: say('tasks:mineTitle') })
  await expectAccessible()
  const again = await screen.findByRole('button', { name: say('common:tryAgain') })
  server.proxy.behave(() => null)
  await shown.user.click(again)
  await screen.findByRole('link', { name: 'Returns' })
})

test('a task on the projects screen leads to its strings', async () => {
  const { id } = await give('Checkout', [await addKey('checkout', 'Checkout')])
  await signInAs('Ben')
  shown = await openScreen('/projects')
  await screen.findByRole('heading', { name: say('tasks:mineTitle') })
  await shown.click('link', 'Checkout')
  await waitFor(() => expect(shown.url()).toContain(`/p/${PROJECT}/translate/de?q=task%3A${id}`))
})

test('the last translated string completes a task; the person who assigned it is notified', async () => {
  const [pay, later] = [await addKey('pay', 'Pay'), await addKey('later', 'Pay later')]
  const { id } = await give('Basket', [pay, later])
  await signInAs('Ben')
  await saveElsewhere(pay, 'Zahlen', 0)
  await saveElsewhere(later, 'Später zahlen', 0)
  await waitFor(async () => expect((await tasksOf('done')).map((task) => task.id)).toContain(id))
  shown = await openScreen('/projects')
  await screen.findByRole('link', { name: (name) => name.includes('Shop') })
  expect(screen.queryByRole('link', { name: 'Basket' })).toBeNull()
  shown.close()
  await signInAs(OWNER)
  shown = await openScreen('/inbox')
  await screen.findByRole('heading', { name: say('inbox:heading.task-done', { title: 'Basket' }) })
})

test('two people change one task: both versions are shown, with a choice', async () => {
  const task = await give('Some day', [await addKey('day', 'Day')], { assignees: [] })
  shown = await openScreen(`/p/${PROJECT}/tasks`)
  const row = await screen.findByRole('link', { name: (name) => name.includes('Some day') })
  row.focus()
  await shown.user.keyboard('e')
  const asked = await dialog()
  const title = within(asked).getByLabelText(say('tasks:field.title'))
  await shown.user.clear(title)
  await shown.user.type(title, 'Some day soon')
  await call(api.tasks.update, {
    params: { project: PROJECT, task: task.id },
    body: {
      title: 'Never',
      note: '',
      goal: 'translated',
      due: null,
      languages: ['de'],
      assignees: [],
      baseVersion: 1,
    },
  })
  await shown.click('button', say('common:save'), asked)
  const conflict = within(await within(asked).findByRole('alert'))
  await conflict.findByText('Never')
  await conflict.findByText('Some day soon')
  await expectAccessible()
  await shown.click('button', say('tasks:keepMine'), asked)
  await waitFor(async () =>
    expect((await tasksOf('open')).map((one) => one.title)).toContain('Some day soon'),
  )
})

test('people who cannot manage tasks see them, and complete their own', async () => {
  await give('Soon', [await addKey('soon', 'Soon')])
  await signInAs('Ben')
  shown = await openScreen(`/p/${PROJECT}/tasks`)
  await shown.click('button', say('tasks:acts', { title: 'Soon' }))
  const row = (name: string) =>
    screen.findByRole('menuitem', { name: (found) => found.startsWith(say(name)) })
  expect((await row('common:edit')).getAttribute('aria-disabled')).toBe('true')
  expect((await row('tasks:finish')).getAttribute('aria-disabled')).toBeNull()
  await shown.user.keyboard('{Escape}')
  await shown.go(`/p/${PROJECT}/overview`)
  await screen.findByRole('heading', { name: say('tasks:mineTitle') })
  await screen.findByRole('link', { name: 'Soon' })
})
