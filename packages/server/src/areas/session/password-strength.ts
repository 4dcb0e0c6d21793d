import type { Deps } from '../../deps.ts'

/**
 * Only the beginning of longer passwords is rated: the time grows faster than the length, up to half a second
 * at 64 characters.
 */
const JUDGED_LENGTH = 24
/** A password that takes fewer than a million guesses falls to a list of common ones and their variants. */
const LEAST_SCORE = 2

/**
 * Whether a password is among the worst known ones or close to them, by the lists and patterns of zxcvbn.
 * `known`: words that an attacker would try first. Takes up to 60 ms: only the task of that name calls it.
 */
export async function judgePassword(password: string, known: readonly string[]): Promise<boolean> {
  strength ??= loadStrength()
  const judge = await strength
  return (
    judge(password.slice(0, JUDGED_LENGTH), ['dragoman', ...known.filter((word) => word !== '')]) <
    LEAST_SCORE
  )
}

/**
 * Whether a password is too common, judged in another thread (see `judgePassword`). Throws `busy` if too many wait
 * already.
 */
export function isCommonPassword(
  { workers }: Pick<Deps, 'workers'>,
  password: string,
  known: readonly string[],
): Promise<boolean> {
  return workers.run('isCommonPassword', { password, known })
}

type Judge = (password: string, known: string[]) => number
let strength: Promise<Judge> | null = null

/** Loads half a megabyte of lists: when the first password is chosen, never at startup. */
async function loadStrength(): Promise<Judge> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return (password, known) => zxcvbn.check(password, known).score
}
