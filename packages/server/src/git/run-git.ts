import { spawn } from 'node:child_process'

/** How Git is called: nothing of the machine's settings, and nobody who could be asked. */
export type GitCall = {
  /** A bare repository; null for commands that need none. */
  readonly repository: string | null
  readonly args: readonly string[]
  readonly input?: string | Uint8Array
  /** Settings for this call alone; values are no secrets, since arguments can be read by others. */
  readonly config?: readonly (readonly [string, string])[]
  readonly env?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
  /** More output than this ends the call. */
  readonly maxBytes?: number
  readonly signal?: AbortSignal | undefined
}

export type GitOutput = { readonly stdout: Buffer; readonly stderr: string }

/** Git said no. `stderr` has no credentials: they are never in an argument or a URL. */
export class GitError extends Error {
  override name = 'GitError'
  readonly exitCode: number | null
  readonly stderr: string
  /** `timeout` and `too-large`: it was ended by us; `no-git`: there is no such program. */
  readonly reason: 'failed' | 'timeout' | 'too-large' | 'no-git'
  /** What it had said until then. */
  readonly stdout: string

  constructor(
    args: readonly string[],
    ended: Pick<GitError, 'exitCode' | 'stderr' | 'reason' | 'stdout'>,
    options?: ErrorOptions,
  ) {
    super(
      `git ${args[0] ?? ''}: ${ended.reason} ${ended.exitCode ?? ''} ${ended.stderr.slice(0, 500)}`,
      options,
    )
    this.exitCode = ended.exitCode
    this.stderr = ended.stderr
    this.reason = ended.reason
    this.stdout = ended.stdout
  }
}

const TIMEOUT_MS = 120_000
const MAX_BYTES = 1024 * 1024 * 1024
const STDERR_BYTES = 16 * 1024

/**
 * What holds for each call: no hooks, no background work, no protocol but the one that is allowed, no
 * redirects, no prompts. What a repository says of itself (attributes, filters, submodules) is never asked.
 */
const ALWAYS: readonly (readonly [string, string])[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['protocol.allow', 'never'],
  ['http.followRedirects', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['transfer.fsckObjects', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['advice.detachedHead', 'false'],
]

/** Runs Git and answers what it wrote. Throws GitError where it fails, takes too long or writes too much. */
export type Git = (call: GitCall) => Promise<GitOutput>

/** `searchPath` is where programs are looked for: PATH of the process. */
export function openGit({ searchPath }: { readonly searchPath: string }): Git {
  return (call) => runGit(searchPath, call)
}

function runGit(searchPath: string, call: GitCall): Promise<GitOutput> {
  const { repository, args, input, config = [], env = {} } = call
  const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, signal } = call
  const settings = [...ALWAYS, ...config].flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const place = repository === null ? [] : ['--git-dir', repository]
  return new Promise((resolve, reject) => {
    const child = spawn('git', [...place, ...settings, ...args], {
      env: { ...CLEAN_ENVIRONMENT, PATH: searchPath, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      // Its helpers (git-remote-https) are ended with it.
      detached: true,
    })
    const out: Buffer[] = []
    let bytes = 0
    let stderr = ''
    let reason: GitError['reason'] = 'failed'
    const end = (why: GitError['reason']) => {
      reason = why
      if (child.pid === undefined) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        child.kill('SIGKILL') // it has ended just now
      }
    }
    const timer = setTimeout(() => end('timeout'), timeoutMs)
    const onAbort = () => end('timeout')
    signal?.addEventListener('abort', onAbort)
    child.stdout.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes > maxBytes) end('too-large')
      else out.push(piece)
    })
    child.stderr.on('data', (piece: Buffer) => {
      if (stderr.length < STDERR_BYTES) stderr += piece.toString('utf8')
    })
    child.stdin.on('error', () => {}) // it ended before it had read everything
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
    child.on('error', (cause: NodeJS.ErrnoException) => {
      done()
      const why = cause.code === 'ENOENT' ? 'no-git' : 'failed'
      reject(new GitError(args, { exitCode: null, stderr: '', stdout: '', reason: why }, { cause }))
    })
    child.on('close', (exitCode) => {
      done()
      const stdout = Buffer.concat(out)
      if (exitCode === 0 && reason === 'failed') resolve({ stdout, stderr })
      else reject(new GitError(args, { exitCode, stderr, reason, stdout: stdout.toString('utf8') }))
    })
    child.stdin.end(input ?? '')
  })
}

const CLEAN_ENVIRONMENT = {
  LC_ALL: 'C',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_PROTOCOL_FROM_USER: '0',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
} as const
