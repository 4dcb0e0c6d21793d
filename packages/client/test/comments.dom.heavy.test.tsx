import { api, type CommentReply } from '@dragoman/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { call } from '../src/lib/server/call.ts'
import { expectAccessible, type OpenScreen, openScreen } from './open-screen.tsx'
import { addTranslated, OWNER, openRealServer, PROJECT, type RealServer } from './real-server.ts'

/** Comments on the open string: written, mentioned, asked, answered and resolved, by keyboard alone. */

let server: RealServer
let shown: OpenScreen
let keyId: number
let count = 0

beforeAll(async () => {
  server = await openRealServer()
})
beforeEach(async () => {
  count += 1
  keyId = await addTranslated(`saved${count}`, 'Saved for {{days}} days', '{{days}} Tage gemerkt')
})
afterAll(() => server.close())

const url = (more: string) => `/p/${PROJECT}/translate/de?key=${keyId}&${more}`
const findBox = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: say('comments:box.label') })
const findThread = () => screen.findByRole('article', { name: say('comments:thread.label', { name: OWNER }) })

/** Writes a comment as another program would. */
async function comment(text: string): Promise<number> {
  const { comment: written } = await call(api.comments.add, {
    params: { project: PROJECT, key: keyId },
    body: { text, language: 'de', kind: 'comment' },
  })
  return written.id
}

async function answer(to: number, text: string): Promise<CommentReply> {
  const done = await call(api.comments.answer, { params: { project: PROJECT, comment: to }, body: { text } })
  return done.comment
}

test('a question with a mention is asked without a mouse', async () => {
  shown = await openScreen(url('panel=comments'))
  const box = await findBox()
  box.focus()
  await shown.user.keyboard('Can {{{{days}} ever be **one**? @An')
  await screen.findByRole('option', { name: new RegExp(OWNER) })
  await shown.user.keyboard('{Enter}please look')
  expect(box.value).toBe(`Can {{days}} ever be **one**? @${OWNER} please look`)
  await shown.user.tab()
  await shown.user.keyboard(' ')
  box.focus()
  await shown.user.keyboard('{Control>}{Enter}{/Control}')
  const thread = await findThread()
  await within(thread).findByText(say('comments:thread.question'))
  expect(thread.querySelector('strong')?.textContent).toBe('one')
  expect(thread.querySelector('code')?.textContent).toBe('{{days}}')
  await waitFor(() => expect(box.value).toBe(''))
  await expectAccessible()
})

test('a thread is answered and resolved without a mouse', async () => {
  await comment('Can it be one?')
  shown = await openScreen(url('panel=comments'))
  const thread = await findThread()
  const reply = await within(thread).findByRole('button', { name: say('comments:thread.reply') })
  reply.focus()
  await shown.user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'))
  await shown.user.keyboard('Yes, on the first day.{Control>}{Enter}{/Control}')
  await within(thread).findByText('Yes, on the first day.', { selector: 'p' })
  const resolve = await within(thread).findByRole('button', { name: say('comments:thread.resolve') })
  resolve.focus()
  await shown.user.keyboard('{Enter}')
  await screen.findByRole('button', { name: new RegExp(`${OWNER} resolved`) })
})

test('unsent text is there after a reload', async () => {
  shown = await openScreen(url('panel=comments'))
  await shown.user.type(await findBox(), 'Half a thou')
  await screen.findByText(say('comments:box.kept'))
  shown.close()
  shown = await openScreen(url('panel=comments'))
  expect((await findBox()).value).toBe('Half a thou')
})

test('that an unsent comment is for all languages is there after a reload, and over once it is sent', async () => {
  const findAll = () => screen.findByRole('checkbox', { name: say('comments:thread.all') })
  shown = await openScreen(url('panel=comments'))
  await shown.user.type(await findBox(), 'Which days?')
  await shown.user.click(await findAll())
  shown.close()
  shown = await openScreen(url('panel=comments'))
  expect(await findAll()).toHaveProperty('checked', true)
  await shown.user.type(await findBox(), '{Control>}{Enter}{/Control}')
  await findThread()
  const { threads } = await call(api.comments.list, {
    params: { project: PROJECT, key: keyId },
    query: { language: 'de', limit: 20 },
  })
  expect(threads.map(({ first }) => [first.text, first.language])).toEqual([['Which days?', null]])
  await waitFor(async () => expect(await findAll()).toHaveProperty('checked', false))
})

test('unsent texts are there after the project gets another URL name', async () => {
  await comment('How long?')
  const rename = (from: string, to: string) =>
    call(api.projects.update, { params: { project: from }, body: { slug: to } })
  shown = await openScreen(url('panel=comments'))
  await shown.user.type(await findBox(), 'Half a thou')
  await shown.click('button', say('comments:thread.reply'), await findThread())
  const replyLabel = say('comments:thread.replyTo', { name: OWNER })
  await shown.user.type(await screen.findByRole('textbox', { name: replyLabel }), 'Two d')
  onTestFinished(() => rename('moved', PROJECT).then(() => {}))
  await rename(PROJECT, 'moved')
  await waitFor(() => expect(shown.url()).toContain('/p/moved/'))
  await waitFor(async () => expect((await findBox()).value).toBe('Half a thou'))
  await shown.click('button', say('comments:thread.reply'), await findThread())
  expect(await screen.findByRole('textbox', { name: replyLabel })).toHaveProperty('value', 'Two d')
})

