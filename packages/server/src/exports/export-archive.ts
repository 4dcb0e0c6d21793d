import { Failure } from '@dragoman/contract'
import { formatById } from '@dragoman/formats'
import { listLanguages, listNamespaces, projectById } from '@dragoman/store'
import { zipSync } from 'fflate'
import type { TaskContext } from '../workers/tasks.ts'
import { buildExport } from './export-file.ts'

/** Every file has this date, so that the same texts are the same archive. */
const DATE = new Date('1980-01-02T00:00:00Z')

/**
 * All namespaces in all languages as files of one format, in a ZIP archive: `{language}/{file}`, or `{file}` where one holds all languages. Throws
 * `unsupported-format`.
 */
export async function exportArchive(
  { r, report }: TaskContext,
  { projectId, format: id }: { readonly projectId: number; readonly format: string },
): Promise<{ readonly fileName: string; readonly files: number; readonly size: number; readonly content: string }> {
  const project = await projectById(r, projectId)
  const format = formatById(id)
  if (project === null) throw new Failure('not-found', { what: 'project' })
  if (format === null) throw new Failure('unsupported-format', { name: id, reason: 'unknown-format' })
  const tags = (await listLanguages(r, projectId)).map(({ tag }) => tag)
  const languages = format.languages === 'many' ? [project.sourceLanguage] : tags
  const namespaces = await listNamespaces(r, projectId)
  const files: Record<string, Uint8Array> = Object.create(null)
  for (const { name: namespace } of namespaces) {
    for (const language of languages) {
      const { fileName, bytes } = await buildExport(r, { project, format: id, language, namespace })
      files[format.languages === 'many' ? fileName : `${language}/${fileName}`] = bytes
      report(Object.keys(files).length, namespaces.length * languages.length, fileName)
    }
  }
  const archive = zipSync(files, { level: 6, mtime: DATE })
  return {
    fileName: `${project.slug}.zip`,
    files: Object.keys(files).length,
    size: archive.length,
    content: Buffer.from(archive.buffer, archive.byteOffset, archive.length).toString('base64'),
  }
}
