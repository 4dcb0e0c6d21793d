import type { FileReply } from '@dragoman/contract'
import { append } from '@dragoman/core'

const URGENCY: Readonly<Record<FileReply['state'], number>> = {
  unreadable: 0,
  unwritable: 0,
  missing: 2,
  writing: 3,
  'in-step': 4,
}

export type FileOrder = 'attention' | 'path' | 'language' | 'strings'

/** Sorts files; by default, those that need attention come first. Equal files keep their order. */
export function sortFiles(files: readonly FileReply[], order: FileOrder = 'attention'): readonly FileReply[] {
  switch (order) {
    case 'attention':
      return files.toSorted((a, b) => urgencyOf(a) - urgencyOf(b))
    case 'path':
      return files.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    case 'language':
      return files.toSorted((a, b) => (a.language < b.language ? -1 : a.language > b.language ? 1 : 0))
    case 'strings':
      return files.toSorted((a, b) => b.strings - a.strings)
    default:
      return order satisfies never
  }
}

function urgencyOf(file: FileReply): number {
  return file.conflicts > 0 ? Math.min(1, URGENCY[file.state]) : URGENCY[file.state]
}

/** Returns files whose path, language or namespace contains every word. */
export function filterFiles(files: readonly FileReply[], text: string): readonly FileReply[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return files.filter(({ path, language, namespace }) => {
    const all = `${path} ${language} ${namespace}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
}

/** Groups files by folder, in the order of each folder's first file. */
export function groupByFolder(
  files: readonly FileReply[],
): readonly { readonly folder: string; readonly files: readonly FileReply[] }[] {
  const folders = new Map<string, FileReply[]>()
  for (const file of files) {
    const folder = file.path.slice(0, Math.max(0, file.path.lastIndexOf('/')))
    append(folders, folder, file)
  }
  return [...folders].map(([folder, list]) => ({ folder, files: list }))
}
