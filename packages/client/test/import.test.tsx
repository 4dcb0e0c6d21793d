// @vitest-environment happy-dom
import { api } from '@dragoman/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { NamedFile } from '../src/features/files/dropped-files.ts'
import { useImport } from '../src/features/files/use-import.ts'
import { call } from '../src/lib/server/call.ts'
import { openRealServer, PROJECT, type RealServer } from './real-server.ts'

let server: RealServer
let root: Root
/** What the hook said when it was drawn last. */
let now: ReturnType<typeof useImport> | undefined

beforeAll(async () => {
  server = await openRealServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.proxy.behave(() => null)
  now = undefined
  root = createRoot(document.createElement('div'))
})
afterEach(() => root.unmount())

const file = (path: string, content: string): NamedFile => ({ path, file: new File([content], path) })

function Import({ files }: { readonly files: readonly NamedFile[] }) {
  now = useImport(PROJECT, files)
  return null
}

function open(files: readonly NamedFile[]): void {
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <Import files={files} />
    </QueryClientProvider>,
  )
}
const ready = () => expect.poll(() => now?.step.kind, { timeout: 10_000 }).toBe('ready')

/** The upload as the addresses of its requests name it. */
const uploads = () => [
  ...new Set(server.proxy.seen.flatMap(({ path }) => /imports\/([0-9a-f]{32})/.exec(path)?.[1] ?? [])),
]
const planOf = (upload: string) =>
  call(api.imports.plan, {
    params: { project: PROJECT, upload },
    body: { mode: 'overwrite', placements: [] },
  })

test('files are sent, planned together, and imported when that is asked for', async () => {
  open([
    file('locales/en/shop.json', '{"cart":"Cart","pay":"Pay"}'),
    file('locales/de/shop.json', '{"cart":"Korb"}'),
  ])
  await ready()
  expect(now?.error).toBeNull()
  expect(now?.failures).toEqual([])
  expect(now?.plan).toMatchObject({ files: 2, keysAdded: 2, translationsAdded: 3, failures: [] })
  expect(await now?.start('overwrite')).toBe(true)
  const keys = () =>
    call(api.keys.page, { params: { project: PROJECT }, query: { languages: 'en,de', limit: 10, offset: 0 } })
  await expect.poll(async () => (await keys()).rows.length, { timeout: 10_000 }).toBe(2)
})

test('a file that does not arrive is named with its reason; the others are planned', async () => {
  server.proxy.behave((path) => (path.includes('broken') ? { status: 502 } : null))
  open([file('en/menu.json', '{"menu":"Menu"}'), file('en/broken.json', '{}')])
  await ready()
  expect(now?.failures).toMatchObject([{ path: 'en/broken.json', error: { code: 'busy' } }])
  expect(now?.plan).toMatchObject({ files: 1, keysAdded: 1 })
})

test('a file nobody can read is in the plan with its reason, and one can say it is not meant', async () => {
  open([file('en/list.json', '{"one":"One"}'), file('en/torn.json', '{"one":')])
  await ready()
  const torn = now?.plan?.failures.find(({ path }) => path.endsWith('torn.json'))
  expect(torn?.problem.code).toBe('unreadable-file')
  void now?.leaveOut(torn?.file ?? -1)
  await expect.poll(() => now?.plan?.failures, { timeout: 5000 }).toEqual([])
  expect(now?.plan).toMatchObject({ keysAdded: 1 })
})

test('when no upload can be begun the dialog is told why', async () => {
  server.proxy.behave((path) => (path.endsWith('/imports') ? { status: 503 } : null))
  open([file('en/a.json', '{}')])
  await ready()
  expect(now?.error).toMatchObject({ code: 'busy' })
  expect(now?.plan).toBeNull()
})

test('an upload that is not imported is forgotten when the dialog closes; one that is stays', async () => {
  open([file('en/later.json', '{"later":"Later"}')])
  await ready()
  const upload = uploads().at(-1) ?? ''
  await planOf(upload)
  root.render(null)
  await expect.poll(() => planOf(upload).catch((error) => error.code), { timeout: 5000 }).toBe('not-found')
})
