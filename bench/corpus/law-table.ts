import type { CheckedFile } from './check-corpus.ts'
import { markdownTable } from './markdown-table.ts'

/** The results of the laws for one folder's files. */
export type LawRow = {
  readonly folder: string
  readonly files: number
  /** Intentionally broken, and rejected with a position. */
  readonly refusedFiles: number
  readonly entries: number
  readonly identical: number
  readonly edits: number
  readonly editsHeld: number
  readonly refused: ReadonlyMap<string, number>
  readonly failures: number
}

/** Returns one row for each folder, sorted by name. */
export function lawRows(checked: readonly CheckedFile[]): readonly LawRow[] {
  return [...new Set(checked.map((file) => file.folder))].sort().map((folder) =>
    rowOf(
      folder,
      checked.filter((file) => file.folder === folder),
    ),
  )
}

export function lawTable(rows: readonly LawRow[]): string {
  const lines = rows.map((row) => [
    row.folder,
    row.refusedFiles > 0
      ? `${row.files} (${row.refusedFiles} broken on purpose, refused with a place)`
      : `${row.files}`,
    count(row.entries),
    `${row.identical} of ${row.files - row.refusedFiles}`,
    count(row.edits),
    count(row.editsHeld),
    refusals(row.refused),
    `${row.failures}`,
  ])
  const sum = (value: (row: LawRow) => number) => rows.reduce((total, row) => total + value(row), 0)
  const files = sum((row) => row.files)
  const refused = sum((row) => row.refusedFiles)
  const total = [
    '**all**',
    `${files} (${refused} refused)`,
    count(sum((row) => row.entries)),
    `${sum((row) => row.identical)} of ${files - refused}`,
    count(sum((row) => row.edits)),
    count(sum((row) => row.editsHeld)),
    '',
    `${sum((row) => row.failures)}`,
  ]
  return markdownTable(
    [
      'folder',
      'files',
      'entries',
      'same bytes',
      'edits tried',
      'one value changed',
      'edits refused, with their codes',
      'laws broken',
    ],
    [...lines, total],
  )
}

/** Returns all problems of one file, as sentences. */
export function failuresOf(file: CheckedFile): readonly string[] {
  if (file.kind === 'checked') return file.broken
  return file.hasPlace ? [] : ['is broken on purpose, but was accepted or refused without a place']
}

function rowOf(folder: string, files: readonly CheckedFile[]): LawRow {
  const checked = files.filter((file) => file.kind === 'checked')
  const refused = new Map<string, number>()
  let edits = 0
  let editsHeld = 0
  for (const file of checked) {
    for (const [law, times] of file.refused) refused.set(law, (refused.get(law) ?? 0) + times)
    const refusedEdits = file.refused
      .filter(([law]) => law.startsWith('one edit: '))
      .reduce((sum, [, times]) => sum + times, 0)
    edits += file.tried
    editsHeld +=
      file.tried - refusedEdits - file.broken.filter((how) => /(?:^|: )one edit: /.test(how)).length
  }
  return {
    folder,
    files: files.length,
    refusedFiles: files.filter((file) => file.kind === 'invalid' && file.hasPlace).length,
    entries: checked.reduce((sum, file) => sum + file.entries, 0),
    identical: checked.filter(
      (file) => !file.broken.some((how) => !/(?:^|: )(?:one edit|remove and add|rename): /.test(how)),
    ).length,
    edits,
    editsHeld,
    refused,
    failures: files.flatMap(failuresOf).length,
  }
}

/**
 * Renaming a single plural form is not renaming a key, and an array's element has no name: the laws skip
 * those, so they are not reported.
 */
const NOT_TRIED = new Set(['rename: plural', 'rename: place-taken'])

function refusals(refused: ReadonlyMap<string, number>): string {
  return [...refused]
    .filter(([law]) => !NOT_TRIED.has(law))
    .sort(([, a], [, b]) => b - a)
    .map(([law, times]) => `${law} (${count(times)})`)
    .join(', ')
}

function count(value: number): string {
  return value.toLocaleString('en-GB')
}
