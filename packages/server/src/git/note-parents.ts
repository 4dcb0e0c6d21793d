import { open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { oneByOne } from './one-by-one.ts'

/**
 * Called for a commit that was made in a copy, which has its parents. Each fetch is one commit deep, and notes its
 * commit in the file `shallow`: Git then reads it as one without parents. If that is a commit of ours which is made
 * again, commits on top of it could not be pushed once no branch has it ("shallow update not allowed").
 */
export async function noteParents(folder: string, commit: string): Promise<void> {
  if (!(await readShallow(folder)).includes(commit)) return
  // Fetches write the file as well.
  await oneByOne(folder, () => remove(folder, commit))
}

async function remove(folder: string, commit: string): Promise<void> {
  const file = join(folder, 'shallow')
  const lock = `${file}.lock`
  const handle = await open(lock, 'wx').catch((error: NodeJS.ErrnoException) => {
    // A fetch of another process: if the push is refused because of that, the next attempt does this again.
    if (error.code === 'EEXIST') return null
    throw error
  })
  if (handle === null) return
  try {
    const left = (await readShallow(folder)).filter((one) => one !== commit)
    await handle.writeFile(left.map((one) => `${one}\n`).join(''))
    await handle.close()
    await rename(lock, file)
  } catch (error) {
    await handle.close().catch(() => undefined) // closed already; the first error is the one to report
    await rm(lock, { force: true })
    throw error
  }
}

/** Returns the commits of a copy whose parents Git leaves out. */
export async function readShallow(folder: string): Promise<readonly string[]> {
  const text = await readFile(join(folder, 'shallow'), 'latin1').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').filter((line) => line !== '')
}
