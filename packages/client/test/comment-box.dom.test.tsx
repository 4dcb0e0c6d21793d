import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { configure, screen, waitFor } from '@testing-library/dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { WAIT_DEADLINE_MS } from '../../../scripts/lib/deadlines.ts'
import { CommentBox, type CommentBoxProps } from '../src/features/comments/box/CommentBox.tsx'
import { toasts } from '../src/lib/notices/toast.ts'
import type { Saving } from '../src/lib/saving/create-saving.ts'
import { SavingContext } from '../src/lib/saving/use-saving.ts'
import { press, type } from './controls.ts'
import { speakEnglish } from './english.ts'
import { savingOf } from './saving-of.ts'

/** A comment while its request is under way: what is typed meanwhile, and what happens after moving on. */

configure({ asyncUtilTimeout: WAIT_DEADLINE_MS })
const client = new QueryClient()
const DONE = { cannotSee: [] }
let root: Root
let saving: Saving
let place: HTMLElement
let requests: { readonly resolve: (done: typeof DONE) => void; readonly reject: (error: unknown) => void }[]
const onSent = vi.fn()
const send = vi.fn<CommentBoxProps['onSend']>()

beforeEach(async () => {
  await speakEnglish()
  requests = []
  saving = savingOf('user:1')
  onSent.mockClear()
  send.mockReset()
  send.mockImplementation(() => new Promise((resolve, reject) => void requests.push({ resolve, reject })))
  place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
})
afterEach(() => {
  root.unmount()
  place.remove()
  document.getElementById('announce-polite')?.remove()
  localStorage.clear()
  toasts.clear()
})

const announced = () => document.getElementById('announce-polite')?.textContent
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' })

/** Shows the box of a string, in place of another one. */
async function show(name: string, more: Partial<CommentBoxProps> = {}): Promise<void> {
  const before = screen.queryByRole('textbox', { name: 'Comment' })
  root.render(
    <QueryClientProvider client={client}>
      <SavingContext value={saving}>
        <CommentBox
          key={name}
          project="shop"
          draftName={name}
          label="Comment"
          sendLabel="Send"
          refusal={null}
          onSend={send}
          onSent={onSent}
          {...more}
        />
      </SavingContext>
      <input aria-label="Elsewhere" />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(box()).not.toBe(before))
}

/** Types a text and sends it; the response is pending. */
async function sendText(text: string): Promise<void> {
  type(box(), text)
  box().focus()
  await waitFor(() => expect(box().value).toBe(text))
  press('Enter', { ctrlKey: true })
  await waitFor(() => expect(requests).toHaveLength(1))
}

test('a sent comment empties the box, which keeps the focus', async () => {
  await show('a')
  await sendText('First')
  requests[0]?.resolve(DONE)
  await waitFor(() => expect(box().value).toBe(''))
  expect(saving.comments.read('a')).toBeNull()
  expect(onSent).toHaveBeenCalledTimes(1)
  expect(document.activeElement).toBe(box())
})

test('what is typed while a comment is sent stays, and the box stays open', async () => {
  await show('a')
  await sendText('First')
  type(box(), 'First and second')
  requests[0]?.resolve(DONE)
  await waitFor(() => expect(box().value).toBe('and second'))
  expect(saving.comments.read('a')?.text).toBe('and second')
  expect(onSent).not.toHaveBeenCalled()
})

test('another text that is typed while a comment is sent stays whole', async () => {
  await show('a')
  await sendText('First')
  type(box(), 'Something else')
  requests[0]?.resolve(DONE)
  await waitFor(() => expect(announced()).toBe(say('comments:box.sent')))
  expect(box().value).toBe('Something else')
  expect(onSent).not.toHaveBeenCalled()
})

test('an edited comment that is typed on stays whole', async () => {
  await show('a', { initial: { text: 'Fir', picked: [] } })
  await sendText('First')
  type(box(), 'First and second')
  requests[0]?.resolve(DONE)
  await waitFor(() => expect(announced()).toBe(say('comments:box.sent')))
  expect(box().value).toBe('First and second')
  expect(onSent).not.toHaveBeenCalled()
})

test('the focus stays where the person works when the comment is sent', async () => {
  await show('a')
  await sendText('First')
  screen.getByRole('textbox', { name: 'Elsewhere' }).focus()
  requests[0]?.resolve(DONE)
  await waitFor(() => expect(box().value).toBe(''))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Elsewhere' }))
})

test('a failure is shown in the box, or in a notice once the person has moved on', async () => {
  await show('a')
  await sendText('First')
  requests[0]?.reject(new Error('unexpected'))
  expect((await screen.findByRole('alert')).textContent).toBe(say('failures:unexpected'))
  expect(toasts.visibleToasts).toEqual([])

  press('Enter', { ctrlKey: true })
  await waitFor(() => expect(requests).toHaveLength(2))
  await show('b')
  requests[1]?.reject(new Error('unexpected'))
  await waitFor(() => expect(toasts.visibleToasts).toHaveLength(1))
  expect(toasts.visibleToasts[0]?.content.text).toBe(
    say('comments:box.notSent', { problem: say('failures:unexpected') }),
  )
  expect(saving.comments.read('a')?.text).toBe('First')
})

test('a box that is shown again before the response is emptied by it', async () => {
  await show('a')
  await sendText('First')
  await show('b')
  await show('a')
  expect(box().value).toBe('First')
  requests[0]?.resolve(DONE)
  await waitFor(() => expect(box().value).toBe(''))
  // The box that has sent it is not the one that is shown.
  expect(onSent).not.toHaveBeenCalled()
})

test('Enter that confirms a candidate of an input method does not send', async () => {
  await show('a')
  type(box(), 'こんにちは')
  box().focus()
  await waitFor(() => expect(box().value).toBe('こんにちは'))
  press('Enter', { ctrlKey: true, keyCode: 229, isComposing: false })
  expect(send).not.toHaveBeenCalled()
  press('Enter', { ctrlKey: true, keyCode: 13 })
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1))
})

test('an unsent comment is shown only to the person who typed it', async () => {
  await show('a')
  type(box(), 'Not by Ben')
  await waitFor(() => expect(box().value).toBe('Not by Ben'))

  saving = savingOf('user:2')
  await show('b')
  await show('a')
  expect(box().value).toBe('')

  saving = savingOf('user:1')
  await show('b')
  await show('a')
  expect(box().value).toBe('Not by Ben')
})

test('a window follows what is typed, sent and typed further in another one', async () => {
  const other = savingOf('user:1')
  // What a browser reports to its other windows.
  const report = () => saving.storageChanged('dragoman:comment:a#user:1')
  const draft = { text: 'First', picked: [], isQuestion: false }
  await show('a')
  other.comments.write('a', draft)
  report()
  await waitFor(() => expect(box().value).toBe('First'))
  other.comments.write('a', null)
  report()
  await waitFor(() => expect(box().value).toBe(''))
  other.comments.write('a', { ...draft, text: 'Second' })
  report()
  await waitFor(() => expect(box().value).toBe('Second'))
  type(box(), `${box().value} and third`)
  expect(other.comments.read('a')?.text).toBe('Second')
  other.storageChanged('dragoman:comment:a#user:1')
  expect(other.comments.read('a')?.text).toBe('Second and third')
})
