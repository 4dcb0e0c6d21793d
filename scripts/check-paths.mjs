// Rejects a path of the code in the docs that does not exist: in backticks, and in a folder of the repository or the
// name of a program. It is relative to the root, to a package or its `src`, or is the end of a path.
import { readdirSync, readFileSync } from 'node:fs'
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
const CODE = /\.(?:tsx?|mjs)$/
/** `e2e/x.e2e.ts` is any test, `src/i18next.d.ts` is a file of readers. */
const EXAMPLE = /\/x\.|\.d\.ts$/

const entries = FOLDERS.slice(packages.length).flatMap(entriesOf)
const isThere = (name) => entries.some((entry) => entry === name || entry.endsWith(`/${name}`))
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...entries.filter((entry) => /^(?:docs|packages)\/.*\.md$/.test(entry)),
]

const problems = pages.flatMap((page) =>
  readFileSync(path.join(root, page), 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(PATH)]
        .map(([, name]) => name)
        .filter((name) => CODE.test(name) || FOLDERS.includes(name.split('/')[0]))
        .filter((name) => !EXAMPLE.test(name) && !isThere(name) && !isThere(name.replace('/', '/src/')))
        .map((name) => `${page}:${index + 1}: ${name} does not exist`),
    ),
)
for (const problem of problems) console.log(problem)
process.exit(problems.length === 0 ? 0 : 1)

/** Returns the files and folders below a folder. */
function entriesOf(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`
    if (['node_modules', 'dist'].includes(entry.name)) return []
    return entry.isDirectory() ? [name, ...entriesOf(name)] : [name]
  })
}
