import type { RunningServer } from '@dragoman/server'

/** Waits for Ctrl-C or a stop from outside, then ends the server in order. A second Ctrl-C ends at once. */
export async function waitUntilStopped(server: RunningServer): Promise<number> {
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
  process.once('SIGINT', () => process.exit(130))
  await server.close()
  return 0
}
