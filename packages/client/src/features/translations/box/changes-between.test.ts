import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { changesBetween } from './changes-between.ts'

function changed(before: string, after: string, caret: number) {
  const state = EditorState.create({ doc: before, selection: { anchor: caret } })
  const next = state.update({ changes: changesBetween(before, after) }).state
  return { text: next.doc.toString(), caret: next.selection.main.head }
}

test('the caret stays between its letters when someone else changes another word', () => {
  expect(changed('Termin merken', 'Bitte Termin merken!', 6)).toEqual({
    text: 'Bitte Termin merken!',
    caret: 12,
  })
  expect(changed('Bitte den Termin merken', 'Bitte Termin merken', 16)).toEqual({
    text: 'Bitte Termin merken',
    caret: 12,
  })
  expect(changed('Termin merken', 'Termin merken!', 13).caret).toBe(13)
})
test.each([
  ['', 'abc'],
  ['abc', ''],
  ['a {{b}} c', 'x {{b}} y z'],
  ['one two', 'two one'],
])('%j becomes %j', (before, after) => {
  expect(changed(before, after, 0).text).toBe(after)
})
