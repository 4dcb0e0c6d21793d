import { runStatements } from './run-statements.ts'

/** Ends the connections that carry hints between processes, like a network failure. */
export function terminateListeners(url: string): Promise<void> {
  return runStatements(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'dragoman-events'`,
  )
}
