import { fireEvent, screen } from '@testing-library/dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { MissingLanguageNotice } from '../src/app/MissingLanguageNotice.tsx'
import { i18n } from '../src/i18n/i18n.ts'
import { watchMissingLanguages } from '../src/i18n/missing-language.ts'
import { showToast, toasts, undoAction, undoLast } from '../src/lib/notices/toast.ts'
import { isApple, startShortcuts, useShortcuts } from '../src/lib/shortcuts/shortcuts.ts'
import { Dialog } from '../src/ui/Dialog.tsx'
import { ToastRegion } from '../src/ui/ToastRegion.tsx'
import { button, press } from './controls.ts'
import { speakEnglish } from './english.ts'

let root: Root
const place = document.createElement('div')
document.body.append(place)

beforeAll(speakEnglish)
beforeEach(async () => {
  root = createRoot(place)
  root.render(
    <>
      <button type="button" id="work">
        Work
      </button>
      <ToastRegion />
    </>,
  )
  await expect.poll(region).not.toBeNull()
})
afterEach(() => {
  toasts.clear()
  root.unmount()
})

const region = () => document.querySelector<HTMLElement>('section[role=region][aria-label="Notices"]')
const shown = () => [...document.querySelectorAll('[role=alertdialog]')].map((toast) => toast.textContent)

test('the region exists before the first notice, and is polite', async () => {
  expect(region()?.getAttribute('aria-live')).toBe('polite')
  showToast('Saved')
  await expect.poll(shown).toEqual(['Saved'])
  expect(document.querySelector('[role=alert]')).toBeNull()
})

test('an urgent notice is read aloud once, immediately', async () => {
  showToast('Not saved', { isUrgent: true })
  await expect.poll(() => document.getElementById('announce-assertive')?.textContent).toBe('Not saved')
  await expect.poll(shown).toEqual(['Not saved'])
  const liveAt = (text: string) =>
    screen
      .getByText(text, { selector: '[role=alertdialog] *' })
      .closest('[aria-live]')
      ?.getAttribute('aria-live')
  expect(liveAt('Not saved')).toBe('off')
  showToast('Saved')
  await expect.poll(shown).toEqual(['Saved', 'Not saved'])
  expect(liveAt('Saved')).toBe('polite')
  expect(document.getElementById('announce-assertive')?.textContent).toBe('Not saved')
})

test('after its button is pressed the focus returns', async () => {
  const undone = vi.fn()
  document.getElementById('work')?.focus()
  showToast('Deleted', { action: undoAction('Undo', undone) })
  await expect.poll(() => button('Undo')).toBeDefined()
  button('Undo')?.focus()
  button('Undo')?.click()
  await expect.poll(shown).toEqual([])
  expect(undone).toHaveBeenCalledOnce()
  await expect.poll(() => document.activeElement?.id).toBe('work')
})

test('F6 moves to the notices', async () => {
  document.getElementById('work')?.focus()
  showToast('Saved')
  await expect.poll(shown).toEqual(['Saved'])
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'F6', bubbles: true }))
  await expect.poll(() => region()?.contains(document.activeElement)).toBe(true)
})

test('a dialog does not hide the notices', async () => {
  showToast('Saved')
  root.render(
    <>
      <p id="behind">Behind</p>
      <Dialog title="Rename" onClose={() => {}} actions={null}>
        Name
      </Dialog>
      <ToastRegion />
    </>,
  )
  await expect.poll(() => document.querySelector('[role=dialog]')).not.toBeNull()
  const isHidden = (element: Element | null) => element?.closest('[aria-hidden=true], [inert]') != null
  await expect.poll(() => isHidden(document.getElementById('behind'))).toBe(true)
  expect(isHidden(region())).toBe(false)
  // What is in the page is painted below dialogs, and a press there closes them.
  expect(region()?.parentElement).toBe(document.body)
})

test('nor does it hide that texts of a language are missing', async () => {
  const closed = vi.fn()
  watchMissingLanguages()
  i18n.emit('failedLoading', 'en', 'common', 'Not found')
  root.render(
    <>
      <MissingLanguageNotice />
      <Dialog title="Rename" onClose={closed} actions={null}>
        Name
      </Dialog>
    </>,
  )
  const notice = () => document.querySelector('[data-missing-language=en]')
  await expect.poll(() => document.querySelector('[role=dialog]')).not.toBeNull()
  expect(notice()?.closest('[aria-hidden=true], [inert]')).toBeNull()
  expect(notice()?.parentElement).toBe(document.body)
  const retry = notice()?.querySelector('button') ?? document.body
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
    fireEvent(retry, new MouseEvent(type, { bubbles: true, cancelable: true }))
  expect(closed).not.toHaveBeenCalled()
})

test('a notice with a second offer stays after its action', async () => {
  const hasRun = vi.fn()
  showToast('Imported', { action: { label: 'Show', run: hasRun, keepsNotice: true, isUndo: false } })
  await expect.poll(() => button('Show')).toBeDefined()
  button('Show')?.click()
  expect(hasRun).toHaveBeenCalledOnce()
  showToast('Saved')
  await expect.poll(shown).toEqual(['Saved', 'ImportedShow'])
})

test('three are shown, newest first; an older one reappears when one of them disappears', async () => {
  for (const text of ['one', 'two', 'three', 'four']) showToast(text)
  await expect.poll(shown).toEqual(['four', 'three', 'two'])
  button('Close')?.click()
  await expect.poll(shown).toEqual(['three', 'two', 'one'])
})

test('the undo shortcut undoes the newest action that can be undone', () => {
  const done: string[] = []
  for (const name of ['first', 'second'])
    showToast(name, { action: undoAction('Undo', () => done.push(name)) })
  showToast('Something else')
  undoLast()
  undoLast()
  undoLast()
  expect(done).toEqual(['second', 'first'])
  expect(toasts.visibleToasts.map(({ content }) => content.text)).toEqual(['Something else'])
})

function UndoOfScreen({ run }: { readonly run: () => void }) {
  useShortcuts([{ id: 'keys-undo', keys: 'mod+z', label: 'keys:hint.undo', group: 'keys', run }])
  return null
}

test('the undo of a screen comes before that of a notice, also if the notices load after the screen', async () => {
  onTestFinished(startShortcuts())
  const [ofScreen, ofNotice] = [vi.fn(), vi.fn()]
  root.render(<UndoOfScreen run={ofScreen} />)
  await expect.poll(region).toBeNull()
  root.render([<UndoOfScreen key="screen" run={ofScreen} />, <ToastRegion key="notices" />])
  await expect.poll(region).not.toBeNull()
  showToast('Deleted', { action: undoAction('Undo', ofNotice) })
  await expect.poll(shown).toEqual(['DeletedUndo'])
  press('z', { [isApple ? 'metaKey' : 'ctrlKey']: true })
  expect(ofScreen).toHaveBeenCalledOnce()
  expect(ofNotice).not.toHaveBeenCalled()
})

test('equal notices are one with their number; undo takes back the newest first', async () => {
  const undone: string[] = []
  const approve = (name: string) =>
    showToast('1 approved', { action: undoAction('Undo', () => undone.push(name)) })
  approve('first')
  showToast('Saved')
  approve('second')
  await expect.poll(shown).toEqual(['1 approved2×Undo', 'Saved'])
  undoLast()
  await expect.poll(shown).toEqual(['Saved', '1 approvedUndo'])
  undoLast()
  await expect.poll(shown).toEqual(['Saved'])
  expect(undone).toEqual(['second', 'first'])
})
