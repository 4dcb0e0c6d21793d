import { expect, test } from 'vitest'
import { shellQuoted } from '../src/shell-quoted.ts'
import { runProgram } from './programs.ts'

test.each(["it's", "''", '\\', '$HOME `ls` "x" !!'])('a shell reads quoted text as it is: %s', (text) => {
  expect(runProgram('bash', ['--norc', '-c', `printf %s ${shellQuoted(text)}`])).toMatchObject({
    code: 0,
    out: text,
  })
})
