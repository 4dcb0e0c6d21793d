import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

/** The channel in the examples. */
const CHANNEL = /http:\/\/127\.0\.0\.1:4400\/d\/\w+\/live/g
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

export type ExampleApp = { readonly origin: string; readonly end: () => Promise<void> }

/** Builds `examples/shop` and returns its folder: `dist` for production, or as run in development. */
export function buildShop(mode: 'production' | 'development' = 'production'): string {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  const folder = path.join(root, 'examples/shop')
  const out = path.join(folder, 'dist', mode === 'production' ? '' : `../node_modules/.built-${mode}`)
  const options = ['--logLevel', 'warn', '--mode', mode, '--outDir', out, '--emptyOutDir']
  const built = spawnSync(process.execPath, [vite, 'build', ...options], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: mode },
  })
  if (built.status !== 0) throw new Error(built.stdout + built.stderr)
  return out
}

/**
 * Serves an app on its own origin, with texts from `channel`: `http://127.0.0.1:4400/d/shop/live`. `pages`
 * are served in addition to the files of the folder.
 */
export async function serveApp({
  folder,
  channel,
  pages = {},
  policy,
}: {
  folder: string
  channel: string
  pages?: Readonly<Record<string, string>>
  /** Content-Security-Policy. */
  policy?: string
}): Promise<ExampleApp> {
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    const file = path.join(pathname.startsWith('/node_modules/') ? root : folder, pathname)
    const page = pages[pathname]
    try {
      const found = path.extname(file) === '' ? path.join(folder, 'index.html') : file
      const text = page ?? (await readFile(found, 'utf8'))
      response.setHeader(
        'Content-Type',
        TYPES[path.extname(page === undefined ? found : '.html')] ?? 'text/html',
      )
      if (policy !== undefined) response.setHeader('Content-Security-Policy', policy)
      response.end(text.replace(CHANNEL, channel))
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Copies the locale files of an example, because Dragoman writes to connected folders. */
export function copyOfTexts(example: 'plain' | 'shop' | 'next'): {
  readonly folder: string
  readonly remove: () => void
} {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dragoman-example-'))
  cpSync(path.join(root, 'examples', example, 'locales'), path.join(folder, 'locales'), { recursive: true })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
