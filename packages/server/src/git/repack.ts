import { randomBytes } from 'node:crypto'
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { oneByOne } from './one-by-one.ts'
import { OBJECTS_BYTES } from './remote.ts'
import type { RunHere } from './run-git.ts'

/** A copy is left as it is while its small packs and single objects take no more than this. */
const SCATTERED_BYTES = 1024 * 1024
/** Or while they take no more than this part of its largest pack. */
const SCATTERED_SHARE = 0.1
/** Each Git call that reads objects searches all packs. */
const PACKS = 50

/** Whether a copy has many packs, or many of its objects outside the largest one. */
async function isScattered(folder: string): Promise<boolean> {
  const objects = join(folder, 'objects')
  const names = await readdir(objects, { recursive: true }).catch(() => [])
  const isPack = (name: string) => name.startsWith('pack/')
  const sizes = await Promise.all(
    names
      .filter((name) => (isPack(name) ? name.endsWith('.pack') : LOOSE.test(name)))
      .map(async (name) => {
        const found = await stat(join(objects, name)).catch(() => null) // it is gone by now
        return { isPack: isPack(name), bytes: found?.size ?? 0 }
      }),
  )
  const packs = sizes.filter((one) => one.isPack)
  const largest = Math.max(0, ...packs.map(({ bytes }) => bytes))
  const rest = sizes.reduce((sum, { bytes }) => sum + bytes, 0) - largest
  return packs.length > PACKS || rest > Math.max(SCATTERED_BYTES, largest * SCATTERED_SHARE)
}

const LOOSE = /^[0-9a-f]{2}\/[0-9a-f]{38,62}$/

/** Combines what was fetched into a copy piece by piece, if that is much. Takes seconds. Throws GitError. */
export async function tidyCopy(local: RunHere, folder: string): Promise<void> {
  if (await isScattered(folder)) await oneByOne(folder, () => repack(local, folder))
}

/**
 * Combines all objects of a copy into one pack, where versions of a file take little more than their
 * differences. Works from a list instead of following references: nothing that is missing is fetched, and
 * nothing that is here is left out. Others can read and add objects in the meantime, but not fetch. If
 * interrupted, the copy is as good as it was.
 */
async function repack(local: RunHere, folder: string): Promise<void> {
  const packs = join(folder, 'objects/pack')
  const before = await readdir(packs)
  const lines = await objectLines(local)
  if (lines.length === 0) return
  const ownName = `tmp_repack_${randomBytes(4).toString('hex')}`
  // One thread: other work comes first.
  const { stdout } = await local(
    ['pack-objects', '--quiet', '--delta-base-offset', '--threads=1', join(packs, ownName)],
    { input: `${lines.join('\n')}\n`, config: [['pack.windowMemory', '128m']] },
  )
  const id = stdout.toString('latin1').trim()
  if (!/^[0-9a-f]{40,64}$/.test(id)) throw new Error(`Git has made no pack: ${id.slice(0, 100)}`)
  const name = `pack-${id}`
  // Objects that it refers to and lacks can still be fetched from the repository.
  await writeFile(join(packs, `${name}.promisor`), '')
  const made = (await readdir(packs)).filter((one) => one.startsWith(`${ownName}-`))
  // Git starts reading a pack when its index is there.
  for (const one of made.sort((a, b) => Number(a.endsWith('.idx')) - Number(b.endsWith('.idx'))))
    await rename(join(packs, one), join(packs, `${name}${one.slice(one.lastIndexOf('.'))}`))
  for (const one of before) if (!one.startsWith(`${name}.`)) await rm(join(packs, one), { force: true })
  await local(['prune-packed', '--quiet'])
}

/** Lists all objects with their names in commits: Git compares files of the same name first. */
async function objectLines(local: RunHere): Promise<readonly string[]> {
  const listing = [
    'cat-file',
    '--batch-check=%(objectname) %(objecttype)',
    '--batch-all-objects',
    '--unordered',
  ]
  const { stdout } = await local(listing, { maxBytes: OBJECTS_BYTES })
  const all = new Map<string, string>()
  const commits: string[] = []
  for (const line of stdout.toString('latin1').split('\n')) {
    const [id = '', type] = line.split(' ')
    if (id !== '') all.set(id, id)
    if (type === 'commit') commits.push(id)
  }
  const named = await local(['rev-list', '--objects', '--no-walk', '--missing=allow-any', '--stdin'], {
    input: `${commits.join('\n')}\n`,
    maxBytes: OBJECTS_BYTES,
  })
  for (const line of named.stdout.toString('latin1').split('\n')) {
    const id = line.split(' ', 1)[0] ?? ''
    if (all.has(id)) all.set(id, line)
  }
  return [...all.values()]
}
