import { api, type BodyOf } from '@dragoman/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { call } from '../src/lib/server/call.ts'
import { expectAccessible, type OpenScreen, openScreen } from './open-screen.tsx'
import { addKey, openRealServer, PROJECT, type RealServer } from './real-server.ts'

/** A build reports which keys the app's code uses; developers and translators see it where they work. */

const use = (line: number, key: string, kind: 'key' | 'prefix' = 'key') => ({
  line,
  column: 3,
  kind,
  key,
  namespaces: ['common'],
  hasContext: false,
  isOptional: false,
})

/** Reports what a scan of the code has found. */
const report = (files: BodyOf<typeof api.codeUses.replace>['files']) =>
  call(api.codeUses.replace, {
    params: { project: PROJECT },
    body: {
      revision: '0123456789abcdef',
      permalink: 'https://forge.example.com/acme/shop/blob/{commit}/{path}#L{line}',
      defaultNamespaces: null,
      fallbackNamespaces: [],
      filesRead: 12,
      files,
    },
  })

let server: RealServer
let shown: OpenScreen
const keys = new Map<string, number>()

beforeAll(async () => {
  server = await openRealServer()
  for (const [name, text] of [
    ['cart.title', 'Your cart'],
    ['cart.empty', 'Nothing here yet'],
    ['old', 'Old'],
  ] as const)
    keys.set(name, await addKey(name, text))
  await report([
    {
      path: 'src/pages/checkout/[id]/Cart.tsx',
      uses: [12, 40, 41, 42, 43].map((line) => use(line, 'cart.title')),
    },
    {
      path: 'src/Menu.tsx',
      uses: [use(3, 'cart.', 'prefix'), use(9, 'pay.now'), use(10, 'pay.later')],
    },
  ])
})
afterAll(() => server.close())

/** Shows the context of a key in the editor, and returns the section about its uses. */
async function openUses(key: string): Promise<HTMLElement> {
  shown = await openScreen(`/p/${PROJECT}/translate/de?key=${keys.get(key)}&panel=context`)
  const heading = await screen.findByRole('heading', { name: say('translations:context.usedIn') })
  return heading.closest('section') ?? document.body
}

test('the editor shows where a key is used, with a link to the line of the commit', async () => {
  const used = await openUses('cart.title')
  await within(used).findByText('src/pages/checkout/[id]/Cart.tsx:12')
  const [link, ...others] = within(used).getAllByRole('link')
  expect(link?.getAttribute('href')).toBe(
    'https://forge.example.com/acme/shop/blob/0123456789abcdef/src/pages/checkout/%5Bid%5D/Cart.tsx#L12',
  )
  expect(others).toHaveLength(3)
  await shown.click('button', say('translations:context.usesMore_other', { count: 2 }), used)
  await within(used).findByText('src/Menu.tsx:3')
  await expectAccessible()
})

test('the editor shows that a key is not used', async () => {
  await within(await openUses('old')).findByText(say('translations:context.notUsed'))
})

const openCode = async () => {
  shown = await openScreen(`/p/${PROJECT}/files`)
  return screen.findByRole('region', { name: say('files:code.title') })
}

test('a missing key is listed and added', async () => {
  const code = await openCode()
  await within(code).findByText('common:pay.now')
  await expectAccessible()
  await shown.click('button', say('files:code.addLabel', { key: 'pay.now' }), code)
  await waitFor(() => expect(within(code).queryByText('common:pay.now')).toBeNull())
  within(code).getByText('common:pay.later')
})

test('a missing key that cannot be added is reported with the reason', async () => {
  server.proxy.behave((path) => (path.endsWith('/keys') ? { status: 503 } : null))
  onTestFinished(() => server.proxy.behave(() => null))
  const code = await openCode()
  await within(code).findByText('common:pay.later')
  await shown.click('button', say('files:code.addLabel', { key: 'pay.later' }), code)
  expect((await within(code).findByRole('alert')).textContent).toBe(say('failures:busy'))
  within(code).getByText('common:pay.later')
})

test('unused keys are listed in the grid', async () => {
  const code = await openCode()
  await shown.click('link', say('files:code.unused_one', { count: 1 }), code)
  await waitFor(() => expect(shown.url()).toMatch(/\/keys\?q=is(?::|%3A)unused/))
  const grid = await screen.findByRole('grid')
  await within(grid).findByText('Old')
  expect(within(grid).queryByText('Your cart')).toBeNull()
})

test('missing keys that are not listed are counted', async () => {
  const uses = Array.from({ length: 600 }, (_, index) => use(index + 1, `missing.${index}`))
  await report([{ path: 'src/Menu.tsx', uses }])
  const code = await openCode()
  await shown.click('button', say('files:more_other', { count: 480 }), code)
  await within(code).findByText(say('files:code.notListed_other', { count: 100 }))
  expect(code.querySelectorAll('li')).toHaveLength(500)
})
