/** Returns a notice as a sentence that another one can follow: notices of one sentence have no period. */
export function withPeriod(said: string): string {
  return said.endsWith('.') ? said : `${said}.`
}
