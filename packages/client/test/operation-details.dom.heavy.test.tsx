import { api } from '@dragoman/contract'
import { actorId } from '@dragoman/core'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { OperationDetails } from '../src/features/activity/OperationDetails.tsx'
import { loadTexts } from '../src/i18n/i18n.ts'
import { type Access, AccessContext } from '../src/lib/access/access.ts'
import { call } from '../src/lib/server/call.ts'
import { speakEnglish } from './english.ts'
import { inRouter } from './in-router.tsx'
import {
  addTranslated,
  openRealServer,
  PROJECT,
  type RealServer,
  saveElsewhere,
  stringOnServer,
} from './real-server.ts'

/** An operation in Activity can be undone as long as something of it is in effect. */

let server: RealServer
let root: Root
const place = document.createElement('div')
document.body.append(place)
const params = { project: PROJECT }

beforeAll(async () => {
  server = await openRealServer()
  await speakEnglish()
  await loadTexts(['activity'])
})
afterAll(() => server.close())
beforeEach(() => {
  root = createRoot(place)
})
afterEach(() => root.unmount())

const manager: Access = {
  principal: {
    id: actorId('user', 7),
    name: 'Mia',
    instanceRole: 'member',
    memberships: new Map([[1, [{ role: 'manager', languages: null, namespaces: null, groupId: null }]]]),
    token: null,
  },
  projectId: 1,
}

/** Shows the details of an operation as they are now. */
function show(id: number): void {
  root.unmount()
  root = createRoot(place)
  root.render(
    inRouter(
      <AccessContext value={manager}>
        <OperationDetails project={PROJECT} id={id} />
      </AccessContext>,
    ),
  )
}
const text = () => place.textContent
const button = () => place.querySelector('button')?.textContent

async function undo(operation: number, keepNewer = false): Promise<number> {
  const done = await call(api.operations.undo, { params: { ...params, operation }, body: { keepNewer } })
  return done.operation?.id ?? 0
}

/** Approves German texts and returns the operation. */
async function approve(...keys: readonly number[]): Promise<number> {
  const items = keys.map(async (keyId) => ({
    on: 'text' as const,
    keyId,
    baseVersion: (await stringOnServer(keyId)).target.version,
  }))
  const { operation } = await call(api.review.approve, {
    params: { ...params, language: 'de' },
    body: { items: await Promise.all(items) },
  })
  return operation?.id ?? 0
}

/** Saves a German text and returns the operation. */
async function save(key: number, german: string): Promise<number> {
  await saveElsewhere(key, german, (await stringOnServer(key)).target.version)
  const { operations } = await call(api.operations.list, { params, query: { limit: 1 } })
  return operations[0]?.id ?? 0
}

test('what an undo of an undo brought back can be undone again', async () => {
  const done = await approve(await addTranslated('again', 'Source', 'Text'))
  const undone = await undo(done)
  show(done)
  await expect.poll(text).toBe('This was undone.')
  await undo(undone)
  show(done)
  await expect.poll(button).toBe('Undo')
  expect(text()).not.toContain('undone')
})

test('what a newer change had kept can be undone as soon as that is undone', async () => {
  const keys = [await addTranslated('one', 'Source', 'Eins'), await addTranslated('two', 'Source', 'Zwei')]
  const done = await approve(...keys)
  const newer = await save(keys[0] ?? 0, 'Neuer')
  await undo(done, true)
  show(done)
  await expect.poll(text).toBe('This was undone.')
  await undo(newer)
  show(done)
  await expect.poll(button).toBe('Undo')
  expect(text()).toContain('A part of this was undone.This will revert 1 change:')
})

test('without anything left to undo there is no button', async () => {
  const key = await addTranslated('all', 'Source', 'Text')
  const done = await approve(key)
  await save(key, 'Neuer')
  show(done)
  await expect.poll(text).toContain('Nothing to undo: everything has changed since.')
  expect(button()).toBeUndefined()
})

test('after a refusal, an attempt that fails for another reason is reported', async () => {
  const keys = [await addTranslated('first', 'Source', 'Eins'), await addTranslated('last', 'Source', 'Zwei')]
  const done = await approve(...keys)
  show(done)
  await expect.poll(button).toBe('Undo')
  await save(keys[0] ?? 0, 'Neuer')
  place.querySelector('button')?.click()
  await expect.poll(button).toBe('Undo the rest, keep newer changes')
  expect(place.querySelector('[role=alert]')).toBeNull()
  onTestFinished(() => server.proxy.behave(() => null))
  server.proxy.behave((path) => (path.endsWith('/undo') ? { status: 403 } : null))
  place.querySelector('button')?.click()
  await expect.poll(() => place.querySelector('[role=alert]')?.textContent).toBe(say('failures:not-allowed'))
})

test('a decision about a suggestion can be undone, which changes no text', async () => {
  const key = await addTranslated('suggested', 'Source', 'Text')
  const { id, version } = await call(api.suggestions.add, {
    params: { ...params, language: 'de', key },
    body: { forms: { other: 'Vorschlag' }, note: '' },
  })
  const { operation } = await call(api.review.reject, {
    params: { ...params, language: 'de' },
    body: {
      items: [{ on: 'suggestion', id, version, baseVersion: 0 }],
      reason: { kind: 'meaning', text: '' },
    },
  })
  const rejected = operation?.id ?? 0
  show(rejected)
  await expect.poll(button).toBe('Undo')
  expect(text()).toContain('The decision about 1 text or suggestion will change back.')
  place.querySelector('button')?.click()
  await expect.poll(text).toBe('This was undone.')
  expect(await call(api.suggestions.list, { params: { ...params, language: 'de', key } })).toMatchObject({
    suggestions: [{ state: 'open' }],
  })
})
