#!/usr/bin/env node
import { terminalLines } from './one-line.ts'
import { run } from './run.ts'

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  print: (text) => process.stdout.write(`${terminalLines(text)}\n`),
  complain: (text) => process.stderr.write(`${terminalLines(text)}\n`),
})
