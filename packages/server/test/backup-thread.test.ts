import { api } from '@dragoman/contract'
import { expect, test } from 'vitest'
import { recordStatements } from '../../store/test/record-statements.ts'
import { openTestServer } from './test-server.ts'

test('backups are copied and checked in another thread, because that would delay all requests', async () => {
  const server = await openTestServer()
  try {
    const recorded = recordStatements()
    const { name } = await server.call(api.admin.makeBackup, {})
    await server.call(api.admin.verifyBackup, { params: { backup: name } })
    recorded.stop()
    expect(recorded.texts.length).toBeGreaterThan(0)
    expect(recorded.texts.filter((text) => /integrity_check|journal_mode/.test(text))).toEqual([])
  } finally {
    await server.close()
  }
})
