import type { GitStateReply } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { bodyOf, exampleMessage, formOf, minutesOf, type SettingsForm } from './settings-form.ts'

type Opened = Parameters<typeof formOf>[0] & Pick<GitStateReply, 'signingKey'>

const OPENED: Opened = {
  mode: 'pull-request',
  settings: {
    quietMinutes: 10,
    commitsBy: 'person',
    signOff: false,
    signCommits: false,
    skipCi: false,
    message: null,
    pullRequestBranch: 'l10n/dragoman',
    openBranches: { by: 'pull-requests' },
  },
  forge: { kind: 'github', origin: null, hasToken: true },
  signingKey: null,
}
const bodyWith = (change: Partial<SettingsForm>, opened = OPENED) => {
  const form = formOf(opened)
  return bodyOf({ ...form, ...change }, form, opened)
}
const forgeWith = (change: Partial<SettingsForm['forge']>) => ({
  forge: { ...formOf(OPENED).forge, ...change },
})

test('only what was changed is sent', () => {
  expect(bodyWith({})).toEqual({})
  expect(bodyWith({ mode: 'by-hand' })).toEqual({ mode: 'by-hand' })
  expect(bodyWith({ quietMinutes: ' 15 ', skipCi: true })).toEqual({
    settings: { quietMinutes: 15, skipCi: true },
  })
  expect(bodyWith({ message: ' ', quietMinutes: '10 ', pullRequestBranch: 'l10n/dragoman ' })).toEqual({})
  expect(bodyWith({ pullRequestBranch: 'l10n/texts' })).toEqual({
    settings: { pullRequestBranch: 'l10n/texts' },
  })
})

test('the forge is sent as a whole, if anything of it was changed', () => {
  expect(bodyWith(forgeWith({ token: 'new' }))).toEqual({
    forge: { kind: 'github', origin: null, token: 'new' },
  })
  expect(bodyWith(forgeWith({ origin: 'https://forge.example.com/' }))).toEqual({
    forge: { kind: 'github', origin: 'https://forge.example.com' },
  })
  expect(bodyWith(forgeWith({ kind: 'none' }))).toEqual({
    forge: { kind: 'none', origin: null, token: null },
  })
})

test('only fields that the chosen mode shows must be valid, and the others are not sent', () => {
  const branch = { pullRequestBranch: ' ' }
  const minutes = { quietMinutes: 'ten' }
  const forge = forgeWith({ origin: 'somewhere' })
  const signing = { signCommits: true }
  for (const wrong of [branch, minutes, forge, signing]) expect(bodyWith(wrong)).toBeNull()
  for (const mode of ['push', 'by-hand'] as const) {
    for (const hidden of [branch, forge]) expect(bodyWith({ ...hidden, mode })).toEqual({ mode })
    for (const wrong of [minutes, signing]) expect(bodyWith({ ...wrong, mode })).toBeNull()
  }
  const all = { ...branch, ...minutes, ...forge, ...signing }
  expect(bodyWith({ ...all, mode: 'read-only' })).toEqual({ mode: 'read-only' })
})

test('a new key is sent if commits are signed', () => {
  const signing = { signCommits: true, signingKey: 'key' }
  expect(bodyWith(signing)).toEqual({ signingKey: 'key', settings: { signCommits: true } })
  expect(bodyWith({ ...signing, signCommits: false })).toEqual({})
})

test('minutes must be whole and at most a day', () => {
  expect(['0', ' 15 ', '1440'].map(minutesOf)).toEqual([0, 15, 1440])
  expect(['', '-1', '1.5', '1441', 'ten'].map(minutesOf)).toEqual([null, null, null, null, null])
})

test('the example of a message replaces known values and keeps the rest', () => {
  expect(exampleMessage('')).toBe('chore(l10n): update German, Polish')
  expect(exampleMessage('{count} by {person} {other}')).toBe('6 by Klara Berg {other}')
})
