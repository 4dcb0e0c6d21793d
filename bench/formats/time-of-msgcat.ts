import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Returns the seconds that GNU msgcat needs to read and write a PO file, minus those for an empty one; null
 * if it is not installed.
 */
export function timeOfMsgcat(file: string, rounds: number): number | null {
  const empty = path.join(path.dirname(file), 'empty.po')
  writeFileSync(empty, 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n')
  if (spawnSync('msgcat', ['--version'], { stdio: 'ignore' }).status !== 0) return null
  let whole = Number.POSITIVE_INFINITY
  let start = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    start = Math.min(start, run(empty))
    whole = Math.min(whole, run(file))
  }
  return whole - start
}

function run(file: string): number {
  const started = performance.now()
  const { status } = spawnSync('msgcat', ['--no-wrap', '-o', '/dev/null', file], { stdio: 'ignore' })
  return status === 0 ? (performance.now() - started) / 1000 : Number.POSITIVE_INFINITY
}
