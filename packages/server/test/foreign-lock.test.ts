import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openConnection } from '../../store/src/driver/open-connection.ts'
import { DATABASE_FILE } from '../../store/src/lock-data-folder.ts'
import { openTestServer, type TestServer } from './test-server.ts'

const params = { project: 'shop' }

let server: TestServer
beforeEach(async () => {
  server = await openTestServer()
  await server.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
  await server.call(api.projects.update, { params, body: { settings: { deliverPublic: true } } })
})
afterEach(() => server.close())

const addKey = (name: string) =>
  server.call(api.keys.create, {
    params,
    body: { namespace: 'app', name, plural: 'none', forms: { other: 'Hello' } },
  })

test('while another program holds the database, a save waits and everything else is answered', async () => {
  await addKey('first')
  const other = openConnection(join(server.folder, 'data', DATABASE_FILE), { busyTimeoutMs: 0 })
  try {
    for (;;) {
      try {
        other.exec('begin immediate')
        break
      } catch {
        await new Promise((resolve) => setImmediate(resolve)) // the server is writing
      }
    }
    const saving = addKey('second')
    const statuses = new Map<string, number>()
    for (const path of ['/health/live', '/health/ready', '/d/shop/live/locales/en/app.json', '/api/session'])
      statuses.set(path, (await server.request(path)).status)
    expect(Object.fromEntries(statuses)).toEqual({
      '/health/live': 200,
      '/health/ready': 200,
      '/d/shop/live/locales/en/app.json': 200,
      '/api/session': 200,
    })
    other.exec('rollback')
    expect((await saving).key.name).toBe('second')
  } finally {
    other.close()
  }
})
