/** A file, link or submodule of a commit. */
export type TreeEntry = {
  readonly path: string
  readonly kind: 'file' | 'link' | 'submodule'
  readonly isExecutable: boolean
  readonly id: string
}

/** What `ls-tree -r -z` writes. */
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

/** What `cat-file --batch` writes: a line with id, type and size, then the bytes and a line end. By id. */
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
