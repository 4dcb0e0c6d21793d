import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { writeProgram } from '../../server/test/write-program.ts'

// The only child processes of the gate tests of this package. Shells, Git and the compiler are separate
// programs, and only a separate process has a working folder, a terminal and signals.

type Surroundings = {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string | undefined>>
}

export type ProgramEnd = { readonly code: number | null; readonly out: string; readonly err: string }

/** Runs a program to its end; null if it is not installed. Without `env` it gets that of the tests. */
export function runProgram(
  command: string,
  args: readonly string[],
  { cwd, env = process.env }: Surroundings = {},
): ProgramEnd | null {
  const { error, status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' })
  return error ? null : { code: status, out: stdout, err: stderr }
}

/** Runs Git in a folder, as Dana, and returns its output. Throws an error with Git's message if it fails. */
export function runGit(folder: string, ...args: readonly string[]): string {
  const dana = ['-c', 'user.name=Dana', '-c', 'user.email=dana@example.org']
  const ended = runProgram('git', ['-C', folder, ...dana, ...args])
  if (ended?.code !== 0) throw new Error(`git ${args.join(' ')}: ${ended?.err ?? 'not installed'}`)
  return ended.out.trim()
}

/**
 * Writes a Git to a folder that fails at one command with a message, and passes all others to the real one. Returns
 * the PATH with which it is found first.
 */
export function gitFailingAt(
  folder: string,
  { command, message, code = 128 }: { command: string; message: string; code?: number | undefined },
): string {
  mkdirSync(folder, { recursive: true })
  const path = process.env.PATH ?? ''
  const lines = [
    '#!/bin/sh',
    `case " $* " in *" ${command} "*) printf '%s\\n' '${message}' >&2; exit ${code};; esac`,
    `PATH='${path}' exec git "$@"`,
  ]
  writeProgram(join(folder, 'git'), `${lines.join('\n')}\n`)
  return `${folder}${delimiter}${path}`
}

/** A running program. */
export type Started = {
  readonly child: ChildProcess
  /** Its exit code and all that it printed. */
  readonly ended: Promise<ProgramEnd>
  readonly out: () => string
  /** Resolves once the output contains a text; rejects if the program ends before. */
  readonly printed: (text: string) => Promise<void>
}

/** Starts a program; `typed` is its input. */
export function startProgram(
  command: string,
  args: readonly string[],
  { cwd, env = process.env, typed = '' }: Surroundings & { readonly typed?: string } = {},
): Started {
  const child = spawn(command, args, { cwd, env })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  child.stdin.end(typed)
  const ended = once(child, 'close').then(([code]) => ({ code, out, err }))
  return {
    child,
    ended,
    out: () => out,
    async printed(text) {
      const end = ended.then(({ code }) => {
        if (!out.includes(text)) throw new Error(`It ended with ${code} without "${text}": ${out}${err}`)
      })
      while (!out.includes(text)) await Promise.race([once(child.stdout, 'data'), end])
    },
  }
}

/** Starts a script of Node.js that exchanges messages with this process. */
export function startScript(file: string): ChildProcess {
  return fork(file)
}
