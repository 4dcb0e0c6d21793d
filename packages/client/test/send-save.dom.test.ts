import { api } from '@dragoman/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSaving } from '../src/lib/saving/create-saving.ts'
import { deviceStorage } from '../src/lib/saving/device-storage.ts'
import type { PendingSave } from '../src/lib/saving/save-queue.ts'
import { sendSave } from '../src/lib/saving/send-save.ts'
import { call } from '../src/lib/server/call.ts'
import {
  addKey,
  openRealServer,
  PROJECT,
  type RealServer,
  saveElsewhere,
  stringOnServer,
} from './real-server.ts'
import { savingOf } from './saving-of.ts'

let server: RealServer
let names = 0
beforeAll(async () => {
  server = await openRealServer()
})
afterAll(() => server.close())
beforeEach(() => server.proxy.behave(() => null))

const newKey = () => addKey(`key-${++names}`, 'Hello')

function saveOf(keyId: number, text: string, more: Partial<PendingSave> = {}): PendingSave {
  return {
    id: `save ${text}`,
    project: PROJECT,
    language: 'de',
    keyId,
    forms: { other: text },
    state: null,
    base: {},
    baseVersion: 0,
    status: 'sending',
    attempts: 0,
    notBefore: 0,
    ...more,
  }
}

/** Returns the version of the empty text of a new key. */
const versionOf = async (key: number) => (await stringOnServer(key)).target.version

test('a save that arrives is done, with the operation to undo', async () => {
  const key = await newKey()
  const outcome = await sendSave(saveOf(key, 'Hallo', { baseVersion: await versionOf(key) }))
  expect(outcome).toMatchObject({
    kind: 'done',
    operationId: expect.any(Number),
    translation: { forms: { other: 'Hallo' }, state: 'translated' },
  })
})

test('if the server already has our text, the save counts as done: the response to an earlier attempt was lost', async () => {
  const key = await newKey()
  const save = saveOf(key, 'Hallo', { baseVersion: await versionOf(key) })
  await sendSave(save)
  const second = await sendSave(save)
  expect(second).toMatchObject({ kind: 'done', translation: { forms: { other: 'Hallo' } } })
  expect(second).not.toHaveProperty('operationId')
})

test('our own text in a state other than the requested one is not ours', async () => {
  const key = await newKey()
  const baseVersion = await versionOf(key)
  await saveElsewhere(key, 'Hallo', baseVersion)
  expect(await sendSave(saveOf(key, 'Hallo', { baseVersion, state: 'reviewed' }))).toMatchObject({
    kind: 'stale',
    current: { state: 'translated' },
  })
})

test('our own text is ours if someone has approved it before it was sent again', async () => {
  const key = await newKey()
  const save = saveOf(key, 'Hallo', { baseVersion: await versionOf(key), state: 'translated' })
  await sendSave(save)
  const { version: baseVersion } = (await stringOnServer(key)).target
  await call(api.review.approve, {
    params: { project: PROJECT, language: 'de' },
    body: { items: [{ on: 'text', keyId: key, baseVersion }], approveFailing: false },
  })
  expect(await sendSave(save)).toMatchObject({ kind: 'done', translation: { state: 'reviewed' } })
})

test('a stale save leaves no draft of words that the server has', async () => {
  const key = await newKey()
  const baseVersion = await versionOf(key)
  await saveElsewhere(key, 'Hallo', baseVersion)
  const saving = savingOf('user:1')
  const ends: string[] = []
  saving.onEnd(({ outcome }) => ends.push(outcome.kind))
  saving.saver.save(saveOf(key, 'Hallo', { baseVersion, state: 'reviewed' }))
  await expect.poll(() => ends).toEqual(['stale'])
  expect(saving.unsaved.get()).toMatchObject({ saves: [], drafts: [] })
})

test('another text saved meanwhile is returned with its version', async () => {
  const key = await newKey()
  const baseVersion = await versionOf(key)
  const theirs = await saveElsewhere(key, 'Guten Tag', baseVersion)
  expect(await sendSave(saveOf(key, 'Hallo', { baseVersion }))).toEqual({ kind: 'stale', current: theirs })
})

test('a save for a source text that has changed since is kept, but neither up to date nor reviewed', async () => {
  const key = await newKey()
  const { source, target } = await stringOnServer(key)
  const baseVersion = target.version
  await saveElsewhere(key, 'Hello there', source.version, 'en')
  const seen = { baseVersion, sourceVersion: source.version }
  expect(await sendSave(saveOf(key, 'Hallo', { ...seen, state: 'reviewed' }))).toMatchObject({
    kind: 'done',
    translation: { forms: { other: 'Hallo' }, state: 'translated', outdated: true },
  })
})

