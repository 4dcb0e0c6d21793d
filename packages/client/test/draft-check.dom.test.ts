import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Saving } from '../src/lib/saving/create-saving.ts'
import { openDraftCheck } from '../src/lib/saving/open-draft-check.ts'
import {
  addKey,
  openRealServer,
  PROJECT,
  type RealServer,
  saveElsewhere,
  stringOnServer,
} from './real-server.ts'
import { savingOf } from './saving-of.ts'

/** Drafts are compared with the server when texts change. */

let server: RealServer
let saving: Saving
let keys: readonly number[]
/** What was typed in each draft: other words in each test. */
let typed: string
let tests = 0

beforeAll(async () => {
  server = await openRealServer()
  keys = [await addKey('one', 'One'), await addKey('two', 'Two'), await addKey('three', 'Three')]
})
afterAll(() => server.close())
beforeEach(async () => {
  localStorage.clear()
  server.proxy.behave(() => null)
  saving = savingOf('user:1')
  typed = `typed in test ${++tests}`
  for (const keyId of keys) {
    const { forms, version } = (await stringOnServer(keyId)).target
    const draft = { forms: { other: typed }, base: forms, baseVersion: version, at: 1, failure: null }
    saving.drafts.write({ project: PROJECT, language: 'de', keyId }, { ...draft, keyName: `app:${keyId}` })
  }
})

const left = () => saving.drafts.list().map(({ keyId }) => keyId)
const comparisons = () => server.proxy.seen.filter(({ path }) => path.includes('/translations/rows')).length
const saveTyped = async (keyId: number) =>
  saveElsewhere(keyId, typed, (await stringOnServer(keyId)).target.version)

test('drafts of changed strings are compared, and those whose words the server has are gone', async () => {
  const [one = 0, two = 0, three = 0] = keys
  await saveTyped(one)
  await saveTyped(two)
  const check = openDraftCheck(saving, PROJECT)
  check(new Set([`de ${one}`]))
  await expect.poll(left).toEqual([two, three])
  check('all')
  await expect.poll(left).toEqual([three])
})

test('many events about unknown texts ask once, and once more for what changed meanwhile', async () => {
  const [, , three = 0] = keys
  const before = comparisons()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.proxy.behave((path) => (path.includes('/translations/rows') ? { until: answered } : null))
  const check = openDraftCheck(saving, PROJECT)
  for (let event = 0; event < 20; event++) check('all')
  await expect.poll(comparisons).toBe(before + 1)
  await saveTyped(three)
  for (let event = 0; event < 20; event++) check('all')
  answer()
  await expect.poll(comparisons).toBe(before + 2)
  await expect.poll(left).not.toContain(three)
})

test('a failed comparison keeps the drafts, and the next one is made', async () => {
  server.proxy.behave(() => ({ status: 502 }))
  const check = openDraftCheck(saving, PROJECT)
  const before = comparisons()
  check('all')
  await expect.poll(comparisons).toBe(before + 1)
  server.proxy.behave(() => null)
  check('all')
  await expect.poll(comparisons).toBe(before + 2)
  expect(left()).toEqual([...keys])
})
