import { expect, test } from 'vitest'
import { byString } from './presence-context.ts'

test('people are listed at their string of this language only', () => {
  const person = (id: string, language: string | null, keyId: number | null) => ({
    id,
    name: id,
    language,
    keyId,
  })
  const mara = person('user:1', 'de', 7)
  const piotr = person('user:2', 'de', 7)
  const found = byString([mara, piotr, person('user:3', 'pl', 7), person('user:4', 'de', null)], 'de')
  expect([...found]).toEqual([[7, [mara, piotr]]])
})
