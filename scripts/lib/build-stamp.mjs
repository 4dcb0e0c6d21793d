// Detects if the built product is older than its sources, by a hash of their contents, because timestamps are
// wrong after a checkout.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const SOURCES = ['packages', 'package-lock.json', 'scripts/build.mjs']
const LEFT_OUT = /^(node_modules|dist|test|fixtures)$|\.test\.tsx?$/

export function stampPath(root) {
  return path.join(root, 'packages/cli/dist/.stamp')
}

export function isBuildStale(root) {
  const stamp = stampPath(root)
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== hashSources(root)
}

export function writeStamp(root) {
  writeFileSync(stampPath(root), hashSources(root))
}

function hashSources(root) {
  const hash = createHash('sha256')
  for (const source of SOURCES) addToHash(hash, path.join(root, source))
  return hash.digest('hex')
}

function addToHash(hash, file) {
  if (LEFT_OUT.test(path.basename(file))) return
  const entries = listOrNull(file)
  if (!entries) {
    hash.update(file.replaceAll('\\', '/')).update(readFileSync(file))
    return
  }
  for (const entry of entries.sort()) addToHash(hash, path.join(file, entry))
}

function listOrNull(file) {
  try {
    return readdirSync(file)
  } catch (error) {
    if (error.code === 'ENOTDIR') return null
    throw error
  }
}
