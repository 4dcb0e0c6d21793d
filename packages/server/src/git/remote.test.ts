import { expect, test } from 'vitest'
import { callRemote, type Remote } from './remote.ts'
import { type RemoteAddress, readRemoteAddress } from './remote-address.ts'
import type { Git, GitCall } from './run-git.ts'

function addressOf(text: string): RemoteAddress {
  const address = readRemoteAddress(text)
  if ('fault' in address) throw new Error(address.fault)
  return address
}

/** Returns what Git is called with. */
async function callOf(remote: Omit<Remote, 'pinned'>): Promise<GitCall> {
  const calls: GitCall[] = []
  const git: Git = async (call) => {
    calls.push(call)
    return { stdout: Buffer.alloc(0), stderr: '' }
  }
  await callRemote(git, { ...remote, pinned: '192.0.2.7' }, { repository: null, args: ['ls-remote'] })
  const [call] = calls
  if (call === undefined) throw new Error('Git was not called')
  return call
}

test.each([
  'https://git.example.org/app',
  'https://git.example.org./app',
  'https://GIT.example.org:443/app',
  'https://git%2eexample.org/app',
  'http://git.example.org.:8080/app',
])('%s is reached at the address that was checked, whatever the name resolves to by then', async (text) => {
  const address = addressOf(text)
  const { config = [] } = await callOf({ address, credentials: { kind: 'none' } })
  const pin = config.find(([name]) => name === 'http.curloptResolve')?.[1]
  // curl only uses a pin for exactly the host and port of the URL.
  const { hostname, port, protocol } = new URL(address.url)
  expect(pin).toBe(`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}:192.0.2.7`)
})

test('a host other than that of the URL is refused', async () => {
  const address = { transport: 'https', host: 'git.example.org', port: 443 } as const
  const call = callOf({
    address: { ...address, url: 'https://git.example.org./app' },
    credentials: { kind: 'none' },
  })
  await expect(call).rejects.toThrow('is not at git.example.org')
})

test('SSH accepts only the host keys that people have confirmed, from a folder of any name', async () => {
  const credentials = {
    kind: 'ssh-key',
    keyFile: '/srv/100% own/key',
    knownHostsFile: '/srv/100% own/hosts',
  } as const
  const { env } = await callOf({ address: addressOf('git@git.example.org:app'), credentials })
  const command = env?.GIT_SSH_COMMAND ?? ''
  expect(command).toContain('-o GlobalKnownHostsFile=/dev/null')
  expect(command).toContain('IdentityFile="/srv/100%% own/key"')
  expect(command).toContain('UserKnownHostsFile="/srv/100%% own/hosts"')
})
