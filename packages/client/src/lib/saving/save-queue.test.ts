import { describe, expect, test } from 'vitest'
import {
  nextSave,
  retryDelayMs,
  type SaveQueue,
  untilNextMs,
  withoutDelays,
  withoutDone,
  withRetry,
  withSave,
  withSending,
} from './save-queue.ts'

const save = (id: string, keyId: number, text: string) => ({
  id,
  project: 'shop',
  language: 'de',
  keyId,
  forms: { other: text },
  state: null,
  base: {},
  baseVersion: 3,
})
const queueOf = (...saves: ReturnType<typeof save>[]) =>
  saves.reduce<SaveQueue>((queue, one) => withSave(queue, one), [])

describe('save queue', () => {
  test('a later save does not replace one that was sent, because that one might have arrived', () => {
    const sent = withRetry(withSending(withSave([], save('a', 1, 'x')), 'a'), 'a', 0)
    const queue = withSave(withSave(sent, save('b', 1, 'x')), save('c', 1, 'x'))
    expect(queue.map((save) => save.id)).toEqual(['a', 'c'])
  })

  test('a later save of a string replaces a waiting one and keeps its base', () => {
    const queue = withSave(queueOf(save('a', 1, 'x'), save('b', 2, 'y')), {
      ...save('c', 1, 'z'),
      base: { other: 'x' },
      baseVersion: 99,
    })
    expect(queue.map(({ id, forms, baseVersion }) => [id, forms.other, baseVersion])).toEqual([
      ['c', 'z', 3],
      ['b', 'y', 3],
    ])
  })
  test('a save never overtakes an earlier one of its string that has to wait', () => {
    const sending = withSending(queueOf(save('a', 1, 'x')), 'a')
    const queue = withRetry(withSave(sending, save('b', 1, 'y')), 'a', 1000)
    expect(nextSave(queue, 1000)).toBeNull()
    expect(nextSave(queue, 2000)?.id).toBe('a')
  })
  test('two saves of one string are never sent in parallel', () => {
    const queue = withSave(withSending(queueOf(save('a', 1, 'x')), 'a'), save('b', 1, 'y'))
    expect(nextSave(queue, 0)).toBeNull()
    expect(nextSave(withSave(queue, save('c', 2, 'z')), 0)?.id).toBe('c')
  })
  test('a save following a finished one is based on its new version', () => {
    const queue = withSave(withSending(queueOf(save('a', 1, 'x')), 'a'), save('b', 1, 'y'))
    const after = withoutDone(queue, queue[0]!, { forms: { other: 'x' }, version: 4 })
    expect(after).toMatchObject([{ id: 'b', baseVersion: 4, base: { other: 'x' } }])
  })
  test('a save that fails to reach the server waits longer each time, and is sent immediately when the connection is back', () => {
    const queue = withRetry(withSending(queueOf(save('a', 1, 'x')), 'a'), 'a', 1000)
    expect(nextSave(queue, 1000)).toBeNull()
    expect(untilNextMs(queue, 1000)).toBe(500)
    expect(nextSave(queue, 1500)?.id).toBe('a')
    expect(nextSave(withoutDelays(queue), 1000)?.attempts).toBe(1)
    expect([1, 2, 3, 20].map(retryDelayMs)).toEqual([500, 1000, 2000, 30_000])
  })
})
