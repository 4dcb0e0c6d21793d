#!/usr/bin/env node
import { terminalLines } from './one-line.ts'
import { run } from './run.ts'

// Only a process that runs this one in its place has a channel to it (newer-node.ts). This one ends with it, also
// if it is killed: it would keep the data folder locked.
if (process.channel) {
  process.once('disconnect', () => process.exit(1))
  process.channel.unref()
}

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  print: (text) => process.stdout.write(`${terminalLines(text)}\n`),
  complain: (text) => process.stderr.write(`${terminalLines(text)}\n`),
})
