import type { ConflictReply } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { choicesOf, sideOf } from './conflict-differences.ts'

const marks = (base: string, text: string) =>
  sideOf({ other: base }, { other: text }).forms[0]?.parts.filter(({ kind }) => kind !== 'same')

test('new words are marked, not what they replace', () => {
  expect(marks('Due by {{date}}', 'Pay by {{date}}')).toEqual([{ kind: 'ins', text: 'Pay' }])
})

test('what was only taken away is marked too', () => {
  expect(marks('Please pay now', 'Please pay')).toEqual([{ kind: 'del', text: ' now' }])
})

test('a side without text says so', () => {
  expect(sideOf({ other: 'Pay' }, {})).toEqual({ isEmpty: true, forms: [] })
})

test('every plural form is shown', () => {
  expect(sideOf({}, { one: '1 day', other: '{{count}} days' }).forms.map(({ form }) => form)).toEqual([
    'one',
    'other',
  ])
})

test('both together is offered only where it is possible', () => {
  const conflict: ConflictReply = {
    id: 1,
    fileId: 1,
    path: 'de.json',
    keyId: 1,
    language: 'de',
    namespace: 'common',
    name: 'a',
    plural: 'none',
    base: {},
    theirs: { other: 'x' },
    ours: { other: 'y' },
    merged: null,
    createdAt: '2026-01-01T00:00:00Z',
  }
  expect(choicesOf(conflict).map(({ id }) => id)).toEqual(['theirs', 'ours'])
  expect(choicesOf({ ...conflict, merged: { other: 'z' } }).map(({ id }) => id)).toEqual([
    'theirs',
    'ours',
    'merged',
  ])
})
