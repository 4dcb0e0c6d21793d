import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../store/test/on-both.ts'
import { forgetSecrets } from '../src/secrets/forget-secrets.ts'
import { openSealing } from '../src/secrets/open-sealing.ts'
import { DATABASES, openTestServer } from './test-server.ts'

const ONE = 'a secret of thirty-two characters'
const OTHER = 'another one of thirty-two characters'

describe.each(DATABASES)('the secret of an instance · %s', (kind) => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await openTestDatabase(kind)
  })
  afterEach(() => database.remove())

  const open = (secret: string | null) => openSealing({ store: database.store, secret })
  const stored = () =>
    database.store.read(async ({ db }) => {
      const rows = await db.selectFrom('meta').selectAll().execute()
      return new Map(rows.map(({ name, value }) => [name, value]))
    })

  test('is accepted again, and any other one is refused with the name of the setting', async () => {
    const sealed = (await open(ONE)).seal('text', 'test')
    expect((await open(ONE)).open(sealed, 'test')).toBe('text')
    await expect(open(OTHER)).rejects.toMatchObject({
      name: 'StartError',
      code: 'secret-wrong',
      message: expect.stringContaining('DRAGOMAN_SECRET is not the one'),
    })
    await expect(open(null)).rejects.toMatchObject({
      name: 'StartError',
      code: 'secret-missing',
      message: expect.stringContaining('DRAGOMAN_SECRET is not set'),
    })
    expect((await stored()).get('instance-secret')).toBeUndefined()
    expect((await open(ONE)).open(sealed, 'test')).toBe('text')
  })

  test('is the same for processes that start together', async () => {
    const [first, second] = await Promise.all([open(null), open(null)])
    expect(second?.open(first?.seal('text', 'test') ?? '', 'test')).toBe('text')
    expect(second?.sign('text', 'test')).toBe(first?.sign('text', 'test'))
  })

  test('that is set later still opens what the generated one has sealed, and replaces it', async () => {
    const before = (await open(null)).seal('before', 'test')
    expect((await open(null)).open(before, 'test')).toBe('before')
    const generated = (await stored()).get('instance-secret') ?? ''
    const after = (await open(ONE)).seal('after', 'test')
    for (const sealing of [await open(ONE), await open(ONE)])
      expect([sealing.open(before, 'test'), sealing.open(after, 'test')]).toEqual(['before', 'after'])
    expect(JSON.stringify([...(await stored())])).not.toContain(generated)
    await expect(open(null)).rejects.toMatchObject({ code: 'secret-missing' })
    await expect(open(OTHER)).rejects.toMatchObject({ code: 'secret-wrong' })
  })

  test('of an earlier version that had stored one, and then one was set, opens both', async () => {
    const before = (await open(null)).seal('before', 'test')
    await database.store.write(({ db }) =>
      db.deleteFrom('meta').where('name', '=', 'sealed-secrets').execute(),
    )
    expect((await open(ONE)).open(before, 'test')).toBe('before')
    expect((await open(ONE)).open(before, 'test')).toBe('before')
  })
})

test.each([[OTHER], [null]])(
  'a server whose secret is lost starts once that is forgotten: with %s',
  async (secret) => {
    const first = await openTestServer({ config: { secret: ONE }, signIn: 'no' })
    const { folder } = first
    const database = { kind: 'sqlite', folder: join(folder, 'data') } as const
    const config = { port: 0, host: '127.0.0.1', dataFolder: database.folder, database, setupCode: null }
    const start = () => openTestServer({ config: { secret }, signIn: 'no' }, { folder, postgres: null })
    try {
      await first.server.close()
      expect(await forgetSecrets({ ...config, secret: ONE })).toBe(false)
      await expect(start()).rejects.toMatchObject({ name: 'StartError' })
      expect(await forgetSecrets({ ...config, secret })).toBe(true)
      await (await start()).server.close()
      expect(await forgetSecrets({ ...config, secret })).toBe(false)
    } finally {
      await first.close()
    }
  },
)
