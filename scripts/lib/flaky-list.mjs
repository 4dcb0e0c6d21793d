// test-flaky.json lists tests that passed only when they ran again: a debt with a limit.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const MOST_ENTRIES = 5
/** About five landings. Counted in commits, because a clone has no other permanent record of time. */
export const MOST_COMMITS = 200

/**
 * Checks the list. Prints the problems and returns 1, or returns 0.
 *
 * @param {string} root
 */
export function checkFlakyList(root) {
  const file = path.join(root, 'test-flaky.json')
  if (!existsSync(file)) return 0
  const entries = JSON.parse(readFileSync(file, 'utf8'))
  const problems = entries.flatMap((entry) => problemOf(root, entry))
  if (entries.length > MOST_ENTRIES)
    problems.push(`${entries.length} tests are listed, at most ${MOST_ENTRIES} are possible. Fix some first.`)
  for (const problem of problems) console.log(`test-flaky.json: ${problem}`)
  return problems.length === 0 ? 0 : 1
}

function problemOf(root, { test, since, message }) {
  if (![test, since, message].every((value) => typeof value === 'string' && value !== ''))
    return [
      `an entry needs "test", "since" (a commit) and "message": ${JSON.stringify({ test, since, message })}`,
    ]
  const { status, stdout } = spawnSync('git', ['rev-list', '--count', '--first-parent', `${since}..HEAD`], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) return [`${test}: there is no commit ${since}`]
  const commits = Number(stdout)
  return commits > MOST_COMMITS
    ? [`${test} has been flaky for ${commits} commits, at most ${MOST_COMMITS} are allowed. Fix it.`]
    : []
}
