/** What changes while a server starts, runs and shuts down. */
export type ServerState = {
  /** The configured port, then the one the server listens on. */
  port: number
  /** Whether everything exists that the API answers with: a first start creates a project before. */
  isReady: boolean
  isEnding: boolean
  /** Time of the last request, by `performance.now()`. */
  lastRequestMs: number
  /** URL name of the project that the command line serves. */
  servedProject: string | null
}
