import type { Job, SessionReply } from '@dragoman/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { JobButton } from '../src/components/JobButton.tsx'
import { AccessContext, accessOf, useAccess } from '../src/lib/access/access.ts'
import { Button } from '../src/ui/Button.tsx'
import { speakEnglish } from './english.ts'

let root: Root
let presses = 0
const place = document.createElement('div')
document.body.append(place)

beforeAll(() => speakEnglish())
beforeEach(() => {
  presses = 0
  root = createRoot(place)
})
afterEach(() => root.unmount())

const TRANSLATOR: SessionReply['actor'] = {
  id: 'user:2',
  name: 'Ben',
  instanceRole: 'member',
  hasPassword: true,
  hasPasskey: false,
  picture: null,
  language: null,
  timeZone: null,
  memberships: [
    { projectId: 7, project: 'shop', role: 'translator', languages: ['de'], namespaces: null, groupId: null },
  ],
}

function Save({ language }: { readonly language: string }) {
  const refusal = useAccess().onText('translations.save', { language, namespace: 'app' })
  return (
    <Button
      refusal={refusal}
      onPress={() => {
        presses += 1
      }}
    >
      {refusal ?? 'Save'}
    </Button>
  )
}

async function show(language: string): Promise<HTMLButtonElement> {
  root.render(
    <AccessContext value={accessOf(TRANSLATOR, 7)}>
      <Save language={language} />
    </AccessContext>,
  )
  await expect.poll(() => place.querySelector('button')).not.toBeNull()
  const button = place.querySelector('button')
  if (button === null) throw new Error('no button')
  return button
}

test('a permitted button can be pressed', async () => {
  const button = await show('de')
  button.click()
  expect([button.textContent, button.getAttribute('aria-disabled'), presses]).toEqual(['Save', null, 1])
})

test('a button without permission is greyed out, does nothing, and explains why', async () => {
  const button = await show('fr')
  button.click()
  expect([button.getAttribute('aria-disabled'), button.disabled, presses]).toEqual(['true', false, 0])
  expect(button.textContent).toBe('You work on other languages in this project.')
})

const IMPORT: Job = {
  ...{ id: 1, kind: 'import', state: 'running', done: 0, total: null, unit: 'texts', detail: null },
  ...{ problem: null, result: null, file: null, operationId: null, cancelRequested: false },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', startedAt: null, endedAt: null },
  startedBy: { id: 'user:2', name: 'Ben' },
}

test.each([
  ['their own', 'user:2', 'false'],
  ['someone else’s', 'user:3', 'true'],
] as const)('a developer and %s import: the button to cancel it', async (_, id, isDisabled) => {
  const developer: SessionReply['actor'] = {
    ...TRANSLATOR,
    memberships: [
      { projectId: 7, project: 'shop', role: 'developer', languages: null, namespaces: null, groupId: null },
    ],
  }
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <AccessContext value={accessOf(developer, 7)}>
        <JobButton job={{ ...IMPORT, startedBy: { id, name: 'Ann' } }} label="Cancel" act={async () => {}} />
      </AccessContext>
    </QueryClientProvider>,
  )
  await expect.poll(() => place.querySelector('button')?.textContent).toContain('Cancel')
  expect(place.querySelector('button')?.getAttribute('aria-disabled') ?? 'false').toBe(isDisabled)
})
