import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ShortcutRow } from '../src/app/shell/ShortcutRow.tsx'
import { EditText } from '../src/components/EditText.tsx'
import { RejectDialog } from '../src/components/RejectDialog.tsx'
import type { TextFieldsProps } from '../src/components/text-fields-props.ts'
import { CommentBox } from '../src/features/comments/box/CommentBox.tsx'
import { useListShortcuts } from '../src/lib/list/use-list-shortcuts.ts'
import { SavingContext } from '../src/lib/saving/use-saving.ts'
import { chooseKeys, chosenKeys, resetKeys } from '../src/lib/shortcuts/shortcut-keys.ts'
import { SUBMIT, startShortcuts, useShortcuts } from '../src/lib/shortcuts/shortcuts.ts'
import { press as pressKey } from './controls.ts'
import { speakEnglish } from './english.ts'
import { savingOf } from './saving-of.ts'

/** Keys that a person has chosen for saving apply in every field that saves or sends a text. */

const NEXT = { id: 'list-next', keys: 'j', label: 'common:list.next', group: 'review:shortcuts.title' }
const PlainFields = ({ forms }: TextFieldsProps) => <textarea readOnly value={forms.other} />
const string = {
  key: { id: 1, namespace: '', name: 'hello', plural: 'none', maxLength: null, syntax: null },
  source: { forms: { other: 'Source' }, language: 'en' },
  language: 'de',
} as const

let root: Root
const place = document.createElement('div')
document.body.append(place)
beforeAll(() => speakEnglish())
beforeEach(() => {
  localStorage.clear()
  root = createRoot(place)
})
afterEach(() => {
  root.unmount()
  resetKeys()
})

function render(content: ReactNode): void {
  root.render(<QueryClientProvider client={new QueryClient()}>{content}</QueryClientProvider>)
}

async function press(key: string, isComposing = false): Promise<void> {
  await expect.poll(() => document.querySelector('textarea')).not.toBeNull()
  document
    .querySelector('textarea')
    ?.dispatchEvent(
      new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, cancelable: true, isComposing }),
    )
}

test('a text edited in place is saved with the chosen keys, which its button shows', async () => {
  chooseKeys(SUBMIT.id, 'mod+j')
  const onSave = vi.fn()
  render(
    <EditText
      fields={PlainFields}
      string={string}
      forms={{ other: 'Text' }}
      onForms={() => {}}
      saveLabel="Save"
      isSaving={false}
      onSave={onSave}
      onLeave={() => {}}
      onDiscard={null}
    />,
  )
  await press('Enter')
  // Keys of an input method are not those of the product.
  await press('j', true)
  expect(onSave).not.toHaveBeenCalled()
  await press('j')
  expect(onSave).toHaveBeenCalledOnce()
  expect(document.querySelector('kbd')?.textContent).toBe('Ctrl J')
})

test('a text is rejected with the chosen keys', async () => {
  chooseKeys(SUBMIT.id, 'mod+j')
  const onReject = vi.fn(async () => true)
  const typed = {
    draft: { kind: 'meaning', text: '', proposed: null },
    change: () => {},
    discard: () => {},
  } as const
  render(<RejectDialog count={1} typed={typed} onReject={onReject} onClose={() => {}} />)
  await press('Enter')
  expect(onReject).not.toHaveBeenCalled()
  await press('j')
  expect(onReject).toHaveBeenCalledOnce()
})

test('a comment is sent with the chosen keys', async () => {
  chooseKeys(SUBMIT.id, 'mod+j')
  const onSend = vi.fn(async () => ({ cannotSee: [] }))
  render(
    <SavingContext value={savingOf('user:1')}>
      <CommentBox
        project="shop"
        draftName="new"
        label="Comment"
        sendLabel="Send"
        initial={{ text: 'Hello', picked: [] }}
        refusal={null}
        onSend={onSend}
      />
    </SavingContext>,
  )
  await press('Enter')
  expect(onSend).not.toHaveBeenCalled()
  await press('j')
  expect(onSend).toHaveBeenCalledOnce()
})

function List({ onMove, onApprove }: { readonly onMove: () => void; readonly onApprove: () => void }) {
  useListShortcuts({ group: 'review:shortcuts.title', onMove })
  useShortcuts([{ id: 'review-approve', keys: 'a', label: 'approve', group: 'review', run: onApprove }])
  return null
}

test('keys that were chosen for moving move on a screen that has them for an action too', () => {
  chooseKeys('list-next', 'a')
  onTestFinished(startShortcuts())
  const [onMove, onApprove] = [vi.fn(), vi.fn()]
  flushSync(() => render(<List onMove={onMove} onApprove={onApprove} />))
  pressKey('a')
  expect(onMove).toHaveBeenCalledOnce()
  expect(onApprove).not.toHaveBeenCalled()
})

test('the dialog refuses keys that another screen has, with the reason', () => {
  const next = { ...NEXT, ownKeys: NEXT.keys, run: () => {} }
  flushSync(() => render(<ShortcutRow shortcut={next} all={[next]} />))
  const change = place.querySelector('button')
  flushSync(() => change?.click())
  change?.focus()
  pressKey('a')
  expect(place.querySelector('[role=alert]')?.textContent).toBe(
    'Something else already uses this shortcut, here or on another screen. Try another one.',
  )
  expect(chosenKeys.get().size).toBe(0)
  pressKey('y')
  expect(chosenKeys.get().get('list-next')).toBe('y')
})
