import { describe, expect, test } from 'vitest'
import { COMMANDS } from '../src/commands/descriptions.ts'
import { readExample } from './examples/read-examples.ts'
import { runAll, SERVING, setUpExamples } from './examples/run-examples.ts'

setUpExamples()

describe('the examples of --help', () => {
  const commands = COMMANDS.filter(({ name }) => !SERVING.has(name))
  test.each(commands.map((command) => [command.name, command.examples] as const))(
    '%s',
    async (_name, examples) => {
      const read = examples.map(([line]) => readExample(line))
      expect(read).not.toContain(null)
      const lines = read.filter((one) => one !== null)
      // The second of these needs the file written by the first.
      if (lines[0]?.args[0] === 'types') await runAll(lines)
      else for (const line of lines) await runAll([line])
    },
  )
})
