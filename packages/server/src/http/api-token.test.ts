import { expect, test } from 'vitest'
import { hashOfSecret } from '../secrets/hash-of-secret.ts'
import { hintOfToken, newToken, readToken } from './api-token.ts'

test('a token is recognizable, and no two are alike', () => {
  const [one, other] = [newToken(), newToken()]
  expect(one).toMatch(/^drg_[\w-]{43}$/)
  expect(one).not.toBe(other)
  expect(hashOfSecret(one)).toBe(hashOfSecret(one))
  expect(hashOfSecret(one)).not.toContain(one.slice(4, 12))
})

test('its hint distinguishes it from others and is useless without the rest', () => {
  expect(hintOfToken('drg_7KqT2vXw0ZrB5nYd8HsLp3Je6MuAc9f2')).toBe('drg_7Kq…f2')
})

test('a header contains one of our tokens, something else, or none', () => {
  expect(readToken('Bearer drg_abc')).toBe('drg_abc')
  expect(readToken('bearer  drg_abc')).toBe('drg_abc')
  for (const header of [undefined, '', 'Basic drg_abc', 'Bearer metrics', 'Bearer drg_a b'])
    expect(readToken(header)).toBeNull()
})
