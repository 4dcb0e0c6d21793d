import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from '../src/run.ts'

export type CommandResult = {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command in this process, and returns its exit code and what it has printed. */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const out: string[] = []
  const err: string[] = []
  const code = await run([...args], {
    env,
    print: (text) => void out.push(text),
    complain: (text) => void err.push(text),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

/** Writes files below a folder: texts as they are, anything else as indented JSON. */
export function writeFiles(folder: string, files: Readonly<Record<string, unknown>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`
    writeFileSync(join(folder, path), text)
  }
}
