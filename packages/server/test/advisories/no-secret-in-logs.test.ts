import { api } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { CLIENT } from '../identity-provider.ts'
import { openTestServer, PASSWORD, SETUP_CODE } from '../test-server.ts'

test('passwords, codes, cookies and tokens are in no line of the log and in no failure', async () => {
  const server = await openTestServer({ signIn: 'no' })
  const secrets = [
    PASSWORD,
    SETUP_CODE,
    CLIENT.clientSecret,
    'wrong-code-hush',
    'wrong password hush',
    'drg_hushhushhush',
  ]
  let answers = ''
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await server.request(path, init)
    const text = await answer.text()
    if (!answer.ok) answers += text
    return text
  }
  const send = (method: string, path: string, body: unknown) =>
    ask(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const setUp = (code: string) =>
    send('POST', '/api/session/setup', { code, name: 'Ann', password: PASSWORD })
  try {
    await setUp('wrong-code-hush')
    await setUp(SETUP_CODE)
    await setUp(SETUP_CODE)
    await send('POST', '/api/session', { name: 'Ann', password: 'wrong password hush' })
    await send('POST', '/api/session', { name: 'Ann', password: PASSWORD, more: { password: PASSWORD } })
    await send('POST', '/api/session', { name: PASSWORD.repeat(100), password: PASSWORD.repeat(200) })
    await ask('/api/projects', { headers: { authorization: 'Bearer drg_hushhushhush' } })
    await ask('/metrics', { headers: { authorization: 'Bearer drg_hushhushhush' } })
    await send('PUT', '/api/admin/sign-in', {
      provider: {
        ...CLIENT,
        issuer: 'https://10.0.0.1/',
        label: 'x',
        scopes: [],
        groupsClaim: null,
        groups: [],
        isOnlyWay: false,
        allowsNew: false,
      },
    })
    // A bug in the middle of a sign-in: the log has the error, with its properties
    const { store } = server.server.deps
    const { write } = store
    Object.assign(store, {
      write: () => {
        throw new Error('broken while Bearer drg_hushhushhush was looked at')
      },
    })
    await send('POST', '/api/session', { name: 'Ann', password: PASSWORD })
    Object.assign(store, { write })
    await server.call(api.session.signOut, {})
    const lines = server.logged.map(({ error, ...entry }) => JSON.stringify(entry))
    expect(server.logged.some(({ event }) => event === 'unexpected')).toBe(true)
    for (const secret of secrets) {
      expect(answers).not.toContain(secret)
      expect(lines.join('\n')).not.toContain(secret)
    }
  } finally {
    await server.close()
  }
})
