import { spawn } from 'node:child_process'
import { addMessages } from './messages-of-git.ts'

/** A call of Git, without settings of the machine, and without prompts. */
export type GitCall = {
  /** A bare repository; null for commands that need none. */
  readonly repository: string | null
  readonly args: readonly string[]
  readonly input?: string | Uint8Array
  /** Settings for this call only; values must not be secret, since other users can read arguments. */
  readonly config?: readonly (readonly [string, string])[]
  readonly env?: Readonly<Record<string, string>>
  /** Maximum time for the whole call. */
  readonly timeoutMs?: number
  /** Maximum time without output; absent: as long as the whole call. */
  readonly stallMs?: number | undefined
  /** Called then: whether to continue anyway. Git prints nothing about one large object until it has it. */
  readonly isMoving?: (() => Promise<boolean>) | undefined
  /** The call is stopped if it prints more; absent: 64 MiB. */
  readonly maxBytes?: number
  /** What happens then: it fails, or its output ends there. */
  readonly longOutput?: 'refuse' | 'cut'
  readonly signal?: AbortSignal | undefined
  /** Limits of each of its programs: the other side can send without end. */
  readonly limits?: { readonly memoryKib: number; readonly fileKib: number } | undefined
}

export type GitOutput = { readonly stdout: Buffer; readonly stderr: string }

/** Git failed. `stderr` has no credentials: they are never in an argument or a URL. */
export class GitError extends Error {
  override name = 'GitError'
  readonly exitCode: number | null
  readonly stderr: string
  /** `timeout` and `too-large`: we stopped it; `no-git`: there is no such program; `old-git`: it is too old. */
  readonly reason: 'failed' | 'timeout' | 'too-large' | 'no-git' | 'old-git'
  /** The beginning of its output. */
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

/** Whether a fetch failed because the repository does not have the branch. */
export function isRefMissing(error: unknown): boolean {
  return error instanceof GitError && /couldn't find remote ref/i.test(error.stderr)
}

const TIMEOUT_MS = 120_000
const MAX_BYTES = 64 * 1024 * 1024
/** Kept of the output of a call that failed: it can be longer than a string can be. */
const BEGINNING_BYTES = 64 * 1024

/**
 * Settings of every call: no hooks, no background work, no protocol except the one that is allowed, no
 * redirects, no prompts. What a repository configures itself (attributes, filters, submodules) is never used.
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

/** Runs Git and returns its output. Throws GitError if it fails, takes too long or writes too much. */
export type Git = (call: GitCall) => Promise<GitOutput>

/** Runs Git in a copy, without the repository that was copied. */
export type RunHere = (args: readonly string[], rest?: Partial<GitCall>) => Promise<GitOutput>

/**
 * The oldest version of Git that connects only to the address that was checked: older ones ignore
 * `http.curloptResolve`, see the notes of release 2.37.0.
 */
const OLDEST_VERSION = [2, 37] as const

/** Checks of the version that are under way or were passed, by the `PATH`. */
const checked = new Map<string, Promise<void>>()

/**
 * `searchPath`: the `PATH` to find programs in. The version of Git is checked before its first call; if it is
 * too old, each call fails, until a newer one is installed.
 */
export function openGit({ searchPath }: { readonly searchPath: string }): Git {
  return async (call) => {
    const check = checked.get(searchPath) ?? requireNewGit(searchPath)
    checked.set(searchPath, check)
    await check.catch((error: unknown) => {
      checked.delete(searchPath)
      throw error
    })
    return runGit(searchPath, call)
  }
}

async function requireNewGit(searchPath: string): Promise<void> {
  const args = ['version']
  const { stdout } = await runGit(searchPath, { repository: null, args })
  const said = stdout.toString('utf8').trim()
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(said) ?? []).map(Number)
  const [oldest, oldestMinor] = OLDEST_VERSION
  if (major > oldest || (major === oldest && minor >= oldestMinor)) return
  throw new GitError(args, { exitCode: 0, stderr: said, stdout: said, reason: 'old-git' })
}

function runGit(searchPath: string, call: GitCall): Promise<GitOutput> {
  const { repository, args, input, config = [], env = {} } = call
  const { timeoutMs = TIMEOUT_MS, stallMs, isMoving, maxBytes = MAX_BYTES, longOutput = 'refuse' } = call
  const { signal, limits } = call
  const settings = [...ALWAYS, ...config].flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const place = repository === null ? [] : ['--git-dir', repository]
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(new GitError(args, { exitCode: null, stderr: '', stdout: '', reason: 'timeout' }))
      return
    }
    const [program, before] = limits === undefined ? ['git', []] : ['sh', limited(limits)]
    const child = spawn(program, [...before, ...place, ...settings, ...args], {
      env: { ...CLEAN_ENVIRONMENT, PATH: searchPath, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      // So that its helpers (git-remote-https) are stopped with it.
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
        child.kill('SIGKILL') // it has just ended
      }
    }
    const timer = setTimeout(() => end('timeout'), timeoutMs)
    const endUnlessMoving = async () => {
      const isProgressing = (await isMoving?.().catch(() => false)) ?? false
      if (!isOver && isProgressing) stalled?.refresh()
      else if (!isOver) end('timeout')
    }
    let isOver = false
    const stalled = stallMs === undefined ? null : setTimeout(endUnlessMoving, stallMs)
    const onAbort = () => end('timeout')
    signal?.addEventListener('abort', onAbort)
    child.stdout.on('data', (piece: Buffer) => {
      stalled?.refresh()
      if (reason === 'too-large') return
      bytes += piece.length
      out.push(piece)
      if (bytes > maxBytes) end('too-large')
    })
    child.stderr.on('data', (piece: Buffer) => {
      stalled?.refresh()
      stderr = addMessages(stderr, piece.toString('utf8'))
    })
    child.stdin.on('error', () => {}) // it ended before it had read everything
    const done = () => {
      isOver = true
      clearTimeout(timer)
      if (stalled !== null) clearTimeout(stalled)
      signal?.removeEventListener('abort', onAbort)
    }
    child.on('error', (cause: NodeJS.ErrnoException) => {
      done()
      const why = cause.code === 'ENOENT' ? 'no-git' : 'failed'
      reject(new GitError(args, { exitCode: null, stderr: '', stdout: '', reason: why }, { cause }))
    })
    child.on('close', (exitCode) => {
      done()
      const isCut = reason === 'too-large' && longOutput === 'cut'
      if (isCut || (exitCode === 0 && reason === 'failed'))
        resolve({ stdout: beginningOf(out, maxBytes), stderr })
      else {
        const stdout = beginningOf(out, BEGINNING_BYTES).toString('utf8')
        reject(new GitError(args, { exitCode, stderr, reason, stdout }))
      }
    })
    child.stdin.end(input ?? '')
  })
}

function beginningOf(pieces: readonly Buffer[], maxBytes: number): Buffer {
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
  return Buffer.concat(pieces, Math.min(bytes, maxBytes))
}

/** Git has no such settings; the shell, which Git needs anyway, counts files in blocks of 512 bytes. */
function limited({ memoryKib, fileKib }: NonNullable<GitCall['limits']>): readonly string[] {
  return ['-c', `ulimit -v ${memoryKib} && ulimit -f ${fileKib * 2} && exec git "$@"`, 'git']
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
