import { api } from '@dragoman/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { call } from '../src/lib/server/call.ts'
import { expectAccessible, focusedField, type OpenScreen, openScreen } from './open-screen.tsx'
import {
  addKey,
  addTranslated,
  type CallElsewhere,
  invite,
  joinAs,
  OWNER,
  openRealServer,
  PROJECT,
  type RealServer,
  saveElsewhere,
  signInAs,
  stringOnServer,
} from './real-server.ts'

/** The inbox of a reviewer of German: mentions, a rejection, and tasks. */

const REVIEWER = 'Klara Busch'
const VIEWER = 'Vito Rossi'
const { poll } = expect

let server: RealServer
let shown: OpenScreen
let reviewerId = 0

beforeAll(async () => {
  server = await openRealServer()
  for (const tag of ['cs', 'pl'])
    await call(api.languages.add, { params: { project: PROJECT }, body: { tag, allowUnknown: false } })
  await joinAs(REVIEWER, await invite({ role: 'reviewer', languages: ['de'], namespaces: null }))
  const { actor } = await call(api.session.get, {})
  reviewerId = Number(actor?.id.replace('user:', ''))
})
beforeEach(() => signInAs(OWNER))
afterAll(() => server.close())

/** With the keys of its shortcut. */
const EDIT = new RegExp(`^${say('inbox:edit')}\\b`)
const detail = () => screen.getByRole('region', { name: say('inbox:detail') })

/** Opens the inbox, as the reviewer if not as someone else, and there the notification that contains the words. */
async function openInbox(words: string, reader = REVIEWER): Promise<void> {
  await signInAs(reader)
  // The server notifies in the background.
  const query = { filter: 'all', state: 'open', limit: 50 } as const
  await waitFor(async () =>
    expect(JSON.stringify(await call(api.notifications.list, { query }))).toContain(words),
  )
  shown = await openScreen('/inbox')
  const row = await waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[data-item]')].find(({ textContent }) =>
      textContent?.includes(words),
    )
    if (found === undefined) throw new Error(`no notification with ${words}`)
    return found
  })
  row.focus()
  await waitFor(() => expect(row.getAttribute('aria-current')).toBe('true'))
}

/** Assigns the reviewer a task with these strings. */
async function assign(
  title: string,
  { goal, languages, keys }: { goal: 'translated' | 'reviewed'; languages: string[]; keys: number[] },
): Promise<void> {
  await call(api.tasks.create, {
    params: { project: PROJECT },
    body: {
      title,
      note: 'Please keep it short.',
      due: '2030-03-01',
      goal,
      languages,
      assignees: [`user:${reviewerId}`],
      select: { keys },
    },
  })
}

/** Mentions the reviewer in a comment on a string, and returns the id of the comment. */
async function mention(
  key: number,
  language: string | null,
  text: string,
  make: CallElsewhere = call,
): Promise<number> {
  const { comment } = await make(api.comments.add, {
    params: { project: PROJECT, key },
    body: { text: `@[${REVIEWER}](user:${reviewerId}) ${text}`, language, kind: 'comment' },
  })
  return comment.id
}

test('a task has its languages, due date, progress, note and strings', async () => {
  const keys = [await addKey('pay', 'Pay'), await addTranslated('slot', 'Choose a slot', 'Zeit wählen')]
  await assign('Spring campaign', { goal: 'translated', languages: ['de'], keys })
  await openInbox('Spring campaign')
  await within(detail()).findByText('Please keep it short.')
  await within(detail()).findByText('Zeit wählen')
  const text = detail().textContent
  expect(text).toContain('Deutsch')
  expect(text).toContain(say('inbox:progress_other', { done: '1', count: 2 }))
  expect(text).toContain('March 1')
})

test('a task to review opens Review in a language of the reader, with its strings', async () => {
  const id = await addTranslated('time', 'Choose a time', 'Uhrzeit wählen')
  await call(api.translations.save, {
    params: { project: PROJECT, key: id, language: 'cs' },
    body: { forms: { other: 'Vyberte čas' }, baseVersion: 0 },
  })
  await assign('Review the slots', { goal: 'reviewed', languages: ['cs', 'de'], keys: [id] })
  await openInbox('Review the slots')
  await within(detail()).findByText('Uhrzeit wählen')
  expect(within(detail()).queryByText('Vyberte čas')).toBeNull()
  await within(detail()).findByRole('button', { name: new RegExp(say('inbox:openInReview')) })
  await shown.user.keyboard('{Enter}')
  await waitFor(() => expect(shown.url()).toMatch(new RegExp(`^/p/${PROJECT}/review/de\\?.*task=`)))
})

