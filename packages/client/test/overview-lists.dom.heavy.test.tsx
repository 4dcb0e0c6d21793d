import { api } from '@dragoman/contract'
import { actorId } from '@dragoman/core'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ActivityFeed } from '../src/features/activity/ActivityFeed.tsx'
import { RoleMenu } from '../src/features/members/RoleMenu.tsx'
import { LanguageTable } from '../src/features/overview/LanguageTable.tsx'
import { loadTexts } from '../src/i18n/i18n.ts'
import { type Access, AccessContext } from '../src/lib/access/access.ts'
import { call } from '../src/lib/server/call.ts'
import { CopyLine } from '../src/ui/CopyLine.tsx'
import { speakEnglish } from './english.ts'
import { inRouter } from './in-router.tsx'
import { addKey, openRealServer, PROJECT, type RealServer, stringOnServer } from './real-server.ts'

let server: RealServer
let root: Root
const place = document.createElement('div')
document.body.append(place)

beforeAll(async () => {
  server = await openRealServer()
  await speakEnglish()
  await loadTexts(['activity', 'members', 'overview'])
})
afterAll(() => server.close())
beforeEach(() => {
  root = createRoot(place)
})
afterEach(() => root.unmount())

const buttonNamed = (name: RegExp) =>
  [...place.querySelectorAll<HTMLElement>('button')].find((button) =>
    name.test(button.getAttribute('aria-label') ?? button.textContent ?? ''),
  )

test('the table of languages counts outdated translations, and its legend names them', async () => {
  const counts = {
    total: 4,
    untranslated: 1,
    draft: 0,
    translated: 3,
    reviewed: 0,
    failing: 0,
    sourceless: 0,
  }
  const left = { untranslated: 1, failing: 0, outdated: 2, waiting: 3, suggestions: 0 }
  root.render(
    inRouter(
      <LanguageTable
        project={PROJECT}
        languages={[
          { tag: 'de', counts: { ...counts, outdated: 2 }, left },
          { tag: 'fr', counts: { ...counts, outdated: 0 }, left },
        ]}
      />,
    ),
  )
  const marks = () =>
    [...place.querySelectorAll('tbody tr')].map(
      (row) => row.querySelector('[aria-label=Outdated]')?.parentElement?.textContent,
    )
  await expect.poll(marks).toEqual([' 2', undefined])
  expect([...place.querySelectorAll('ul li')].at(-1)?.textContent).toContain('Outdated')
})

/** A manager, or someone who only reads. */
function person(role: 'manager' | 'viewer'): Access {
  const rights = { role, languages: null, namespaces: null, groupId: null }
  const memberships = new Map([[1, [rights]]])
  const principal = {
    id: actorId('user', 7),
    name: 'Mia',
    instanceRole: 'member' as const,
    memberships,
    token: null,
  }
  return { principal, projectId: 1 }
}

test('a line of the feed is undone in place by people who can', async () => {
  const key = await addKey('undone', 'Source')
  const { target } = await stringOnServer(key)
  await call(api.translations.save, {
    params: { project: PROJECT, key, language: 'de' },
    body: { forms: { other: 'Text' }, baseVersion: target.version },
  })
  const show = (access: Access) =>
    root.render(
      inRouter(
        <AccessContext value={access}>
          <ActivityFeed project={PROJECT} />
        </AccessContext>,
      ),
    )
  show(person('viewer'))
  await expect.poll(() => place.querySelectorAll('li').length).toBeGreaterThan(0)
  expect(buttonNamed(/^Undo/)).toBeUndefined()
  root.unmount()
  root = createRoot(place)
  show(person('manager'))
  await expect.poll(() => buttonNamed(/^Undo: Ann: saved undone · German$/)).toBeDefined()
  buttonNamed(/^Undo: /)?.click()
  await expect.poll(async () => (await stringOnServer(key)).target.forms).toEqual({})
  expect(document.activeElement?.tagName).toBe('UL')
})

test('the role of an owner is plain text, because there is no other', async () => {
  root.render(<RoleMenu rights={null} label="Role" refusal={null} onChoose={() => {}} onSeveral={() => {}} />)
  await expect.poll(() => place.textContent).toBe('Owner')
  expect(place.querySelector('button')).toBeNull()
})

test('what is shown only once has a button that says Copy', async () => {
  root.render(<CopyLine text="secret" isOnce />)
  await expect.poll(() => place.querySelector('button')?.textContent).toBe('Copy')
})
