import type { EntryPath } from '@dragoman/core'
import { expect, test } from 'vitest'
import { type EntryEdit, formatById } from '../src/index.ts'

test('an array item that gets a key keeps its text', () => {
  const text = '{"tour":{"steps":["One","Two"]},"z":"Z"}'
  expect(renamed('i18next-json', text, [['tour.steps.0', ['tour', 'first']]])).toBe(
    '{"tour":{"steps":[null,"Two"],"first":"One"},"z":"Z"}',
  )
  expect(renamed('i18next-json', text, [['tour.steps.1', ['tour', 'last']]])).toBe(
    '{"tour":{"steps":["One"],"last":"Two"},"z":"Z"}',
  )
})

test('all items of an array are renamed', () => {
  const text = '{"tour":{"steps":["One","Two"]},"z":"Z"}'
  expect(
    renamed('i18next-json', text, [
      ['tour.steps.0', ['guide', 'steps', 0]],
      ['tour.steps.1', ['guide', 'steps', 1]],
    ]),
  ).toBe('{"guide":{"steps":["One","Two"]},"z":"Z"}')
})

function renamed(id: string, text: string, names: readonly (readonly [string, EntryPath])[]): string {
  const format = formatById(id)
  if (format === null) throw new Error(id)
  const edits = names.map(([name, path]): EntryEdit => ({ kind: 'rename', name, path }))
  return Buffer.from(format.edit(format.read(Buffer.from(text)), edits)).toString()
}
