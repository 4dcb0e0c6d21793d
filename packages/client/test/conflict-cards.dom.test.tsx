import { type ConflictReply, Failure, type SessionReply } from '@dragoman/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { ConflictCards } from '../src/features/files/ConflictCards.tsx'
import { fileMutations } from '../src/features/files/queries.ts'
import { type Access, AccessContext, accessOf } from '../src/lib/access/access.ts'
import { startShortcuts } from '../src/lib/shortcuts/shortcuts.ts'
import { button, press } from './controls.ts'
import { speakEnglish } from './english.ts'

let root: Root
let stopShortcuts: () => void
const place = document.createElement('div')
document.body.append(place)

beforeAll(speakEnglish)
beforeEach(() => {
  root = createRoot(place)
  stopShortcuts = startShortcuts()
})
afterEach(() => {
  stopShortcuts()
  root.unmount()
  vi.restoreAllMocks()
})

const conflict = (id: number): ConflictReply => ({
  ...{ id, fileId: 1, path: 'de.json', keyId: null, language: 'de', namespace: 'app', name: `key${id}` },
  ...{ plural: 'none', base: { other: 'a' }, theirs: { other: 'b' }, ours: { other: 'c' }, merged: null },
  ...{ branch: null, createdAt: '2026-01-01T00:00:00.000Z', oursBy: null, mark: 'mark' },
})

/** Shows conflicts of which only the listed ones were sent. */
function show(ids: readonly number[], total: number, access: Access | null = null): void {
  showConflicts(ids.map(conflict), total, access)
}

function showConflicts(
  conflicts: readonly ConflictReply[],
  total: number,
  access: Access | null = null,
): void {
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <AccessContext value={access}>
        <ConflictCards project="shop" place="folder" conflicts={conflicts} total={total} />
      </AccessContext>
    </QueryClientProvider>,
  )
}
const shown = () => /\d+ of \d+/.exec(place.textContent ?? '')?.[0]

test('a resolved conflict is subtracted from the total until the conflicts are loaded again', async () => {
  const resolve = vi.spyOn(fileMutations, 'resolveConflict').mockResolvedValue({ operation: null })
  show([1, 2, 3], 10)
  await expect.poll(shown).toBe('1 of 10')
  place.querySelector<HTMLElement>('article button')?.click()
  await expect.poll(shown).toBe('1 of 9')
  expect(resolve).toHaveBeenCalledTimes(1)
  flushSync(() => show([2, 4, 5], 9))
  expect(shown()).toBe('1 of 9')
  button(say('files:later'), place)?.click()
  await expect.poll(() => place.textContent).toContain('key4')
  expect(shown()).toBe('2 of 9')
})

test('a conflict that someone else resolves stays until its person leaves it, and cannot be resolved again', async () => {
  const resolve = vi.spyOn(fileMutations, 'resolveConflict').mockResolvedValue({ operation: null })
  const sides = () => [...place.querySelectorAll<HTMLElement>('article button')]
  const said = () => place.querySelector('[role=alert]')?.textContent ?? null
  show([1, 2, 3], 3)
  await expect.poll(shown).toBe('1 of 3')
  expect(said()).toBeNull()
  show([2, 3], 2)
  await expect.poll(said).toBe(say('files:resolvedMeanwhile'))
  expect(place.textContent).toContain('key1')
  expect(sides().map((side) => side.getAttribute('aria-disabled'))).toEqual(['true', 'true'])
  sides()[0]?.click()
  press('1')
  expect(resolve).not.toHaveBeenCalled()
  button(say('files:nextConflict'), place)?.click()
  await expect.poll(shown).toBe('1 of 2')
  expect(place.textContent).toContain('key2')
  expect(said()).toBeNull()
  // The last one stays too.
  button(say('files:later'), place)?.click()
  await expect.poll(shown).toBe('2 of 2')
  show([], 0)
  await expect.poll(said).toBe(say('files:resolvedMeanwhile'))
  expect(place.textContent).toContain('key3')
  expect(button(say('files:nextConflict'), place)).toBeUndefined()
})

