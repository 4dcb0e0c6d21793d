import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store } from '@dragoman/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRemoteAddress } from '../../../git/remote-address.ts'
import { openSealing, type Sealing } from '../../../secrets/open-sealing.ts'
import { withRemote } from './open-remote.ts'
import { openPrivateKey, openSignIn, sealPrivateKey, sealSignIn } from './sign-in.ts'

let folder: string
let store: Store
let sealing: Sealing
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dragoman-sign-in-'))
  store = await openStore({ kind: 'sqlite', folder })
  sealing = await openSealing({ store, secret: null })
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

test('credentials are sealed, and open for no other purpose', () => {
  const signIn = { kind: 'password', user: 'bot', password: 'tok:en' } as const
  const sealed = sealSignIn(sealing, signIn)
  expect(sealed).not.toContain('tok')
  expect(openSignIn(sealing, sealed)).toEqual(signIn)
  expect(openPrivateKey(sealing, sealed)).toBeNull()
  expect(openPrivateKey(sealing, sealPrivateKey(sealing, 'KEY'))).toBe('KEY')
})

test('a key is in a file as long as it is needed, for this user alone', async () => {
  const address = readRemoteAddress('git@git.example.org:shop.git')
  if ('fault' in address) throw new Error(address.fault)
  const keys = join(folder, 'keys')
  const signIn = {
    kind: 'ssh-key',
    privateKey: 'PRIVATE',
    knownHosts: 'git.example.org ssh-ed25519 A',
  } as const
  const outgoing = { resolve: async () => '203.0.113.7' }
  let seen = ''
  await withRemote({ outgoing, folder }, { address, signIn }, async ({ pinned, credentials }) => {
    expect(pinned).toBe('203.0.113.7')
    if (credentials.kind !== 'ssh-key') throw new Error(credentials.kind)
    seen = credentials.keyFile
    expect(await readFile(seen, 'utf8')).toBe('PRIVATE')
    expect(statSync(seen).mode & 0o077).toBe(0)
    expect(await readFile(credentials.knownHostsFile, 'utf8')).toBe(signIn.knownHosts)
  })
  expect(existsSync(seen)).toBe(false)
  const failing = withRemote({ outgoing, folder }, { address, signIn }, async () => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(readdirSync(keys)).toEqual([])
})

test('no one signs in over plain HTTP, except on a private network that the operator allows', async () => {
  const signIn = { kind: 'password', user: 'bot', password: 'tok:en' } as const
  const reach = (url: string, pinned: string) => {
    const address = readRemoteAddress(url)
    if ('fault' in address) throw new Error(address.fault)
    return withRemote(
      { outgoing: { resolve: async () => pinned }, folder },
      { address, signIn },
      async () => 'reached',
    )
  }
  await expect(reach('http://git.example.org/shop.git', '8.8.8.8')).rejects.toMatchObject({ code: 'scheme' })
  expect(await reach('https://git.example.org/shop.git', '8.8.8.8')).toBe('reached')
  expect(await reach('http://git.example.org/shop.git', '10.1.2.3')).toBe('reached')
})
