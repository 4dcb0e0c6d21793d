import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { memoryOf, START_OPTIONS } from './machine.ts'

const PROGRAM = path.resolve(import.meta.dirname, '../packages/cli/dist/dragoman.js')

export type Deliverer = {
  readonly origin: string
  readonly memoryMB: () => number
  stop(): Promise<void>
}

/** Starts `dragoman deliver` on any free port, with the contents of a folder. */
export async function startDeliverer(blobs: string): Promise<Deliverer> {
  const args = [...START_OPTIONS, PROGRAM, 'deliver', '--port', '0', '--host', '127.0.0.1']
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DRAGOMAN_BLOBS: blobs },
  })
  const exited = once(child, 'exit')
  let printed = ''
  let origin: string | undefined
  for await (const chunk of child.stdout) {
    printed += String(chunk)
    origin = /https?:\/\/[^\s/]+/.exec(printed)?.[0]
    if (origin !== undefined) break
  }
  if (origin === undefined) throw new Error('The delivery ended before it listened.')
  return {
    origin,
    memoryMB: () => memoryOf(child.pid ?? 0)?.nowMB ?? Number.NaN,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await exited
    },
  }
}
