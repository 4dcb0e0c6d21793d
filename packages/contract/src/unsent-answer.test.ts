import { expect, test } from 'vitest'
import { readSeen, unsentAnswerSchema, writeSeen } from './unsent-answer.ts'

test('what was seen of several branches is read as it was written', () => {
  const branches = [
    { slug: 'shop-pay', texts: 3, discussions: 1 },
    { slug: 'shop-help', texts: 0, discussions: 12 },
  ]
  const seen = writeSeen(branches)
  expect(seen).toBe('shop-pay:3:1,shop-help:0:12')
  expect(readSeen(seen)).toEqual(branches)
  expect(writeSeen([])).toBe('')
  expect(readSeen('')).toEqual([])
})

test.each([
  'shop',
  'shop:3',
  'shop:3:',
  ':3:1',
  'shop:-1:1',
  'shop:3:1:1',
  'shop:3:1e3',
  'shop:1234567890:1',
])('%s is nothing that was seen', (part) => {
  expect(readSeen(`a:1:0,${part},b:2:0`).map(({ slug }) => slug)).toEqual(['a', 'b'])
})

test('a program can leave out what was seen', () => {
  expect(unsentAnswerSchema.parse({ unsent: 'discard' })).toEqual({ unsent: 'discard' })
})
