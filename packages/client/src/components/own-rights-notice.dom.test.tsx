import type { SessionReply } from '@dragoman/contract'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { speakEnglish } from '../../test/english.ts'
import { toasts } from '../lib/notices/toast.ts'
import { keepOwnRightsChange } from '../lib/server/own-rights.ts'
import { useOwnRightsNotice } from './use-own-rights-notice.ts'

type Membership = NonNullable<SessionReply['actor']>['memberships'][number]

let root: Root
const place = document.createElement('div')

beforeAll(speakEnglish)
beforeEach(() => {
  root = createRoot(place)
})
afterEach(() => {
  root.unmount()
  toasts.clear()
})

function Screen({
  memberships,
  instanceRole = 'member',
  slug = 'shop',
}: {
  readonly memberships: readonly Membership[]
  readonly instanceRole?: 'owner' | 'member'
  readonly slug?: string
}) {
  useOwnRightsNotice(
    { id: 'user:2', name: 'Piotr', instanceRole, memberships: [...memberships] },
    { id: SHOP.projectId, slug },
  )
  return [slug, instanceRole, ...memberships.map(({ role, languages }) => `${role} ${languages}`)].join()
}

const SHOP = { project: 'shop', projectId: 1, groupId: null } as const
const TRANSLATOR: Membership = { ...SHOP, role: 'translator', languages: ['pl'], namespaces: null }
const READER: Membership = { ...SHOP, role: 'reader', languages: null, namespaces: null }

async function changeTo(...memberships: readonly Membership[]): Promise<void> {
  root.render(<Screen memberships={memberships} />)
  await expect
    .poll(() => place.textContent)
    .toBe(['shop', 'member', ...memberships.map(({ role, languages }) => `${role} ${languages}`)].join())
}
/** What screen readers read in addition to the notices. */
const announced = () =>
  [...document.querySelectorAll('[id^=announce-]')].map(({ textContent }) => textContent)
const said = () => toasts.visibleToasts.map(({ content }) => content.text)

test('a change of limits shows one notice that names who made it', async () => {
  await changeTo(TRANSLATOR)
  keepOwnRightsChange('shop', 'Amara')
  await changeTo({ ...TRANSLATOR, languages: ['pl', 'de'], namespaces: ['app'] })
  await expect
    .poll(said)
    .toEqual([
      'Amara changed your roles in this project. Now: Translator (Polish, German, app). What you typed is kept.',
    ])
  expect(announced()).toEqual([])
})

test('a removal from a shared project shows a notice that names who did it', async () => {
  await changeTo(TRANSLATOR, READER)
  keepOwnRightsChange('shop', 'Amara')
  await changeTo(READER)
  await expect
    .poll(said)
    .toEqual([
      'Amara removed you from this project. You can still do what everyone can do here. What you typed is kept.',
    ])
})

test('a change by an unknown person, or by oneself, shows a notice without a name', async () => {
  await changeTo(TRANSLATOR)
  keepOwnRightsChange('shop', 'Amara')
  keepOwnRightsChange('shop', undefined)
  await changeTo({ ...TRANSLATOR, role: 'reviewer' })
  await expect.poll(said).toEqual(['Your roles in this project have changed. Now: Reviewer (Polish).'])
  toasts.clear()
  keepOwnRightsChange('shop', 'Piotr')
  await changeTo(TRANSLATOR)
  await expect.poll(said).toEqual(['Your roles in this project have changed. Now: Translator (Polish).'])
})

test('becoming an owner of the server, or no longer being one, shows a notice that names who did it', async () => {
  const show = (instanceRole: 'owner' | 'member') =>
    root.render(<Screen memberships={[]} instanceRole={instanceRole} />)
  show('member')
  await expect.poll(() => place.textContent).toBe('shop,member')
  keepOwnRightsChange('shop', 'Amara')
  show('owner')
  await expect.poll(said).toEqual(['Amara made you an owner of this server.'])
  toasts.clear()
  show('member')
  await expect.poll(said).toEqual(['You are no longer an owner of this server. What you typed is kept.'])
  expect(announced()).toEqual([])
})

test('another URL name of the project is not shown as a change of roles', async () => {
  await changeTo(TRANSLATOR)
  // The session that was loaded before has the earlier name.
  root.render(<Screen memberships={[TRANSLATOR]} slug="store" />)
  await expect.poll(() => place.textContent).toBe('store,member,translator pl')
  const renamed = { ...TRANSLATOR, project: 'store' }
  root.render(<Screen memberships={[renamed]} slug="store" />)
  keepOwnRightsChange('store', 'Amara')
  root.render(<Screen memberships={[{ ...renamed, role: 'reviewer' }]} slug="store" />)
  await expect
    .poll(said)
    .toEqual(['Amara changed your roles in this project. Now: Reviewer (Polish). What you typed is kept.'])
})
