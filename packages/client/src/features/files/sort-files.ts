import type { FileReply } from '@dragoman/contract'

const URGENCY: Readonly<Record<FileReply['state'], number>> = { unreadable: 0, unwritable: 0, missing: 2, writing: 3, 'in-step': 4 }

/** Files that want attention first: broken ones, conflicts, missing ones; the rest in the order they came. */
export function sortFiles(files: readonly FileReply[]): readonly FileReply[] {
  return files.toSorted((a, b) => urgencyOf(a) - urgencyOf(b))
}

function urgencyOf(file: FileReply): number {
  return file.conflicts > 0 ? Math.min(1, URGENCY[file.state]) : URGENCY[file.state]
}
