import { expect, test } from 'vitest'
import { isLikePattern } from './is-like-pattern.ts'

test.each([
  ['feature/checkout', 'feature/*', true],
  ['feature/', 'feature/*', true],
  ['fix/feature/x', 'feature/*', false],
  ['main', 'main', true],
  ['main-2', 'main', false],
  ['team/a/l10n', 'team/*/l10n', true],
  ['team/l10n', 'team/*/l10n', false],
  ['a.b', 'a?b', false],
])('%s matches %s: %s', (name, pattern, isLike) => {
  expect(isLikePattern(name, pattern)).toBe(isLike)
})
