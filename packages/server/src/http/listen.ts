import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrontDoor } from '../delivery/front-door.ts'

/** Why a server cannot start, if the person at the terminal can fix it. */
export class StartError extends Error {
  override name = 'StartError'
  readonly code:
    | 'port-taken'
    | 'host-unknown'
    | 'port-refused'
    | 'host-not-loopback'
    | 'no-room'
    | 'secret-missing'
    | 'secret-wrong'

  constructor(code: StartError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Listens, and returns the port. Throws StartError for problems that someone can fix. */
export function listen(
  server: Server,
  { port, host }: { readonly port: number; readonly host: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(startErrorOf(error, { port, host })))
    // a TCP server's address has a port
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

function startErrorOf(error: NodeJS.ErrnoException, { port, host }: { port: number; host: string }): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(
        'port-taken',
        `Port ${port} is taken. Set DRAGOMAN_PORT to another, or to 0 for any free one.`,
      )
    case 'EACCES':
      return new StartError(
        'port-refused',
        `Port ${port} may not be used by this user. Set DRAGOMAN_PORT to one above 1023.`,
      )
    case 'ENOTFOUND':
    case 'EADDRNOTAVAIL':
      return new StartError(
        'host-unknown',
        `${host} is not an address of this machine. Set DRAGOMAN_HOST to one that is, such as 127.0.0.1.`,
      )
    default:
      return error
  }
}

/** The minimum time that running answers have to finish when a server shuts down. */
const PATIENCE_MS = 1000

/** Refuses new connections, lets running answers finish for `patienceMs`, then closes what is left. */
export async function closeServer(
  server: Server,
  door: Pick<FrontDoor, 'close' | 'cut'>,
  patienceMs = 0,
): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  door.close()
  server.closeIdleConnections()
  const cut = setTimeout(
    () => {
      door.cut()
      server.closeAllConnections()
    },
    Math.max(patienceMs, PATIENCE_MS),
  )
  await closed
  clearTimeout(cut)
}

/** Returns a URL of the server on this machine; browsers cannot open the "every address" host. */
export function originOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
