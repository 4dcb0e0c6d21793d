// Rejects a path in the docs that does not exist. A path of the code is in backticks, and in a folder of the repository
// or the name of a program: relative to the root, to a package or its `src`, or the end of a path. The path of a link is
// relative to its page.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const packages = readdirSync(path.join(root, 'packages'))
const FOLDERS = [
  ...packages,
  'packages',
  'docs',
  'scripts',
  'e2e',
  'bench',
  'deploy',
  'examples',
  'integrations',
]
const PATH = /`(?:\.\.\/)*([\w.@-]+(?:\/[\w.@-]+)+)\/?`/g
const LINK = /\]\((?![a-z]+:|#)([^)#\s]+)(?:#[^)]*)?\)/g
const CODE = /\.(?:tsx?|mjs)$/
/** `e2e/x.e2e.ts` is any test, `src/i18next.d.ts` is a file of readers. */
const EXAMPLE = /\/x\.|\.d\.ts$/

const entries = FOLDERS.slice(packages.length).flatMap(entriesOf)
const isThere = (name) => entries.some((entry) => entry === name || entry.endsWith(`/${name}`))
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...entries.filter((entry) => /^(?:docs|packages)\/.*\.md$/.test(entry)),
]

const problems = pages.flatMap((page) =>
  readFileSync(path.join(root, page), 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      [...missingCode(line), ...missingLinks(page, line)].map(
        (name) => `${page}:${index + 1}: ${name} does not exist`,
      ),
    ),
)
for (const problem of problems) console.log(problem)
process.exit(problems.length === 0 ? 0 : 1)

function missingCode(line) {
  return [...line.matchAll(PATH)]
    .map(([, name]) => name)
    .filter((name) => CODE.test(name) || FOLDERS.includes(name.split('/')[0]))
    .filter((name) => !EXAMPLE.test(name) && !isThere(name) && !isThere(name.replace('/', '/src/')))
}

function missingLinks(page, line) {
  return [...line.replace(/`[^`]*`/g, '').matchAll(LINK)]
    .map(([, name]) => name)
    .filter((name) => !existsSync(path.join(root, path.dirname(page), decodeURI(name))))
}

/** Returns the files and folders below a folder. */
function entriesOf(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`
    if (['node_modules', 'dist'].includes(entry.name)) return []
    return entry.isDirectory() ? [name, ...entriesOf(name)] : [name]
  })
}
