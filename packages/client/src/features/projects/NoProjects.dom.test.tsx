import type { SessionReply } from '@dragoman/contract'
import { screen } from '@testing-library/dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { speakEnglish } from '../../../test/english.ts'
import { AccessContext, accessOf } from '../../lib/access/access.ts'
import { NoProjects } from './NoProjects.tsx'

type Role = NonNullable<SessionReply['actor']>['instanceRole']

const place = document.createElement('div')
document.body.append(place)
let root: Root

beforeEach(async () => {
  await speakEnglish()
  root = createRoot(place)
})
afterEach(() => root.unmount())

async function show(instanceRole: Role): Promise<string> {
  const actor: SessionReply['actor'] = {
    id: 'user:2',
    name: 'Ben',
    instanceRole,
    hasPassword: true,
    hasPasskey: false,
    picture: null,
    language: null,
    timeZone: null,
    memberships: [],
  }
  root.render(
    <AccessContext value={accessOf(actor, null)}>
      <NoProjects action={null} />
    </AccessContext>,
  )
  await screen.findByText('No projects yet')
  return place.textContent ?? ''
}

test('owners read how to create a project', async () => {
  expect(await show('owner')).toContain('dragoman ./locales')
})

test('members read who can add them, and no command that starts another server', async () => {
  const text = await show('member')
  expect(text).toContain(
    'Projects appear here when someone adds you to them. Only owners of this server can create projects.',
  )
  expect(text).not.toContain('dragoman ./locales')
})
