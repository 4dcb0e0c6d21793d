import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Encoding, encodingFor } from '../delivery/encoding.ts'
import { namesTag } from '../delivery/entity-tag.ts'
import { pagePolicy } from './security-headers.ts'

/** The built interface: its files from memory, and `index.html` for every path that is a screen. */
export type StaticClient = {
  /** Returns the file of a path, or null if it does not exist. */
  readonly file: (path: string, headers: Headers) => Promise<Response | null>
  readonly index: () => Promise<Response>
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
  ['.webmanifest', 'application/manifest+json'],
  ['.txt', 'text/plain; charset=utf-8'],
])
/** Where the page expects the nonce of its styles: `<meta property="csp-nonce" nonce="" />`. */
const NONCE_PLACE = /(?<=<meta property="csp-nonce" )nonce=""/
const COMPRESSIBLE = /^(?:text\/|application\/|image\/svg)/

type BuiltFile = {
  /** The file on disk. */
  readonly path: string
  readonly type: string
  /** Null until the file is requested. */
  loading: Promise<Loaded | null> | null
}

type Loaded = {
  /** The file on disk; next to it, the build puts it compressed (`.br`). */
  readonly path: string
  readonly body: Buffer
  readonly type: string
  readonly hash: string
  readonly encoded: Map<Encoding, Promise<Buffer>>
}

/** Serves the interface from its built folder; null if it was not built, which screens then report. */
export function openStaticClient(folder: string | null): StaticClient {
  let listed: Promise<ReadonlyMap<string, BuiltFile>> | null = null

  async function load(path: string): Promise<Loaded | null> {
    listed ??= listFiles(folder)
    const files = await listed
    // It might be built while the server runs.
    if (!files.has('/index.html')) listed = null
    const file = files.get(path)
    if (file === undefined) return null
    file.loading ??= loadFile(file)
    const loaded = await file.loading
    // The next request tries again: the disk or the limit of open files can be the cause.
    if (loaded === null) file.loading = null
    return loaded
  }

  return {
    async file(path, headers) {
      const file = await load(path)
      return (
        file &&
        respond(
          file,
          headers,
          path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      )
    },
    async index() {
      const file = await load('/index.html')
      if (file === null)
        return new Response(NOT_BUILT, {
          status: 503,
          headers: { 'content-type': 'text/html; charset=utf-8' },
        })
      const nonce = randomBytes(16).toString('base64')
      // Each answer is different, so it has no entity tag.
      return new Response(file.body.toString().replace(NONCE_PLACE, `nonce="${nonce}"`), {
        headers: {
          'content-type': file.type,
          'cache-control': 'no-cache',
          'content-security-policy': pagePolicy(nonce),
        },
      })
    },
  }
}

const NOT_BUILT =
  '<!doctype html><title>Dragoman</title><p>The interface is not built. Run <code>npm run build</code>.</p>'

/**
 * Returns the files of the built folder by their only path in a URL. Only these are kept in memory, so that other
 * spellings of a path, such as `//assets/app.js`, cannot fill it with copies.
 */
async function listFiles(folder: string | null): Promise<ReadonlyMap<string, BuiltFile>> {
  const files = new Map<string, BuiltFile>()
  if (folder === null) return files
  // A missing folder is an answer, not an error.
  for (const name of await readdir(folder, { recursive: true, encoding: 'utf8' }).catch(() => [])) {
    const type = TYPES.get(extname(name))
    const path = `/${name.replaceAll('\\', '/')}`
    if (type !== undefined) files.set(path, { path: join(folder, name), type, loading: null })
  }
  return files
}

async function loadFile({ path, type }: BuiltFile): Promise<Loaded | null> {
  const body = await readFile(path).catch(() => null) // a file that was removed is an answer, not an error
  if (body === null) return null
  return {
    path,
    body,
    type,
    hash: createHash('sha256').update(body).digest('base64url').slice(0, 22),
    encoded: new Map(),
  }
}

async function respond(file: Loaded, headers: Headers, cacheControl: string): Promise<Response> {
  const encoding = COMPRESSIBLE.test(file.type)
    ? encodingFor(headers.get('accept-encoding') ?? undefined)
    : 'identity'
  const etag = encoding === 'identity' ? `"${file.hash}"` : `"${file.hash}-${encoding}"`
  const reply = new Headers({ etag, 'cache-control': cacheControl, vary: 'Accept-Encoding' })
  if (namesTag(headers.get('if-none-match') ?? '', etag))
    return new Response(null, { status: 304, headers: reply })
  reply.set('content-type', file.type)
  if (encoding !== 'identity') reply.set('content-encoding', encoding)
  const body = await encodedBody(file, encoding)
  reply.set('content-length', String(body.length))
  return new Response(new Uint8Array(body), { headers: reply })
}

const compress = { gzip: promisify(gzip), brotli: promisify(brotliCompress) }

function encodedBody(file: Loaded, encoding: Encoding): Promise<Buffer> {
  const ready = file.encoded.get(encoding)
  if (ready !== undefined) return ready
  const made =
    encoding === 'identity'
      ? Promise.resolve(file.body)
      : encoding === 'gzip'
        ? compress.gzip(file.body, { level: 9 })
        : compressed(file)
  file.encoded.set(encoding, made)
  return made
}

/** A build of the client alone has no compressed files. The best quality would delay the first page by seconds. */
async function compressed({ path, body }: Loaded): Promise<Buffer> {
  const built = await readFile(`${path}.br`).catch(() => null)
  return built ?? compress.brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
}
