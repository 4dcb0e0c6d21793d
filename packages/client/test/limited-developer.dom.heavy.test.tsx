import { api, type ScreenshotReply } from '@dragoman/contract'
import { actorId } from '@dragoman/core'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { CodeUses } from '../src/features/files/CodeUses.tsx'
import { MissingKeyList } from '../src/features/releases/missing-keys/MissingKeyList.tsx'
import type { MissingKeyRow } from '../src/features/releases/missing-keys/missing-key-rows.ts'
import { Screenshots } from '../src/features/translations/side/Screenshots.tsx'
import { loadTexts } from '../src/i18n/i18n.ts'
import { type Access, AccessContext } from '../src/lib/access/access.ts'
import { call } from '../src/lib/server/call.ts'
import { speakEnglish } from './english.ts'
import { inRouter } from './in-router.tsx'
import { openRealServer, PROJECT, type RealServer } from './real-server.ts'

let server: RealServer
let root: Root
const place = document.createElement('div')
document.body.append(place)

beforeAll(async () => {
  server = await openRealServer()
  await speakEnglish()
  await loadTexts(['files', 'releases', 'translations', 'failures'])
})
afterAll(() => server.close())
beforeEach(() => {
  root = createRoot(place)
})
afterEach(() => root.unmount())

/** A developer limited to some languages or namespaces. */
function developer(limits: { languages?: string[]; namespaces?: string[] }): Access {
  const limitOf = (names?: string[]) => (names === undefined ? null : new Set(names))
  const role = {
    role: 'developer' as const,
    languages: limitOf(limits.languages),
    namespaces: limitOf(limits.namespaces),
    groupId: null,
  }
  const principal = {
    id: actorId('user', 7),
    name: 'Dev',
    instanceRole: 'member' as const,
    memberships: new Map([[1, [role]]]),
    token: null,
  }
  return { principal, projectId: 1 }
}

const PEOPLE: readonly (readonly [string, Access, boolean])[] = [
  ['of the namespace', developer({ namespaces: ['app'] }), true],
  ['of another namespace', developer({ namespaces: ['legal'] }), false],
  ['of one language', developer({ languages: ['de'] }), false],
]

const buttonNamed = (name: RegExp) =>
  [...document.querySelectorAll<HTMLElement>('button')].find((button) =>
    name.test(button.getAttribute('aria-label') ?? button.textContent ?? ''),
  )
/** Whether a button is there and can be pressed; undefined: it is not there. */
function isOffered(name: RegExp): boolean | undefined {
  const button = buttonNamed(name)
  return button && button.getAttribute('aria-disabled') !== 'true'
}

const ROW: MissingKeyRow = {
  id: 'app:none:pay',
  namespace: 'app',
  name: 'pay',
  plural: 'none',
  forms: {},
  asked: ['pay'],
  languages: ['de'],
  count: 3,
  lastAt: '2026-11-01T00:00:00.000Z',
}

test.each(PEOPLE)('missing keys are added and removed by a developer %s', async (_, access, isAllowed) => {
  root.render(
    inRouter(
      <AccessContext value={access}>
        <MissingKeyList project={PROJECT} rows={[ROW]} />
      </AccessContext>,
    ),
  )
  await expect.poll(() => place.querySelectorAll('input[type=checkbox]').length).toBe(2)
  place.querySelectorAll<HTMLElement>('input[type=checkbox]')[1]?.click()
  await expect.poll(() => isOffered(/^Add/)).toBe(isAllowed)
  expect(isOffered(/^Remove/)).toBe(isAllowed)
})

/** Shows what the code uses to someone, with one use in a namespace. */
async function showCodeUse(access: Access, namespace: string): Promise<void> {
  const use = { line: 1, column: 1, kind: 'key' as const, key: 'pay', namespaces: [namespace] }
  await call(api.codeUses.replace, {
    params: { project: PROJECT },
    body: {
      revision: 'abc',
      permalink: null,
      defaultNamespaces: ['app'],
      fallbackNamespaces: [],
      filesRead: 1,
      files: [{ path: 'a.ts', uses: [{ ...use, hasContext: false, isOptional: false }] }],
    },
  })
  root.render(
    inRouter(
      <AccessContext value={access}>
        <CodeUses project={PROJECT} />
      </AccessContext>,
    ),
  )
}

test.each(PEOPLE)('a key found in code is added by a developer %s', async (_, access, isAllowed) => {
  await showCodeUse(access, 'app')
  await expect.poll(() => isOffered(/pay/)).toBe(isAllowed)
})

test('a key found in code is not added to a namespace that the project cannot have', async () => {
  for (const namespace of ['app', 'other'])
    await call(api.keys.create, {
      params: { project: PROJECT },
      body: { namespace, name: 'title', plural: 'none', forms: { other: 'Title' } },
    })
  await showCodeUse(developer({}), '@acme/ui')
  await expect.poll(() => place.textContent).toContain('@acme/ui:pay')
  expect(isOffered(/pay/)).toBeUndefined()
})

test.each(PEOPLE)(
  'a screenshot of the namespace is removed by a developer %s',
  async (_, access, isAllowed) => {
    const screenshot: ScreenshotReply = {
      id: 99,
      name: 'Checkout',
      language: 'en',
      image: { hash: 'a'.repeat(64), width: 10, height: 10 },
      takenAt: '2026-11-01T00:00:00.000Z',
      by: null,
      isOfParent: false,
      strings: [
        {
          keyId: 1,
          namespace: 'app',
          name: 'pay',
          part: 'text',
          x: 0,
          y: 0,
          width: 5,
          height: 5,
          isStale: false,
        },
      ],
    }
    root.render(
      inRouter(
        <AccessContext value={access}>
          <Screenshots
            project={PROJECT}
            keyId={1}
            language="de"
            screenshots={[screenshot]}
            onOpen={() => {}}
          />
        </AccessContext>,
      ),
    )
    await expect.poll(() => buttonNamed(/Checkout/)).toBeDefined()
    buttonNamed(/Checkout/)?.click()
    await expect.poll(() => isOffered(/Remove screenshot/)).toBe(isAllowed)
  },
)
