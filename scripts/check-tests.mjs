// Rejects code that makes gate tests depend on the speed of a machine or on chance; CONTRIBUTING.md describes
// the alternatives. A line that needs an exception has a reason: `// gate: the reason`, at its end or on the
// line before.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

/** Each has a pattern for one line, and the alternative. */
export const RULES = [
  [/\bretry\s*:\s*(?:\d|\{)|\.retry\(\d/, 'no `retry`: find the cause'],
  [/\bperformance\.now\(|\bprocess\.hrtime\b/, 'no measured time: count work, or measure it in bench/'],
  [/(?<!new Date\()\bDate\.now\(\)\s*[-+]|[-+<>]\s*Date\.now\(\)/, 'no measured time: inject the clock'],
  [/\bcpuUsage\(|\bmemoryUsage\(/, 'no measured costs: measure them in bench/'],
  [/\bMath\.random\(|\brandomInt\(/, 'no chance: use a seed'],
  [
    /\bsetTimeout\(\s*(?:resolve|done|r)\b|timers\/promises|\bsleep\(\s*\d|\bwaitForTimeout\(/,
    'no sleeping: await what happens',
  ],
  [/\btimeout:\s*(?:\d{1,3}|[1-9](?:_?\d{3}))\b(?!_)/, 'no deadline below 10 s'],
  [
    /(?<!\.)\b(?:spawn|spawnSync|fork|exec|execSync|execFile|execFileSync)\(/,
    'no child processes: they are slow to start',
  ],
  [/\bstartPostgres\(|\bfreePort\(/, 'nothing of its own that is shared: use what the run provides'],
]

/** Rules of all tests, also of those outside of the gate. */
const RULES_OF_EVERY_TEST = [
  [
    /\bexpect\([^)]*\b(?:performance|Date)\.now\(|\bexpect\(\w*(?:elapsed|took)\w*/i,
    'no asserted time: measure it in bench/',
  ],
]

/** Rules of all browser stories. */
const RULES_OF_STORIES = [
  ...RULES_OF_EVERY_TEST,
  [/['"]networkidle['"]/, 'no `networkidle`: await what the page shows'],
]

/** Rules of all test files of Vitest. */
const RULES_OF_ALL = [
  ...RULES_OF_EVERY_TEST,
  [/\btimeout:\s*\d[\d_]*\s*[,}]/, 'no deadline of its own: scripts/lib/deadlines.ts has them'],
  [/\bwriteFile(?:Sync)?\(.*\bmode: 0o7/, 'no program written by this process: use writeProgram'],
]

const problems = testFiles().flatMap((file) => {
  const text = readFileSync(path.join(root, file), 'utf8')
  return [
    ...(isGateFile(file) ? problemsOf(file, text, RULES) : []),
    ...problemsOf(file, text, file.endsWith('.e2e.ts') ? RULES_OF_STORIES : RULES_OF_ALL),
  ]
})
for (const problem of problems) console.log(problem)
if (problems.length > 0) console.log(`${problems.length} lines depend on the machine or on chance.`)
process.exit(problems.length === 0 ? 0 : 1)

function testFiles() {
  const folders = ['packages', 'e2e', 'scripts']
  return folders
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) => filesOf(folder))
    .filter((file) => /\.e2e\.ts$|\.test\.tsx?$/.test(file))
}

function isGateFile(file) {
  return file.startsWith('e2e/') ? file.startsWith('e2e/gate/') : !/\.heavy\.test\.tsx?$/.test(file)
}

function filesOf(folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`
    if (!entry.isDirectory()) return [file]
    return ['node_modules', 'dist'].includes(entry.name) ? [] : filesOf(file)
  })
}

function problemsOf(file, text, rules) {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    if (/^\s*(?:\/\/|\*|\/\*)/.test(line)) return []
    if (hasReason(line) || hasReason(lines[index - 1] ?? '')) return []
    return rules
      .filter(([pattern]) => pattern.test(line))
      .map(([, instead]) => `${file}:${index + 1}: ${instead}\n    ${line.trim()}`)
  })
}

function hasReason(line) {
  return /\/\/ gate: \S+/.test(line)
}
