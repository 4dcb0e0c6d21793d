import { expect, test } from 'vitest'
import { personColor } from './person-color.ts'

test('a name always has the same colour, and names differ', () => {
  expect(personColor('root')).toBe(personColor('root'))
  expect(new Set(['root', 'Mara', 'Ole', 'Jun', 'Amina', 'Zoé'].map(personColor)).size).toBeGreaterThan(2)
})
