// Verifies the laws of formats on files of real projects. Usage: npm run corpus [-- --peers] [-- --entries N]
// [-- --only FOLDER]
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const run = spawnSync(
  process.execPath,
  ['--import', 'tsx', 'bench/corpus/run.ts', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
process.exit(run.status ?? 1)
