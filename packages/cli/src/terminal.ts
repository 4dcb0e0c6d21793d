/** Where a command reads its settings and says what it has to say. */
export type Terminal = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly print: (text: string) => void
  readonly complain: (text: string) => void
}

/** A mistake in the arguments; the message says what would be right. Ends the program with code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Something outside that stands in the way; the message says what to do. Ends the program with code 1. */
export class CommandError extends Error {
  override name = 'CommandError'
}
