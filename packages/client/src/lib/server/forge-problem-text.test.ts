import { FORGE_CODES } from '@dragoman/contract'
import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import english from '../../../public/locales/en/forge.json'
import { forgeProblemText } from './forge-problem-text.ts'

test('each code of a forge has its sentence, with the host if it is named', async () => {
  const i18n = createInstance()
  await i18n.init({
    lng: 'en',
    resources: { en: { forge: english } },
    interpolation: { escapeValue: false },
  })
  const sentences = FORGE_CODES.map((code) =>
    forgeProblemText(i18n.t, { code, params: { host: 'git.example.org' } }),
  )
  for (const [at, sentence] of sentences.entries()) {
    expect(sentence).toMatch(/\.$/)
    expect(sentence).not.toContain('{{')
    expect(sentence).not.toContain(`problem.${FORGE_CODES[at]}`)
  }
  expect(new Set(sentences).size).toBe(FORGE_CODES.length)
  expect(Object.keys(english.problem).sort()).toEqual([...FORGE_CODES].sort())
  expect(forgeProblemText(i18n.t, { code: 'push-refused' })).toBeNull()
})
