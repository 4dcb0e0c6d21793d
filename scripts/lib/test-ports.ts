// Ports for test programs that have to know their port before they listen, or that listen on it again later.
// They are below the range from which the system assigns ports to connections (32768 and up), so that none of
// the hundreds of connections of other tests takes one in between.
import { createServer } from 'node:net'
import { threadId } from 'node:worker_threads'

const FIRST = 20_000
const COUNT = 12_000

/** Workers start far apart, so that they rarely try the same port. */
let next = (process.pid * 331 + threadId * 4001) % COUNT

/**
 * Calls `listen` with one port after the other, until one is free; returns that port. Throws the errors of
 * `listen`, except EADDRINUSE.
 */
export async function onTestPort(listen: (port: number) => Promise<unknown>): Promise<number> {
  for (let tried = 0; tried < COUNT; tried++) {
    const port = FIRST + next
    next = (next + 1) % COUNT
    try {
      await listen(port)
      return port
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    }
  }
  throw new Error('No port is free')
}

/** Returns ports that were free a moment ago. */
export async function freeTestPorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) {
    const server = createServer()
    ports.push(
      await onTestPort(
        (port) =>
          new Promise<void>((resolve, reject) => {
            server.once('error', reject)
            server.listen(port, '127.0.0.1', resolve)
          }),
      ),
    )
    await new Promise((resolve) => server.close(resolve))
  }
  return ports
}