test('an edited comment shows its new text without the live stream', async () => {
  await comment('Before')
  onTestFinished(() => server.proxy.behave(() => null))
  server.proxy.behave((path) => (path.includes('/events') ? { status: 503 } : null))
  shown = await openScreen(url('panel=comments'))
  const thread = await findThread()
  await shown.user.click(await within(thread).findByRole('button', { name: say('comments:item.menu') }))
  await shown.user.click(await screen.findByRole('menuitem', { name: say('comments:item.edit') }))
  const box = await within(thread).findByRole('textbox', { name: say('comments:item.edit') })
  await shown.user.type(box, ' and after{Control>}{Enter}{/Control}')
  await within(thread).findByText('Before and after', { selector: 'p' })
})

test('all replies of a long thread are shown and kept current after the earlier ones are opened', async () => {
  const id = await comment('How long?')
  const early = await answer(id, 'reply 1')
  for (let n = 2; n <= 8; n += 1) await answer(id, `reply ${n}`)
  shown = await openScreen(url('panel=comments'))
  const thread = await findThread()
  await shown.click('button', say('comments:thread.older_other', { shown: '3' }), thread)
  await within(thread).findByText('reply 1', { selector: 'p' })
  await answer(id, 'reply 9')
  await within(thread).findByText('reply 9', { selector: 'p' })
  const params = { project: PROJECT, comment: early.id }
  await call(api.comments.edit, { params, body: { text: 'first reply', baseVersion: early.version } })
  await within(thread).findByText('first reply', { selector: 'p' })
  const texts = [...thread.querySelectorAll('li p')].map(({ textContent }) => textContent)
  const later = [2, 3, 4, 5, 6, 7, 8, 9].map((n) => `reply ${n}`)
  expect(texts).toEqual(['How long?', 'first reply', ...later])
  // The button that was pressed is gone: all replies are there.
  expect(within(thread).queryByRole('button', { name: /earlier/ })).toBeNull()
})

test('a link opens its comment, also in a collapsed thread', async () => {
  const text = 'Linked <img src=x onerror=alert(1)>'
  const id = await comment(text)
  await call(api.comments.resolve, { params: { project: PROJECT, comment: id }, body: { resolved: true } })
  shown = await openScreen(url(`comment=${id}`))
  const item = await waitFor(() => {
    const found = document.querySelector('li[data-target]')
    expect(found).toBe(document.activeElement)
    return found
  })
  expect(item?.textContent).toContain(text)
})

test('a link opens an early reply of a long thread, also of a collapsed one', async () => {
  const id = await comment('How long?')
  const early = await answer(id, 'reply 1')
  for (let n = 2; n <= 8; n += 1) await answer(id, `reply ${n}`)
  const params = { project: PROJECT, comment: id }
  for (const resolved of [false, true]) {
    await call(api.comments.resolve, { params, body: { resolved } })
    shown = await openScreen(url(`comment=${early.id}`))
    await waitFor(() => {
      const item = document.querySelector('li[data-target]')
      expect(item?.textContent).toContain('reply 1')
      expect(item).toBe(document.activeElement)
    })
    shown.close()
  }
})

test('a linked reply does not take the focus back while someone writes another one', async () => {
  const id = await comment('How long?')
  const first = await answer(id, 'reply 1')
  for (let n = 2; n <= 5; n += 1) await answer(id, `reply ${n}`)
  shown = await openScreen(url(`comment=${first.id}`))
  const linked = () => document.querySelector<HTMLElement>('li[data-target]')
  await waitFor(() => expect(linked()).toBe(document.activeElement))
  const before = linked()
  const thread = await findThread()
  await shown.click('button', say('comments:thread.reply'), thread)
  const name = say('comments:thread.replyTo', { name: OWNER })
  const box = await within(thread).findByRole('textbox', { name })
  await shown.user.type(box, 'About')
  // It leaves the newest replies, and returns with the earlier ones.
  await answer(id, 'reply 6')
  await within(thread).findByText('reply 6', { selector: 'p' })
  await waitFor(() => {
    expect(linked()?.textContent).toContain('reply 1')
    expect(linked()).not.toBe(before)
  })
  expect(document.activeElement).toBe(box)
})

test('an edit of a comment that was changed in another window meanwhile is refused', async () => {
  const { id, version } = (
    await call(api.comments.add, {
      params: { project: PROJECT, key: keyId },
      body: { text: 'Before', language: 'de', kind: 'comment' },
    })
  ).comment
  shown = await openScreen(url('panel=comments'))
  const thread = await findThread()
  await shown.click('button', say('comments:item.menu'), thread)
  await shown.user.click(await screen.findByRole('menuitem', { name: say('comments:item.edit') }))
  const box = await within(thread).findByRole('textbox', { name: say('comments:item.edit') })
  const params = { project: PROJECT, comment: id }
  await call(api.comments.edit, { params, body: { text: 'Theirs', baseVersion: version } })
  await comment('The last one')
  await screen.findByText('The last one')
  await shown.user.type(box, ' and after{Control>}{Enter}{/Control}')
  await within(thread).findByText(say('failures:stale-comment'))
})

test('someone else’s comment appears automatically', async () => {
  await comment('Loaded with the page')
  shown = await openScreen(url('panel=comments'))
  await screen.findByText('Loaded with the page')
  await comment('From elsewhere')
  await screen.findByText('From elsewhere')
})