test('the thread of a mention is live, and a reply closes the mention, which stays in view', async () => {
  const id = await addTranslated('hour', 'Choose an hour', 'Stunde wählen')
  const thread = await mention(id, 'de', 'is “hour” a time here?')
  await openInbox('is “hour” a time here?')
  await within(detail()).findByText(`@${REVIEWER}`)
  expect(within(detail()).getAllByText('is “hour” a time here?', { exact: false })).toHaveLength(1)
  await call(api.comments.answer, {
    params: { project: PROJECT, comment: thread },
    body: { text: 'Yes, a time.' },
  })
  await within(detail()).findByText('Yes, a time.')
  await shown.user.keyboard('c')
  await poll(() => document.activeElement?.tagName).toBe('TEXTAREA')
  await shown.user.keyboard('Thanks!{Control>}{Enter}{/Control}')
  await within(detail()).findByText('Thanks!', { selector: 'p' })
  await within(detail()).findByText(say('inbox:gone'))
  // The focus of its row is gone; it must not move to another row, which would choose that one.
  await poll(() => detail().contains(document.activeElement)).toBe(true)
  expect(within(detail()).getAllByText('Thanks!')).toHaveLength(1)
})

test('a notification that no one has chosen stays while its reader replies, whatever arrives', async () => {
  const keys = [await addKey('first', 'First'), await addKey('second', 'Second')] as const
  await mention(keys[0], null, 'Which one is it?')
  await openInbox('Which one is it?')
  await shown.user.click(screen.getByRole('button', { name: new RegExp(`^${say('inbox:filter.mentions')}`) }))
  await waitFor(() => expect(detail().textContent).toContain('Which one is it?'))
  await shown.user.keyboard('c')
  const written = () => (document.activeElement as HTMLTextAreaElement | null)?.value // undefined: not in a field
  await poll(written).toBe('')
  await shown.user.keyboard('The ')
  await mention(keys[1], null, 'And this one?', server.callElsewhere)
  await poll(() => document.querySelector('[data-item]')?.textContent).toContain('And this one?')
  await shown.user.keyboard('first')
  expect(written()).toBe('The first')
  expect(detail().textContent).toContain('Which one is it?')
})

test('someone who is limited to a language replies to a comment for all languages', async () => {
  await mention(await addKey('everywhere', 'Hello'), null, 'what is said in your country?')
  await openInbox('what is said in your country?')
  await within(detail()).findByText('what is said in your country?', { exact: false })
  await shown.user.keyboard('c')
  await poll(() => document.activeElement?.tagName).toBe('TEXTAREA')
  await shown.user.keyboard('Moin.{Control>}{Enter}{/Control}')
  await within(detail()).findByText('Moin.', { selector: 'p' })
  await shown.click('button', say('comments:thread.resolve'), detail())
  await within(detail()).findByRole('button', { name: new RegExp(`${REVIEWER} resolved`) })
})

test('a comment in a language one cannot save in offers no Edit', async () => {
  await mention(await addKey('polish', 'Hello'), 'pl', 'and in Polish?')
  await openInbox('and in Polish?')
  await within(detail()).findByText('and in Polish?', { exact: false })
  await within(detail()).findByText(say('translations:row.untranslated'))
  expect(within(detail()).queryByRole('button', { name: EDIT })).toBeNull()
})

test('a rejected text is edited in the fields of the editor, and an error stays on the screen', async () => {
  const id = await addKey('arrived', 'Pay when it has arrived, {{name}}.')
  const version = async () => (await stringOnServer(id)).target.version
  await signInAs(REVIEWER)
  await saveElsewhere(id, 'Zahlen, wenn alles da ist, {{name}}.', await version())
  await signInAs(OWNER)
  await call(api.review.reject, {
    params: { project: PROJECT, language: 'de' },
    body: {
      items: [{ on: 'text', keyId: id, baseVersion: await version() }],
      reason: { kind: 'meaning', text: 'It reads as a condition.' },
      proposed: { other: 'Erst nach Ankunft zahlen, {{name}}.' },
    },
  })
  await openInbox('It reads as a condition.')
  await within(detail()).findByRole('button', {
    name: new RegExp(`^${say('inbox:takeWordingOf', { actor: OWNER })}`),
  })
  await within(detail()).findByRole('button', { name: EDIT })
  await shown.user.keyboard('e')
  await focusedField()
  await shown.user.keyboard('{Control>}a{/Control}Zahlen')
  await within(detail()).findByText('{{name}} is missing', { exact: false })
  await expectAccessible()
  await saveElsewhere(id, 'Inzwischen, {{name}}', await version())
  await shown.user.keyboard('{Control>}{Enter}{/Control}')
  expect((await within(detail()).findByRole('alert')).textContent).toContain(say('inbox:problem.stale'))
  expect((await stringOnServer(id)).target.forms.other).toBe('Inzwischen, {{name}}')
})

