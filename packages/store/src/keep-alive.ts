/** Options of a connection that is checked while it is idle. The operating system would wait two hours before the first check. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 } as const
