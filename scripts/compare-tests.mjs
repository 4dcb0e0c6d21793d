// Compares the names of all tests at a commit with the current ones, by tier, so that no test disappears
// unnoticed. Usage: node scripts/compare-tests.mjs BASE [--list]
//
// Names are read from the sources as they are written: a title with a placeholder counts once. A renamed test
// is recognized by its body. All others are listed as "gone" and need a reason in scripts/removed-tests.json
// ({ "file > title": "reason" }); otherwise the script exits with 1.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const base = process.argv[2]
const isListing = process.argv.includes('--list')
if (!base) {
  console.error('Usage: node scripts/compare-tests.mjs BASE [--list]')
  process.exit(2)
}
/** Bodies that share this part of their words are one test under different titles. */
const ALIKE = 0.6
/** The start of a test, up to the end of its title. */
const TEST =
  /^[ \t]*(?:test|it)(?:\.(?:skipIf|runIf)\((?:[^()]|\([^()]*\))*\))?(?:\.each\([\s\S]*?\))?(?:\.each<[^>]*>)?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/gm

const before = testsAt(base)
const now = testsAt(null)
const reasons = readReasons()
const unmatched = new Set(now)
const kept = []
const gone = []

take((test) => (other) => other.file === test.file && other.title === test.title)
take((test) => (other) => other.title === test.title && stemOf(other.file) === stemOf(test.file))
take((test) => (other) => other.title === test.title)
takeByBody()

const tiers = {}
for (const { from, to } of kept) {
  const key = `${tierOf(from.file, true)} → ${tierOf(to.file, false)}`
  tiers[key] = (tiers[key] ?? 0) + 1
}
console.log(`${before.length} titles at ${base}, ${now.length} now`)
for (const [key, count] of Object.entries(tiers).sort()) console.log(`${String(count).padStart(6)}  ${key}`)
console.log(`${String(unmatched.size).padStart(6)}  new`)
const unexplained = gone.filter(({ file, title }) => !reasons[`${file} > ${title}`])
console.log(`${String(gone.length).padStart(6)}  gone, ${unexplained.length} of them without a reason`)
for (const { file, title } of unexplained) console.log(`        ${file} > ${title}`)
if (isListing)
  for (const { from, to } of kept)
    if (from.file !== to.file || from.title !== to.title)
      console.log(`${from.file} > ${from.title}\n    → ${to.file} > ${to.title}`)
process.exit(unexplained.length === 0 ? 0 : 1)

function take(matching) {
  const found = new Set(kept.map(({ from }) => from))
  for (const test of before.filter((one) => !found.has(one))) {
    const match = [...unmatched].find(matching(test))
    if (!match) continue
    kept.push({ from: test, to: match })
    unmatched.delete(match)
  }
}

function takeByBody() {
  const found = new Set(kept.map(({ from }) => from))
  for (const test of before.filter((one) => !found.has(one))) {
    let best = null
    let bestShare = ALIKE
    for (const other of unmatched) {
      const share = likeness(test.words, other.words)
      if (share <= bestShare) continue
      best = other
      bestShare = share
    }
    if (!best) {
      gone.push(test)
      continue
    }
    kept.push({ from: test, to: best })
    unmatched.delete(best)
  }
}

/** Returns the words that both have, as a share of all words. */
function likeness(a, b) {
  if (a.size === 0 || b.size === 0) return 0
  let both = 0
  for (const word of a) if (b.has(word)) both += 1
  return both / (a.size + b.size - both)
}

function testsAt(commit) {
  const list = commit
    ? git('ls-tree', '-r', '--name-only', commit)
    : git('ls-files', '--cached', '--others', '--exclude-standard')
  return list
    .split('\n')
    .filter((file) => /\.test\.tsx?$|\.e2e\.ts$/.test(file))
    .flatMap((file) => {
      if (!commit && !existsSync(path.join(root, file))) return []
      const text = commit ? git('show', `${commit}:${file}`) : readFileSync(path.join(root, file), 'utf8')
      return testsIn(file, text)
    })
}

function testsIn(file, text) {
  const found = [...text.matchAll(TEST)]
  return found.map((match, index) => ({
    file,
    title: match[2].replaceAll(/\s+/g, ' '),
    words: new Set(
      text.slice(match.index + match[0].length, found[index + 1]?.index ?? text.length).match(/[\w$]{3,}/g) ??
        [],
    ),
  }))
}

/** `x` of `x.test.ts`, `x.heavy.test.ts`, `x.dom.test.tsx`, `x.e2e.ts`. */
function stemOf(file) {
  return path.basename(file).split('.')[0]
}

function tierOf(file, isBefore) {
  if (isBefore) return file.endsWith('.e2e.ts') ? 'browser' : 'unit'
  if (/\.heavy\.test\./.test(file)) return 'heavy'
  if (file.startsWith('e2e/')) return file.startsWith('e2e/gate/') ? 'gate browser' : 'all browser'
  return 'gate unit'
}

function readReasons() {
  const file = path.join(root, 'scripts/removed-tests.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
}
