import type { NotificationReply } from '@dragoman/contract'
import { describe, expect, test } from 'vitest'
import { keepRead } from './keep-read.ts'

function items(...ids: readonly number[]): readonly NotificationReply[] {
  return ids.map((id) => ({
    id,
    kind: 'mentioned',
    project: { slug: 'shop', name: 'Shop' },
    key: null,
    language: null,
    actor: null,
    at: '2026-11-26T10:00:00.000Z',
    laterUntil: null,
    doneAt: null,
    isDoneByWork: false,
    text: null,
    reason: null,
    problem: null,
    threadId: null,
    strings: null,
    task: null,
  }))
}

describe('the notification that is being read', () => {
  const kept = (now: readonly number[], read: number | undefined, before: readonly number[]) =>
    keepRead(items(...now), { read, before: items(...before) }).map(({ id }) => id)

  test('stays between its neighbors when it is done', () => {
    expect(kept([1, 3], 2, [1, 2, 3])).toEqual([1, 2, 3])
  })

  test('stays first when it was first, after newer ones', () => {
    expect(kept([2, 3], 1, [1, 2, 3])).toEqual([1, 2, 3])
    expect(kept([9, 2, 3], 1, [1, 2, 3])).toEqual([1, 9, 2, 3])
  })

  test('stays after the last one that remains before it', () => {
    expect(kept([1, 4], 3, [1, 2, 3, 4])).toEqual([1, 3, 4])
  })

  test('stays when it was the only one', () => {
    expect(kept([], 1, [1])).toEqual([1])
  })

  test('is not repeated while it is open', () => {
    expect(kept([1, 2], 2, [1, 2])).toEqual([1, 2])
  })

  test('is left out if it was never shown', () => {
    expect(kept([1], 7, [1, 2])).toEqual([1])
    expect(kept([1], undefined, [1, 2])).toEqual([1])
  })
})
