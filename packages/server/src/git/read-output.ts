/** A file, link or submodule of a commit. */
export type TreeEntry = {
  readonly path: string
  readonly kind: 'file' | 'link' | 'submodule'
  readonly isExecutable: boolean
  readonly id: string
}

/** Reads the output of `ls-tree -r -z`. */
export function readTreeEntries(output: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = []
  for (const line of output.toString('utf8').split('\0')) {
    const tab = line.indexOf('\t')
    if (tab < 0) continue
    const [mode = '', , id = ''] = line.slice(0, tab).split(' ')
    const kind = mode === '120000' ? 'link' : mode === '160000' ? 'submodule' : 'file'
    entries.push({ path: line.slice(tab + 1), kind, isExecutable: mode === '100755', id })
  }
  return entries
}

/** Reads the modes of `ls-tree -z` by path. */
export function readModes(output: Buffer): ReadonlyMap<string, string> {
  const modes = new Map<string, string>()
  for (const line of output.toString('utf8').split('\0')) {
    const tab = line.indexOf('\t')
    if (tab >= 0) modes.set(line.slice(tab + 1), line.slice(0, line.indexOf(' ')))
  }
  return modes
}

/** Reads the output of `cat-file --batch`, by id: a line with id, type and size, the bytes, a newline. */
export function readBlobs(output: Buffer): ReadonlyMap<string, Buffer> {
  const found = new Map<string, Buffer>()
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0x0a, at)
    if (end < 0) break
    const [id = '', type, size] = output.toString('latin1', at, end).split(' ')
    at = end + 1
    if (type !== 'blob') continue // missing
    const length = Number(size)
    found.set(id, output.subarray(at, at + length))
    at += length + 1
  }
  return found
}

/** Reads the output of `cat-file --batch-check=%(objectname) %(objectsize)` by id. */
export function readSizes(output: Buffer): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>()
  for (const line of output.toString('latin1').split('\n')) {
    const [id = '', size = ''] = line.split(' ')
    if (/^\d+$/.test(size)) sizes.set(id, Number(size))
  }
  return sizes
}

export type MovedFile = { readonly from: string; readonly to: string }

/** Reads the paths of `diff-tree --raw -z --diff-filter=R`: modes, ids and similarity, then both paths. */
export function readRenames(output: Buffer): MovedFile[] {
  const moved: MovedFile[] = []
  const parts = output.toString('utf8').split('\0')
  for (let at = 0; at + 2 < parts.length; at += 3)
    moved.push({ from: parts[at + 1] ?? '', to: parts[at + 2] ?? '' })
  return moved
}
