import { expect, test } from 'vitest'
import { holdBack } from './hold-back.ts'

test.each([
  [[], []],
  [[3], []],
  [[1, 2, 3, 4], []],
  [[-1], [-1]],
  [[1, -2, 3], [-2]],
  [
    [-1, 2, -3, -4, 5],
    [-1, -3, -4],
  ],
])('of %j, %j are held back', (items, bad) => {
  const { kept, held } = holdBack(items, (tried) => (tried.some((item) => item < 0) ? 'negative' : null))
  expect(kept).toEqual(items.filter((item) => item >= 0))
  expect(held).toEqual(bad.map((item) => ({ item, code: 'negative' })))
})

test('one among a thousand is found with few attempts', () => {
  let tries = 0
  const items = Array.from({ length: 1000 }, (_, index) => index)
  const { held } = holdBack(items, (tried) => {
    tries += 1
    return tried.includes(617) ? 'bad' : null
  })
  expect(held.map(({ item }) => item)).toEqual([617])
  expect(tries).toBeLessThan(25)
})

test('very many are held back without trying each', () => {
  let tries = 0
  const { kept, held } = holdBack(Array.from({ length: 5000 }), () => {
    tries += 1
    return 'bad'
  })
  expect([kept.length, held.length]).toEqual([0, 5000])
  expect(tries).toBeLessThan(400)
})
