import { symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { bundleOnce } from '../../server/test/build-serve-child.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/**
 * Bundles the program, because starting it from source takes seconds, and adds the files it expects next to it.
 * Returns the folder with `dragoman.js` and `run-in-folder.js`.
 */
export async function bundleCli(): Promise<string> {
  const folder = await bundleOnce(
    'cli',
    {
      'program/dragoman': join(ROOT, 'packages/cli/src/main.ts'),
      'program/run-in-folder': join(ROOT, 'packages/cli/test/examples/run-in-folder.ts'),
      'program/worker': join(ROOT, 'packages/server/src/workers/worker-main.ts'),
    },
    async (made) => {
      await symlink(join(ROOT, 'packages/cli/package.json'), join(made, 'package.json'))
      await symlink(join(ROOT, 'packages/cli/sample'), join(made, 'program/sample'))
    },
  )
  return join(folder, 'program')
}
