// `npm run test:soak -- --minutes 60`: searches for rare failures. Repeats three things until the time is
// over: the gate on one core next to two busy loops, the laws with new seeds, and many kills. Prints a line
// per run and keeps the output of failed runs. `--only gate|laws|kills` repeats one of them; `--idle` omits
// the busy loops; `--core 1` uses the second core, for a second clone at the same time.
import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const minutes = Number(optionOf('--minutes') ?? 60)
const only = optionOf('--only')
const core = optionOf('--core') ?? '0'
const isIdle = process.argv.includes('--idle')
const until = Date.now() + minutes * 60_000
const kept = mkdtempSync(path.join(os.tmpdir(), 'dragoman-soak-'))

const KINDS = {
  // On a third of a core, a gate can take longer than its limit.
  gate: { args: ['scripts/test.mjs'], env: { DRAGOMAN_TEST_LIMIT_MINUTES: '160' } },
  laws: {
    args: [
      'scripts/test.mjs',
      '--all',
      'packages/core/test/laws',
      'packages/formats/test',
      'packages/store/test',
    ],
    env: { DRAGOMAN_LAW_SEED: 'random' },
  },
  kills: {
    args: ['scripts/test.mjs', '--all', 'packages/server/test/kill', 'packages/store/test/kill'],
    env: { DRAGOMAN_KILLS: '100' },
  },
}
const kinds = only ? [only] : Object.keys(KINDS)
if (!Number.isFinite(minutes) || kinds.some((kind) => !(kind in KINDS))) {
  console.error('Usage: npm run test:soak -- [--minutes N] [--only gate|laws|kills] [--idle] [--core N]')
  process.exit(2)
}

let failed = 0
for (let round = 1; Date.now() < until; round++) {
  const kind = kinds[(round - 1) % kinds.length]
  const started = Date.now()
  const { code, output } = await runOnce(kind)
  const flaky = output.split('\n').filter((line) => line.startsWith('FLAKY'))
  const isGood = code === 0 && flaky.length === 0
  if (!isGood) {
    failed += 1
    writeFileSync(path.join(kept, `${round}-${kind}.log`), output)
  }
  const last = output.trim().split('\n').at(-1)
  console.log(
    `${String(round).padStart(3)}  ${kind.padEnd(5)} ${Math.round((Date.now() - started) / 1000)} s  ${isGood ? 'ok' : 'FAILED'}  ${last}`,
  )
  for (const line of flaky) console.log(`     ${line}`)
}
console.log(failed === 0 ? 'No run failed.' : `${failed} runs failed; their output is in ${kept}.`)
process.exit(failed === 0 ? 0 : 1)

/** Runs on one core next to two busy loops, unless `--idle` was given or there is no `taskset`. */
async function runOnce(kind) {
  const { args, env } = KINDS[kind]
  const isLoaded = !isIdle && process.platform === 'linux'
  const loops = isLoaded ? [startLoop(), startLoop()] : []
  try {
    return await run(
      isLoaded ? ['taskset', '-c', core, process.execPath, ...args] : [process.execPath, ...args],
      env,
    )
  } finally {
    for (const loop of loops) loop.kill('SIGKILL')
  }
}

function startLoop() {
  return spawn('taskset', ['-c', core, process.execPath, '-e', 'for (;;);'], { stdio: 'ignore' })
}

function run([program, ...args], env) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const chunks = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    child.on('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString() }))
  })
}

function optionOf(name) {
  const index = process.argv.indexOf(name)
  return index < 0 ? undefined : process.argv[index + 1]
}
