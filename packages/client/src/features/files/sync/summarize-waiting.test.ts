import { expect, test } from 'vitest'
import { sizeOfSent, summarizeWaiting, waitingTime } from './summarize-waiting.ts'

const file = (
  path: string,
  more: { isSent?: boolean; texts?: number; kind?: 'changed' | 'too-large' } = {},
) => ({
  path,
  kind: 'changed' as const,
  linesAdded: 1,
  linesRemoved: 1,
  texts: 2,
  isSent: false,
  people: [],
  hunks: [],
  isWhole: true,
  ...more,
})
const paths = (...files: readonly (readonly [string, boolean])[]) =>
  files.map(([path, isSent]) => ({ path, isSent }))

test('strings of files that are not loaded are not counted, and the files are', () => {
  const reply = { files: [file('a')], paths: paths(['a', false], ['b', false], ['c', false]) }
  expect(summarizeWaiting(reply)).toEqual({
    isSent: false,
    strings: 2,
    countedFiles: 1,
    files: 3,
    uncounted: 0,
    sentFiles: 0,
  })
})

test('sent files are counted apart from those that are not sent', () => {
  const files = [file('a', { isSent: true, texts: 7 }), file('b'), file('c', { kind: 'too-large', texts: 0 })]
  expect(summarizeWaiting({ files, paths: paths(['a', true], ['b', false], ['c', false]) })).toMatchObject({
    isSent: false,
    strings: 2,
    countedFiles: 1,
    files: 2,
    uncounted: 1,
    sentFiles: 1,
  })
  expect(summarizeWaiting({ files: files.slice(0, 1), paths: paths(['a', true]) })).toMatchObject({
    isSent: true,
    strings: 7,
    files: 1,
    sentFiles: 0,
  })
})

const NOW = Date.parse('2026-11-26T12:00:00Z')
const state = { mode: 'push' as const, isPaused: false, problem: null, sendsAt: '2026-11-26T11:00:00Z' }
const problem = (code: string) => ({ code, at: '2026-11-26T11:00:00Z', params: {} })

test('nothing is being sent while a problem prevents it', () => {
  expect(waitingTime(state, NOW)).toBe('now')
  expect(waitingTime({ ...state, problem: problem('sign-in-refused') }, NOW)).toBe('problem')
  expect(waitingTime({ ...state, problem: problem('pull-request-closed') }, NOW)).toBe('byHand')
})

test('the time depends on mode and pause', () => {
  expect(waitingTime({ ...state, sendsAt: '2026-11-26T12:30:00Z' }, NOW)).toBe('at')
  expect(waitingTime({ ...state, sendsAt: null }, NOW)).toBeNull()
  expect(waitingTime({ ...state, isPaused: true }, NOW)).toBe('paused')
  expect(waitingTime({ ...state, mode: 'by-hand' }, NOW)).toBe('byHand')
  expect(waitingTime({ ...state, mode: 'read-only', isPaused: true }, NOW)).toBe('never')
})

test('the size of a pull request is shown only if everything in it is known', () => {
  const sent = [file('a', { isSent: true }), file('b', { isSent: true })]
  const all = paths(['a', true], ['b', true])
  expect(sizeOfSent({ files: sent, paths: all })).toEqual({ files: 2, lines: 2 })
  expect(sizeOfSent({ files: sent, paths: [...all, ...paths(['c', true])] })).toBeNull()
  expect(sizeOfSent({ files: [...sent, file('c')], paths: [...all, ...paths(['c', false])] })).toBeNull()
  expect(sizeOfSent({ files: [], paths: [] })).toBeNull()
})
