import { execFile, spawnSync } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { api, callRoute } from '@dragoman/contract'
import { tidyCopy } from '../../packages/server/src/git/repack.ts'
import { openGit } from '../../packages/server/src/git/run-git.ts'
import {
  type GitServer,
  openGitServer,
  type TestRepository,
} from '../../packages/server/test/git/git-server.ts'
import type { Figure } from '../figure.ts'
import { processorSecondsOf } from '../machine.ts'
import type { Plan } from '../plan.ts'
import { type Product, startProduct, untilIdle, untilRead } from '../product.ts'
import { median } from '../statistics.ts'
import { imported, PROJECT, scratch } from '../workspace.ts'

/** The cost of a repository, compared with the same files in a folder and with Git used manually. */
export async function measureGit({ size, isQuick }: Plan): Promise<readonly Figure[]> {
  const { files } = await imported(size)
  const git = await openGitServer()
  const repository = git.createRepository('team/large')
  cpSync(path.join(files, 'locales'), path.join(repository.work, 'locales'), { recursive: true })
  repository.commit('First')
  const byFolder = await importOf(async (product) => {
    await callRoute(product.fetch, api.projects.create, {
      body: { slug: PROJECT, name: 'Large', sourceLanguage: 'en', folder: files },
    })
  })
  await byFolder.product.stop()
  const byGit = await importOf((product) => connect(product, git, repository))
  const { product, data } = byGit
  try {
    const source = await sourceOf(product)
    const secret = await webhookOf(product, source)
    const rounds = isQuick ? 5 : 20
    const incoming: number[] = []
    const outgoing: number[] = []
    const outgoingProcessor: number[] = []
    const byHand: number[] = []
    const late: number[] = []
    for (let round = 0; round < rounds; round++) {
      incoming.push(await changeIn({ product, repository, secret, source, round }))
      const out = await changeOut({ product, repository, source, round })
      outgoing.push(out.ms)
      outgoingProcessor.push(out.processorMs)
      byHand.push(await fetchAndCommitByHand(git, repository, round))
      // No webhook reports what was pushed by hand: sending finds it.
      late.push((await changeOut({ product, repository, source, round: rounds + round })).ms)
    }
    const localeBytes = sizeOf(path.join(repository.work, 'locales'))
    const packed = packedSizeOf(repository)
    const copies = path.join(data, 'git')
    const grown = sizeOf(copies)
    const repackMs = await repackCopies(copies)
    const mirror = sizeOf(copies)
    return [
      figure('git: first import, times that of a folder', byGit.seconds / byFolder.seconds, '×', {
        note: `${byGit.seconds.toFixed(1)} s and ${byFolder.seconds.toFixed(1)} s; git clone by hand ${(await cloneByHand(git, repository)).toFixed(1)} s`,
      }),
      figure('git: webhook until the text is there', median(incoming), 'ms', { samples: rounds }),
      figure('git: saved until pushed, without a quiet time', median(outgoing), 'ms', {
        samples: rounds,
        note: `fetch, commit and push by hand in a full clone ${median(byHand).toFixed(0)} ms`,
      }),
      figure('git: saved until pushed, after a push that was not reported', median(late), 'ms', {
        samples: rounds,
      }),
      figure('git: processor of one text sent', median(outgoingProcessor), 'ms', { samples: rounds }),
      figure('git: copy on disk, times the locale files as Git packs them', mirror / packed, '×', {
        note: `${mb(mirror)} MB after the hourly repack (${(repackMs / 1000).toFixed(1)} s), ${mb(grown)} MB before it with ${rounds * 4} commits; locale files ${mb(localeBytes)} MB, packed ${mb(packed)} MB`,
      }),
    ]
  } finally {
    await product.stop()
    await git.close()
  }
}

type Figures = { readonly note?: string; readonly samples?: number }

function figure(name: string, value: number, unit: string, { note = '', samples = 1 }: Figures): Figure {
  return { name, value, unit, samples, note }
}

/** Starts a product with its data in a new folder; resolves once the given files have been imported. */
export async function importOf(
  connectFiles: (product: Product) => Promise<void>,
): Promise<{ readonly product: Product; readonly data: string; readonly seconds: number }> {
  const data = scratch(`git-${randomUUID().slice(0, 8)}`)
  process.env.DRAGOMAN_ALLOW_PRIVATE_NETWORKS = '127.0.0.1'
  const product = await startProduct({ data })
  const started = performance.now()
  await connectFiles(product)
  await untilRead(product, PROJECT)
  const seconds = (performance.now() - started) / 1000
  await untilIdle(product)
  return { product, data, seconds }
}

export async function connect(product: Product, git: GitServer, repository: TestRepository): Promise<void> {
  const params = { project: PROJECT }
  await callRoute(product.fetch, api.projects.create, {
    body: { slug: PROJECT, name: 'Large', sourceLanguage: 'en' },
  })
  await callRoute(product.fetch, api.git.connect, {
    params,
    body: {
      repository: repository.url,
      branch: 'main',
      signIn: { kind: 'password', user: git.user, password: git.password },
      mode: 'push',
      settings: { quietMinutes: 0 },
    },
  })
}

export async function sourceOf(product: Product): Promise<number> {
  const { sources } = await callRoute(product.fetch, api.sources.list, { params: { project: PROJECT } })
  return sources[0]?.id ?? 0
}

async function webhookOf(product: Product, source: number): Promise<string> {
  const { secret } = await callRoute(product.fetch, api.git.webhookSecret, {
    params: { project: PROJECT, source },
  })
  return secret
}

