/** One line of the log. `error` keeps the stack; nothing of it reaches a caller. */
export type Log = (
  entry: {
    readonly level: 'info' | 'warn' | 'error'
    readonly event: string
    readonly error?: unknown
  } & Readonly<Record<string, unknown>>,
) => void
