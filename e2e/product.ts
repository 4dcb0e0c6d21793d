import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DEADLINE_MS } from './browser.ts'

const root = path.resolve(import.meta.dirname, '..')
const program = path.join(root, 'packages/cli/dist/dragoman.js')

export type Product = {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  /** The URL printed by the program, with the one-time code if there is one. */
  readonly address: string
  readonly port: number
  readonly data: string
  /** Started as `dragoman <folder>`, without passwords. */
  readonly servesFolder: boolean
  /** Returns how it ended unexpectedly; null otherwise. */
  crash(): string | null
  /** Returns everything it has printed so far. */
  output(): string
  kill(signal: NodeJS.Signals): Promise<void>
  stop(): Promise<void>
}

type Environment = Readonly<Record<string, string>>

export type StartOptions = {
  /** Arguments of `dragoman`; `start` if omitted. */
  readonly args?: readonly string[]
  /** Environment variables, which can depend on the port. */
  readonly env?: Environment | ((port: number) => Environment)
  /** Of a former run; otherwise a free one. */
  readonly port?: number
  /** An existing data folder; otherwise a new one that is removed at the end. */
  readonly data?: string
}

/**
 * Starts the built product as a user would, and waits for the line with its URL. If its port is in use, it
 * starts on another one; a former port is awaited, because pages are open that know it.
 */
export async function startProduct(options: StartOptions = {}): Promise<Product> {
  if (!existsSync(program)) throw new Error('The product is not built: run `npm run build` first.')
  const data = options.data ?? mkdtempSync(path.join(os.tmpdir(), 'dragoman-e2e-'))
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? nextPort()
    try {
      return await startOn(port, data, options)
    } catch (error) {
      if (!(error instanceof Error && /Port \d+ is taken/.test(error.message)) || attempt === MOST_ATTEMPTS)
        throw error
    }
  }
}

const MOST_ATTEMPTS = 20
let started = 0

/** Below the ports that systems choose for connections, which could take it between two runs of the product. */
function nextPort(): number {
  return 20_000 + ((process.pid * 131 + started++) % 12_000)
}

async function startOn(port: number, data: string, options: StartOptions): Promise<Product> {
  const env = typeof options.env === 'function' ? options.env(port) : options.env
  const child = spawn(process.execPath, [program, ...(options.args ?? ['start'])], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DRAGOMAN_PORT: String(port), DRAGOMAN_DATA: data, ...env },
  })
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  child.stderr.on('data', (chunk) => {
    printed += chunk
  })
  const exited = once(child, 'close')
  const address = await waitForAddress(() => printed, exited)
  let isAsked = false
  let crash: string | null = null
  let hung: string | null = null
  child.on('exit', (code, signal) => {
    if (!isAsked) crash = `The program ended by itself (${signal ?? `exit code ${code}`}):\n${printed}`
  })
  const kill = async (signal: NodeJS.Signals) => {
    isAsked = true
    child.kill(signal)
    const timer = setTimeout(() => {
      hung = `The program did not end after ${signal}:\n${printed}`
      child.kill('SIGKILL')
    }, DEADLINE_MS)
    await exited
    clearTimeout(timer)
    if (hung !== null) throw new Error(hung)
  }
  return {
    origin: new URL(address).origin,
    address,
    port,
    data,
    servesFolder: options.args !== undefined && options.args[0] !== 'start',
    crash: () => crash,
    output: () => printed,
    kill,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) await kill('SIGTERM')
      if (options.data === undefined) rmSync(data, { recursive: true, force: true })
    },
  }
}

async function waitForAddress(printed: () => string, exited: Promise<unknown>): Promise<string> {
  let ended = false
  exited.then(() => {
    ended = true
  })
  for (let waitedMs = 0; waitedMs < DEADLINE_MS; waitedMs += 50) {
    const found = /https?:\/\/\S+/.exec(printed())
    if (found) return found[0].replace(/[.,]$/, '')
    if (ended) throw new Error(`The product ended before it listened:\n${printed()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The product did not print its address in time:\n${printed()}`)
}
