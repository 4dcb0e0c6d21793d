import { expect, test } from 'vitest'
import { stateToRequest } from './use-string-text.ts'

test('a save requests translated, whatever the text was, unless another state is given', () => {
  const target = { forms: { other: 'Hallo' }, state: 'draft' as const }
  expect(stateToRequest(target, { other: 'Hallo' }, null)).toBe('translated')
  expect(stateToRequest(target, { other: 'Hallo' }, 'draft')).toBe('draft')
  expect(stateToRequest(target, { other: 'Hallo' }, 'reviewed')).toBe('reviewed')
})
test('a reviewed text that is unchanged requests nothing, so that no one needs to be able to approve it', () => {
  const target = { forms: { other: 'Hallo' }, state: 'reviewed' as const }
  expect(stateToRequest(target, { other: 'Hallo' }, null)).toBeNull()
  expect(stateToRequest(target, { other: 'Hallo!' }, null)).toBe('translated')
})
test('an emptied text requests no state, whatever is given', () => {
  expect(stateToRequest({ forms: { other: 'x' }, state: 'reviewed' }, {}, 'reviewed')).toBeNull()
})
