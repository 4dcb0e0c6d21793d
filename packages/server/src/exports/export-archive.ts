import { closeSync, openSync, writeSync } from 'node:fs'
import { Failure } from '@dragoman/contract'
import { listLanguages, listNamespaces, projectById } from '@dragoman/store'
import { Zip, ZipDeflate } from 'fflate'
import type { TaskContext } from '../workers/tasks.ts'
import { buildExport, requireFormat } from './export-file.ts'
import type { ExportPayload } from './export-job.ts'

/** Every file has this date, so that the same texts produce the same archive. */
const DATE = new Date('1980-01-02T00:00:00Z')

type ArchiveLimits = { readonly files: number; readonly bytes: number }

/** Archives with more would need ZIP64, which is not written. */
const ZIP_LIMITS: ArchiveLimits = { files: 65_535, bytes: 2 ** 32 - 1 }

export type ArchiveRequest = ExportPayload & { readonly projectId: number; readonly toFile: string }

/**
 * Writes all namespaces in all languages, or the requested ones, as files of one format into a ZIP archive,
 * one after the other: `{language}/{file}`, or `{file}` if one has all requested languages, and the source language. Nested namespaces are folders, so that an import finds them again, of at most
 * `LIMITS.archiveFilesMax` files. Returns the archive's file name. Throws `unsupported-format`, and `too-large` for more
 * than a ZIP archive can have.
 */
export async function exportArchive(
  { r, report }: Pick<TaskContext, 'r' | 'report'>,
  { projectId, format: id, toFile, ...asked }: ArchiveRequest,
  limits: ArchiveLimits = ZIP_LIMITS,
): Promise<string> {
  const project = await projectById(r, projectId)
  if (project === null) throw new Failure('not-found', { what: 'project' })
  const format = requireFormat(id)
  const tags = (await listLanguages(r, projectId)).map(({ tag }) => tag)
  const chosen = tags.filter((tag) => asked.languages?.includes(tag) ?? true)
  const source = project.sourceLanguage
  const namespaces = (await listNamespaces(r, projectId)).filter(
    ({ name }) => asked.namespaces?.includes(name) ?? true,
  )
  let total = namespaces.length * (format.languages === 'many' ? 1 : chosen.length)
  if (total > limits.files) throw new Failure('too-large', { limitFiles: limits.files })
  const archive = openArchive(toFile, limits)
  try {
    let files = 0
    const add = (path: string, { fileName, bytes }: { fileName: string; bytes: Uint8Array }) => {
      if (files === limits.files) throw new Failure('too-large', { limitFiles: limits.files })
      archive.add(`${path}${fileName}`, bytes)
      files += 1
      report(files, total, fileName)
    }
    for (const { name: namespace } of namespaces) {
      const build = (language: string, others: readonly string[]) => {
        const together = tags.filter((tag) => tag === source || tag === language || others.includes(tag))
        return buildExport(r, { project, format: id, language, namespace, together, stem: namespace })
      }
      const whole = format.languages === 'many' ? await build(source, chosen) : null
      if (whole !== null && chosen.every((tag) => whole.languages.includes(tag))) {
        add('', whole)
        continue
      }
      // The file does not name its languages, as in TOML, so that each gets its own.
      if (whole !== null) total += chosen.length - 1
      for (const language of chosen) add(`${language}/`, await build(language, []))
    }
    archive.end()
  } finally {
    archive.close()
  }
  return `${project.slug}.zip`
}

function openArchive(path: string, limits: ArchiveLimits) {
  const file = openSync(path, 'wx', 0o600)
  let size = 0
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    size += chunk.length
    if (size > limits.bytes) throw new Failure('too-large', { limitBytes: limits.bytes })
    for (let written = 0; written < chunk.length; ) written += writeSync(file, chunk, written)
  })
  return {
    add(name: string, bytes: Uint8Array) {
      const entry = new ZipDeflate(name, { level: 6 })
      entry.mtime = DATE
      zip.add(entry)
      entry.push(bytes, true)
    },
    end: () => zip.end(),
    close: () => closeSync(file),
  }
}
