/**
 * Returns how often a law is tested on generated values: `usual` times in `npm run test:all`, at most `gate`
 * times in `npm test` and when a test file is run manually, and LAW_RUNS times if that is set.
 */
export function lawRuns(usual: number, gate = 30): { readonly numRuns: number } {
  const { LAW_RUNS, DRAGOMAN_TEST_TIER } = process.env
  if (LAW_RUNS !== undefined) return { numRuns: Number(LAW_RUNS) }
  return { numRuns: DRAGOMAN_TEST_TIER === 'all' ? usual : Math.min(usual, gate) }
}
