import { spawn } from 'node:child_process'
import { oneLine } from './one-line.ts'
import { CommandError } from './terminal.ts'

/** How a run of Git ended. */
export type GitEnd = {
  /** Null: a signal ended it. */
  readonly code: number | null
  readonly out: Buffer
  /** What Git printed as errors and warnings. */
  readonly messages: string
}

/** More is not kept of what Git prints as errors. */
const MESSAGES_MAX = 64 * 1024

/** Runs Git in a folder to its end, also if it fails. Throws CommandError if Git is not installed. */
export function runGit(folder: string, args: readonly string[], input = ''): Promise<GitEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['-C', folder, ...args])
    const out: Buffer[] = []
    let messages = ''
    child.stdout.on('data', (piece: Buffer) => out.push(piece))
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      if (messages.length < MESSAGES_MAX) messages += piece
    })
    child.stdin.on('error', () => {}) // Git exited before it had read all input.
    child.on('error', () =>
      reject(new CommandError('Git was not found, so there is nothing to compare with.')),
    )
    child.on('close', (code) => resolve({ code, out: Buffer.concat(out), messages }))
    child.stdin.end(input)
  })
}

/** Returns what Git prints. Throws CommandError with Git's message if it fails. */
export async function git(folder: string, args: readonly string[], input = ''): Promise<Buffer> {
  const end = await runGit(folder, args, input)
  if (end.code !== 0) throw gitError(end, args)
  return end.out
}

/**
 * Returns what Git prints, or null if it ends with 1, with which it answers that what was asked for does not exist.
 * Throws CommandError with Git's message if it fails.
 */
export async function askGit(folder: string, args: readonly string[]): Promise<Buffer | null> {
  const end = await runGit(folder, args)
  if (end.code === 0) return end.out
  if (end.code === 1) return null
  throw gitError(end, args)
}

/**
 * Whether Git failed because the folder is in no repository. In every language the message ends with the name that it
 * has searched for: `not a git repository (or any of the parent directories): .git`.
 */
export function isOutsideOfRepository({ code, messages }: GitEnd): boolean {
  return code !== 0 && /^fatal: (?:not a git repository\b.*|.*[^\w/.]\.git)$/m.test(messages)
}

/** Returns the error of a run that failed, with the first line of what Git reports as an error. */
export function gitError({ code, messages }: GitEnd, [command = '']: readonly string[]): CommandError {
  const lines = messages.split('\n').filter((line) => line.trim() !== '')
  const line = lines.find((one) => /^(?:fatal|error): /.test(one)) ?? lines[0]
  const reason =
    line === undefined
      ? `git ${command} ended ${code === null ? 'early' : `with code ${code}`}`
      : line.replace(/^(?:fatal|error): /, '')
  return new CommandError(`Git failed: ${oneLine(reason)}`)
}

/** Returns output that is one line of text. */
export function textOf(output: Buffer): string {
  return output.toString('utf8').trim()
}
