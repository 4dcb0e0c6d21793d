/**
 * Waits for Ctrl-C or a signal, then shuts the server down gracefully. A second Ctrl-C ends immediately; further
 * signals change nothing, because a supervisor and a process that this one replaces may both send one.
 */
export async function waitUntilStopped(server: { readonly close: () => Promise<void> }): Promise<number> {
  let stop = () => {}
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  process.on('SIGTERM', stop)
  try {
    process.once('SIGINT', stop)
    await stopped
    process.once('SIGINT', () => process.exit(130))
    await server.close()
    return 0
  } finally {
    process.off('SIGTERM', stop)
  }
}
