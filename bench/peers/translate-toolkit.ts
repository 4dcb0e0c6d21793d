import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** A running Translate Toolkit: its version, supported formats, and a function to call it. */
export type TranslateToolkit = {
  readonly version: string
  readonly formats: ReadonlySet<string>
  /** Responses arrive in the order of the tasks. */
  readonly ask: (task: ToolkitTask) => Promise<ToolkitAnswer>
  readonly stop: () => void
}

export type ToolkitTask = { readonly format: string; readonly path: string } & (
  | { readonly out: string; readonly text: string | null }
  | { readonly rounds: number }
)

export type ToolkitAnswer = {
  readonly error?: string
  readonly edited?: boolean
  /** Seconds, the shortest of all rounds. */
  readonly read?: number
  readonly write?: number
}

/**
 * Starts Translate Toolkit with the first Python that has it; returns null if there is none (Debian: `apt-get
 * install translate-toolkit`).
 */
export async function startTranslateToolkit(): Promise<TranslateToolkit | null> {
  const python = ['python3', '/usr/bin/python3'].find(
    (command) => spawnSync(command, ['-c', 'import translate.storage'], { stdio: 'ignore' }).status === 0,
  )
  if (python === undefined) return null
  const child = spawn(python, [path.join(import.meta.dirname, 'translate_toolkit.py')])
  child.stderr.resume()
  const waiting: ((line: string) => void)[] = []
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()?.(line))
  child.on('exit', () => {
    for (const answer of waiting.splice(0)) answer('{"error": "Translate Toolkit ended"}')
  })
  // The script documents its output.
  const hello = JSON.parse(await nextLine(waiting)) as { version: string; formats: string[] }
  return {
    version: hello.version,
    formats: new Set(hello.formats),
    ask: (task) => ask(child, waiting, task),
    stop: () => child.kill(),
  }
}

async function ask(
  child: ChildProcessWithoutNullStreams,
  waiting: ((line: string) => void)[],
  task: ToolkitTask,
): Promise<ToolkitAnswer> {
  if (child.exitCode !== null) return { error: 'Translate Toolkit ended' }
  const line = nextLine(waiting)
  child.stdin.write(`${JSON.stringify(task)}\n`)
  // The script documents its output.
  return JSON.parse(await line) as ToolkitAnswer
}

function nextLine(waiting: ((line: string) => void)[]): Promise<string> {
  return new Promise((resolve) => waiting.push(resolve))
}
