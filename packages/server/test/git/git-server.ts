import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Real repositories behind Git's own `git http-backend`, which asks for a name and a password. */
export type GitServer = {
  readonly origin: string
  readonly user: string
  readonly password: string
  /** `GET /app.git/info/refs?…`, one for each request that came in with the right password. */
  readonly requests: string[]
  /** What the next requests get instead of an answer. */
  fault: 'none' | 'hang' | 'cut' | 'error' | 'no-sign-in'
  readonly createRepository: (
    name: string,
    options?: { readonly objectFormat?: 'sha1' | 'sha256' },
  ) => TestRepository
  readonly close: () => Promise<void>
}

/** A repository and a working copy of it, as a developer has one. */
export type TestRepository = {
  readonly url: string
  readonly bare: string
  readonly work: string
  /** Runs Git in the working copy. */
  readonly git: (...args: readonly string[]) => string
  readonly write: (files: Readonly<Record<string, string | Uint8Array>>) => void
  /** Commits everything and pushes the current branch; answers the commit. */
  readonly commit: (message: string, ...pushOptions: readonly string[]) => string
  /** The contents of a file as the repository has it. */
  readonly fileAt: (ref: string, path: string) => string
  readonly log: (ref: string, format: string) => readonly string[]
}

export async function openGitServer(): Promise<GitServer> {
  const root = mkdtempSync(join(tmpdir(), 'dragoman-git-'))
  const [user, password] = ['bot', 'tok:en with blanks']
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const requests: string[] = []
  const server: Server = createServer((request, response) => {
    if (request.headers.authorization !== authorization || gitServer.fault === 'no-sign-in') {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
      return
    }
    requests.push(`${request.method} ${request.url}`)
    if (gitServer.fault === 'hang') return
    if (gitServer.fault === 'error') response.writeHead(503).end()
    else answerWithGit(root, user, request, response, gitServer.fault === 'cut')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const gitServer: GitServer = {
    origin,
    user,
    password,
    requests,
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

/** CGI: headers, an empty line, the body. */
function answerWithGit(
  root: string,
  user: string,
  request: IncomingMessage,
  response: ServerResponse,
  isCut: boolean,
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
  child.stdin.on('error', () => {}) // Git read no further
  let head: Buffer | null = Buffer.alloc(0)
  child.stdout.on('data', (piece: Buffer) => {
    if (head === null) {
      response.write(piece)
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
    response.write(head.subarray(end + 4))
    head = null
    if (isCut) response.destroy()
  })
  child.stdout.on('end', () => response.end())
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
  run(root, 'git', 'init', '--quiet', '--bare', '-b', 'main', `--object-format=${objectFormat}`, bare)
  for (const [key, value] of [
    ['http.receivepack', 'true'],
    ['uploadpack.allowFilter', 'true'],
    ['uploadpack.allowAnySHA1InWant', 'true'],
  ] as const)
    run(bare, 'git', 'config', key, value)
  mkdirSync(work, { recursive: true })
  const git = (...args: readonly string[]) => run(work, 'git', ...args)
  git('init', '--quiet', '-b', 'main', `--object-format=${objectFormat}`)
  git('config', 'user.name', 'Dana Developer')
  git('config', 'user.email', 'dana@example.org')
  git('remote', 'add', 'origin', bare)
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

function run(cwd: string, program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
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
