// The only reporter of `npm test`. It prints each failure when it happens and nothing for passing tests, and
// writes its results to `DRAGOMAN_TEST_REPORT` as JSON (see `TestReport` in scripts/lib/run-vitest.mjs). With
// `DRAGOMAN_TEST_TRACE`, it appends the milliseconds and name of each file to that file when it ends.
import { appendFileSync, writeFileSync } from 'node:fs'

/** Output of a test that failed is printed up to this many characters, from its end. */
const MOST_OUTPUT = 4_000

export default class TestReporter {
  #running = new Map()
  #output = new Map()
  #files = []
  #limitMs = Number(process.env.DRAGOMAN_TEST_LIMIT_MS ?? 0)

  onTestRunStart() {
    if (this.#limitMs === 0) return
    setTimeout(() => this.#giveUp(), this.#limitMs).unref()
  }

  onTestModuleStart(module) {
    this.#running.set(module.id, module.relativeModuleId)
  }

  onTestCaseReady(test) {
    this.#running.set(test.id, nameOf(test))
  }

  onTestCaseResult(test) {
    this.#running.delete(test.id)
    const { state, errors = [] } = test.result()
    if (state === 'failed') printFailure(nameOf(test), errors, this.#output.get(test.id))
    this.#output.delete(test.id)
  }

  onTestModuleEnd(module) {
    this.#running.delete(module.id)
    const { DRAGOMAN_TEST_TRACE: trace } = process.env
    if (trace)
      appendFileSync(trace, `${Math.round(module.diagnostic().duration)} ${module.relativeModuleId}\n`)
    const errors = module.errors().map(({ message }) => message)
    if (module.errors().length > 0)
      printFailure(module.relativeModuleId, module.errors(), this.#output.get(module.id))
    this.#files.push({
      file: module.relativeModuleId,
      failed: module.state() === 'failed',
      errors,
      ms: Math.round(module.diagnostic().duration),
      tests: [...module.children.allTests()].map((test) => ({
        name: test.fullName,
        state: test.result().state,
        ms: Math.round(test.diagnostic()?.duration ?? 0),
        message: test.result().errors?.[0]?.message ?? null,
      })),
    })
  }

  /** Kept until the test ends, because output of passing tests is not shown. */
  onUserConsoleLog({ taskId, content }) {
    if (taskId === undefined) return
    this.#output.set(taskId, `${this.#output.get(taskId) ?? ''}${content}`.slice(-MOST_OUTPUT))
  }

  onTestRunEnd(_modules, unhandledErrors) {
    for (const error of unhandledErrors) printFailure('An error outside of tests', [error])
    this.#write(unhandledErrors.map(({ message }) => message))
  }

  /** Handles a test that hangs: lists the running tests, and ends the run. */
  #giveUp() {
    const names = [...this.#running.values()]
    print(
      [
        `\nThe time limit of ${this.#limitMs / 60_000} minutes was reached. Running:`,
        ...names.map((name) => `  ${name}`),
      ].join('\n'),
    )
    this.#write([`The time limit was reached while these ran: ${names.join(' · ')}`])
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1_000)
  }

  #write(errors) {
    const file = process.env.DRAGOMAN_TEST_REPORT
    if (file) writeFileSync(file, JSON.stringify({ files: this.#files, errors }))
  }
}

function nameOf(test) {
  return `${test.module.relativeModuleId} > ${test.fullName}`
}

function printFailure(name, errors, output) {
  print(
    [
      `\nFAIL ${name}`,
      ...errors.map((error) => indent(describe(error))),
      ...(output ? [indent(`It printed:\n${output.trimEnd()}`)] : []),
    ].join('\n'),
  )
}

/** Sent to the parent, which hides all other output, because libraries bypass Vitest when they print. */
function print(text) {
  if (process.send) process.send({ print: text })
  else console.log(text)
}

function describe({ name, message, diff, stacks = [], stack }) {
  const places = stacks
    .slice(0, 5)
    .map(({ method, file, line, column }) => `at ${method || 'test'} ${file}:${line}:${column}`)
  return [
    `${name ?? 'Error'}: ${message}`,
    ...(diff ? [diff] : []),
    ...(places.length > 0 ? places : [stack ?? '']),
  ]
    .filter((line) => line !== '')
    .join('\n')
}

function indent(text) {
  return text.replaceAll(/^/gm, '  ')
}
