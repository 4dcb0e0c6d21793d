import { describe, expect, test } from 'vitest'
import { TEST_DEADLINE_MS } from '../../../../scripts/lib/deadlines.ts'
import { DATABASES } from '../test-server.ts'
import { DECK_SIZE, type GitFigures, walkGit } from './git-walk.ts'
import { openSshServer } from './ssh-server.ts'
import { JSON_FILES, PROPERTIES_FILES } from './walk-formats.ts'

/**
 * By hand, for a long time: `DRAGOMAN_LAW_MINUTES=10 npx vitest run
 * packages/server/test/git/git-law.heavy.test.ts`, minutes for each database; or for `DRAGOMAN_GIT_STEPS` steps, on
 * the database `DRAGOMAN_GIT_DATABASE`: walks with seeds from `DRAGOMAN_LAW_SEED` on, all of them, even if
 * some fail. A failed walk leaves its data in the folder `DRAGOMAN_LAW_KEEP`.
 */
const MINUTES = Number(process.env.DRAGOMAN_LAW_MINUTES ?? 0)
const MANY_STEPS = Number(process.env.DRAGOMAN_GIT_STEPS ?? 0)
const DATABASE = databaseOf(process.env.DRAGOMAN_GIT_DATABASE ?? 'sqlite')
const SEED = Number(process.env.DRAGOMAN_LAW_SEED ?? 1000)
/** Steps in each walk of a long run, and in the walks of each ordinary test run. */
const STEPS = 2 * DECK_SIZE
const FEW = Math.floor(DECK_SIZE / 3)

/** The minimum count of each kind of step and failure in 1000 steps of a long run. */
const FLOORS: Readonly<Record<string, number>> = {
  save: 100,
  'save-plural': 3,
  empty: 5,
  undo: 10,
  resolve: 2,
  'create-key': 4,
  'remove-key': 1,
  edit: 50,
  add: 8,
  delete: 4,
  rename: 3,
  reformat: 8,
  move: 2,
  tidy: 3,
  replace: 2,
  spoil: 2,
  force: 3,
  rebase: 3,
  'take-back': 2,
  squash: 3,
  merge: 3,
  'onto-request': 3,
  'request-deleted': 1,
  'close-request': 1,
  'closed-asked': 1,
  send: 40,
  sync: 40,
  cut: 2,
  hang: 1,
  unanswered: 12,
  'own-branch': 10,
  'cut-pack': 2,
  slow: 2,
  error: 2,
  'no-sign-in': 2,
  restart: 10,
  kill: 10,
  'save-cut': 1,
  'branch-deleted': 5,
  'mirror-lost': 10,
  'bytes-compared': 80,
}
/**
 * The share of saves that can be refused because of a newer version or a deleted key; each refusal is
 * verified.
 */
const MOST_REFUSED = 0.05
const NO_SSH = 'This machine has no OpenSSH server'

describe.each(DATABASES)('developers push, translators save, anything fails: on %s', (database) => {
  const seed = database === 'sqlite' ? 1 : 2

  test('no text lost, no commit lost, branch and catalog agree', async () => {
    expectSome(await walkGit({ seed, steps: FEW, database }))
  })

  test('the same with pull requests that are merged, squashed, deleted, closed and committed to', async () => {
    expectSome(await walkGit({ seed: seed + 2, steps: FEW, database, mode: 'pull-request', hasForge: true }))
  })

  test.runIf(MINUTES > 0)(
    `the same for ${MINUTES} minutes with other seeds`,
    { timeout: (MINUTES + 5) * 60_000 },
    async () => {
      const total = new Map<string, number>()
      const until = Date.now() + MINUTES * 60_000
      for (let seed = SEED; Date.now() < until; seed++) add(total, await walkOf(seed, database))
      process.stdout.write(`Law of branches on ${database}: ${JSON.stringify(Object.fromEntries(total))}\n`)
      expect(total.get('walks') ?? 0).toBeGreaterThan(0)
    },
  )
})

test('the same over SSH, with properties files', async ({ skip }) => {
  const ssh = await openSshServer()
  if (ssh === null) return skip(NO_SSH)
  try {
    expectSome(await walkGit({ seed: 5, steps: FEW - 5, database: 'sqlite', format: PROPERTIES_FILES, ssh }))
  } finally {
    await ssh.close()
  }
})

test.runIf(MANY_STEPS > 0)(
  `the same for ${MANY_STEPS} steps`,
  { timeout: TEST_DEADLINE_MS + MANY_STEPS * 4000 },
  async () => {
    const total = new Map<string, number>()
    const failed: unknown[] = []
    for (let done = 0, seed = SEED; done < MANY_STEPS; done += STEPS, seed++) {
      const fault = await walkOf(seed, DATABASE).then(
        (figures) => add(total, figures),
        (error: unknown) => ({ error }),
      )
      if (fault) failed.push(fault.error)
      const result = fault ? `failed: ${fault.error}` : JSON.stringify(Object.fromEntries(total))
      process.stdout.write(`Seed ${seed}: ${result}\n`)
    }
    if (failed.length > 0) throw new AggregateError(failed, `${failed.length} walks failed`)
    const figure = (kind: string) => total.get(kind) ?? 0
    if (MANY_STEPS >= 1000)
      for (const [kind, floor] of Object.entries(FLOORS))
        expect(figure(kind), kind).toBeGreaterThanOrEqual(Math.floor((floor * MANY_STEPS) / 1000))
    const refused = ['stale-edit', 'gone', 'not-found'].reduce((sum, code) => sum + figure(`save-${code}`), 0)
    expect(refused, 'saves refused').toBeLessThanOrEqual((figure('save') + figure('empty')) * MOST_REFUSED)
  },
)

/** The database with this name. Using another one instead would make the figures of a long run false. */
function databaseOf(name: string): (typeof DATABASES)[number] {
  const found = DATABASES.find((one) => one === name)
  if (!found) throw new Error(`DRAGOMAN_GIT_DATABASE=${name} is not available: only ${DATABASES.join(', ')}`)
  return found
}

/** One walk of a long run: each kind takes its turn. */
async function walkOf(seed: number, database: (typeof DATABASES)[number]): Promise<GitFigures> {
  const ssh = seed % 5 === 0 ? await openSshServer() : null
  try {
    return await walkGit({
      seed,
      steps: STEPS,
      database,
      ssh,
      mode: seed % 2 === 0 ? 'push' : 'pull-request',
      hasForge: seed % 8 !== 7,
      format: seed % 3 === 0 ? PROPERTIES_FILES : JSON_FILES,
    })
  } finally {
    await ssh?.close()
  }
}

/** Checks what every walk must contain, however slow it is. */
function expectSome(figures: GitFigures): void {
  for (const kind of ['save', 'commits', 'send', 'sync', 'bytes-compared'])
    expect(figures[kind] ?? 0, kind).toBeGreaterThan(0)
}

function add(total: Map<string, number>, figures: GitFigures): void {
  for (const [name, figure] of Object.entries({ ...figures, walks: 1 }))
    total.set(name, (total.get(name) ?? 0) + figure)
}
