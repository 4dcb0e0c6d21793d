import { formatById } from '@dragoman/formats'
import { listGitChanges } from '@dragoman/store'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { DATABASES, eventually } from '../test-server.ts'
import { file } from './branch-project.ts'
import { type GitProject, gitProject } from './git-project.ts'

const KEYS = 2_000
const GERMAN = 'locales/de.json'

let project: GitProject
afterEach(async () => {
  vi.restoreAllMocks()
  await project.close()
})

function texts(of: string): Record<string, string> {
  const names = Array.from({ length: KEYS }, (_, number) => `key${number}`)
  return Object.fromEntries(names.map((name) => [name, `${of} ${name}, a text of some length`]))
}

describe.each(DATABASES)('on %s', (database) => {
  test('no large file that is pushed is parsed on the thread that answers requests', async () => {
    const [en, de] = [texts('A'), texts('Ein')]
    project = await gitProject({ 'locales/en.json': file(en), [GERMAN]: file(de) }, { database })
    const { test: server, repository, sourceId } = project
    await project.save('key7', 'de', 'Sieben')
    const changes = () => server.server.deps.store.read((r) => listGitChanges(r, sourceId))
    await eventually(async () => (await changes()).length === 1)
    const format = formatById('i18next-json')
    if (format === null) throw new Error('It is a format')
    const parsed = vi.spyOn(format, 'read')
    await project.send()
    expect(parsed).toHaveBeenCalledTimes(0)
    expect(repository.fileAt('main', GERMAN)).toBe(file({ ...de, key7: 'Sieben' }))
    expect(repository.log('main', '%an')).toEqual(['Ann', 'Dana Developer'])
  })
})
