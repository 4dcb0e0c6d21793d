import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@dragoman/server'
import { expect, onTestFinished, test } from 'vitest'
import { run } from '../src/run.ts'

test('forget-secret is necessary only for a server whose secret is lost', async () => {
  const data = await mkdtemp(join(tmpdir(), 'dragoman-secret-'))
  onTestFinished(() => rm(data, { recursive: true, force: true }))
  const secret = 'a secret of thirty-two characters'.replaceAll(' ', '-')
  const server = await startServer(
    {
      port: 0,
      host: '127.0.0.1',
      dataFolder: data,
      database: { kind: 'sqlite', folder: data },
      setupCode: null,
      secret,
    },
    { clientFolder: null, version: '0.0.0-test', log: () => undefined },
  )
  await server.close()
  const cli = async (command: string, env: Readonly<Record<string, string>>) => {
    const lines: string[] = []
    const add = (text: string) => void lines.push(text)
    const code = await run([command], {
      env: { DRAGOMAN_DATA: data, DRAGOMAN_PORT: '0', ...env },
      print: add,
      complain: add,
    })
    return { code, text: lines.join('\n') }
  }
  expect(await cli('forget-secret', { DRAGOMAN_SECRET: secret })).toMatchObject({
    code: 0,
    text: expect.stringContaining('Nothing was changed'),
  })
  expect(await cli('start', {})).toMatchObject({
    code: 1,
    text: expect.stringContaining('run "dragoman forget-secret"'),
  })
  expect(await cli('forget-secret', {})).toMatchObject({
    code: 0,
    text: expect.stringContaining('The next start accepts'),
  })
  expect((await cli('forget-secret', {})).text).toContain('Nothing was changed')
})
