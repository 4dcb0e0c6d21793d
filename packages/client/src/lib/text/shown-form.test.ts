import { expect, test } from 'vitest'
import { shownForm } from './shown-form.ts'

test('a plural is shown by its general form everywhere', () => {
  expect(shownForm({ one: 'one item', other: '{{count}} items' })).toBe('{{count}} items')
  expect(shownForm({ one: 'one item', other: '' })).toBe('one item')
  expect(shownForm({ 0: 'item', 1: 'items' })).toBe('item')
  expect(shownForm({})).toBe('')
})
