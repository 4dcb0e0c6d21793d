import { copyFile, rm, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { bundleProgram } from '../../server/test/build-serve-child.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
/** Tests on different threads run in parallel. */
const FOLDER = `node_modules/.cache/dragoman-test/cli-${process.env.VITEST_POOL_ID ?? 0}/program`

let bundled: Promise<string> | null = null

/**
 * Bundles the program, because starting it from source takes seconds, and copies the files it expects next to
 * it; once for all test files of a thread. Returns the folder with `dragoman.js` and `run-in-folder.js`.
 */
export function bundleCli(): Promise<string> {
  bundled ??= bundle(join(ROOT, FOLDER))
  return bundled
}

async function bundle(folder: string): Promise<string> {
  await bundleProgram(folder, {
    dragoman: join(ROOT, 'packages/cli/src/main.ts'),
    'run-in-folder': join(ROOT, 'packages/cli/test/examples/run-in-folder.ts'),
    worker: join(ROOT, 'packages/server/src/workers/worker-main.ts'),
  })
  await copyFile(join(ROOT, 'packages/cli/package.json'), join(folder, '../package.json'))
  await rm(join(folder, 'sample'), { force: true })
  await symlink(join(ROOT, 'packages/cli/sample'), join(folder, 'sample'))
  return folder
}
