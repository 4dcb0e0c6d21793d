// `npm test`: everything, one step after the other, with one line of totals at the end. Steps that are not
// test runners count as one test each. `npm test -- unit` runs only the steps whose names are given.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { isBuildStale } from './lib/build-stamp.mjs'
import { nodeOf } from './lib/other-node.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { findChromium } from './lib/system-packages.mjs'

const root = path.resolve(import.meta.dirname, '..')
const bin = (name) => path.join(root, 'node_modules', name)
const PACKAGES = ['core', 'formats', 'contract', 'store', 'server', 'client', 'cli']
const scratch = mkdtempSync(path.join(os.tmpdir(), 'dragoman-test-'))

const steps = [
  [
    'types',
    () =>
      all(
        [...PACKAGES.map((name) => `packages/${name}`), 'scripts', 'bench', 'e2e'].map((folder) => [
          bin('typescript/bin/tsc'),
          '-p',
          folder,
        ]),
      ),
  ],
  ['lint', () => node(bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.')],
  ['dependencies', () => node('scripts/check-dependencies.mjs')],
  ['unused', () => node(bin('knip/bin/knip.js'), '--no-progress')],
  ['build', () => (isBuildStale(root) ? node('scripts/build.mjs') : 0)],
  ['texts', () => node(bin('tsx/dist/cli.mjs'), '--conditions=source', 'scripts/check-texts.ts')],
  ['unit', (env) => vitest('vitest.config.ts', { env })],
  ['node-sqlite', onNodeSqlite],
  ['e2e', (env) => vitest('e2e/vitest.config.ts', { env })],
]

const wanted = process.argv.slice(2)
const chosen = wanted.length === 0 ? steps : steps.filter(([name]) => wanted.includes(name))
if (chosen.length === 0) {
  console.error(`No such step. There are: ${steps.map(([name]) => name).join(', ')}.`)
  process.exit(2)
}

const total = { passed: 0, failed: 0, skipped: 0 }
const needsDatabase = chosen.some(([name]) => name === 'unit')
const postgres = needsDatabase ? await startPostgres() : null
if (needsDatabase && !postgres) {
  console.error(
    'PostgreSQL was not found, so the tests on it cannot run. Install it (Debian: apt-get install postgresql).',
  )
  total.failed += 1
}
const env = {
  ...process.env,
  ...(postgres ? { TEST_POSTGRES_URL: postgres.url, TEST_POSTGRES_BIN: postgres.bin } : {}),
  DRAGOMAN_TEST_CHROMIUM: findChromium() ?? '',
  NO_COLOR: '1',
}

try {
  for (const [name, run] of chosen) {
    const started = Date.now()
    console.log(`\n── ${name}`)
    const result = await run(env)
    const counts =
      typeof result === 'number'
        ? { passed: result === 0 ? 1 : 0, failed: result === 0 ? 0 : 1, skipped: 0 }
        : result
    for (const key of Object.keys(total)) total[key] += counts[key]
    console.log(
      `── ${name}: ${counts.passed} passed, ${counts.failed} failed, ${((Date.now() - started) / 1000).toFixed(1)} s`,
    )
  }
} finally {
  postgres?.remove()
  rmSync(scratch, { recursive: true, force: true })
}

console.log(
  `\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)

/** The store on the SQLite that Node.js 22.16 or later has built in; the unit tests before ran on this Node.js. */
async function onNodeSqlite(env) {
  const program = findNode(24)
  if (program === null) return 1
  const result = await vitest('vitest.config.ts', {
    env: { ...env, TEST_POSTGRES_URL: '' },
    program,
    files: ['packages/store'],
  })
  return { ...result, skipped: 0 } // those on PostgreSQL, which have run
}

function findNode(major) {
  try {
    return nodeOf(major)
  } catch (error) {
    console.error(error.message)
    return null
  }
}

/** Runs Vitest and reads its own report, so that a crash before the first test cannot look like success. */
async function vitest(config, { env, program = process.execPath, files = [] }) {
  const report = path.join(scratch, `${[config, ...files].join('-').replaceAll(/\W/g, '-')}.json`)
  const code = await node(
    bin('vitest/vitest.mjs'),
    'run',
    '--config',
    config,
    '--reporter=dot',
    '--reporter=json',
    '--reporter=./scripts/lib/report-second-attempts.mjs',
    `--outputFile.json=${report}`,
    ...files,
    { env, program },
  )
  const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests } = JSON.parse(
    readFileSync(report, 'utf8'),
  )
  const failed = Math.max(
    numFailedTests,
    numFailedTestSuites > 0 && numFailedTests === 0 ? 1 : 0,
    code === 0 ? 0 : 1,
  )
  return { passed: numPassedTests, failed, skipped: numPendingTests }
}

async function all(commands) {
  let worst = 0
  for (const command of commands) worst = Math.max(worst, await node(...command))
  return worst
}

function node(...args) {
  const options = typeof args.at(-1) === 'object' ? args.pop() : {}
  return new Promise((resolve) => {
    const child = spawn(options.program ?? process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: options.env ?? process.env,
    })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
