// Serves this folder, and packages from the nearest node_modules: http://127.0.0.1:5180. Any static server would do.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.json': 'application/json' }
const here = import.meta.dirname
const modules = [here, path.resolve(here, '../..')].find((folder) =>
  existsSync(path.join(folder, 'node_modules/i18next')),
)

const server = createServer(async ({ url = '/' }, response) => {
  const { pathname } = new URL(url, 'http://localhost')
  const root = pathname.startsWith('/node_modules/') ? modules : here
  const file = path.join(root ?? here, pathname === '/' ? 'index.html' : pathname)
  try {
    response.setHeader('Content-Type', TYPES[path.extname(file)] ?? 'application/octet-stream')
    response.end(await readFile(file))
  } catch {
    response.writeHead(404).end()
  }
})
server.listen(Number(process.env.PORT ?? 5180), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`)
})
