import { screen } from '@testing-library/dom'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import type { Misbehaviour } from '../../../e2e/misbehaving-proxy.ts'
import { type OpenScreen, openScreen } from './open-screen.tsx'
import { openRealServer, type RealServer } from './real-server.ts'

/** The page of the link in emails, which needs no session. */

let server: RealServer
beforeAll(async () => {
  server = await openRealServer()
})
afterAll(() => server.close())
afterEach(() => server.proxy.behave(() => null))

type Response = Exclude<ReturnType<Misbehaviour>, null>

/** Lets the server respond to the press in this way. */
function respond(response: Response): void {
  server.proxy.behave((path) => (path === '/api/notifications/unsubscribe' ? response : null))
}

const replied = (reply: object): Response => ({
  status: 200,
  type: 'application/json',
  body: JSON.stringify(reply),
})

async function pressStop(): Promise<OpenScreen> {
  const shown = await openScreen('/unsubscribe/1.1.signature')
  await shown.click('button', say('inbox:unsubscribe.press'))
  return shown
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

test('a link that the server did not issue is not valid', async () => {
  await pressStop()
  await heading(say('inbox:unsubscribe.unknown'))
  expect(screen.queryByRole('button', { name: say('common:tryAgain') })).toBeNull()
})

const tooMany = { type: '', title: '', status: 429, code: 'too-many-requests', params: {}, errors: [] }

test.each([
  ['busy', { status: 503 }],
  ['too-many-requests', { status: 429, type: 'application/problem+json', body: JSON.stringify(tooMany) }],
] as const)('a link is tried again after the failure %s', async (code, response) => {
  respond(response)
  const { click } = await pressStop()
  await heading(say(`failures:${code}`))
  respond(replied({ project: 'Shop' }))
  await click('button', say('common:tryAgain'))
  await heading(say('inbox:unsubscribe.done', { project: 'Shop' }))
})

test('the link about a deleted project does not claim to end all emails', async () => {
  respond(replied({ project: null, isDeleted: true }))
  await pressStop()
  await heading(say('inbox:unsubscribe.deleted'))
  expect(screen.queryByText(say('inbox:unsubscribe.doneAll'))).toBeNull()
})