test('while a comment is written, an accepted wording that is saved leaves notification and focus', async () => {
  const id = await addKey('delivered', 'Pay on delivery.')
  const version = async () => (await stringOnServer(id)).target.version
  await signInAs(REVIEWER)
  await saveElsewhere(id, 'Zahlen bei Lieferung.', await version())
  await signInAs(OWNER)
  await call(api.review.reject, {
    params: { project: PROJECT, language: 'de' },
    body: {
      items: [{ on: 'text', keyId: id, baseVersion: await version() }],
      reason: { kind: 'style', text: 'It sounds like an order.' },
      proposed: { other: 'Bezahlen Sie bei der Lieferung.' },
    },
  })
  await mention(await addKey('next.one', 'Hello'), 'de', 'the next notification')
  await openInbox('It sounds like an order.')
  let answer = () => {}
  const until = new Promise<void>((resolve) => {
    answer = resolve
  })
  onTestFinished(() => server.proxy.behave(() => null))
  server.proxy.behave((path) => (path.endsWith('/take') ? { until } : null))
  const take = { name: new RegExp(`^${say('inbox:takeWordingOf', { actor: OWNER })}`) }
  await shown.user.click(await within(detail()).findByRole('button', take))
  const url = shown.url()
  await shown.user.keyboard('c')
  await poll(() => document.activeElement?.tagName).toBe('TEXTAREA')
  await shown.user.keyboard('Tha')
  answer()
  await screen.findByText(say('inbox:said.taken'))
  await shown.user.keyboard('nks')
  expect(document.activeElement).toHaveProperty('value', 'Thanks')
  expect(shown.url()).toBe(url)
})

test('a second press sends nothing twice, and what is typed meanwhile stays in the fields and can be saved', async () => {
  const id = await addTranslated('twice', 'Pay twice', 'Zweimal')
  await mention(id, 'de', 'twice?')
  await openInbox('twice?')
  await within(detail()).findByRole('button', { name: EDIT })
  const isOfText = (path: string) => path.endsWith(`/keys/${id}/translations/de`)
  const sent = () => server.proxy.seen.filter(({ method, path }) => method === 'PUT' && isOfText(path)).length
  const before = sent()
  const draft = `dragoman:draft:${PROJECT}:de:${id}#user:${reviewerId}`
  let answer = () => {}
  const until = new Promise<void>((resolve) => {
    answer = resolve
  })
  onTestFinished(() => server.proxy.behave(() => null))
  server.proxy.behave((path) => (isOfText(path) ? { until } : null))
  await shown.user.keyboard('e')
  const field = await focusedField()
  await shown.user.keyboard('{Control>}a{/Control}Doppelt{Control>}{Enter}{Enter}{/Control}')
  await shown.user.keyboard(' zahlen')
  answer()
  await poll(async () => (await stringOnServer(id)).target.forms.other).toBe('Doppelt')
  await poll(() => localStorage.getItem(draft) ?? '').toContain('"base":{"other":"Doppelt"}')
  expect(within(detail()).queryByRole('alert')).toBeNull()
  expect(field.isConnected && field.textContent).toBe('Doppelt zahlen')
  // Until the screen is up to date, a press does nothing.
  await waitFor(async () => {
    await shown.user.keyboard('{Control>}{Enter}{/Control}')
    expect(sent()).toBe(before + 2)
  })
  await poll(async () => (await stringOnServer(id)).target.forms.other).toBe('Doppelt zahlen')
  await waitFor(() => expect(field.isConnected).toBe(false))
  expect(sent()).toBe(before + 2)
})

