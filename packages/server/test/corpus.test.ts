import { existsSync } from 'node:fs'
import { chmod, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api } from '@dragoman/contract'
import { describe, expect, test } from 'vitest'
import { TEMPORARY_SUFFIX } from '../src/sources/folder/replace-file.ts'
import { eventually, openTestServer } from './test-server.ts'

const CORPUS = fileURLToPath(new URL('../../../../shared/corpus/i18next-json', import.meta.url))
const projects = existsSync(CORPUS) ? await readdir(CORPUS) : []

type Snapshot = ReadonlyMap<string, string>

async function snapshot(folder: string): Promise<Snapshot> {
  const files = new Map<string, string>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith(TEMPORARY_SUFFIX)) continue
    const path = join(entry.parentPath, entry.name)
    files.set(path, (await readFile(path)).toString('latin1'))
  }
  return files
}

/** Lines removed and added, as `git diff --numstat` counts them for a change in one place. */
function numstat(before: string, after: string): { removed: number; added: number } {
  const old = before.split('\n')
  const now = after.split('\n')
  let start = 0
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1
  let end = 0
  while (end < Math.min(old.length, now.length) - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1
  return { removed: old.length - start - end, added: now.length - start - end }
}

async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
  }
}

describe.skipIf(projects.length === 0)('real projects (skipped where the corpus is not there)', () => {
  test.each(projects)('%s: imported untouched; one saved string is one line', { timeout: 120_000 }, async (name) => {
    const folder = await mkdtemp(join(tmpdir(), 'dragoman-corpus-'))
    const repository = join(folder, name)
    await cp(join(CORPUS, name), repository, { recursive: true })
    await makeWritable(repository)
    const server = await openTestServer()
    try {
      const before = await snapshot(repository)
      const { candidates } = await server.call(api.sources.inspect, { body: { folder: repository } })
      const sourceLanguage = candidates[0]?.sourceLanguage ?? 'en'
      const params = { project: 'real' }
      await server.call(api.projects.create, { body: { slug: 'real', name, sourceLanguage, folder: repository } })
      const settled = async () =>
        (await server.call(api.files.list, { params })).files.every((file) => ['in-step', 'unreadable'].includes(file.state))
      await eventually(settled, 60_000)
      expect(await snapshot(repository)).toEqual(before)

      const { languages } = await server.call(api.projects.get, { params })
      const language = languages.find((candidate) => candidate.tag !== sourceLanguage)?.tag ?? ''
      for (const q of ['state:translated -is:plural', 'state:untranslated -is:plural']) {
        const { rows } = await server.call(api.translations.page, { params, query: { language, q, limit: 3 } })
        for (const { key, target } of rows) {
          const start = await snapshot(repository)
          await server.call(api.translations.save, {
            params: { ...params, key: key.id, language },
            body: { forms: { other: `Geändert “${key.id}”` }, baseVersion: target.version },
          })
          const changed = await eventually(async () => {
            const now = await snapshot(repository)
            const paths = [...now].filter(([path, text]) => start.get(path) !== text)
            return paths.length > 0 && paths
          }, 5000)
          expect(changed).toHaveLength(1)
          const [path = '', text = ''] = changed[0] ?? []
          const { removed, added } = numstat(start.get(path) ?? '', text)
          // A missing key may take its parents with it, and the comma of the line above.
          const isMissing = target.version === 0 && added > 1
          expect(removed).toBeLessThanOrEqual(1)
          if (!isMissing) expect(added).toBeLessThanOrEqual(1)
          await eventually(settled, 5000)
        }
      }
    } finally {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