test('an approval of an earlier source text counts as done when it is sent again, because it was kept', async () => {
  const key = await newKey()
  const { source, target } = await stringOnServer(key)
  await saveElsewhere(key, 'Hello there', source.version, 'en')
  const seen = { baseVersion: target.version, sourceVersion: source.version, state: 'reviewed' } as const
  const save = saveOf(key, 'Hallo', seen)
  await sendSave(save)
  expect(await sendSave(save)).toMatchObject({
    kind: 'done',
    translation: { forms: { other: 'Hallo' }, state: 'translated', outdated: true },
  })
  const other = { ...save, sourceVersion: (await stringOnServer(key)).source.version }
  expect(await sendSave(other)).toMatchObject({ kind: 'stale' })
})

test.each([
  ['a proxy that has no server behind it', { status: 502 }],
  ['a server that is overloaded', { status: 503 }],
  ['a proxy that gives up waiting', { status: 504 }],
  ['an error page', { status: 500, type: 'text/html', body: '<h1>Oops</h1>' }],
  ['the page of a proxy to sign in', { status: 200, type: 'text/html', body: '<form></form>' }],
  ['a proxy that asks for a sign-in', { status: 401, type: 'text/html', body: '<form></form>' }],
  ['a proxy that refuses', { status: 403, type: 'text/html', body: '' }],
])('%s: the save is retried', async (_, answer) => {
  const key = await newKey()
  server.proxy.behave(() => answer)
  expect(await sendSave(saveOf(key, 'Hallo'))).toEqual({ kind: 'unreachable' })
})

test('a save without a session is not refused: it waits until its author signs in', async () => {
  const problem = { type: '', title: '', status: 401, code: 'not-signed-in', params: {}, errors: [] }
  server.proxy.behave(() => ({
    status: 401,
    type: 'application/problem+json',
    body: JSON.stringify(problem),
  }))
  expect(await sendSave(saveOf(1, 'Hallo'))).toEqual({ kind: 'signed-out' })
})

test('a refusal is reported with its code, and is not retried', async () => {
  expect(await sendSave(saveOf(999_999, 'Hallo'))).toMatchObject({ kind: 'refused', code: 'not-found' })
})

test('an unreadable stale response is a refusal: nothing counts as saved', async () => {
  const problem = { type: '', title: '', status: 409, code: 'stale-edit', params: {}, errors: [] }
  server.proxy.behave(() => ({
    status: 409,
    type: 'application/problem+json',
    body: JSON.stringify({ ...problem, current: { translation: { forms: { other: 'Hallo' } } } }),
  }))
  expect(await sendSave(saveOf(1, 'Hallo'))).toMatchObject({ kind: 'refused', code: 'stale-edit' })
})

test('a save succeeds although the server is unreachable for two attempts, and is applied once', async () => {
  const key = await newKey()
  const baseVersion = await versionOf(key)
  let failures = 0
  server.proxy.behave(() => (failures++ < 2 ? { status: 502 } : null))
  const saving = createSaving({
    storage: deviceStorage(),
    channel: { post: () => {}, listen: () => {} },
    locks: null,
    windowId: 'window',
    send: sendSave,
  })
  const ends: string[] = []
  saving.onEnd(({ outcome }) => ends.push(outcome.kind))
  saving.start('user:1')
  saving.saver.save({ ...saveOf(key, 'Hallo', { baseVersion }) })
  await expect.poll(() => ends).toEqual(['done'])
  expect(saving.unsaved.get()).toMatchObject({ saves: [], drafts: [] })
  expect((await stringOnServer(key)).target.forms).toEqual({ other: 'Hallo' })
})

test('nothing is sent before sign-in', async () => {
  const key = await newKey()
  const baseVersion = await versionOf(key)
  const saving = createSaving({
    storage: deviceStorage(),
    channel: { post: () => {}, listen: () => {} },
    locks: null,
    windowId: 'window',
    send: sendSave,
  })
  const before = server.proxy.seen.length
  saving.saver.save(saveOf(key, 'Hallo', { baseVersion }))
  saving.connectionChanged(true)
  expect((await stringOnServer(key)).target).toMatchObject({ forms: {}, version: baseVersion })
  expect(server.proxy.seen).toHaveLength(before + 1) // what this test itself has asked
  expect(saving.unsaved.get().saves).toHaveLength(1)
  saving.start('user:1')
  await expect.poll(() => saving.unsaved.get().saves).toEqual([])
  expect((await stringOnServer(key)).target.forms).toEqual({ other: 'Hallo' })
})
