import { expect, test } from 'vitest'
import { languageAmong } from './language-among.ts'

test.each([
  ['de_AT', 'de-AT'],
  ['PT-br', 'pt-BR'],
  ['en-GB', 'en'],
  ['pt', null],
  ['ja', null],
  ['', null],
])('the language %s of an app is %s of the project', (tag, expected) => {
  expect(languageAmong(['en', 'de', 'de-AT', 'pt-BR'], tag)).toBe(expected)
})
