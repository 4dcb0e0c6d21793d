import { LIMITS } from '@dragoman/core'

/** A file with its path within what was dropped or chosen: the path reveals language and namespace. */
export type NamedFile = {
  readonly path: string
  /** Null: the browser cannot read it, or the folder with this path. */
  readonly file: File | null
}

/** Maximum files of one import. */
export const MOST_FILES = LIMITS.archiveFilesMax

/** What was dropped or chosen. */
export type FoundFiles = {
  readonly files: readonly NamedFile[]
  /** Paths of hidden files and folders, and of packages: they are not read. */
  readonly skipped: readonly string[]
}

/** Returns the files of a drop, including those inside dropped folders; reading ends after one too many. */
export async function filesOfDrop(transfer: DataTransfer): Promise<FoundFiles> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null)
  if (entries.every((entry) => entry === null)) return filesOfList(transfer.files)
  const files: NamedFile[] = []
  const skipped: string[] = []
  for (const entry of entries) if (entry !== null) await collect(entry, { files, skipped })
  return { files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)), skipped }
}

/** Returns the files of a file input; for a chosen folder, with their paths in it. */
export function filesOfList(list: FileList | null): FoundFiles {
  const files: NamedFile[] = []
  const skipped = new Set<string>()
  for (const file of list ?? []) {
    const path = file.webkitRelativePath === '' ? file.name : file.webkitRelativePath
    const leftOut = leftOutPart(path)
    if (leftOut === null) files.push({ path: importPath(path), file })
    else skipped.add(leftOut)
  }
  return { files, skipped: [...skipped] }
}

/** Returns the part of a path that is not read, up to the folder or file that is left out; null: all of it is read. */
function leftOutPart(path: string): string | null {
  const names = path.split('/')
  const at = names.findIndex((name, index) => isLeftOut(name, index === 0 && names.length > 1))
  return at < 0 ? null : names.slice(0, at + 1).join('/')
}

type Found = { readonly files: NamedFile[]; readonly skipped: string[] }

async function collect(entry: FileSystemEntry, found: Found): Promise<void> {
  if (found.files.length > MOST_FILES) return
  const path = entry.fullPath.replace(/^\//, '')
  if (isLeftOut(entry.name, entry.isDirectory && path === entry.name)) {
    found.skipped.push(path)
    return
  }
  try {
    if (isFile(entry)) found.files.push({ path: importPath(path), file: await fileOf(entry) })
    else if (isFolder(entry)) for (const one of await entriesOf(entry)) await collect(one, found)
  } catch {
    // The others are still imported.
    found.files.push({ path: importPath(path), file: null })
  }
}

/** Returns the path without the dot of a hidden folder that was dropped: the server accepts no hidden files. */
function importPath(path: string): string {
  return path.replace(/^\.+/, '')
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

/**
 * Hidden files and those of packages are left out; the server would not accept them. A hidden folder that was dropped
 * or chosen is read: its person has selected it.
 */
function isLeftOut(name: string, isDroppedFolder: boolean): boolean {
  return name === 'node_modules' || (name.startsWith('.') && !isDroppedFolder)
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
