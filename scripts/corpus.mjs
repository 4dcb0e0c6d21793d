// Verifies the laws of formats on files of real projects. Usage: npm run corpus [-- --peers] [-- --entries N]
// [-- --only FOLDER]. With `-- --detection [FOLDER]`, detects and checks each repository below a folder instead;
// `--findings FILE` writes a line for each finding.
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const program = process.argv.includes('--detection') ? 'detection' : 'run'
const run = spawnSync(
  process.execPath,
  ['--import', 'tsx', '--conditions=source', `bench/corpus/${program}.ts`, ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
process.exit(run.status ?? 1)
