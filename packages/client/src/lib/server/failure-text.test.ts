import { readFileSync } from 'node:fs'
import { Failure } from '@dragoman/contract'
import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { failureText } from './failure-text.ts'

const texts = JSON.parse(
  readFileSync(new URL('../../../public/locales/en/failures.json', import.meta.url), 'utf8'),
)

test('an upload that is too large names the limit it exceeds', async () => {
  const i18n = createInstance()
  await i18n.init({
    lng: 'en',
    resources: { en: { failures: texts } },
    interpolation: { escapeValue: false },
  })
  const said = (params: Record<string, number>) => failureText(new Failure('too-large', params), i18n.t)
  expect([
    said({ limitBytes: 32 * 1024 * 1024 }),
    said({ limitFiles: 2000 }),
    said({ limit: 10_000 }),
    said({}),
  ]).toEqual([
    'This is too large. The limit is 32 MiB.',
    'There are too many files. The limit is 2,000.',
    'This is too much at once. The limit is 10,000.',
    'This is too large.',
  ])
})

test('a list that is too long names its limit', async () => {
  const i18n = createInstance()
  await i18n.init({ lng: 'en', resources: { en: { failures: texts } } })
  const said = (code: string, params: Record<string, number>) =>
    failureText(
      new Failure('invalid-input', {}, { reported: [{ pointer: '/changes', code, params }] }),
      i18n.t,
    )
  expect(said('too-big', { maximum: 500 })).toBe('Check what you entered. The maximum is 500.')
  expect(said('too-small', { minimum: 1 })).toBe('Check what you entered. The minimum is 1.')
})

test('a proxy that answered instead of the server is not an error of the server', async () => {
  const i18n = createInstance()
  await i18n.init({ lng: 'en', resources: { en: { failures: texts } } })
  const noAnswer = 'Can’t reach the server. Check your connection and try again.'
  expect(failureText(new Failure('unexpected', { status: 403 }), i18n.t)).toBe(noAnswer)
  expect(failureText(new SyntaxError('Unexpected token <'), i18n.t)).toBe(noAnswer)
  expect(failureText(new Failure('unexpected'), i18n.t)).toBe(
    'Something went wrong on the server. Try again. If it happens again, contact the operator, who can find the error in the log.',
  )
})
