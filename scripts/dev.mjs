// Runs the program from source with restart on change (port 4400), behind the client with hot reload (port
// 4401).
import { spawn } from 'node:child_process'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const bin = (name) => path.join(root, 'node_modules', name)
const children = [
  spawn(process.execPath, [bin('tsx/dist/cli.mjs'), 'watch', 'packages/cli/src/main.ts', 'start'], {
    cwd: root,
    stdio: 'inherit',
  }),
  spawn(process.execPath, [bin('vite/bin/vite.js'), '--port', '4401'], {
    cwd: path.join(root, 'packages/client'),
    stdio: 'inherit',
  }),
]
for (const child of children) child.on('exit', stop)
process.on('SIGINT', stop)
process.on('SIGTERM', stop)

function stop() {
  for (const child of children) child.kill('SIGTERM')
}
