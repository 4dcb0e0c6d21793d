import { expect, test } from 'vitest'
import { type Log, logToStandardError, withoutSecrets } from './log.ts'

function lineOf(entry: Parameters<Log>[0]): string {
  const lines: string[] = []
  withoutSecrets((logged) => lines.push(JSON.stringify(logged)))(entry)
  return lines.join('\n')
}

test.each([
  'password',
  'newPassword',
  'clientSecret',
  'code',
  'token',
  'Cookie',
  'authorization',
  'verifier',
])('what is called %s is hidden, at any depth', (name) => {
  const line = lineOf({
    level: 'info',
    event: 'e',
    [name]: 'hush-hush',
    deep: [{ [name]: 'hush-hush', other: 'said' }],
  })
  expect(line).not.toContain('hush')
  expect(line).toContain('said')
})

test('anything that looks like a secret is hidden everywhere', () => {
  const line = lineOf({
    level: 'warn',
    event: 'e',
    text: 'drg_abcdefghijklmnop and Bearer abcdefgh.ijkl and postgres://ann:hush@db/x and eyJhbGciOi.eyJzdWIiOi.c2ln',
  })
  expect(line).toContain('[hidden]')
  for (const secret of ['abcdefgh', 'hush', 'eyJzdWIiOi']) expect(line).not.toContain(secret)
})

test('names, counts and errors stay', () => {
  const error = new Error('x')
  const logged: unknown[] = []
  withoutSecrets((entry) => logged.push(entry))({
    level: 'error',
    event: 'e',
    error,
    tokenId: 5,
    tokens: 3,
    path: '/api/session',
  })
  expect(logged).toEqual([{ level: 'error', event: 'e', error, tokenId: 5, tokens: 3, path: '/api/session' }])
})

test('an error is logged without the tokens in its message', () => {
  const lines: string[] = []
  const { error } = console
  console.error = (line: string) => lines.push(line)
  try {
    logToStandardError({ level: 'error', event: 'e', error: new Error('refused: Bearer abcdefghijk') })
  } finally {
    console.error = error
  }
  expect(lines.join()).toContain('refused')
  expect(lines.join()).not.toContain('abcdefghijk')
})
