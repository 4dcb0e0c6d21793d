/** How often a law is tried on generated files: LAW_RUNS, or as often as keeps all of them quick. */
export function lawRuns(usual: number): { readonly numRuns: number } {
  return { numRuns: Number(process.env.LAW_RUNS ?? usual) }
}
