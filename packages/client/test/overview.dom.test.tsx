import type { SessionReply } from '@dragoman/contract'
import type { ProjectRole } from '@dragoman/core'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ConflictNote } from '../src/features/overview/ConflictNote.tsx'
import { NothingThere } from '../src/features/overview/NothingThere.tsx'
import { SampleGuide } from '../src/features/overview/SampleGuide.tsx'
import { AccessContext, accessOf } from '../src/lib/access/access.ts'
import { speakEnglish } from './english.ts'
import { inRouter } from './in-router.tsx'

/** Overview offers only what the person can do. */

let root: Root
const place = document.createElement('div')
document.body.append(place)

beforeAll(() => speakEnglish())
beforeEach(() => {
  root = createRoot(place)
})
afterEach(() => root.unmount())

async function showAs(role: ProjectRole, what: ReactNode): Promise<readonly (string | null)[]> {
  const actor: SessionReply['actor'] = {
    id: 'user:2',
    name: 'Ben',
    instanceRole: 'member',
    hasPassword: true,
    hasPasskey: false,
    picture: null,
    language: null,
    timeZone: null,
    memberships: [{ projectId: 7, project: 'shop', role, languages: null, namespaces: null, groupId: null }],
  }
  root.unmount()
  root = createRoot(place)
  root.render(inRouter(<AccessContext value={accessOf(actor, 7)}>{what}</AccessContext>))
  await expect.poll(() => place.textContent).not.toBe('')
  return [...place.querySelectorAll('a')].map(({ textContent }) => textContent)
}

test.each([
  ['manager', ['Import files'], ['Add a language'], ['Resolve conflicts']],
  ['developer', ['Import files'], [], ['Resolve conflicts']],
  ['viewer', [], [], []],
] as const)('a %s gets the links %j, %j and %j', async (role, strings, languages, conflicts) => {
  expect(await showAs(role, <NothingThere project="shop" missing="strings" />)).toEqual(strings)
  expect(await showAs(role, <NothingThere project="shop" missing="languages" />)).toEqual(languages)
  expect(await showAs(role, <ConflictNote project="shop" count={2} />)).toEqual(conflicts)
})

describe('the guide of the sample project', () => {
  test('lists only what can still be tried', async () => {
    const step = { kind: 'translate', language: 'de', count: 3, namespaces: null } as const
    const guide = (missing: typeof step | null, hasConflict: boolean) =>
      showAs('manager', <SampleGuide project="shop" step={missing} hasConflict={hasConflict} />)
    expect(await guide(step, true)).toHaveLength(3)
    expect(await guide(null, true)).toHaveLength(2)
    expect(await guide(null, false)).toEqual(['Undo any change'])
    expect(place.textContent).not.toContain('Three')
  })
})
