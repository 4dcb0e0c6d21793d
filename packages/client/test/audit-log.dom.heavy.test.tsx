import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { AuditLog } from '../src/features/audit/AuditLog.tsx'
import { speakEnglish } from './english.ts'
import { openRealServer, PROJECT, type RealServer } from './real-server.ts'

/** The audit log of a project has what concerns it, that of the server everything. */

let server: RealServer
let root: Root
const place = document.createElement('div')
document.body.append(place)

beforeAll(async () => {
  server = await openRealServer()
  await speakEnglish()
})
afterAll(() => server.close())
beforeEach(() => {
  root = createRoot(place)
})
afterEach(() => root.unmount())

async function shown(project: string | null) {
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <AuditLog project={project} />
    </QueryClientProvider>,
  )
  await expect.poll(() => place.querySelectorAll('tbody tr').length).toBeGreaterThan(0)
  const [categories] = [...place.querySelectorAll('select')]
  return {
    columns: [...place.querySelectorAll('th')].map(({ textContent }) => textContent),
    categories: [...(categories?.options ?? [])].map(({ textContent }) => textContent),
  }
}

test('of a project names no project, and only categories that it has', async () => {
  const { columns, categories } = await shown(PROJECT)
  expect(columns).not.toContain('Project')
  expect(categories).toEqual(expect.arrayContaining(['Members', 'Tokens', 'This project']))
  for (const other of ['Sign-ins', 'Accounts', 'People', 'Groups', 'Backups', 'Settings'])
    expect(categories).not.toContain(other)
})

test('of the server names projects, and all categories', async () => {
  const { columns, categories } = await shown(null)
  expect(columns).toContain('Project')
  expect(categories).toEqual(expect.arrayContaining(['Sign-ins', 'Backups', 'Projects']))
})

test('both searches have their icon', async () => {
  await shown(PROJECT)
  const fields = [...place.querySelectorAll('input[type=text]')]
  expect(fields.map((field) => field.parentElement?.querySelectorAll('svg').length)).toEqual([1, 1])
})
