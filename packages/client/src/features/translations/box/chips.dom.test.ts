import { deleteCharBackward } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { i18nextSyntax, leavesOf, syntaxById } from '@dragoman/core'
import { afterEach, expect, test } from 'vitest'
import { chips } from './chips.ts'
import { messageMarks } from './message-marks.ts'
import { setIssues } from './underlines.ts'

let view: EditorView | undefined
afterEach(() => view?.destroy())

function boxWith(text: string, caret: number, syntax = i18nextSyntax): EditorView {
  view = new EditorView({
    parent: document.body,
    state: EditorState.create({
      doc: text,
      selection: { anchor: caret },
      extensions: chips((text) => leavesOf(syntax.parse(text).parts)),
    }),
  })
  return view
}

test('Backspace after a placeholder deletes the whole placeholder', () => {
  const box = boxWith('Hallo {{name}}!', 14)
  deleteCharBackward(box)
  expect(box.state.doc.toString()).toBe('Hallo !')
})
test('placeholders, nestings and tags are marked, and read from left to right', () => {
  const box = boxWith('<b>{{count}}</b> $t(items)', 0)
  const marked = [...box.contentDOM.querySelectorAll('.cm-chip')].map((chip) => [
    chip.textContent,
    chip.getAttribute('dir'),
  ])
  expect(marked).toEqual([
    ['<b>', 'ltr'],
    ['{{count}}', 'ltr'],
    ['</b>', 'ltr'],
    ['$t(items)', 'ltr'],
  ])
})
test('an incomplete placeholder can be edited letter by letter', () => {
  const box = boxWith('Hallo {{name', 12)
  deleteCharBackward(box)
  expect(box.state.doc.toString()).toBe('Hallo {{nam')
})
test('the texts of a plural stay editable, its placeholders are chips', () => {
  const box = boxWith('{n, plural, one {# item} other {# items of {name}}}', 0, syntaxById('icu'))
  const texts = (selector: string) =>
    [...box.contentDOM.querySelectorAll(selector)].map((found) => found.textContent)
  expect(texts('.cm-chip')).toEqual(['#', '#', '{name}'])
  expect(texts('.cm-frame')).toEqual(['{n, plural, one {', '} other {', '}}'])
  box.dispatch({ selection: { anchor: 25 } })
  deleteCharBackward(box)
  expect(box.state.doc.toString()).toBe('{n, plural, one {# item}other {# items of {name}}}')
})
test('an underline over a part of a placeholder does not split it', () => {
  const box = new EditorView({
    parent: document.body,
    state: EditorState.create({
      doc: 'Hallo {{name}}',
      extensions: messageMarks((text) => leavesOf(i18nextSyntax.parse(text).parts)),
    }),
  })
  view = box
  box.dispatch({
    effects: setIssues.of([{ code: 'open-placeholder', severity: 'error', span: { start: 6, end: 13 } }]),
  })
  const texts = (selector: string) =>
    [...box.contentDOM.querySelectorAll(selector)].map((found) => found.textContent)
  expect(texts('.cm-chip')).toEqual(['{{name}}'])
  expect(texts('.cm-issue-error')).toEqual(['{{name}'])
})
