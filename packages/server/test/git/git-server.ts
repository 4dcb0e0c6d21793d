import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { deflateSync } from 'node:zlib'

export type ServerFault =
  | 'none'
  | 'hang'
  /** The connection breaks after the first bytes of Git's response. */
  | 'cut'
  /** The same in the middle of a pack. */
  | 'cut-pack'
  /** Nothing more arrives in the middle of a pack. */
  | 'hang-pack'
  /** A pack that never ends, and is valid as far as it goes. */
  | 'endless-pack'
  /** A list of branches that never ends. */
  | 'endless-list'
  | 'error'
  | 'no-sign-in'
  | { readonly bytesPerSecond: number }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }

/** Real repositories behind Git's own `git http-backend`, which requires a name and a password. */
export type GitServer = {
  readonly origin: string
  readonly user: string
  readonly password: string
  /** `GET /app.git/info/refs?…`, for each request with the right password. */
  readonly requests: string[]
  /** Bytes of all responses so far. */
  sentBytes: number
  /** Whether a password is a valid token of an app; such clients are let in like `user`. */
  isToken: (token: string) => boolean
  /** JSON of the forge at the same host, by path; it requires no credentials. */
  readonly forgeAnswers: Map<string, unknown>
  /** What the next requests get instead of a response. */
  fault: ServerFault
  readonly createRepository: (
    name: string,
    options?: { readonly objectFormat?: 'sha1' | 'sha256' },
  ) => TestRepository
  readonly close: () => Promise<void>
}

/** A repository, and a developer's working copy of it. */
export type TestRepository = {
  readonly url: string
  readonly bare: string
  readonly work: string
  /** Runs Git in the working copy. */
  readonly git: (...args: readonly string[]) => string
  readonly write: (files: Readonly<Record<string, string | Uint8Array>>) => void
  /** Commits everything and pushes the current branch; returns the commit. */
  readonly commit: (message: string, ...pushOptions: readonly string[]) => string
  /** The contents of a file in the repository. */
  readonly fileAt: (ref: string, path: string) => string
  readonly log: (ref: string, format: string) => readonly string[]
}

export async function openGitServer(): Promise<GitServer> {
  const root = mkdtempSync(join(tmpdir(), 'dragoman-git-'))
  const [user, password] = ['bot', 'tok:en with blanks']
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const requests: string[] = []
  const server: Server = createServer((request, response) => {
    const answer = gitServer.forgeAnswers.get(request.url ?? '')
    if (answer !== undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
      return
    }
    const isIn =
      request.headers.authorization === authorization ||
      gitServer.isToken(tokenOf(request.headers.authorization))
    if (!isIn || gitServer.fault === 'no-sign-in') {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
      return
    }
    requests.push(`${request.method} ${request.url}`)
    const { fault } = gitServer
    if (fault === 'hang') return
    if (fault === 'error') response.writeHead(503).end()
    else if (typeof fault === 'object' && 'status' in fault)
      response.writeHead(fault.status, fault.headers).end()
    else
      answerWithGit(root, user, request, response, fault, (bytes) => {
        gitServer.sentBytes += bytes
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const gitServer: GitServer = {
    origin,
    user,
    password,
    requests,
    sentBytes: 0,
    isToken: () => false,
    forgeAnswers: new Map(),
    fault: 'none',
    createRepository: (name, { objectFormat = 'sha1' } = {}) =>
      createRepository({ root, origin, name, objectFormat }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(root, { recursive: true, force: true })
    },
  }
  return gitServer
}

/** Returns the password of a client that signs in the way GitHub requires for app tokens. */
function tokenOf(authorization = ''): string {
  const [user, ...password] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':')
  return user === 'x-access-token' ? password.join(':') : ''
}

/** Answers by CGI: headers, an empty line, the body. */
function answerWithGit(
  root: string,
  user: string,
  request: IncomingMessage,
  response: ServerResponse,
  fault: ServerFault,
  count: (bytes: number) => void,
): void {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      CONTENT_LENGTH: request.headers['content-length'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_USER: user,
      REMOTE_ADDR: '127.0.0.1',
    },
  })
  request.pipe(child.stdin)
  child.stdin.on('error', () => {}) // Git stopped reading
  let head: Buffer | null = Buffer.alloc(0)
  child.stdout.on('data', (piece: Buffer) => {
    if (head === null) {
      answer(piece)
      return
    }
    head = Buffer.concat([head, piece])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    let status = 200
    for (const line of head.subarray(0, end).toString('latin1').split('\r\n')) {
      const colon = line.indexOf(':')
      const [name, value] = [line.slice(0, colon), line.slice(colon + 1).trim()]
      if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10)
      else response.setHeader(name, value)
    }
    response.writeHead(status)
    const rest = head.subarray(end + 4)
    head = null
    answer(rest)
  })
  let toDrip: Buffer = Buffer.alloc(0)
  let isAll = false
  let dripping: NodeJS.Timeout | null = null
  function drip(bytesPerSecond: number): void {
    const step = Math.max(1, Math.floor(bytesPerSecond / 10))
    dripping ??= setInterval(() => {
      if (toDrip.length > 0) response.write(toDrip.subarray(0, step))
      else if (isAll) response.end()
      toDrip = toDrip.subarray(step)
      if (response.writableEnded || response.destroyed) clearInterval(dripping ?? undefined)
    }, 100).unref()
  }
  let isPoured = false
  let held: Buffer = Buffer.alloc(0)
  function answer(piece: Buffer): void {
    if (isPoured) return
    count(piece.length)
    const pack = piece.indexOf('PACK')
    if (fault === 'endless-list' && url.pathname.endsWith('upload-pack') && pack < 0) {
      isPoured = true
      void pourEndlessly(response, packetLine(`${'1'.repeat(40)} refs/heads/${'b'.repeat(200)}\n`))
    } else if (fault === 'endless-pack') {
      // The packet's length and band can arrive separately.
      held = Buffer.concat([held, piece])
      const begin = held.indexOf('PACK')
      if (begin < 0) return
      isPoured = true
      response.write(held.subarray(0, begin - BEFORE_PACK))
      response.write(packetLine(Buffer.concat([PACK_BAND, PACK_OF_MANY])))
      void pourEndlessly(response, packetLine(Buffer.concat([PACK_BAND, blobOfPack(randomBytes(60_000))])))
    } else if (fault === 'hang-pack' && pack >= 0) {
      isPoured = true
      response.write(piece.subarray(0, pack + 20))
    } else if (fault === 'cut' || (fault === 'cut-pack' && pack >= 0)) {
      response.write(fault === 'cut' ? piece : piece.subarray(0, pack + 20), () => response.destroy())
    } else if (typeof fault === 'object' && 'bytesPerSecond' in fault) {
      toDrip = Buffer.concat([toDrip, piece])
      drip(fault.bytesPerSecond)
    } else response.write(piece)
  }
  child.stdout.on('end', () => {
    if (!isPoured && held.length > 0) response.write(held)
    if (isPoured) return // and it continues until the client ends it
    if (typeof fault === 'object' && 'bytesPerSecond' in fault) {
      isAll = true
      drip(fault.bytesPerSecond)
    } else response.end()
  })
}

