import { LIMITS } from '@dragoman/core'

/** A file with its path within what was dropped or chosen: the path reveals language and namespace. */
export type NamedFile = {
  readonly path: string
  /** Null: the browser cannot read it, or the folder with this path. */
  readonly file: File | null
}

/** Maximum files of one import. */
export const MOST_FILES = LIMITS.archiveFilesMax

/** Returns the files of a drop, including those inside dropped folders; reading ends after one too many. */
export async function filesOfDrop(transfer: DataTransfer): Promise<readonly NamedFile[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null)
  if (entries.every((entry) => entry === null)) return filesOfList(transfer.files)
  const found: NamedFile[] = []
  for (const entry of entries) if (entry !== null) await collect(entry, found)
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** Returns the files of a file input; for a chosen folder, with their paths in it. */
export function filesOfList(list: FileList | null): readonly NamedFile[] {
  return [...(list ?? [])]
    .map((file) => ({ path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath, file }))
    .filter(({ path }) => !path.split('/').some(isLeftOut))
}

async function collect(entry: FileSystemEntry, into: NamedFile[]): Promise<void> {
  if (into.length > MOST_FILES || isLeftOut(entry.name)) return
  const path = entry.fullPath.replace(/^\//, '')
  try {
    if (isFile(entry)) into.push({ path, file: await fileOf(entry) })
    else if (isFolder(entry)) for (const one of await entriesOf(entry)) await collect(one, into)
  } catch {
    // The others are still imported.
    into.push({ path, file: null })
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const found: FileSystemEntry[] = []
  for (;;) {
    // a reader returns at most a hundred entries at a time, and finally an empty list
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return found
    found.push(...some)
  }
}

/** Hidden files and those of packages are left out; the server would not accept them. */
function isLeftOut(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules'
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
