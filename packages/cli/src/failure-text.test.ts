import { Failure } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { failureText } from './failure-text.ts'

test.each([
  [
    new Failure('too-large', { limitBytes: 32 * 1024 ** 2 }),
    'This is too large. The limit is 32 MiB. (too-large)',
  ],
  [new Failure('too-large', { limit: 10_000 }), 'This is too much at once. The limit is 10,000. (too-large)'],
  [
    new Failure('not-found', { what: 'project' }),
    'The server has no such project, or this token has no access to it. (not-found)',
  ],
  [
    new Failure('not-allowed', { reason: 'token-language', language: 'de' }),
    'This token is limited to other languages. [de] (not-allowed)',
  ],
  [
    new Failure('source-unreachable', { reason: 'no-such-host', host: 'git.example' }),
    'The repository can’t be reached right now. Your strings are safe here. There is no server named git.example. Check the address for typos. (source-unreachable)',
  ],
  [new Failure('unusable-folder', { folder: '/x', reason: 'missing' }), '/x: This folder does not exist.'],
  [
    new Failure('invalid-input', {}, { fields: [{ pointer: '/tag', code: 'unknown-tag' }] }),
    'The server refused these values: /tag: No known language has this code. (invalid-input)',
  ],
  [
    new Failure('no-room'),
    'The server’s disk is full. Nothing was changed. Ask its operator to free up some space, then try again. (no-room)',
  ],
])('%s has the sentence of the screens', (failure, text) => {
  expect(failureText(failure)).toBe(text)
})
