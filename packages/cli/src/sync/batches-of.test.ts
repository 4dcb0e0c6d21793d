import { expect, test } from 'vitest'
import { batchesOf } from './batches-of.ts'

const changes = (count: number, text: string) =>
  Array.from({ length: count }, (_, index) => ({
    change: {
      kind: 'translate' as const,
      keyId: index + 1,
      language: 'zh',
      forms: { other: text },
      baseVersion: 0,
    },
  }))

test.each([
  ['Latin', 'a'],
  ['Chinese', '文'],
  ['Thai', 'ก'],
])('each batch has a size that the server accepts: %s', (_title, sign) => {
  const all = changes(100, sign.repeat(45_000))
  const batches = batchesOf(all)
  expect(batches.flat()).toEqual(all)
  for (const batch of batches)
    expect(Buffer.byteLength(JSON.stringify(batch.map(({ change }) => change)))).toBeLessThan(4_100_000)
})

test('a batch has at most 2000 changes', () => {
  expect(batchesOf(changes(4001, 'a')).map((batch) => batch.length)).toEqual([2000, 2000, 1])
  expect(batchesOf(changes(4001, 'a'), 4000).map((batch) => batch.length)).toEqual([4000, 1])
})
