/**
 * Longer passwords are judged by their beginning: the time grows faster than the length, to half a second at
 * 64 characters.
 */
const JUDGED_LENGTH = 24
/** Below a million guesses a password falls to a list of the usual ones and their variants. */
const LEAST_SCORE = 2

/**
 * Whether a password is among the known worst or close to them, by the lists and patterns of zxcvbn. `known`:
 * words that are as good as given.
 */
export async function isCommonPassword(password: string, known: readonly string[]): Promise<boolean> {
  strength ??= loadStrength()
  const judge = await strength
  return (
    judge(password.slice(0, JUDGED_LENGTH), ['dragoman', ...known.filter((word) => word !== '')]) <
    LEAST_SCORE
  )
}

type Judge = (password: string, known: string[]) => number
let strength: Promise<Judge> | null = null

/** Half a megabyte of lists: loaded when the first password is chosen, never at the start. */
async function loadStrength(): Promise<Judge> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return (password, known) => zxcvbn.check(password, known).score
}
