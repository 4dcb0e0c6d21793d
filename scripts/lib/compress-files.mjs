import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

const COMPRESSIBLE = /\.(?:js|css|json|svg)$/
/** Together they use all threads that Node.js compresses with. */
const AT_ONCE = 4

const compress = promisify(brotliCompress)

/**
 * Writes a Brotli file (`.br`) of the best quality next to each file of a folder that gets smaller. The server sends
 * these files; compressing as well as this takes too long while a page loads.
 */
export async function compressFiles(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => COMPRESSIBLE.test(name))
    .map((name) => path.join(folder, name))
  const compressNext = async () => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) {
      const bytes = await readFile(file)
      const smaller = await compress(bytes)
      if (smaller.length < bytes.length) await writeFile(`${file}.br`, smaller)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, compressNext))
}
