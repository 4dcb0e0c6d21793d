import { existsSync, promises, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Kills this process at one step of its writes below `folder`: before a file is written, half written,
 * written, linked, renamed or removed. The number of the step is in `file`; steps are counted while `file` exists.
 */
export function killAtStep({ folder, file }: { readonly folder: string; readonly file: string }): void {
  const { writeFile, link, rename, rm } = promises
  let step = 0
  const pass = (path: unknown) => {
    if (!String(path).startsWith(folder) || !existsSync(file)) return
    step += 1
    if (step === Number(readFileSync(file, 'utf8'))) process.kill(process.pid, 'SIGKILL')
  }
  Object.assign(promises, {
    async writeFile(...[path, data, options]: Parameters<typeof writeFile>) {
      pass(path)
      if (String(path).startsWith(folder) && data instanceof Uint8Array)
        await writeFile(path, data.subarray(0, data.length / 2))
      pass(path)
      await writeFile(path, data, options)
      pass(path)
    },
    async link(...paths: Parameters<typeof link>) {
      pass(paths[1])
      await link(...paths)
      pass(paths[1])
    },
    async rename(...paths: Parameters<typeof rename>) {
      pass(paths[1])
      await rename(...paths)
      pass(paths[1])
    },
    async rm(...[path, options]: Parameters<typeof rm>) {
      pass(path)
      await rm(path, options)
      pass(path)
    },
  })
  syncBuiltinESMExports()
}
