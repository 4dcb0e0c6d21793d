import { api } from '@dragoman/contract'
import { afterEach, expect, test } from 'vitest'
import { type GitProject, gitProject } from './git-project.ts'

let project: GitProject | null = null
afterEach(async () => {
  await project?.close()
  project = null
})

const head = (language: string) =>
  `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n`
const message = (id: string, text = '') => `msgid "${id}"\nmsgstr "${text}"\n\n`
const FILES = {
  'po/de.po': `${head('de')}${message('Pay', 'Zahlen')}`,
  'pot/app.pot': `${head('')}${message('Pay')}${message('Only in the template')}`,
}
const OPTIONS = { pattern: 'po/{lng}.po|pot/app.pot', format: 'gettext-po' } as const

async function names({ test: { call }, params }: GitProject): Promise<readonly string[]> {
  const { rows } = await call(api.translations.page, { params, query: { language: 'de', limit: 10 } })
  return rows.map(({ key }) => key.name).sort()
}

test.each(['push', 'pull-request'] as const)(
  'a template in another folder is read, and read again when it changes, in mode %s',
  async (mode) => {
    project = await gitProject(FILES, { ...OPTIONS, mode })
    const { repository, test: server, params } = project
    const { files } = await server.call(api.files.list, { params })
    expect(files.map(({ path }) => path)).toContain('pot/app.pot')
    expect(await names(project)).toEqual(['Only in the template', 'Pay'])
    repository.write({ 'pot/app.pot': `${FILES['pot/app.pot']}${message('New')}` })
    repository.commit('New string')
    await project.sync()
    expect(await names(project)).toEqual(['New', 'Only in the template', 'Pay'])
    await project.save('New', 'de', 'Neu')
    await project.sync()
    await project.send()
    const branch = mode === 'push' ? 'main' : 'l10n/dragoman'
    expect(repository.fileAt(branch, 'po/de.po')).toContain('msgstr "Neu"')
    expect(repository.fileAt(branch, 'pot/app.pot')).toBe(repository.fileAt('main', 'pot/app.pot'))
  },
)
