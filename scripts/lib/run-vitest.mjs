// Runs Vitest in a separate process and reads the report of scripts/lib/test-reporter.mjs.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/**
 * @typedef {object} TestResult
 * @property {string} name
 * @property {'passed' | 'failed' | 'skipped' | 'pending'} state
 * @property {number} ms
 * @property {string | null} message of its first error
 *
 * @typedef {object} FileResult
 * @property {string} file relative to the root
 * @property {boolean} failed
 * @property {string[]} errors outside of tests: imports, hooks
 * @property {number} ms
 * @property {TestResult[]} tests
 *
 * @typedef {object} TestReport
 * @property {FileResult[]} files
 * @property {string[]} errors of the run as a whole; it has failed if there are any
 */

/**
 * After this time, a run lists the running tests and is ended. Four times the time of the slowest machine;
 * `DRAGOMAN_TEST_LIMIT_MINUTES` replaces it where a run gets only a part of a processor.
 */
const LIMIT_MINUTES = { gate: 40, all: 240 }

/**
 * @param {object} run
 * @param {string} run.root
 * @param {string} run.config
 * @param {Record<string, string | undefined>} run.env
 * @param {readonly string[]} [run.files] only these; all of the config otherwise
 * @param {boolean} [run.alone] one file at a time, and nothing shared between them
 * @param {string} [run.program] another Node.js
 * @param {readonly string[]} [run.options] further options of Vitest
 * @returns {Promise<TestReport>}
 */
export async function runVitest({
  root,
  config,
  env,
  files = [],
  alone = false,
  program = process.execPath,
  options = [],
}) {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'dragoman-report-'))
  const report = path.join(scratch, 'report.json')
  const minutes = LIMIT_MINUTES[env.DRAGOMAN_TEST_TIER === 'gate' ? 'gate' : 'all']
  const limitMs = Number(process.env.DRAGOMAN_TEST_LIMIT_MINUTES ?? minutes) * 60_000
  try {
    const { code, output } = await run(
      program,
      [
        path.join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--config',
        config,
        `--reporter=${path.join(root, 'scripts/lib/test-reporter.mjs')}`,
        ...(alone ? ['--no-file-parallelism', '--isolate'] : []),
        ...options,
        ...files,
      ],
      {
        cwd: root,
        env: {
          ...process.env,
          ...env,
          NO_COLOR: '1',
          DRAGOMAN_TEST_REPORT: report,
          DRAGOMAN_TEST_LIMIT_MS: String(limitMs),
        },
      },
      limitMs,
    )
    if (!existsSync(report))
      return { files: [], errors: [`Vitest ended with ${code} and without a report:\n${output}`] }
    const result = /** @type {TestReport} */ (JSON.parse(readFileSync(report, 'utf8')))
    const isExplained = result.errors.length > 0 || result.files.some(({ failed }) => failed)
    return code === 0 || isExplained
      ? result
      : { ...result, errors: [`Vitest ended with ${code}, but no test failed:\n${output}`] }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Output in addition to the reporter's messages is kept up to this length, and shown if the run crashes. */
const MOST_OUTPUT = 20_000

/** Prints the messages of the reporter, and returns the end of everything else. */
function run(program, args, options, limitMs) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    let output = ''
    const keep = (chunk) => {
      output = `${output}${chunk}`.slice(-MOST_OUTPUT)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('message', (message) => console.log(Object(message).print))
    // The reporter ends a run that hangs; this ends it if the reporter hangs as well.
    const limit = setTimeout(() => child.kill('SIGKILL'), limitMs + 60_000)
    child.on('close', (code, signal) => {
      clearTimeout(limit)
      resolve({ code: code ?? signal, output })
    })
  })
}
