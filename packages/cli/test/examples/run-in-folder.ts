import { type CommandResult, runCommand } from '../run-command.ts'

/** One command line, as a shell would pass it to the program. */
export type CommandLine = {
  readonly folder: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

// Examples run in their folder, so they need a separate process that can change to it.
process.on('message', (line: CommandLine) => {
  void end(line).then((result) => process.send?.(result))
})

async function end({ folder, args, env }: CommandLine): Promise<CommandResult> {
  process.chdir(folder)
  return runCommand(args, env).catch((error: unknown) => ({ code: -1, out: '', err: String(error) }))
}
