import { LIMITS } from '@dragoman/core'
/** A file with its path within what was dropped or chosen: the path reveals language and namespace. */
export type NamedFile = { readonly path: string; readonly file: File }

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
    .filter(({ path }) => !path.split('/').some((part) => part.startsWith('.') || part === 'node_modules'))
}

async function collect(entry: FileSystemEntry, into: NamedFile[]): Promise<void> {
  if (into.length > MOST_FILES || entry.name.startsWith('.') || entry.name === 'node_modules') return
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    into.push({ path: entry.fullPath.replace(/^\//, ''), file })
    return
  }
  if (!isFolder(entry)) return
  const reader = entry.createReader()
  for (;;) {
    // a reader returns at most a hundred entries at a time, and finally an empty list
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return
    for (const one of some) await collect(one, into)
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
