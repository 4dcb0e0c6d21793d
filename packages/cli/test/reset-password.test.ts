import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, callRoute } from '@dragoman/contract'
import { startServer } from '@dragoman/server'
import { confirmTotp, openStore, setAddress, userByName } from '@dragoman/store'
import { afterEach, expect, test } from 'vitest'
import { openMailServer } from '../../server/test/mail-server.ts'
import { run } from '../src/run.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function cli(args: readonly string[], env: Record<string, string>) {
  const lines: string[] = []
  const add = (text: string) => void lines.push(text)
  const code = await run(args, { env, print: add, complain: add })
  return { code, text: lines.join('\n') }
}

/** Confirms an address, and turns on two-factor sign-in, with codes that no one has. */
async function lockWithSecondFactor(folder: string): Promise<void> {
  const store = await openStore({ kind: 'sqlite', folder })
  await store.write(async (w) => {
    const id = (await userByName(w, 'Amara'))?.id ?? 0
    const at = new Date().toISOString()
    await setAddress(w, id, { address: 'amara@example.test', confirmedAt: at })
    await confirmTotp(w, id, { at, recoveryCodes: [] })
  })
  await store.close()
}

test('a locked-out owner gets a link from the command line while the server is stopped', async () => {
  const data = await mkdtemp(join(tmpdir(), 'dragoman-reset-'))
  folders.push(data)
  const mails = await openMailServer()
  const { port } = mails.settings
  const env = {
    DRAGOMAN_DATA: data,
    DRAGOMAN_URL: 'https://l10n.example.com',
    DRAGOMAN_SMTP_URL: `smtp://127.0.0.1:${port}`,
    DRAGOMAN_MAIL_FROM: 'Dragoman <l10n@example.test>',
  }
  const start = () =>
    startServer(
      {
        port: 0,
        host: '127.0.0.1',
        dataFolder: data,
        database: { kind: 'sqlite', folder: data },
        mail: mails.settings,
        setupCode: 'code',
      },
      { clientFolder: null, version: '0.0.0-test', log: () => undefined },
    )
  let server = await start()
  const callOf = (origin: string) => (path: string, init: RequestInit) => fetch(`${origin}${path}`, init)
  await callRoute(callOf(server.origin), api.session.setUp, {
    body: { code: 'code', name: 'Amara', password: 'correct horse battery' },
  })
  const running = await cli(['reset-password', 'Amara'], env)
  expect([running.code, running.text]).toEqual([1, expect.stringContaining('Stop that process')])
  await server.close()

  expect(await cli(['reset-password', 'Nobody'], env)).toEqual({
    code: 1,
    text: 'No account has the name or the confirmed address "Nobody".',
  })
  await lockWithSecondFactor(data)
  const kept = await cli(['reset-password', 'Amara'], env)
  expect(kept.text).not.toContain('Two-factor')
  const made = await cli(['reset-password', ' Amara', '--remove-two-factor'], env)
  expect([made.code, made.text]).toEqual([0, expect.stringContaining('Two-factor sign-in for Amara is off.')])
  expect(mails.mails).toEqual([])
  const code = /https:\/\/l10n\.example\.com\/reset\/([\w-]+)$/.exec(made.text)?.[1] ?? ''

  server = await start()
  try {
    await expect.poll(() => mails.mails.map(({ to }) => to)).toEqual([['amara@example.test']])
    expect(mails.mails[0]?.text).toContain('two-factor sign-in')
    const call = callOf(server.origin)
    await callRoute(call, api.account.reset, { body: { code, password: 'quite another staple' } })
    const session = await callRoute(call, api.session.signIn, {
      body: { name: 'Amara', password: 'quite another staple' },
    })
    expect(session.actor?.name).toBe('Amara')
    await expect(
      callRoute(call, api.account.reset, { body: { code, password: 'yet another staple' } }),
    ).rejects.toMatchObject({ code: 'link-used' })
  } finally {
    await server.close()
    await mails.stop()
  }
})
