/**
 * How long a connection without requests is kept: longer than proxies keep theirs (nginx and most others 60
 * s), so that none sends a save into a connection that is being closed. With Node's 5 s that would happen
 * occasionally.
 */
export const KEEP_ALIVE_MS = 75_000
