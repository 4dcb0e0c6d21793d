import type { EntryPath } from '@dragoman/core'
import type { EntryEdit } from '../format.ts'
import { plainJson } from '../json/plain-json.ts'
import { fullPattern, type ProjectFileItem, readProjectFile } from './read-project-file.ts'

/** What a person has chosen for some files. */
export type ProjectFileChoice = Pick<ProjectFileItem, 'pattern' | 'format'> & {
  readonly sourceLanguage: string
}

/**
 * Returns the project file with a choice added: in the item with this pattern if there is one, otherwise in a
 * new item at the end. Everything else is kept as written. `bytes` is null if there is no file yet. Null: the
 * file names another source language for other files, or is invalid.
 */
export function editProjectFile(
  bytes: Uint8Array | null,
  { pattern, format, sourceLanguage }: ProjectFileChoice,
): Uint8Array | null {
  if (bytes === null)
    return new TextEncoder().encode(
      `${JSON.stringify({ sourceLanguage, files: [{ pattern, format }] }, null, 2)}\n`,
    )
  const { file } = readProjectFile(bytes)
  if (file === null) return null
  const at = file.files.findIndex(
    (item) => item.pattern === pattern || fullPattern(item, file.sourceLanguage) === pattern,
  )
  const others = file.files.filter((_, i) => i !== at)
  if (file.sourceLanguage !== sourceLanguage && others.length > 0) return null
  const document = plainJson.read(bytes)
  const edits: EntryEdit[] = []
  if (file.sourceLanguage !== sourceLanguage)
    edits.push({ kind: 'set', name: 'sourceLanguage', text: sourceLanguage })
  if (at >= 0) edits.push({ kind: 'set', name: `files.${at}.format`, text: format })
  else {
    const index = file.files.length
    const path = (field: string): EntryPath => ['files', index, field]
    edits.push({ kind: 'add', path: path('pattern'), text: pattern, after: [] })
    edits.push({ kind: 'add', path: path('format'), text: format, after: [`files.${index}.pattern`] })
  }
  return plainJson.edit(document, edits)
}
