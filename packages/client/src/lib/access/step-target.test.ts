import { expect, test } from 'vitest'
import { kindOfQuery, stepQuery, stepTarget } from './step-target.ts'

test('people limited to namespaces are led to their strings, and their filter is known at its end', () => {
  const q = stepQuery('translate', ['app', 'two words'])
  expect(q).toBe('state:untranslated ns:app ns:"two words"')
  expect(kindOfQuery(q)).toBe('translate')
  expect(kindOfQuery(stepQuery('update', null))).toBe('update')
  expect(kindOfQuery('state:untranslated hello')).toBeNull()
  const step = { kind: 'fix', language: 'pl', count: 3, namespaces: ['app'] } as const
  expect(stepTarget('shop', step)).toMatchObject({ search: { q: 'is:failing ns:app' } })
})
