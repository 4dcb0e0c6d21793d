/**
 * Waits for Ctrl-C or a signal, then shuts the server down gracefully. `announce` prints that the server has
 * started, from when on it can be stopped. A second Ctrl-C ends it immediately. Further signals have no
 * effect, because both a supervisor and a process that this one replaces can send one.
 */
export async function waitUntilStopped(
  server: { readonly close: () => Promise<void> },
  announce: () => void,
): Promise<number> {
  let stop = () => {}
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  process.on('SIGTERM', stop)
  process.once('SIGINT', stop)
  try {
    announce()
    await stopped
    process.once('SIGINT', () => process.exit(130))
    await server.close()
    return 0
  } finally {
    // The second signal can come between here and the end of the process.
    if (!process.listeners('SIGTERM').includes(ignore)) process.on('SIGTERM', ignore)
    process.off('SIGTERM', stop)
  }
}

function ignore(): void {}
