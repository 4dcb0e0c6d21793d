import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@dragoman/contract'
import { screen, waitFor, within } from '@testing-library/dom'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { call } from '../src/lib/server/call.ts'
import { expectAccessible, type OpenScreen, openScreen } from './open-screen.tsx'
import { openRealServer, PROJECT, type RealServer } from './real-server.ts'

/** Webhooks in Settings: refused, delivered, sent again, turned off and removed. */

let server: RealServer
let shown: OpenScreen
/** The ids of the deliveries that have arrived. */
const received: string[] = []
let status = 204
const receiver = createServer((request, response) => {
  received.push(String(request.headers['webhook-id']))
  request.resume().on('end', () => response.writeHead(status).end('No room for <b>that</b>'))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  server = await openRealServer()
})
beforeEach(async () => {
  received.length = 0
  shown = await openScreen(`/p/${PROJECT}/settings`)
})
afterAll(async () => {
  await server.close()
  receiver.close()
})

const ALL = { topics: null, languages: null, namespaces: null, isOn: true, withNames: false }
const addChat = async () => {
  const { webhook } = await call(api.webhooks.create, {
    params: { project: PROJECT },
    body: {
      url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
      description: 'Chat',
      ...ALL,
    },
  })
  return webhook.id
}

test('a forbidden URL is refused with the reason', async () => {
  await screen.findByText(say('webhooks:none'))
  await shown.click('button', say('webhooks:add'))
  const dialog = await screen.findByRole('dialog')
  await shown.user.type(
    within(dialog).getByRole('textbox', { name: say('webhooks:url') }),
    'http://10.0.0.1/hook',
  )
  await shown.click('button', say('webhooks:add'), dialog)
  await within(dialog).findByText(say('failures:field.webhook-not-public'), { exact: false })
  await expectAccessible()
})

test('deliveries that a broken receiver rejected are resent manually, with the same id', async () => {
  const webhook = await addChat()
  status = 500
  await shown.click('button', say('webhooks:deliveriesOf', { name: 'Chat' }))
  const dialog = await screen.findByRole('dialog')
  await shown.click('button', say('webhooks:test'), dialog)
  const answer = await within(dialog).findByText(say('webhooks:answered', { status: '500' }))
  await shown.user.click(answer)
  await within(dialog).findByText('No room for <b>that</b>')
  await expectAccessible()
  status = 204
  await shown.click('button', say('webhooks:resend'), dialog)
  await within(dialog).findByText(say('webhooks:arrived', { status: '204' }))
  expect(within(dialog).queryByText(say('webhooks:answered', { status: '500' }))).toBeNull()
  expect(received.length).toBe(2)
  expect(new Set(received).size).toBe(1)
  await call(api.webhooks.remove, { params: { project: PROJECT, webhook } })
})

test('saving the dialog keeps what changed meanwhile in other fields', async () => {
  const webhook = await addChat()
  await shown.click('button', say('webhooks:actsOf', { name: 'Chat' }))
  await shown.click('menuitem', say('webhooks:edit'))
  const dialog = await screen.findByRole('dialog')
  const params = { project: PROJECT, webhook }
  await call(api.webhooks.update, { params, body: { isOn: false, topics: ['texts'] } })
  const description = within(dialog).getByRole('textbox', { name: say('webhooks:description') })
  await shown.user.clear(description)
  await shown.user.type(description, 'Team')
  await shown.click('button', say('webhooks:save'), dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await call(api.webhooks.list, { params })).webhooks).toMatchObject([
    { description: 'Team', isOn: false, topics: ['texts'] },
  ])
  await call(api.webhooks.remove, { params })
})

test('a webhook that someone else, or the server, turns off is shown as off', async () => {
  const webhook = await addChat()
  const params = { project: PROJECT, webhook }
  await screen.findByText(say('webhooks:on'))
  await call(api.webhooks.update, { params, body: { isOn: false } })
  await screen.findByText(say('webhooks:off'))
  await call(api.webhooks.update, { params, body: { isOn: true } })
  await screen.findByText(say('webhooks:on'))
  status = 410
  await call(api.webhooks.test, { params })
  await screen.findByText(say('webhooks:disabledReason.gone'))
  status = 204
  await call(api.webhooks.remove, { params })
  await screen.findByText(say('webhooks:none'))
})

test('a webhook is turned off and removed', async () => {
  await addChat()
  await shown.click('button', say('webhooks:actsOf', { name: 'Chat' }))
  await shown.click('menuitem', say('webhooks:turnOff'))
  await screen.findByText(say('webhooks:off'))
  await shown.click('button', say('webhooks:actsOf', { name: 'Chat' }))
  await shown.click('menuitem', say('webhooks:remove'))
  await shown.click('button', say('webhooks:remove'), await screen.findByRole('alertdialog'))
  await screen.findByText(say('webhooks:none'))
  await waitFor(async () =>
    expect((await call(api.webhooks.list, { params: { project: PROJECT } })).webhooks).toEqual([]),
  )
})