test('a task among the projects opens a language of the reader', async () => {
  await assign('Review the hours', {
    goal: 'reviewed',
    languages: ['cs', 'de'],
    keys: [await addTranslated('hours', 'Choose hours', 'Stunden wählen')],
  })
  await signInAs(REVIEWER)
  shown = await openScreen('/projects')
  const link = await screen.findByRole('link', { name: 'Review the hours' })
  expect(link.getAttribute('href')).toMatch(new RegExp(`^/p/${PROJECT}/review/de\\?`))
})

test('a project that has another URL name by now, or cannot be loaded, leaves the list on the screen', async () => {
  await call(api.projects.create, { body: { slug: 'web', name: 'Web', sourceLanguage: 'en' } })
  const rights = { role: 'manager', languages: null, namespaces: null } as const
  await call(api.members.change, {
    params: { project: 'web' },
    body: { changes: [{ who: `user:${reviewerId}`, baseVersion: 0, rights }] },
  })
  const { key } = await call(api.keys.create, {
    params: { project: 'web' },
    body: { namespace: 'common', name: 'page', plural: 'none', forms: { other: 'Page' } },
  })
  await call(api.comments.add, {
    params: { project: 'web', key: key.id },
    body: { text: `@[${REVIEWER}](user:${reviewerId}) of the web?`, language: null, kind: 'comment' },
  })
  onTestFinished(() => server.proxy.behave(() => null))
  server.proxy.behave((path) => (path === '/api/projects/web' ? { status: 500 } : null))
  await openInbox('of the web?')
  const rows = () => [...document.querySelectorAll<HTMLElement>('[data-item]')]
  const count = rows().length
  await within(detail()).findByText(say('failures:unexpected'))
  expect(rows()).toHaveLength(count)
  expect(document.activeElement?.textContent).toContain('of the web?')
  server.proxy.behave(() => null)
  await call(api.projects.update, { params: { project: 'web' }, body: { slug: 'website' } })
  // The list gets the new name.
  await shown.click('button', say('common:tryAgain'), detail())
  await waitFor(() => within(detail()).getByText('of the web?', { exact: false }))
  expect(rows()).toHaveLength(count)
  screen.getByRole('heading', { level: 1, name: say('inbox:title') })
})

test('texts of a rejection that cannot be loaded are reported, and loaded when the reader tries again', async () => {
  const id = await addKey('late', 'Pay late.')
  const version = async () => (await stringOnServer(id)).target.version
  await signInAs(REVIEWER)
  await saveElsewhere(id, 'Später zahlen.', await version())
  await signInAs(OWNER)
  await call(api.review.reject, {
    params: { project: PROJECT, language: 'de' },
    body: {
      items: [{ on: 'text', keyId: id, baseVersion: await version() }],
      reason: { kind: 'meaning', text: 'It is about delays.' },
    },
  })
  onTestFinished(() => server.proxy.behave(() => null))
  server.proxy.behave((path) => (path.endsWith(`/keys/${id}/translations/de`) ? { status: 500 } : null))
  await openInbox('It is about delays.')
  await within(detail()).findByText(say('failures:unexpected'))
  server.proxy.behave(() => null)
  await shown.click('button', say('common:tryAgain'), detail())
  await within(detail()).findByText('Später zahlen.')
  await within(detail()).findByRole('button', { name: EDIT })
})

test('people who cannot comment read why at Reply, and its key opens no field', async () => {
  await joinAs(VIEWER, await invite({ role: 'viewer', languages: null, namespaces: null }))
  const { actor } = await call(api.session.get, {})
  await signInAs(OWNER)
  await call(api.comments.add, {
    params: { project: PROJECT, key: await addKey('viewed', 'Hello') },
    body: { text: `@[${VIEWER}](${actor?.id}) as you see`, language: 'de', kind: 'comment' },
  })
  await openInbox('as you see', VIEWER)
  await within(detail()).findByText('as you see', { exact: false })
  const reply = await within(detail()).findByRole('button', { name: new RegExp(`^${say('inbox:reply')}`) })
  expect(reply.getAttribute('aria-disabled')).toBe('true')
  const open = within(detail()).getByRole('button', { name: new RegExp(`^${say('inbox:openInEditor')}`) })
  expect(open.className).toMatch(/primary/)
  await shown.user.keyboard('c')
  await screen.findByText(say('failures:reason.role-too-low'))
  expect(within(detail()).queryByRole('textbox')).toBeNull()
})