describe('a conflict whose texts change', () => {
  const said = () => place.querySelector('[role=alert]')?.textContent ?? null
  const sides = () => [...place.querySelectorAll<HTMLElement>('article button')]
  const texts = () => [...place.querySelectorAll('article p')].map((text) => text.textContent)
  const changed = { ...conflict(1), theirs: { other: 'new' }, mark: 'new mark' }

  test('keeps the texts that were read, and cannot be resolved until the new ones are shown', async () => {
    const resolve = vi.spyOn(fileMutations, 'resolveConflict').mockResolvedValue({ operation: null })
    show([1, 2], 2)
    await expect.poll(shown).toBe('1 of 2')
    showConflicts([changed, conflict(2)], 2)
    await expect.poll(said).toBe(say('files:textsChanged') + say('files:showNewTexts'))
    expect(texts()).toEqual(['b', 'c'])
    expect(shown()).toBe('1 of 2')
    expect(sides().map((side) => side.getAttribute('aria-disabled'))).toEqual(['true', 'true'])
    sides()[0]?.click()
    press('1')
    expect(resolve).not.toHaveBeenCalled()
    button(say('files:showNewTexts'), place)?.click()
    await expect.poll(texts).toEqual(['new', 'c'])
    expect(said()).toBeNull()
    expect(document.activeElement?.id).toBe('conflicts')
    press('1')
    const sent = ['shop', 1, { forms: { other: 'new' }, mark: 'new mark' }]
    await expect.poll(() => resolve.mock.lastCall).toEqual(sent)
  })

  test('is shown with its new texts by the person who returns to it', async () => {
    show([1, 2], 2)
    await expect.poll(shown).toBe('1 of 2')
    showConflicts([changed, conflict(2)], 2)
    await expect.poll(said).not.toBeNull()
    button(say('files:later'), place)?.click()
    await expect.poll(shown).toBe('2 of 2')
    expect(said()).toBeNull()
    button(say('files:later'), place)?.click()
    await expect.poll(texts).toEqual(['new', 'c'])
    expect(said()).toBeNull()
  })

  test('says only once that a choice was refused for its new texts', async () => {
    vi.spyOn(fileMutations, 'resolveConflict').mockRejectedValue(new Failure('stale-edit'))
    show([1, 2], 2)
    await expect.poll(shown).toBe('1 of 2')
    sides()[0]?.click()
    await expect.poll(said).toBe(say('failures:stale-edit'))
    showConflicts([changed, conflict(2)], 2)
    await expect.poll(said).toBe(say('files:textsChanged') + say('files:showNewTexts'))
    expect(place.querySelectorAll('[role=alert]')).toHaveLength(1)
    button(say('files:showNewTexts'), place)?.click()
    await expect.poll(said).toBeNull()
    expect(texts()).toEqual(['new', 'c'])
  })

  test('stays as it is when another version of the same texts arrives', async () => {
    const resolve = vi.spyOn(fileMutations, 'resolveConflict').mockResolvedValue({ operation: null })
    show([1], 1)
    await expect.poll(shown).toBe('1 of 1')
    flushSync(() => showConflicts([{ ...conflict(1), mark: 'new mark' }], 1))
    expect(said()).toBeNull()
    press('2')
    const sent = ['shop', 1, { forms: { other: 'c' }, mark: 'new mark' }]
    await expect.poll(() => resolve.mock.lastCall).toEqual(sent)
  })
})

test('an error of one conflict is not shown at another', async () => {
  vi.spyOn(fileMutations, 'resolveConflict').mockRejectedValue(new Failure('stale-edit'))
  const said = () => place.querySelector('[role=alert]')?.textContent ?? null
  show([1, 2], 2)
  await expect.poll(shown).toBe('1 of 2')
  place.querySelector<HTMLElement>('article button')?.click()
  await expect.poll(said).toBe(say('failures:stale-edit'))
  button(say('files:later'), place)?.click()
  await expect.poll(shown).toBe('2 of 2')
  expect(said()).toBeNull()
})

test('the next conflict gets the focus, except from someone who types elsewhere', async () => {
  const answers: (() => void)[] = []
  vi.spyOn(fileMutations, 'resolveConflict').mockImplementation(
    () => new Promise((resolve) => answers.push(() => resolve({ operation: null }))),
  )
  show([1, 2, 3], 3)
  await expect.poll(shown).toBe('1 of 3')
  const resolveNext = async (left: string) => {
    place.querySelector<HTMLElement>('article button')?.click()
    await expect.poll(() => answers.length).toBe(1)
    answers.pop()?.()
    await expect.poll(shown).toBe(left)
  }
  await resolveNext('1 of 2')
  expect(document.activeElement?.id).toBe('conflicts')
  const field = document.createElement('input')
  document.body.append(field)
  field.focus()
  await resolveNext('1 of 1')
  expect(document.activeElement).toBe(field)
  field.remove()
})

test.each([
  ['another language', { languages: ['pl'], namespaces: null }],
  ['another namespace', { languages: null, namespaces: ['mail'] }],
])('the conflict of a text cannot be resolved by a person limited to %s', async (_, limits) => {
  const resolve = vi.spyOn(fileMutations, 'resolveConflict')
  const reviewer: SessionReply['actor'] = {
    id: 'user:2',
    name: 'Rev',
    instanceRole: 'member',
    ...{ hasPassword: true, hasPasskey: false, picture: null, language: null, timeZone: null },
    memberships: [{ projectId: 1, project: 'shop', role: 'reviewer', groupId: null, ...limits }],
  }
  show([1], 1, accessOf(reviewer, 1))
  await expect.poll(shown).toBe('1 of 1')
  const button = place.querySelector<HTMLElement>('article button')
  expect(button?.getAttribute('aria-disabled')).toBe('true')
  button?.click()
  expect(resolve).not.toHaveBeenCalled()
})
