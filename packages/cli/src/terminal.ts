/** Environment and output of a command. */
export type Terminal = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly print: (text: string) => void
  readonly complain: (text: string) => void
}

/** A mistake in the arguments; the message lists what is valid. Exits with code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** An external problem; the message includes what to do. Exits with code 1. */
export class CommandError extends Error {
  override name = 'CommandError'
}
