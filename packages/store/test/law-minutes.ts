/**
 * Minutes that a law runs with new seeds when started by hand; 0 in `npm test`, which uses fixed seeds. See
 * CONTRIBUTING.md.
 */
export const LAW_MINUTES = Number(process.env.DRAGOMAN_LAW_MINUTES ?? 0)

/** Yields the fixed seeds, in the gate only the first one, or new ones until the minutes are over. */
export function* lawSeeds(fixed: readonly number[]): Generator<number> {
  if (LAW_MINUTES === 0) {
    yield* process.env.DRAGOMAN_TEST_TIER === 'gate' ? fixed.slice(0, 1) : fixed
    return
  }
  const started = performance.now()
  const first = Date.now() % 1_000_000
  for (let n = 0; performance.now() - started < LAW_MINUTES * 60_000; n++) yield first + n
}
