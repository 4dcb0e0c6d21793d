import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createProject, createSource } from '@dragoman/store'
import { describe, expect, onTestFinished, test } from 'vitest'
import { BOTH_DATABASES, openTestServer } from '../../test/test-server.ts'
import { NEVER_MS } from '../../test/timings.ts'
import { openLeases } from '../leases/open-leases.ts'
import { openActiveSources } from './active-sources.ts'

const SOURCES = 5

describe.each(BOTH_DATABASES)('on %s', (database) => {
  test('each free source is opened once if free sources are taken up twice at the same time', async () => {
    const server = await openTestServer({ database, timings: { leasePollMs: NEVER_MS } })
    onTestFinished(server.close)
    const { deps } = server.server
    const at = deps.now().toISOString()
    const names: string[] = []
    for (let number = 0; number < SOURCES; number++) {
      const folder = join(server.folder, `locales${number}`)
      await mkdir(folder)
      const { id } = await deps.store.write(async (w) => {
        const of = {
          slug: `shop${number}`,
          name: `Shop ${number}`,
          sourceLanguage: 'en',
          syntax: 'i18next',
          at,
        }
        const { id: projectId } = await createProject(w, of)
        const files = { pattern: '{lng}.json', format: 'i18next-json', writable: true }
        return createSource(w, { kind: 'folder', folder, projectId, createdAt: at, ...files })
      })
      names.push(`source ${id}`)
    }
    const leases = openLeases(deps)
    const opened: string[] = []
    const sources = openActiveSources({
      ...deps,
      leases: {
        ...leases,
        fence(name) {
          opened.push(name)
          return leases.fence(name)
        },
      },
      position: () => 0,
      onBranchEnd() {},
    })
    await Promise.all([sources.takeUpFree(), sources.takeUpFree()])
    expect(opened).toEqual(names)
    await sources.close()
    await leases.close()
  })
})
