import { fireEvent } from '@testing-library/dom'
import { flushSync } from 'react-dom'

/** Returns the open dialog. */
export const dialog = () => document.querySelector('[role=dialog], [role=alertdialog]')

/** Returns the first button with the text or label. */
export const button = (name: string, place: ParentNode | null = document) =>
  [...(place?.querySelectorAll('button') ?? [])].find(
    (one) => one.textContent?.trim() === name || one.getAttribute('aria-label') === name,
  )

/** Replaces the text of a field, in a way that React notices. */
export function type(field: HTMLInputElement | HTMLTextAreaElement | null | undefined, text: string): void {
  if (field === null || field === undefined) throw new Error('There is no such field.')
  fireEvent.input(field, { target: { value: text } })
}

/** Presses a key where the focus is, and waits until React has handled it. */
export function press(key: string, modifiers: KeyboardEventInit = {}): void {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers })
  flushSync(() => (document.activeElement ?? document.body).dispatchEvent(event))
}
