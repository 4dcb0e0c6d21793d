import { ALL_SYNTAXES, leavesOf, syntaxById } from '@dragoman/core'
import { expect, test } from 'vitest'
import { MESSAGE_SYNTAXES, PLAIN_SYNTAX } from './message-syntaxes.ts'

test('every syntax can be chosen, and has its own examples', () => {
  const ids = [...MESSAGE_SYNTAXES.map(({ id }) => id), PLAIN_SYNTAX]
  expect(ids.sort()).toEqual(ALL_SYNTAXES.map(({ id }) => id).sort())
  for (const { id, example } of MESSAGE_SYNTAXES) {
    const leaves = leavesOf(syntaxById(id).parse(example).parts)
    expect(
      leaves.some(({ kind }) => kind === 'placeholder'),
      id,
    ).toBe(true)
  }
})
