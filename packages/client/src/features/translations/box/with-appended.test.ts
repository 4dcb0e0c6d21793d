import { expect, test } from 'vitest'
import { withAppended } from './with-appended.ts'

test('text inserted into an unfocused form is appended', () => {
  expect(withAppended('نص', '{{number}}')).toBe('نص {{number}}')
  expect(withAppended('x ', '{{n}}')).toBe('x {{n}}')
  expect(withAppended('', '{{n}}')).toBe('{{n}}')
})
