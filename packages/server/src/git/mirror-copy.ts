import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { KnownContents } from './known-contents.ts'
import { isCopyOf, makeCopy } from './make-copy.ts'
import type { Mirror, MirrorLocation } from './mirror.ts'
import type { MirrorCalls } from './mirror-calls.ts'
import { oneByOne } from './one-by-one.ts'
import { removeOldLeftovers } from './remove-leftovers.ts'
import { tidyCopy } from './repack.ts'

/** The copy in its folder: created, checked and tidied. */
export type MirrorCopy = Pick<Mirror, 'has' | 'isOvergrown' | 'tidy'> & {
  /** Creates an empty copy if there is none or Git cannot read it. Ids of 64 digits are SHA-256. */
  readonly prepare: (idLength: number) => Promise<void>
}

/** For loose objects and packs; each push adds some of both. */
const OVERGROWN_KIB = 128 * 1024
const OVERGROWN_PACKS = 1000
/** Git is no longer writing files that have not changed for this long. */
const LEFTOVER_MS = 10 * 60_000

export function openMirrorCopy(
  { git, folder, address, signal }: MirrorLocation,
  { here }: MirrorCalls,
  known: KnownContents,
): MirrorCopy {
  /** Whether leftovers of a killed process were removed; its Git programs can still be writing new ones. */
  let isTidy = false

  async function prepare(idLength: number): Promise<void> {
    if (!isTidy) await removeOldLeftovers(folder, LEFTOVER_MS)
    isTidy = true
    if (await isReady()) return
    await oneByOne(folder, () => recreateCopy(idLength))
  }

  async function recreateCopy(idLength: number): Promise<void> {
    if (await isReady()) return
    known.forget()
    await makeCopy(git, { folder, address, idLength, filter: 'blob:none', ...(signal && { signal }) })
  }

  async function isReady(): Promise<boolean> {
    const head = await stat(join(folder, 'HEAD')).catch(() => null)
    if (head === null) return false
    const copy = `${head.ino} ${head.birthtimeMs} ${address.url}`
    if (known.copy() === copy) return true
    if (!(await isCopyOf(here, folder, address))) return false
    known.isOf(copy)
    return true
  }

  async function has(commit: string): Promise<boolean> {
    // The copy of another repository, which this one has replaced, is recreated with the next fetch.
    if (!(await isReady())) return false
    const found = await here(['cat-file', '-e', `${commit}^{tree}`]).catch(() => null)
    if (found !== null) known.commits.add(commit)
    return found !== null
  }

  async function isOvergrown(): Promise<boolean> {
    const { stdout } = await here(['count-objects', '-v'])
    const figures = new Map(
      stdout
        .toString('utf8')
        .split('\n')
        .map((line) => {
          const [name = '', value] = line.split(': ')
          return [name, Number(value)] as const
        }),
    )
    const [loose, packs] = [figures.get('size') ?? 0, figures.get('packs') ?? 0]
    return loose > OVERGROWN_KIB || packs > OVERGROWN_PACKS
  }

  async function tidy(): Promise<void> {
    if (await isReady()) await tidyCopy(here, folder)
  }

  return { prepare, has, isOvergrown, tidy }
}
