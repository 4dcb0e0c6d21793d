import { compareTexts } from '@dragoman/core'
import { formatById } from '../all.ts'
import type { DescribedFiles } from '../detect/describe.ts'
import type { SkippedFile } from '../detect/detection.ts'
import { filesByContent, withSides } from '../detect/file-sides.ts'
import type { FolderContent } from '../detect/folder-content.ts'
import { readHeads } from '../detect/folder-content.ts'
import { type FileMatch, matchFile } from '../paths/path-pattern.ts'
import { fullPattern, type ProjectFile, type ProjectFileItem } from './read-project-file.ts'

/**
 * Returns the files defined by a project file: one detection for each of its items, even if no file exists
 * yet.
 */
export async function detectConfigured(
  { sourceLanguage, files }: ProjectFile,
  paths: readonly string[],
  content: FolderContent,
): Promise<readonly DescribedFiles[]> {
  const detections: DescribedFiles[] = []
  for (const item of files) detections.push(await detectItem(item, sourceLanguage, { paths, content }))
  return detections
}

async function detectItem(
  item: ProjectFileItem,
  sourceLanguage: string,
  { paths, content }: { readonly paths: readonly string[]; readonly content: FolderContent },
): Promise<DescribedFiles> {
  const format = formatById(item.format)
  const pattern = fullPattern(item, sourceLanguage)
  const found = new Map<string, { readonly path: string } & FileMatch>()
  const skipped: SkippedFile[] = []
  for (const path of [...paths].sort(compareTexts)) {
    const match = matchFile(pattern, path)
    if (match === null) continue
    const place = `${match.language}\n${match.namespace}`
    if (found.has(place)) skipped.push({ path, reason: 'same-language-twice' })
    else found.set(place, { path, ...match })
  }
  const common = {
    pattern,
    format: item.format,
    formats: [item.format],
    formatReason: 'configured',
    layout: 'configured',
    skipped,
    doubts: [],
  } as const
  const matched = [...found.values()]
  if (format !== null && format.languages === 'many' && matched.some((file) => file.language === null)) {
    const { files } = await filesByContent(matched, format, { content, sourceLanguage })
    return { ...common, sourceLanguage, files }
  }
  const files = matched.map((file) => ({ ...file, language: file.language ?? sourceLanguage }))
  if (format?.languages !== 'two') return { ...common, sourceLanguage, files }
  const heads = await readHeads(
    content,
    files.map((file) => file.path),
  )
  return { ...common, sourceLanguage, files: withSides(files, { format, sourceLanguage, heads }) }
}
