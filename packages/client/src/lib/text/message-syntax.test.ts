import { ALL_SYNTAXES, i18nextSyntax } from '@dragoman/core'
import { expect, test } from 'vitest'
import { loadSyntax } from './message-syntax.ts'

test('every syntax is loaded by its id, an unknown one is treated as plain text', async () => {
  for (const { id } of ALL_SYNTAXES) expect((await loadSyntax(id)).id).toBe(id)
  expect(await loadSyntax('i18next')).toBe(i18nextSyntax)
  expect((await loadSyntax('of-the-future')).id).toBe('plain')
})
