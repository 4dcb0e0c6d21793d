import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { restoreBackup } from '@dragoman/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freeTestPorts } from '../../../scripts/lib/test-ports.ts'
import { openRepository, type TestRepository } from './repository.ts'

const PROJECT = JSON.stringify({
  project: 'shop',
  sourceLanguage: 'en',
  files: [{ pattern: '{lng}/{ns}.json', format: 'i18next-json' }],
})
const FILE = 'en/app.json'
const BEFORE = '{ "pay": "Pay", "cart": "Cart" }\n'
const AFTER = '{ "pay": "Pay now", "cart": "Cart", "added": "Sent after the backup" }\n'
const AT = '2026-01-05T00:00:00.000Z'

let repository: TestRepository
beforeEach(async () => {
  // The clone knows the server by its address, which has to be the same after the restart.
  const [port = 0] = await freeTestPorts(1)
  repository = await openRepository('shop', { config: { port } })
  await repository.write({ 'dragoman.json': PROJECT, [FILE]: BEFORE })
  await repository.dragoman('push', '--create')
  const backup = await repository.server.call(api.admin.makeBackup, {})
  await repository.write({ [FILE]: AFTER })
  expect((await repository.dragoman('sync')).out).toBe('2 changes sent to shop.')
  const { folder, server } = repository.server
  await repository.restart(async () => {
    await restoreBackup(join(server.deps.backups.folder, backup.name), join(folder, 'data'), AT)
  })
  expect(await repository.onServer('pay', 'en')).toEqual({ en: { other: 'Pay' } })
})
afterEach(() => repository.close())

describe('after the server was restored from a backup', () => {
  test('pull leaves newer texts in the files; sync sends lost keys, and texts that differ are conflicts', async () => {
    const { dragoman, onServer, text } = repository
    await dragoman('pull')
    expect(await text(FILE)).toBe(AFTER)
    const synced = await dragoman('sync')
    expect(synced).toMatchObject({ code: 3, out: expect.stringContaining('conflict in pay (en)') })
    expect(synced.out).toContain('1 change sent to shop, 1 conflict.')
    expect(await text(FILE)).toBe(AFTER)
    expect(await onServer('added', 'en')).toEqual({ en: { other: 'Sent after the backup' } })
    expect(await onServer('pay', 'en')).toEqual({ en: { other: 'Pay' } })
    expect((await dragoman('sync', '--prefer', 'local')).out).toBe('1 change sent to shop.')
    expect(await onServer('pay', 'en')).toEqual({ en: { other: 'Pay now' } })
  })

  test('push sends lost texts once', async () => {
    const { dragoman } = repository
    expect((await dragoman('push', '--prefer', 'local')).out).toBe('2 changes sent to shop.')
    expect((await dragoman('push')).out).toBe('Nothing to push: 1 file unchanged.')
  })
})
