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
const PACKAGES = ['core', 'formats', 'contract', 'store', 'server', 'client', 'cli', 'i18next']
/** More failed files than this are no accident of a busy machine. */
const MOST_REPEATED = 3
const scratch = mkdtempSync(path.join(os.tmpdir(), 'dragoman-test-'))

const steps = [
  [
    'types',
    () =>
      all(
        [...PACKAGES.map((name) => `packages/${name}`), 'scripts', 'bench', 'e2e', 'examples/shop'].map(
          (folder) => [bin('typescript/bin/tsc'), '-p', folder],
        ),
      ),
  ],
  ['lint', () => node(bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.')],
  ['dependencies', () => node('scripts/check-dependencies.mjs')],
  ['unused', () => node(bin('knip/bin/knip.js'), '--no-progress')],
  ['build', () => (isBuildStale(root) ? node('scripts/build.mjs') : 0)],
  ['texts', () => node(bin('tsx/dist/cli.mjs'), '--conditions=source', 'scripts/check-texts.ts')],
  ['unit', (env) => vitest('vitest.config.ts', { env })],
  ['node-sqlite', onNodeSqlite],
  ['e2e', (env) => vitest('e2e/vitest.config.ts', { env, repeats: MOST_REPEATED })],
]

const wanted = process.argv.slice(2)
const chosen = wanted.length === 0 ? steps : steps.filter(([name]) => wanted.includes(name))
if (chosen.length === 0) {
  console.error(`No such step. There are: ${steps.map(([name]) => name).join(', ')}.`)
  process.exit(2)
}

const failures = []
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

// Here as well as where it happened: of a long output often only the end is kept.
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((name) => `- ${name}`).join('\n')}`)
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

/**
 * Runs Vitest. A browser story goes on from what its tests did before, so a test of it cannot be tried again by
 * itself: up to `repeats` failed files run once more, whole and alone. Those that pass then are named.
 */
async function vitest(config, { env, program, files = [], repeats = 0 }) {
  const first = await runVitest(config, { env, program, files })
  printSlowestFiles(first.files)
  const broken = first.files.filter(({ status }) => status === 'failed')
  if (broken.length === 0 || broken.length > repeats || first.hasCrashed) return counted(first)
  const names = broken.map(({ name }) => path.relative(root, name))
  console.log(`\nOnce more, alone: ${names.join(', ')}`)
  const second = await runVitest(config, { env, program, files: names, isAlone: true })
  for (const name of namesOfFailures(broken)) console.log(`Failed at first: ${name}`)
  const kept = first.files.filter(({ status }) => status !== 'failed')
  return counted({ ...second, files: [...kept, ...second.files] })
}

function counted({ files, hasCrashed }) {
  failures.push(...namesOfFailures(files))
  const tests = files.flatMap(({ assertionResults }) => assertionResults)
  const count = (...states) => tests.filter(({ status }) => states.includes(status)).length
  const failed = count('failed')
  const isBroken = hasCrashed || files.some(({ status }) => status === 'failed')
  return {
    passed: count('passed'),
    failed: failed === 0 && isBroken ? 1 : failed,
    skipped: count('pending', 'skipped', 'todo', 'disabled'),
  }
}

/** Reads Vitest's own report, so that a crash before the first test cannot look like success. */
async function runVitest(config, { env, program = process.execPath, files, isAlone = false }) {
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
    ...(isAlone ? ['--no-file-parallelism'] : []),
    ...files,
    { env, program },
  )
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const hasFailure = testResults.some(({ status }) => status === 'failed')
  return { files: testResults, hasCrashed: code !== 0 && !hasFailure }
}

/** Where the time goes: the ten test files that took longest. */
function printSlowestFiles(testResults) {
  const seconds = testResults.map(({ name, startTime, endTime }) => [
    (endTime - startTime) / 1000,
    path.relative(root, name),
  ])
  for (const [took, file] of seconds.sort((a, b) => b[0] - a[0]).slice(0, 10))
    console.log(`${took.toFixed(1).padStart(7)} s  ${file}`)
}

function namesOfFailures(testResults) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [`${file}: ${message}`]
    return failed.map((test) => `${file} > ${test.fullName}`)
  })
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
