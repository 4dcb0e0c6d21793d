// `npm test`: the gate. `npm run test:all` adds everything heavy. Prints one line per step. Failures are
// printed when they happen and once more at the end, and the last line counts the tests. See CONTRIBUTING.md,
// "Tests".
//
// npm test                          everything in the tier
// npm test -- unit                  one step
// npm test -- packages/core e2e     only test files whose paths contain one of these
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { isBuildStale } from './lib/build-stamp.mjs'
import { checkFlakyList } from './lib/flaky-list.mjs'
import { useMemoryForTemporaryFiles } from './lib/memory-folder.mjs'
import { nodeOf } from './lib/other-node.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { runVitest } from './lib/run-vitest.mjs'
import { findChromium, findWholeChromium } from './lib/system-packages.mjs'

const root = path.resolve(import.meta.dirname, '..')
const bin = (name) => path.join(root, 'node_modules', name)
/**
 * The packages that run on Node.js, and the programs around them, are one program for the compiler, so that
 * each file is checked once.
 */
const PROJECTS = [
  'tsconfig.json',
  'packages/client',
  'tsconfig.tools.json',
  'packages/i18next',
  'scripts',
  'examples/shop',
]
/** With more failing files than this, something is broken, and no file is rerun. */
const MOST_RERUN = 5
const UNIT = 'vitest.config.ts'
const BROWSER = 'e2e/vitest.config.ts'
const TEST_FILE = /\.(?:test\.tsx?|e2e\.ts)$|^(?:packages|e2e|scripts)\//

const isAll = process.argv.includes('--all')
const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
/** Writes the duration of each file, for the order of the next runs (scripts/lib/slowest-first.ts). */
const notesDurations = process.argv.includes('--note-durations') || (isAll && asked.length === 0)
const askedFiles = asked.filter((argument) => TEST_FILE.test(argument) || argument === 'e2e')
const isSelection = askedFiles.length > 0

