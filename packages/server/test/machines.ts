import { type ChildProcess, spawn } from 'node:child_process'

/** A `dragoman start` or `dragoman deliver` on one port, however often it is killed and started again. */
export type Machine = {
  readonly kind: 'start' | 'deliver'
  readonly origin: string
  readonly start: () => Promise<void>
  /** Kills it or shuts it down. Resolves when it has ended. */
  readonly end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>
}

/** `program` is the result of `buildServeChild` for `machine-child`. */
export function machine({
  program,
  kind,
  port,
  env,
}: {
  readonly program: string
  readonly kind: Machine['kind']
  readonly port: number
  readonly env: Readonly<Record<string, string>>
}): Machine {
  let child: ChildProcess | null = null
  return {
    kind,
    origin: `http://127.0.0.1:${port}`,
    async start() {
      const started = spawn(process.execPath, [program, ...(kind === 'deliver' ? ['deliver'] : [])], {
        stdio: ['ignore', 'pipe', process.env.DRAGOMAN_TEST_LOG ? 'inherit' : 'ignore'],
        env: { PATH: process.env.PATH ?? '', ...env, DRAGOMAN_PORT: String(port) },
      })
      child = started
      await new Promise<void>((resolve, reject) => {
        started.stdout.once('data', () => resolve())
        started.once('exit', (code) => reject(new Error(`${kind} ended with ${code}`)))
      })
    },
    async end(signal) {
      const ending = child
      child = null
      if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return
      const ended = new Promise<void>((resolve) => ending.once('exit', () => resolve()))
      ending.kill(signal)
      await ended
    },
  }
}