type Change = {
  readonly product: Product
  readonly repository: TestRepository
  readonly source: number
  readonly round: number
}

/**
 * A developer changes one text, and their forge reports it. Returns the milliseconds until it is in the
 * catalog.
 */
async function changeIn({ product, repository, source, round, secret }: Change & { secret: string }) {
  repository.git('fetch', '--quiet', 'origin')
  repository.git('reset', '--quiet', '--hard', 'origin/main')
  const file = path.join(repository.work, 'locales/de/common.json')
  const text = `Neu ${round}`
  changeFirst(file, text)
  repository.commit(`Change ${round}`)
  const body = JSON.stringify({ ref: 'refs/heads/main', before: 'a'.repeat(40), after: 'b'.repeat(40) })
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const started = performance.now()
  const answer = await product.fetch(`/hooks/git/${source}`, {
    method: 'POST',
    body,
    headers: { 'x-github-event': 'push', 'x-hub-signature-256': `sha256=${signature}` },
  })
  if (answer.status !== 204) throw new Error(`The webhook was answered with ${answer.status}`)
  await until('What was pushed', async () => {
    const { rows } = await callRoute(product.fetch, api.translations.page, {
      params: { project: PROJECT },
      query: { language: 'de', q: `"${text}"`, limit: 10 },
    })
    return rows.some(({ target }) => target.forms.other === text)
  })
  return performance.now() - started
}

/** Changes the first text of a file that is not a form of a plural. */
function changeFirst(file: string, text: string): void {
  const before = readFileSync(file, 'utf8')
  const [, start = '', old = ''] = /("[A-Za-z]+\d+": )("[^"]{3,}")/.exec(before) ?? []
  writeFileSync(file, before.replace(start + old, `${start}${JSON.stringify(text)}`))
}

/**
 * A translator saves one text of a source that is sent without a quiet time. Returns milliseconds and
 * processor time from the response until it is in the branch.
 */
async function changeOut({ product, repository, round }: Change) {
  const params = { project: PROJECT }
  const { rows } = await callRoute(product.fetch, api.translations.page, {
    params,
    query: { language: 'fr', limit: 10 },
  })
  const row = rows[5]
  if (row === undefined) throw new Error('There is no string')
  const tip = () => readFileSync(path.join(repository.bare, 'refs/heads/main'), 'utf8')
  const before = tip()
  const processorBefore = processorSecondsOf(product.pid) ?? Number.NaN
  await callRoute(product.fetch, api.translations.save, {
    params: { ...params, key: row.key.id, language: 'fr' },
    body: { forms: { ...row.target.forms, other: `Nouveau ${round}` }, baseVersion: row.target.version },
  })
  const started = performance.now()
  await until('What was saved', async () => tip() !== before)
  const ms = performance.now() - started
  await new Promise((resolve) => setTimeout(resolve, REST_MS))
  const processorMs = ((processorSecondsOf(product.pid) ?? Number.NaN) - processorBefore) * 1000
  return { ms, processorMs }
}

/** The time until the work after a push is done too. */
const REST_MS = 1000

/** The same done by a person with a full clone, to measure the share of Git itself. */
async function fetchAndCommitByHand(
  git: GitServer,
  repository: TestRepository,
  round: number,
): Promise<number> {
  const started = performance.now()
  // The server is in this process: code that waits for Git must let it answer.
  const run = (...args: readonly string[]) => runGit('git', args, { cwd: repository.work })
  await run('fetch', '--quiet', withCredentials(git, repository.url), 'main')
  await run('reset', '--quiet', '--hard', 'FETCH_HEAD')
  changeFirst(path.join(repository.work, 'locales/es/common.json'), `Nuovo ${round}`)
  await run('commit', '--quiet', '-am', 'By hand')
  await run('push', '--quiet', withCredentials(git, repository.url), 'HEAD:main')
  return performance.now() - started
}

async function cloneByHand(git: GitServer, repository: TestRepository): Promise<number> {
  const folder = scratch('git-clone')
  const started = performance.now()
  await runGit('git', ['clone', '--quiet', withCredentials(git, repository.url), folder])
  return (performance.now() - started) / 1000
}

const runGit = promisify(execFile)

function withCredentials({ user, password }: GitServer, url: string): string {
  return url.replace('://', `://${encodeURIComponent(user)}:${encodeURIComponent(password)}@`)
}

/** Repacks under the same condition as the product does once an hour. Returns milliseconds. */
async function repackCopies(copies: string): Promise<number> {
  const started = performance.now()
  const git = openGit({ searchPath: process.env.PATH ?? '' })
  for (const name of readdirSync(copies)) {
    const repository = path.join(copies, name)
    await tidyCopy((args, rest) => git({ repository, args, ...rest }), repository)
  }
  return performance.now() - started
}

/** Returns the bytes of the newest locale files in a separate pack. */
function packedSizeOf(repository: TestRepository): number {
  const ids = repository
    .git('ls-tree', '-r', 'HEAD', 'locales')
    .split('\n')
    .map((line) => line.split(/\s/)[2] ?? '')
  const { stdout } = spawnSync('git', ['pack-objects', '--stdout', '--quiet'], {
    cwd: repository.work,
    input: ids.join('\n'),
    maxBuffer: 1024 * 1024 * 1024,
  })
  return stdout.byteLength
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0)
}

function mb(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1)
}

async function until(what: string, isThere: () => Promise<boolean>): Promise<void> {
  for (const started = performance.now(); performance.now() - started < 30_000; ) {
    if (await isThere()) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`${what} did not come within half a minute`)
}
