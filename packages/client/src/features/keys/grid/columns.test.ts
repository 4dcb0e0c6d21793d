import { expect, test } from 'vitest'
import { columnsFrom } from './columns.ts'

test('columns: the source first, at most four by default, unknown ones ignored', () => {
  const project = { sourceLanguage: 'en', languages: ['ar', 'de', 'en', 'fr', 'pl'].map((tag) => ({ tag })) }
  expect(columnsFrom(undefined, project)).toEqual(['en', 'ar', 'de', 'fr'])
  expect(columnsFrom('pl,xx,en', project)).toEqual(['en', 'pl'])
  expect(columnsFrom('xx', project)).toEqual(['en', 'ar', 'de', 'fr'])
})
