import { describe, expect, test } from 'vitest'
import { ALL_SYNTAXES, syntaxById } from './all-syntaxes.ts'
import { syntaxOfKey } from './message-syntax.ts'
import { flagOfSyntax, syntaxOfFlags } from './printf/format-flags.ts'

describe('the syntax of a key', () => {
  const mixed = syntaxById('mixed')

  test.each([
    ['the one that its file names', { namespace: 'app', syntax: 'kde' }, 'kde'],
    ['that of its namespace', { namespace: 'app+intl-icu' }, 'icu'],
    ['the named one before that of its namespace', { namespace: 'app+intl-icu', syntax: 'c' }, 'c'],
    ['that of the project without another', { namespace: 'app', syntax: null }, 'mixed'],
    [
      'that of the project if the named one is not known',
      { namespace: 'app', syntax: 'of-the-future' },
      'mixed',
    ],
  ])('is %s', (_which, key, id) => {
    expect(syntaxOfKey(mixed, key).id).toBe(id)
  })
})

test('the flag of a syntax names that syntax', () => {
  const flags = ALL_SYNTAXES.flatMap(({ id }) => {
    const flag = flagOfSyntax(id)
    return flag === null ? [] : [[id, flag] as const]
  })
  expect(flags.length).toBeGreaterThan(10)
  for (const [id, flag] of flags) expect(syntaxOfFlags([flag])).toBe(id)
})
