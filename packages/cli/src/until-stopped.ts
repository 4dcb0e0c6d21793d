/** Waits for Ctrl-C or a signal, then shuts the server down gracefully. A second Ctrl-C ends immediately. */
export async function waitUntilStopped(server: { readonly close: () => Promise<void> }): Promise<number> {
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
  process.once('SIGINT', () => process.exit(130))
  await server.close()
  return 0
}
