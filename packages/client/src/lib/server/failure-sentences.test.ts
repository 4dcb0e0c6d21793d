import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, FIELD_CODES, failureContext } from '@dragoman/contract'
import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { failureText } from './failure-text.ts'

type Texts = { readonly [key: string]: string | Texts }

const root = join(import.meta.dirname, '../../../../..')
const texts: Texts = JSON.parse(
  readFileSync(join(root, 'packages/client/public/locales/en/failures.json'), 'utf8'),
)

async function textFor(failure: Failure): Promise<string> {
  const i18n = createInstance()
  await i18n.init({
    lng: 'en',
    resources: { en: { failures: texts } },
    interpolation: { escapeValue: false },
  })
  return failureText(failure, i18n.t)
}

/** Returns the failures that the server throws with what they are about, as in its source. */
function thrownFailures(): readonly { readonly code: string; readonly what: string }[] {
  const server = join(root, 'packages/server/src')
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.includes('.test.'),
  )
  return files.flatMap((path) =>
    [
      ...readFileSync(join(server, path), 'utf8').matchAll(
        /new Failure\(\s*'([a-z-]+)',\s*\{[^{}]*?\bwhat: '([^']+)'/g,
      ),
    ].map(([, code = '', what = '']) => ({ code, what })),
  )
}

test('each thing that a failure is about has a sentence, where sentences differ', () => {
  const thrown = thrownFailures()
  expect(thrown.length).toBeGreaterThan(80)
  const contexts = thrown.flatMap(({ code, what }) => {
    const context = failureContext({ code, params: { what } })
    return context === '' ? [] : [`${code}_${context}`]
  })
  expect(contexts).toContain('already-exists_suggestion')
  expect([...new Set(contexts)].filter((key) => typeof texts[key] !== 'string')).toEqual([])
})

test('each problem of a repository has a sentence', () => {
  const source = readFileSync(join(root, 'packages/server/src/sources/git/git-problem.ts'), 'utf8')
  const [union = ''] = /export type GitProblemCode =[\s\S]*?\n\n/.exec(source) ?? []
  const codes = [...union.matchAll(/^ {2}\| '([a-z-]+)'/gm)].map(([, code = '']) => code)
  expect(codes).toContain('no-common-commit')
  const known = Object.keys(texts.repository ?? {})
  expect(codes.filter((code) => !known.includes(code))).toEqual([])
})

test('each code of a field has a sentence, and each sentence a code', () => {
  const { field = {} } = texts
  expect(Object.keys(field).toSorted()).toEqual([...FIELD_CODES].toSorted())
})

test.each([
  ['already-exists', { what: 'passkey' }, 'This passkey has already been added.'],
  ['already-exists', { what: 'branch', name: 'feature/x' }, 'This translation branch is already open.'],
  ['already-exists', { name: 'shop' }, 'This name is already taken.'],
  ['too-large', { what: 'passkeys', limit: 20 }, 'You can have at most 20 passkeys. Remove one first.'],
] as const)('%s with %j has its own sentence', async (code, params, sentence) => {
  expect(await textFor(new Failure(code, params))).toBe(sentence)
})

test('the limit of tokens is in the sentence about it', async () => {
  const fields = [{ pointer: '/name', code: 'too-many-tokens', params: { maximum: 200 } }] as const
  expect(await textFor(new Failure('invalid-input', {}, { fields }))).toContain(
    'A person or project can have at most 200 tokens. Revoke one first.',
  )
})
