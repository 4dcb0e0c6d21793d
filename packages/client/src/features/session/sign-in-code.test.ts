import { expect, test } from 'vitest'
import { signInCode } from './sign-in-code.ts'

test.each([
  ['http://127.0.0.1:4400/setup?code=abc-DEF_123', 'abc-DEF_123'],
  [' Open http://127.0.0.1:4400/setup?code=abc-DEF_123 to sign in.', 'abc-DEF_123'],
  ['abc-DEF_123 ', 'abc-DEF_123'],
  ['dragoman open', ''],
  ['', ''],
])('%s', (pasted, code) => {
  expect(signInCode(pasted)).toBe(code)
})
