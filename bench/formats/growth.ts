/** Faster work is not compared: what else runs on the machine would decide. */
const COMPARED_FROM_SECONDS = 0.02
const TRIES = 3

/**
 * Returns how many times longer `work` takes for four times the size: about 4 if its cost is linear, 16 if it is
 * quadratic, 0 if it is too fast to compare. Each size is tried three times and the fastest counts, because other
 * programs only add time.
 */
export async function growthOf(work: (size: number) => unknown, size: number): Promise<number> {
  // What runs first is compiled on the way, and would look slow.
  await work(4 * size)
  const small = await fastest(() => work(size))
  const large = await fastest(() => work(4 * size))
  return large < COMPARED_FROM_SECONDS ? 0 : large / small
}

async function fastest(run: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < TRIES; i++) {
    const started = performance.now()
    await run()
    least = Math.min(least, (performance.now() - started) / 1000)
  }
  return least
}
