import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { backupData, restoreData } from '../../src/backup.ts'
import { openTestServer, PASSWORD } from '../test-server.ts'

/** A restore that grants rights: anyone who was signed in when the backup was created would be again. */
test('restoring a backup brings back no session, neither old nor current ones', async () => {
  const first = await openTestServer()
  const stolen = await cookieOf(first.server.origin)
  const file = join(first.folder, 'backup.db')
  const config = {
    port: 0,
    host: '127.0.0.1',
    dataFolder: join(first.folder, 'data'),
    database: { kind: 'sqlite', folder: join(first.folder, 'data') },
    setupCode: null,
  } as const
  await backupData(config, file)
  const second = await first.restart(async () => {
    await restoreData(config, file, new Date())
  })
  try {
    const { origin, port } = second.server
    const [, value] = stolen.split('=', 2)
    const answer = await fetch(`${origin}/api/projects`, { headers: { cookie: `dragoman_${port}=${value}` } })
    expect(answer.status).toBe(401)
    expect((await second.call(api.session.get, {})).actor?.name).toBe('Ann')
  } finally {
    await second.close()
  }
})

async function cookieOf(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ann', password: PASSWORD }),
  })
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}
