import { expect, test } from 'vitest'
import { stateAfterSave } from './use-string-text.ts'

test('a save makes a text translated, whatever it was, unless requested otherwise', () => {
  const target = { forms: { other: 'Hallo' }, state: 'draft' as const }
  expect(stateAfterSave(target, { other: 'Hallo' }, null)).toBe('translated')
  expect(stateAfterSave(target, { other: 'Hallo' }, 'draft')).toBe('draft')
  expect(stateAfterSave(target, { other: 'Hallo' }, 'reviewed')).toBe('reviewed')
})
test('a reviewed text stays reviewed if it is unchanged', () => {
  const target = { forms: { other: 'Hallo' }, state: 'reviewed' as const }
  expect(stateAfterSave(target, { other: 'Hallo' }, null)).toBe('reviewed')
  expect(stateAfterSave(target, { other: 'Hallo!' }, null)).toBe('translated')
})
test('an emptied text is untranslated, whatever is requested', () => {
  expect(stateAfterSave({ forms: { other: 'x' }, state: 'reviewed' }, {}, 'reviewed')).toBe('untranslated')
})
