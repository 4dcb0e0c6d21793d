import type { OperationReply } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { countStrings, groupByDay, groupWords } from './group-by-day.ts'

function save(id: number, name: string, at = '2026-01-02T12:00:00.000Z'): OperationReply {
  const counts = { keysAdded: 0, keysRemoved: 0, keysEdited: 0, translations: 1, languages: ['de'] }
  return {
    id,
    kind: 'save',
    actor: { id: 'user:1', name: 'Mara' },
    at,
    summary: { ...counts, key: { namespace: 'a', name } },
    undoes: null,
    undoneBy: null,
  }
}

test('a string saved twice counts once', () => {
  expect(countStrings([save(3, 'x'), save(2, 'y'), save(1, 'x')])).toBe(2)
})

test('groups appear under the day of their newest operation', () => {
  const days = groupByDay([
    [save(3, 'x'), save(2, 'y', '2026-01-01T12:00:00.000Z')],
    [save(1, 'z', '2026-01-01T12:00:00.000Z')],
  ])
  expect(days.map(({ groups }) => groups.length)).toEqual([1, 1])
})

test('only what was approved is called that', () => {
  const { summary, ...one } = save(1, 'x')
  expect(groupWords({ ...one, summary })).toBe('group')
  expect(groupWords({ ...one, summary: { ...summary, approved: 1 } })).toBe('approvedGroup')
  expect(groupWords({ ...one, kind: 'review', summary: { ...summary, sentBack: 1 } })).toBe('group')
  expect(groupWords({ ...one, kind: 'review', summary: { ...summary, accepted: 1, unreviewed: 1 } })).toBe(
    'group',
  )
  expect(groupWords({ ...one, kind: 'undo', summary })).toBe('undoGroup')
})