function packetLine(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content)
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes])
}

/** The length and band of the packet that a pack starts in. */
const BEFORE_PACK = 5
const PACK_BAND = Buffer.from([1])
/** Version 2, with the largest possible number of objects. */
const PACK_OF_MANY = Buffer.from('PACK\0\0\0\x02\x7f\xff\xff\xff', 'latin1')

/** Returns an object in pack encoding: type and size in groups of bits, then the deflated content. */
function blobOfPack(content: Buffer): Buffer {
  const head = [(3 << 4) | (content.length & 15)]
  for (let rest = content.length >> 4; rest > 0; rest >>= 7) {
    head[head.length - 1] = (head.at(-1) ?? 0) | 0x80
    head.push(rest & 0x7f)
  }
  return Buffer.concat([Buffer.from(head), deflateSync(content, { level: 0 })])
}

async function pourEndlessly(response: ServerResponse, piece: Buffer): Promise<void> {
  const many = Buffer.concat(Array.from({ length: Math.ceil(1_000_000 / piece.length) }, () => piece))
  while (!response.destroyed)
    if (!response.write(many))
      await new Promise<void>((resolve) => {
        response.once('drain', resolve)
        response.once('close', resolve)
      })
}

function createRepository({
  root,
  origin,
  name,
  objectFormat,
}: {
  readonly root: string
  readonly origin: string
  readonly name: string
  readonly objectFormat: 'sha1' | 'sha256'
}): TestRepository {
  const bare = join(root, `${name}.git`)
  const work = join(root, 'work', name)
  const init = ['init', '--quiet', '-b', 'main', '--template=', `--object-format=${objectFormat}`]
  run(root, 'git', ...init, '--bare', bare)
  mkdirSync(join(bare, 'hooks'))
  // Calling Git for each setting would take longer than most of the tests.
  appendFileSync(
    join(bare, 'config'),
    '[http]\n\treceivepack = true\n[receive]\n\tdenyDeleteCurrent = ignore\n[uploadpack]\n\tallowFilter = true\n\tallowAnySHA1InWant = true\n',
  )
  mkdirSync(work, { recursive: true })
  const git = (...args: readonly string[]) => run(work, 'git', ...args)
  git(...init)
  appendFileSync(
    join(work, '.git/config'),
    `[user]\n\tname = Dana Developer\n\temail = dana@example.org\n[remote "origin"]\n\turl = ${bare}\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`,
  )
  return {
    url: `${origin}/${name}.git`,
    bare,
    work,
    git,
    write(files) {
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(work, path)), { recursive: true })
        writeFileSync(join(work, path), content)
      }
    },
    commit(message, ...pushOptions) {
      git('add', '-A')
      git('commit', '--quiet', '--allow-empty', '-m', message)
      git('push', '--quiet', ...pushOptions, 'origin', 'HEAD')
      return git('rev-parse', 'HEAD').trim()
    },
    fileAt: (ref, path) => run(bare, 'git', 'show', `${ref}:${path}`),
    log: (ref, format) =>
      run(bare, 'git', 'log', `--format=${format}%x00`, ref)
        .split('\0')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
  }
}

/** Runs a program as a developer would, and returns its output. Throws if it fails. */
export function run(cwd: string, program: string, ...args: readonly string[]): string {
  return runWith('', cwd, program, ...args)
}

/** The same, with something to read on its standard input. */
export function runWith(
  input: string | Buffer,
  cwd: string,
  program: string,
  ...args: readonly string[]
): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    input,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    env: {
      ...process.env,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_TERMINAL_PROMPT: '0',
    },
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
  return stdout
}
