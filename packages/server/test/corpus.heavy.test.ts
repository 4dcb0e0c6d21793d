import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { api } from '@dragoman/contract'
import { afterEach, describe, expect, test } from 'vitest'
import { inspectFolder } from '../src/sources/folder/inspect-folder.ts'
import { eventually, openTestServer, type TestServer } from './test-server.ts'

// Every real project of every format, connected as its developers would. They are next to the repository, not
// in it. `npm run corpus` runs all of them; otherwise the stories in `e2e/corpus.e2e.ts` use one of each
// format.

const CORPUS = join(import.meta.dirname, '../../../../shared/corpus')
/** Test files of libraries are at arbitrary places, and are not real projects. */
const NO_PROJECT = /XLIFF2-Object-Model|ngx-i18nsupport|projectfluent__fluent\.js/
/** Files that the project names like the others although they have another format. */
const ODD_FILES: Readonly<Record<string, readonly string[]>> = {
  'xliff-2.0/bolt__core': [
    'translations/messages.pt_BR.xlf',
    'translations/security.zh_CN.xlf',
    'translations/validators.pt_BR.xlf',
    'translations/validators.zh_CN.xlf',
  ],
}
const PATIENCE_MS = 30_000

const projects = process.env.CORPUS_PROJECTS === 'all' && existsSync(CORPUS) ? projectsOf(CORPUS) : []

describe.skipIf(projects.length === 0)('real projects (all of them in `npm run corpus`)', () => {
  let server: TestServer | undefined
  afterEach(async () => {
    await server?.close()
    server = undefined
  })

  test.each(projects)('%s: untouched when connected, one line when edited', async (project) => {
    server = await openTestServer()
    const { call } = server
    const original = join(CORPUS, project)
    const folder = join(server.folder, 'project')
    cpSync(original, folder, { recursive: true })
    const [detection] = (await inspectFolder(folder)).candidates
    if (detection === undefined) throw new Error('Nothing was found')
    const { sourceLanguage } = detection
    await call(api.projects.create, { body: { slug: 'shop', name: 'Shop', sourceLanguage, folder } })
    await server.server.deps.jobs.idle()
    const params = { project: 'shop' }
    const files = await eventually(async () => {
      const list = (await call(api.files.list, { params })).files
      return list.length >= detection.files.length && list.every(({ state }) => state !== 'writing') && list
    }, PATIENCE_MS)
    const troubled = files.filter(({ state }) => state !== 'in-step')
    expect([...new Set(troubled.map(({ path }) => path))]).toEqual(ODD_FILES[project] ?? [])
    expect(changedFiles(original, folder)).toEqual([])

    const languages = new Set(files.map(({ language }) => language).filter((tag) => tag !== sourceLanguage))
    const row = await rowToEdit([...languages, sourceLanguage])
    await call(api.translations.save, {
      params: { ...params, key: row.key.id, language: row.target.language },
      body: { forms: { other: `${row.target.forms.other} x` }, baseVersion: row.target.version },
    })
    const changed = await eventually(async () => {
      const now = changedFiles(original, folder)
      return now.length > 0 && now
    }, PATIENCE_MS)
    expect(changed).toEqual([{ path: expect.any(String), removed: 1, added: 1 }])

    /** Returns a short text, so that no format has a reason to wrap it. */
    async function rowToEdit(tags: readonly string[]) {
      for (const language of tags) {
        const { rows } = await call(api.translations.page, {
          params,
          query: { language, limit: 100, q: 'state:translated' },
        })
        const found = rows.find(
          ({ key, target: { forms } }) => key.plural === 'none' && /^.{2,30}$/.test(forms.other ?? ''),
        )
        if (found !== undefined) return { ...found, target: { ...found.target, language } }
      }
      throw new Error('Nothing is translated')
    }
  })
})

function projectsOf(corpus: string): readonly string[] {
  return folders(corpus)
    .flatMap((format) => folders(join(corpus, format)).map((name) => `${format}/${name}`))
    .filter((project) => !NO_PROJECT.test(project))
}

function folders(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

function changedFiles(original: string, copy: string) {
  return readdirSync(copy, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(copy, join(entry.parentPath, entry.name)))
    .flatMap((path) => {
      // A file that is just being replaced has a temporary file next to it for a moment.
      if (path.endsWith('.dragoman-tmp')) return []
      const [before, after] = [original, copy].map((folder) =>
        readFileSync(join(folder, path), 'latin1').split('\n'),
      )
      return before && after && before.join('\n') !== after.join('\n')
        ? [{ path, ...changedLines(before, after) }]
        : []
    })
}

/** Returns the lines between the first and the last difference. */
function changedLines(
  before: readonly string[],
  after: readonly string[],
): { removed: number; added: number } {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return { removed: before.length - start - end, added: after.length - start - end }
}
