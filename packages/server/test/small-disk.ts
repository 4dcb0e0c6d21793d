import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = {
  readonly folder: string
  readonly remount: (mode: 'ro' | 'rw') => void
  readonly unmount: () => void
}

/** Mounts a small file system; null if this user cannot mount one. */
export async function smallDisk(): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-disk-'))
  // gate: only the system can mount a small disk
  const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'ignore' })
  try {
    mount('-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder)
  } catch {
    await rm(folder, { recursive: true })
    return null
  }
  return {
    folder,
    remount: (mode) => mount('-o', `remount,${mode}`, folder),
    // gate: as above
    unmount: () => execFileSync('umount', ['-l', folder], { stdio: 'ignore' }),
  }
}
