import { api } from '@dragoman/contract'
import { screen } from '@testing-library/dom'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { callAsVisitor as call } from '../src/lib/server/call.ts'
import { openScreen } from './open-screen.tsx'
import {
  addTranslated,
  inviteToServer,
  joinAs,
  OWNER,
  openRealServer,
  PROJECT,
  type RealServer,
  signInAs,
} from './real-server.ts'

/** The activity on the overview, for people who can see it. */

let server: RealServer
beforeAll(async () => {
  server = await openRealServer()
  await addTranslated('hello', 'Hello', 'Hallo')
})
afterAll(() => server.close())
afterEach(() => server.proxy.behave(() => null))

const heading = { name: say('overview:activity') }
const isActivity = (path: string) => path.includes('/operations/groups')

test('activity that cannot be loaded is reported, and loaded again', async () => {
  server.proxy.behave((path) => (isActivity(path) ? { status: 500 } : null))
  const { click } = await openScreen(`/p/${PROJECT}/overview`)
  await screen.findByRole('heading', heading)
  await screen.findByRole('button', { name: say('common:tryAgain') })
  server.proxy.behave(() => null)
  await click('button', say('common:tryAgain'))
  await screen.findByRole('link', { name: say('activity:all') })
})

test('people that a project is shared with get no activity', async () => {
  await call(api.projects.update, {
    params: { project: PROJECT },
    body: { sharing: { with: 'signed-in', role: 'reader' } },
  })
  await joinAs('Rob', await inviteToServer())
  const before = server.proxy.seen.length
  await openScreen(`/p/${PROJECT}/overview`)
  await screen.findByRole('heading', { name: say('overview:load') })
  expect(screen.queryByRole('heading', heading)).toBeNull()
  expect(server.proxy.seen.slice(before).filter(({ path }) => isActivity(path))).toEqual([])
  await signInAs(OWNER)
})
