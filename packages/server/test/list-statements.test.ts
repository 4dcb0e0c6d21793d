import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listLanguages, listNamespaces } from '@dragoman/store'
import { expect, onTestFinished, test } from 'vitest'
import { onBoth } from '../../store/test/on-both.ts'
import { recordStatements } from '../../store/test/record-statements.ts'
import { applied, newKey, sampleProject } from '../../store/test/sample.ts'
import { exportArchive } from '../src/exports/export-archive.ts'

// No server: its background work would run statements too.
onBoth('lists of a project', (open) => {
  test('an archive reads the languages and namespaces of the project once, not for each file', async () => {
    const { store, remove } = await open()
    const folder = await mkdtemp(join(tmpdir(), 'dragoman-archive-'))
    onTestFinished(async () => {
      await remove()
      await rm(folder, { recursive: true, force: true })
    })
    const { id: projectId } = await sampleProject(store)
    await applied(
      store,
      projectId,
      ['app', 'mail'].map((namespace) => newKey(namespace, 'hello', { en: 'Hello' })),
    )
    const recorded = recordStatements()
    onTestFinished(recorded.stop)
    await store.read((r) => listLanguages(r, projectId))
    const languages = recorded.texts.find((text) => text.includes('language')) ?? ''
    const { length } = recorded.texts
    await store.read((r) => listNamespaces(r, projectId))
    const namespaces = recorded.texts.slice(length).find((text) => text.includes('namespace')) ?? ''
    const request = { projectId, format: 'i18next-json', toFile: join(folder, 'archive.zip') }
    const written: string[] = []
    const report = (_done: number, _total: number, file: string | null) => written.push(file ?? '')
    await store.read((r) => exportArchive({ r, report }, request))
    expect(written).toHaveLength(6)
    const times = (text: string) => recorded.texts.filter((one) => one === text).length
    expect([times(languages), times(namespaces)]).toEqual([2, 2])
  })
})
