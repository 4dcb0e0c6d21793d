import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { api, callRoute } from '@dragoman/contract'
import { openGitServer, type TestRepository } from '../../packages/server/test/git/git-server.ts'
import type { SqliteConnection } from '../../packages/store/src/driver/connection.ts'
import { openConnection } from '../../packages/store/src/driver/open-connection.ts'
import type { Figure } from '../figure.ts'
import type { Plan } from '../plan.ts'
import { type Product, untilIdle } from '../product.ts'
import { NAMESPACES } from '../seed/keys.ts'
import { median } from '../statistics.ts'
import { imported, PROJECT } from '../workspace.ts'
import { connect, importOf, sourceOf } from './git.ts'

const KEYS = 60
const params = { project: PROJECT }

/**
 * The cost of a translation branch of a large repository, if sixty texts differ in one file, or in twenty.
 */
export async function measureBranches({ size, isQuick }: Plan): Promise<readonly Figure[]> {
  const { files } = await imported(size)
  const git = await openGitServer()
  const repository = git.createRepository('team/large')
  cpSync(path.join(files, 'locales'), path.join(repository.work, 'locales'), { recursive: true })
  repository.commit('First')
  const { product, data } = await importOf((started) => connect(started, git, repository))
  try {
    const source = await sourceOf(product)
    const parts = { product, repository, source, data }
    const figures: Figure[] = []
    for (const [namespaces, branches] of [
      [NAMESPACES.slice(0, 1), isQuick ? 1 : 5],
      [NAMESPACES, 1],
    ] as const) {
      const opened: Opened[] = []
      for (let number = 1; number <= branches; number++)
        opened.push(await openOne(parts, namespaces, `feature/${namespaces.length}-${number}`))
      const where = namespaces.length === 1 ? 'one namespace' : `${namespaces.length} namespaces`
      const middle = (value: (one: Opened) => number) => median(opened.map(value))
      const own = { samples: branches }
      figures.push(
        {
          name: `git: opening a translation branch of ${where}`,
          value: middle(({ postMs }) => postMs),
          unit: 'ms',
          ...own,
        },
        {
          name: `git: its texts there, of ${where}`,
          value: middle(({ readMs }) => readMs),
          unit: 'ms',
          ...own,
        },
        {
          name: `git: stored for it, of ${where}`,
          value: middle(({ bytes }) => bytes) / 1024 / 1024,
          unit: 'MB',
          note: opened[0]?.tables ?? '',
          ...own,
        },
      )
    }
    return figures
  } finally {
    await product.stop()
    await git.close()
  }
}

type Parts = {
  readonly product: Product
  readonly repository: TestRepository
  readonly source: number
  /** Folder of the database. */
  readonly data: string
}

type Opened = {
  readonly postMs: number
  readonly readMs: number
  readonly bytes: number
  readonly tables: string
}

async function openOne(
  { product, repository, source, data }: Parts,
  namespaces: readonly string[],
  branch: string,
): Promise<Opened> {
  repository.git('checkout', '--quiet', '-b', branch, 'main')
  for (const namespace of namespaces)
    changeTexts(path.join(repository.work, `locales/en/${namespace}.json`), KEYS / namespaces.length)
  repository.commit(branch)
  repository.git('checkout', '--quiet', 'main')
  await untilIdle(product)
  const before = inDatabase(data, usedBytes)
  const started = performance.now()
  const { slug } = await callRoute(product.fetch, api.branches.open, { params, body: { source, branch } })
  const postMs = performance.now() - started
  await untilTextsAreThere(product, slug)
  const readMs = performance.now() - started
  await untilIdle(product)
  const bytes = inDatabase(data, usedBytes) - before
  return { postMs, readMs, bytes, tables: inDatabase(data, (database) => largestTables(database, slug)) }
}

/** Changes that many texts, spread over the file; none of them is a plural form. */
function changeTexts(file: string, count: number): void {
  const text = readFileSync(file, 'utf8')
  const pattern = /("[A-Za-z]+\d+": )("[^"]{3,}")/g
  const every = Math.floor([...text.matchAll(pattern)].length / count)
  let [met, changed] = [0, 0]
  const result = text.replaceAll(pattern, (whole, start: string) =>
    met++ % every === 0 && changed < count ? `${start}"Changed ${++changed}"` : whole,
  )
  writeFileSync(file, result)
}

async function untilTextsAreThere(product: Product, slug: string): Promise<void> {
  let found = 0
  for (const started = performance.now(); performance.now() - started < 120_000; ) {
    const { rows } = await callRoute(product.fetch, api.translations.page, {
      params: { project: slug },
      query: { language: 'en', limit: 100 },
    })
    found = rows.filter(({ target }) => target.forms.other?.startsWith('Changed ')).length
    if (found === KEYS) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`${found} of ${KEYS} changed texts of ${slug} came within two minutes`)
}

function inDatabase<T>(data: string, look: (database: SqliteConnection) => T): T {
  const database = openConnection(path.join(data, 'dragoman.db'))
  try {
    return look(database)
  } finally {
    database.close()
  }
}

/** Returns the bytes of used pages, including indexes and their unused parts. */
function usedBytes(database: SqliteConnection): number {
  const [row] = database
    .prepare(
      `select (page_count - freelist_count) * page_size as bytes
       from pragma_page_count, pragma_freelist_count, pragma_page_size`,
    )
    .all([]) as { bytes: number }[]
  return row?.bytes ?? 0
}

/** Returns the bytes of the values in a project's rows, for the largest tables. */
function largestTables(database: SqliteConnection, slug: string): string {
  const all = <T>(statement: string) => database.prepare(statement).all([]) as T[]
  const own = `(select id from project where slug = '${slug}')`
  const tables = all<{ name: string; column: string }>(
    `select t.name, max(c.name) as column from sqlite_master t, pragma_table_info(t.name) c
     where t.type = 'table' and c.name in ('project_id', 'source_id') group by t.name`,
  )
  return tables
    .map(({ name, column }) => {
      const columns = all<{ name: string }>(`select name from pragma_table_info('${name}')`)
      const length = columns.map((one) => `coalesce(length(cast("${one.name}" as blob)), 0)`).join(' + ')
      const ids = column === 'project_id' ? own : `(select id from source where project_id = ${own})`
      const [row] = all<{ bytes: number | null }>(
        `select sum(${length}) as bytes from "${name}" where "${column}" in ${ids}`,
      )
      return { name, bytes: row?.bytes ?? 0 }
    })
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, 5)
    .map(({ name, bytes }) => `${name} ${(bytes / 1024).toFixed(0)} KB`)
    .join(', ')
}
