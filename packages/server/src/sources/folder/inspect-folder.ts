import { realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Failure } from '@dragoman/contract'
import { type Detection, detectProjects } from '@dragoman/formats'
import { folderContent } from './folder-content.ts'
import { errorCode, fileFaultOf } from './read-locale-file.ts'
import { scanFolder } from './scan-folder.ts'

export type Inspection = {
  /** The real path, without links. */
  readonly folder: string
  /** The best understanding first. */
  readonly candidates: readonly Detection[]
}

/**
 * What locale files a folder holds. `sourceLanguage` is that of files whose path names none. Throws `unusable-folder` where there is no folder,
 * and `no-locale-files`.
 */
export async function inspectFolder(text: string, sourceLanguage?: string): Promise<Inspection> {
  const folder = await realFolder(text)
  const found = await scanFolder(folder)
  const paths = found.map((file) => file.path)
  const candidates = await detectProjects(paths, folderContent(folder), { sourceLanguage })
  if (candidates.length === 0) throw new Failure('no-locale-files', { folder, files: found.length })
  return { folder, candidates }
}

async function realFolder(text: string): Promise<string> {
  try {
    const folder = await realpath(resolve(text))
    if ((await stat(folder)).isDirectory()) return folder
    throw new Failure('unusable-folder', { folder: text, reason: 'not-a-folder' })
  } catch (error) {
    if (error instanceof Failure) throw error
    const code = errorCode(error)
    throw new Failure('unusable-folder', { folder: text, reason: code === 'ENOENT' ? 'missing' : fileFaultOf(code) })
  }
}
