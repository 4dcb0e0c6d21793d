import { copyFile, rm, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { bundleProgram } from '../../server/test/build-serve-child.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/**
 * Bundles the program, because starting it from source takes seconds, and copies the files it expects next to
 * it. `name` separates tests that run in parallel. Returns the file to start.
 */
export async function bundleCli(name: string): Promise<string> {
  const folder = join(ROOT, 'node_modules/.cache/dragoman-test', name, 'program')
  await bundleProgram(folder, {
    dragoman: join(ROOT, 'packages/cli/src/main.ts'),
    worker: join(ROOT, 'packages/server/src/workers/worker-main.ts'),
  })
  await copyFile(join(ROOT, 'packages/cli/package.json'), join(folder, '../package.json'))
  await rm(join(folder, 'sample'), { force: true })
  await symlink(join(ROOT, 'packages/cli/sample'), join(folder, 'sample'))
  return join(folder, 'dragoman.js')
}
