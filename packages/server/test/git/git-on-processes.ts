import { api } from '@dragoman/contract'
import type { ServerProcess } from '../server-processes.ts'
import { eventually } from '../test-server.ts'
import type { GitServer, TestRepository } from './git-server.ts'

/** A project `shop` whose repository several processes can sync. */

export const params = { project: 'shop' }
export const PATH = 'locales/de.json'
export const FILE = '{\n  "title": "Laden",\n  "pay": "Zahlen"\n}\n'

/**
 * Creates the project, connects the repository and returns the source, once its files were read. Texts are sent after
 * some minutes of quiet, by default immediately.
 */
export async function connect(
  at: ServerProcess,
  git: GitServer,
  repository: TestRepository,
  quietMinutes = 0,
): Promise<number> {
  await at.call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage: 'en' } })
  const { id, job } = await at.call(api.git.connect, {
    params,
    body: {
      repository: repository.url,
      branch: 'main',
      signIn: { kind: 'password', user: git.user, password: git.password },
      mode: 'push',
      settings: { quietMinutes },
    },
  })
  await eventually(async () => {
    const { state } = await at.call(api.jobs.get, { params: { ...params, job: job.id } })
    return state === 'done'
  })
  return id
}

/** Saves the German text of a key at one of the processes. */
export async function save(at: ServerProcess, name: string, text: string): Promise<void> {
  const row = await rowOf(at, name)
  await at.call(api.translations.save, {
    params: { ...params, key: row?.key.id ?? 0, language: 'de' },
    body: { forms: { other: text }, baseVersion: row?.target.version ?? 0 },
  })
}

/** Returns the German row of a key of the project or of a translation branch, as one of the processes shows it. */
export async function rowOf(at: ServerProcess, name: string, { project } = params) {
  const { rows } = await at.call(api.translations.page, {
    params: { project },
    query: { language: 'de', q: `key:${name}`, limit: 10 },
  })
  return rows.find(({ key }) => key.name === name)
}
