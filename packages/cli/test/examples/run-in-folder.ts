import { run } from '../../src/run.ts'

/** One command line, as a shell would pass it to the program. */
export type CommandLine = {
  readonly folder: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export type CommandEnd = { readonly code: number; readonly out: string; readonly err: string }

// Examples run in their folder, so they need a separate process that can change to it.
process.on('message', (line: CommandLine) => {
  void end(line).then((told) => process.send?.(told))
})

async function end({ folder, args, env }: CommandLine): Promise<CommandEnd> {
  process.chdir(folder)
  const out: string[] = []
  const err: string[] = []
  const code = await run([...args], {
    env,
    print: (text) => void out.push(text),
    complain: (text) => void err.push(text),
  }).catch((error: unknown) => {
    err.push(String(error))
    return -1
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}
