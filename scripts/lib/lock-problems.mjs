// Finds out whether `npm ci` accepts the lock file, on any platform, without asking a registry.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const REGISTRY = 'https://registry.npmjs.org/'
const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies']

/**
 * Returns the problems of `package-lock.json` in a folder, one sentence each. `npm install` writes only the
 * optional packages of its own platform into a lock file if `node_modules` exists.
 *
 * @param {string} root
 * @returns {readonly string[]}
 */
export function lockProblems(root) {
  /** @type {{ packages: Record<string, any> }} */
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const problems = []
  for (const [place, entry] of Object.entries(packages)) {
    if (entry.link) continue
    const shown = place === '' ? 'the workspace' : place
    if (entry.extraneous) problems.push(`${shown} is in the lock file, but nothing needs it`)
    if (entry.resolved !== undefined && !entry.resolved.startsWith(REGISTRY))
      problems.push(`${shown} is locked to ${entry.resolved}, which is not the public registry`)
    for (const name of namesOfNeeded(entry))
      if (!isLocked(packages, place, name))
        problems.push(`the lock file lacks ${name}, which ${shown} needs, perhaps on another platform`)
    if (!place.includes('node_modules/')) problems.push(...differences(root, place, entry))
  }
  return problems
}

/**
 * Returns the names of packages that are installed with a package; development dependencies are those of the
 * workspaces.
 */
function namesOfNeeded(entry) {
  const peers = Object.keys(entry.peerDependencies ?? {}).filter(
    (name) => !entry.peerDependenciesMeta?.[name]?.optional,
  )
  return [...KINDS.flatMap((kind) => Object.keys(entry[kind] ?? {})), ...peers]
}

/** Returns whether a package is found from a location in the tree, by Node.js's rules. */
function isLocked(packages, place, name) {
  for (let folder = place; ; folder = path.posix.dirname(folder)) {
    if (folder === '.') folder = ''
    if (packages[path.posix.join(folder, 'node_modules', name)] !== undefined) return true
    if (folder === '') return false
  }
}

/** Compares a package of the workspace with its entry in the lock file. */
function differences(root, place, entry) {
  const file = path.posix.join(place, 'package.json')
  if (!existsSync(path.join(root, file))) return [`${file} is in the lock file, but does not exist`]
  const manifest = JSON.parse(readFileSync(path.join(root, file), 'utf8'))
  return KINDS.filter((kind) => textOf(manifest[kind]) !== textOf(entry[kind])).map(
    (kind) => `the lock file has other ${kind} of ${file}`,
  )
}

function textOf(versions = {}) {
  return JSON.stringify(Object.entries(versions).sort(([a], [b]) => (a < b ? -1 : 1)))
}
