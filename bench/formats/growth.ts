/** Faster work is not compared, because the clock and the compiler would determine the result. */
const COMPARED_FROM_SECONDS = 0.1
/** A larger growth is measured again: other programs on the machine can only make it look worse. */
const SURELY_LINEAR = 6
const ATTEMPTS = 3

/**
 * Returns how many times more processor time `work` takes for four times the size: about 4 if its cost is linear, 16
 * if it is quadratic, 0 if it is too fast to compare.
 */
export async function growthOf(work: (size: number) => unknown, size: number): Promise<number> {
  // The first run includes compilation, and would look slow.
  const first = await fastest(() => work(4 * size))
  if (first < COMPARED_FROM_SECONDS) return 0
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS && least > SURELY_LINEAR; attempt++) {
    const small = await fastest(() => work(size))
    const large = await fastest(() => work(4 * size))
    least = Math.min(least, large / small)
  }
  return least
}

/** Returns the least processor time of three runs, in seconds. */
async function fastest(run: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < 3; i++) {
    const before = process.cpuUsage()
    await run()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1_000_000)
  }
  return least
}
