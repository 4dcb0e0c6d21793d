import { expect, test } from 'vitest'
import { countBodyBytes } from './count-body-bytes.ts'

test('a caller with too many bytes in memory is refused, until a call of theirs ends', () => {
  const bodies = countBodyBytes({ ofCaller: 10, inTotal: 100 })
  const [first, second] = [bodies.hold(), bodies.hold()]
  first.add('account 1', 6)
  first.add('account 1', 4)
  expect(() => second.add('account 1', 1)).toThrow(
    expect.objectContaining({ code: 'too-many-requests', params: { what: 'bytes-at-once', retryAfterS: 2 } }),
  )
  second.add('account 2', 10)
  first.end()
  first.end()
  bodies.hold().add('account 1', 10)
  expect(bodies.inTotal()).toBe(20)
})

test('all callers together are refused above the total, and every byte is returned', () => {
  const bodies = countBodyBytes({ ofCaller: 10, inTotal: 25 })
  const held = ['a', 'b', 'c'].map((who) => ({ who, body: bodies.hold() }))
  for (const { who, body } of held.slice(0, 2)) body.add(who, 10)
  const last = held[2]
  last?.body.add('c', 5)
  expect(() => last?.body.add('c', 1)).toThrow(expect.objectContaining({ code: 'busy' }))
  for (const { body } of held) body.end()
  expect(bodies.inTotal()).toBe(0)
})
