import { expect, test } from 'vitest'
import { languageWords } from './language-words.ts'

test('a language is offered for what the person can do in it', () => {
  const work = { languages: { translate: ['de'], review: ['de'], suggest: ['pl'] } }
  expect(['de', 'pl', 'ar'].map((language) => languageWords(work, language))).toEqual([
    'palette.translateTo',
    'work.suggest',
    'work.open',
  ])
})