/** @type {{ name: string, run: () => Promise<number | import('./lib/run-vitest.mjs').TestReport> }[]} */
const staticSteps = [
  { name: 'types', run: checkTypes },
  { name: 'lint', run: () => node(bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.') },
  { name: 'dependencies', run: () => node('scripts/check-dependencies.mjs') },
  { name: 'unused', run: () => node(bin('knip/bin/knip.js'), '--no-progress', '--no-config-hints') },
  {
    name: 'unshipped',
    run: () =>
      node(
        bin('knip/bin/knip.js'),
        ...['--no-progress', '--no-config-hints', '--include', 'exports,files'],
        ...['--config', 'scripts/knip-shipped.jsonc'],
      ),
  },
  {
    name: 'texts',
    run: () => node(bin('tsx/dist/cli.mjs'), 'scripts/check-texts.ts'),
  },
  { name: 'words', run: () => node('scripts/check-words.mjs') },
  { name: 'tests', run: () => node('scripts/check-tests.mjs') },
  { name: 'paths', run: () => node('scripts/check-paths.mjs') },
  { name: 'findings', run: () => node('scripts/check-findings.mjs') },
  { name: 'flaky', run: async () => checkFlakyList(root) },
]
const buildStep = {
  name: 'build',
  run: async () => (isBuildStale(root) ? node('scripts/build.mjs') : 0),
}
const testSteps = [
  { name: 'unit', run: () => vitest(UNIT, {}) },
  ...(isAll ? [22, 24].map((major) => ({ name: `node-${major}`, run: () => onOtherNode(major) })) : []),
  { name: 'browser', run: () => vitest(BROWSER, {}) },
]

const known = [...staticSteps, buildStep, ...testSteps].map(({ name }) => name)
const askedSteps = asked.filter((argument) => !askedFiles.includes(argument))
const unknown = askedSteps.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. There are: ${known.join(', ')}; or name test files.`)
  process.exit(2)
}
const isAsked = ({ name }) => {
  if (isSelection)
    return (
      name === 'build' || (name === 'unit' && hasFiles(UNIT)) || (name === 'browser' && hasFiles(BROWSER))
    )
  // Tests run the build: a single step of tests needs a current one too.
  if (name === 'build' && testSteps.some((step) => askedSteps.includes(step.name))) return true
  return askedSteps.length === 0 || askedSteps.includes(name)
}

function hasFiles(config) {
  return filesFor(config).length > 0
}

/** The test files named on the command line that belong to a config. */
function filesFor(config) {
  return askedFiles.filter((file) => file.startsWith('e2e') === (config === BROWSER))
}

const total = { passed: 0, failed: 0, skipped: 0 }
const failures = []
const flaky = []
const toRerun = []
const secondsOfFiles = {}
const began = Date.now()

const removeTemporaryFiles = testSteps.some(isAsked) ? useMemoryForTemporaryFiles() : () => undefined
const postgres = testSteps.some(isAsked) ? await startPostgres() : null
if (testSteps.some(isAsked) && !postgres) {
  failures.push({
    name: 'PostgreSQL was not found',
    message: 'Install it (Debian: apt-get install postgresql).',
  })
  total.failed += 1
}
/** Each component test and each process of the product loads the same modules; Node.js compiles them once here. */
const compiledModules = mkdtempSync(path.join(os.tmpdir(), 'dragoman-compiled-'))
/** The same for what Vitest transforms. Only for one run: what has changed since cannot be in it. */
const transformedModules = mkdtempSync(path.join(os.tmpdir(), 'dragoman-transformed-'))
const env = {
  NODE_COMPILE_CACHE: compiledModules,
  DRAGOMAN_TRANSFORMED_MODULES: transformedModules,
  // A file given on the command line runs in any tier.
  DRAGOMAN_TEST_TIER: isAll || isSelection ? 'all' : 'gate',
  ...(postgres ? { TEST_POSTGRES_URL: postgres.url, TEST_POSTGRES_BIN: postgres.bin } : {}),
  DRAGOMAN_TEST_CHROMIUM: (isAll ? findWholeChromium() : null) ?? findChromium() ?? '',
}

let isClean = false
function cleanUp() {
  if (isClean) return
  isClean = true
  postgres?.remove()
  for (const folder of [compiledModules, transformedModules]) rmSync(folder, { recursive: true, force: true })
  removeTemporaryFiles()
}
process.on('exit', cleanUp)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130))

try {
  await Promise.all([
    inOrder(isSelection ? [] : staticSteps.filter(isAsked).slice(0, 1)),
    inOrder([buildStep, ...(isSelection ? [] : staticSteps.slice(1))].filter(isAsked)),
  ])
  await inOrder(testSteps.filter(isAsked))
  await rerun()
} finally {
  cleanUp()
}

console.log(`── total         ${seconds(began).padStart(8)}`)
if (flaky.length > 0) console.log('')
for (const { name, message } of flaky) console.log(`FLAKY ${name}: ${firstLine(message)}`)
if (failures.length > 0) console.log('\nFailed:')
for (const { name, message, command } of failures) {
  console.log(`- ${name}: ${firstLine(message)}`)
  if (command) console.log(`    ${command}`)
}
if (notesDurations) noteDurations()
console.log(
  `\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)

async function inOrder(steps) {
  for (const step of steps) {
    const started = Date.now()
    const result = await step.run()
    const counts = typeof result === 'number' ? countStep(step.name, result) : countReport(step, result)
    for (const key of Object.keys(total)) total[key] += counts[key]
    const summary = typeof result === 'number' ? (result === 0 ? 'ok' : 'FAILED') : describeCounts(counts)
    const again = toRerun.filter(({ step: name }) => name === step.name).length
    console.log(
      `── ${step.name.padEnd(13)} ${seconds(started).padStart(8)}  ${summary}${again > 0 ? `, ${again} failing files run again at the end` : ''}`,
    )
  }
}

function countStep(name, code) {
  if (code === 0) return { passed: 1, failed: 0, skipped: 0 }
  failures.push({ name, message: 'The reason is above.', command: `npm test -- ${name}` })
  return { passed: 0, failed: 1, skipped: 0 }
}

/** Failing files are counted as failed only after their second run. */
function countReport({ name }, { files, errors, config = UNIT, canRerun = true }) {
  const broken = files.filter(({ failed }) => failed)
  for (const { file, ms } of files) secondsOfFiles[file] = Math.round(ms / 100) / 10
  for (const message of errors) {
    console.log(message)
    failures.push({ name, message })
  }
  const counted = canRerun ? files.filter(({ failed }) => !failed) : files
  if (canRerun) toRerun.push(...broken.map((file) => ({ step: name, config, file })))
  else noteFailures(broken)
  const counts = countTests(counted)
  return { ...counts, failed: counts.failed + errors.length }
}

function countTests(files) {
  const tests = files.flatMap((file) => file.tests)
  const count = (...states) => tests.filter(({ state }) => states.includes(state)).length
  const withoutTests = files.filter(
    (file) => file.failed && file.tests.every(({ state }) => state !== 'failed'),
  )
  return {
    passed: count('passed'),
    failed: count('failed') + withoutTests.length,
    skipped: count('skipped', 'pending'),
  }
}

/** Reruns up to five failing files, each alone and completely. */
async function rerun() {
  if (toRerun.length === 0) return
  if (toRerun.length > MOST_RERUN) {
    const files = toRerun.map(({ file }) => file)
    noteFailures(files)
    const counts = countTests(files)
    for (const key of Object.keys(total)) total[key] += counts[key]
    return
  }
  for (const { config, file } of toRerun) {
    const started = Date.now()
    const report = await runVitest({ root, config, env, files: [file.file], alone: true })
    const counts = countTests(report.files)
    for (const message of report.errors) failures.push({ name: file.file, message })
    noteFailures(report.files.filter(({ failed }) => failed))
    counts.failed += report.errors.length
    for (const key of Object.keys(total)) total[key] += counts[key]
    if (counts.failed === 0) flaky.push(...failuresOf(file))
    console.log(`── run again     ${seconds(started).padStart(8)}  ${describeCounts(counts)}  ${file.file}`)
  }
}

function noteFailures(files) {
  for (const file of files) failures.push(...failuresOf(file))
}

function failuresOf({ file, errors, tests }) {
  const command = `npm test -- ${file}`
  const failed = tests.filter(({ state }) => state === 'failed')
  if (failed.length === 0) return [{ name: file, message: errors[0] ?? 'failed without a message', command }]
  return failed.map(({ name, message }) => ({ name: `${file} > ${name}`, message: message ?? '', command }))
}

async function vitest(config, options) {
  return { ...(await runVitest({ root, config, env, files: filesFor(config), ...options })), config }
}

/** Tests the store on another version of Node.js; `e2e/package.e2e.ts` does the same with the package. */
async function onOtherNode(major) {
  const report = await runVitest({
    root,
    config: UNIT,
    env: { ...env, TEST_POSTGRES_URL: '' },
    program: nodeOf(major),
    files: ['packages/store'],
  })
  return { ...report, canRerun: false }
}

/** Runs two compilers at a time, because each keeps one core busy for most of its time. */
async function checkTypes() {
  const left = [...PROJECTS]
  let worst = 0
  const work = async () => {
    for (let folder = left.shift(); folder; folder = left.shift())
      // One checker each: several check the same types again, and two programs use both cores.
      worst = Math.max(worst, await node(bin('typescript/bin/tsc'), '-p', folder, '--checkers', '1'))
  }
  await Promise.all(Array.from({ length: Math.min(2, os.availableParallelism()) }, work))
  return worst
}

function noteDurations() {
  const slow = Object.entries(secondsOfFiles).filter(([, took]) => took >= 1)
  const sorted = Object.fromEntries(slow.sort(([, a], [, b]) => b - a))
  writeFileSync(path.join(root, 'scripts/test-durations.json'), `${JSON.stringify(sorted, null, 2)}\n`)
}

/** Prints the output of the command only if it fails. */
function node(...args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    })
    const printed = []
    child.stdout.on('data', (chunk) => printed.push(chunk))
    child.stderr.on('data', (chunk) => printed.push(chunk))
    child.on('close', (code) => {
      if (code !== 0) process.stdout.write(`\n${Buffer.concat(printed).toString().trim()}\n`)
      resolve(code ?? 1)
    })
  })
}

function describeCounts({ passed, failed, skipped }) {
  return [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} FAILED`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ].join(', ')
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}

function firstLine(text) {
  return (
    text
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim()
      .slice(0, 300) ?? ''
  )
}
