#!/usr/bin/env node
import { terminalLines } from './one-line.ts'
import { run } from './run.ts'

// Only a process started by newer-node.ts has a channel. It ends when its parent ends, even if that was
// killed; otherwise it would keep the data folder locked.
if (process.channel) {
  process.once('disconnect', () => process.exit(1))
  process.channel.unref()
}

// `dragoman check | head` closes the pipe early. A command that has started still finishes its work.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  print: (text) => process.stdout.write(`${terminalLines(text)}\n`),
  complain: (text) => process.stderr.write(`${terminalLines(text)}\n`),
})
