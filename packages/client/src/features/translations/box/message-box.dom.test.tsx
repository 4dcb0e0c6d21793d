import { EditorView } from '@codemirror/view'
import { fireEvent } from '@testing-library/dom'
import { createRef } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { MessageBox, type MessageBoxHandle } from './MessageBox.tsx'

/** Shows a field; `show` shows another text in it. */
function openBox(text: string) {
  const onChange = vi.fn()
  const place = document.createElement('div')
  const button = document.createElement('button')
  document.body.append(place, button)
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
    button.remove()
  })
  const box = createRef<MessageBoxHandle>()
  const show = (string: number, shown: string) => {
    const props = { string, text: shown, language: 'de', label: 'Text', describedBy: '', issues: [] }
    flushSync(() => root.render(<MessageBox {...props} ref={box} onChange={onChange} onFocus={() => {}} />))
  }
  show(1, text)
  const field = place.querySelector<HTMLElement>('[contenteditable=true]') ?? place
  return {
    onChange,
    field,
    show,
    insert: (part: string) => box.current?.insert(part),
    leave: () => button.focus(),
  }
}

/** Places the caret in a field and leaves it. */
function visit(field: HTMLElement, selection: { readonly anchor: number; readonly head?: number }): void {
  EditorView.findFromDOM(field)?.dispatch({ selection })
  fireEvent.focus(field)
  fireEvent.blur(field)
}

test('line breaks of Windows are pasted as line feeds', () => {
  const { onChange, field } = openBox('')
  fireEvent.paste(field, { clipboardData: { getData: () => 'a\r\nb\rc' } })
  expect(onChange).toHaveBeenLastCalledWith('a\nb\nc')
})

test('what is inserted into a field without a caret is appended', () => {
  const { onChange, insert } = openBox('Willkommen')
  insert('{{name}}')
  expect(onChange).toHaveBeenLastCalledWith('Willkommen {{name}}')
})

test('what is inserted after someone has placed the caret is at the caret, also when the field is left', () => {
  const { onChange, field, show, insert, leave } = openBox('Willkommen')
  visit(field, { anchor: 4 })
  insert('{{name}}')
  expect(onChange).toHaveBeenLastCalledWith('Will{{name}}kommen')
  leave()
  show(2, 'Adieu')
  insert('{{name}}')
  expect(onChange).toHaveBeenLastCalledWith('Adieu {{name}}')
})

test('a selection is replaced, and an empty field gets the text alone', () => {
  const { onChange, field, show, insert, leave } = openBox('Hallo Welt')
  visit(field, { anchor: 6, head: 10 })
  insert('{{name}}')
  expect(onChange).toHaveBeenLastCalledWith('Hallo {{name}}')
  leave()
  show(2, '')
  insert('{{name}}')
  expect(onChange).toHaveBeenLastCalledWith('{{name}}')
})
