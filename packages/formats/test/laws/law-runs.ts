/**
 * How often a law is tested on generated files: LAW_RUNS, or the usual number, which keeps all of them quick.
 */
export function lawRuns(usual: number): { readonly numRuns: number } {
  return { numRuns: Number(process.env.LAW_RUNS ?? usual) }
}
