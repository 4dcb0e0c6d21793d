import { expect, test } from 'vitest'
import { differencesOf, fieldsOf, type TaskDraft } from './task-draft.ts'

const DRAFT: TaskDraft = {
  title: ' ',
  note: 'Soon, please ',
  goal: 'translated',
  due: '2026-11-30',
  languages: ['de', 'pl'],
  assignees: [
    { id: 'user:3', name: 'Ben' },
    { id: 'group:2', name: 'Reviewers' },
  ],
}

test('a task without a title gets the suggested one', () => {
  expect(fieldsOf(DRAFT, 'Translate into German')).toEqual({
    ...DRAFT,
    title: 'Translate into German',
    note: 'Soon, please',
    assignees: ['user:3', 'group:2'],
  })
})

test('finds the differences between two versions, whatever the order', () => {
  expect(differencesOf(DRAFT, { ...DRAFT, languages: ['pl', 'de'], note: 'Soon, please' })).toEqual([])
  expect(differencesOf(DRAFT, { ...DRAFT, due: null, assignees: [] })).toEqual(['assignees', 'due'])
})
