import { relative, sep } from 'node:path'
import { compareWithTexts, type ProjectTexts, usedProjects } from '../scan/compare-with-locales.ts'
import { codeFilesAmong } from '../scan/list-code-files.ts'
import { type CodeScan, codeFolder, scanCode, scanFiles } from '../scan/scan-code.ts'
import { openBase } from './base-files.ts'
import type { Finding } from './check-texts.ts'

/** The code that uses the checked texts. */
export type CheckedCode = {
  readonly folder: string
  /** Functions that return texts, in addition to the usual ones. */
  readonly names: readonly string[]
}

export type CodeFindingsRequest = {
  readonly scan: CodeScan
  /** The texts of all projects that the code can use. */
  readonly projects: readonly ProjectTexts[]
  /** The folder of the locale files; paths of findings are relative to it. */
  readonly folder: string
}

/** Scans the current code. Throws CommandError if there is no such folder. */
export function scanNow({ folder, names }: CheckedCode): Promise<CodeScan> {
  return scanCode(folder, { names })
}

/** Scans the code as of a commit. Throws the same errors as `openBase`. */
export async function scanBase({ folder: text, names }: CheckedCode, ref: string): Promise<CodeScan> {
  const folder = await codeFolder(text)
  const base = await openBase(folder, ref)
  const paths = codeFilesAmong(base.paths)
  const contents = await base.read(paths)
  return scanFiles(paths, { folder, names, read: async (path) => contents.get(path) ?? null })
}

/**
 * Returns uses of keys that the source language of no project has, and keys without any use. A project of which the
 * code uses no key belongs to other code, unless it is the only one.
 */
export function codeFindings({ scan, projects, folder }: CodeFindingsRequest): readonly Finding[] {
  const [{ sourceLanguage } = { sourceLanguage: '' }] = projects
  const { missing, unused } = compareWithTexts(scan, usedProjects(scan, projects))
  const between = relative(folder, scan.folder).split(sep).filter(Boolean)
  const shared = { language: sourceLanguage, params: {} }
  return [
    ...missing.map(({ path, line, column, key }) => ({
      ...shared,
      path: [...between, path].join('/'),
      line,
      column,
      severity: 'error' as const,
      code: 'missing-key',
      key,
    })),
    ...unused.map(({ path, place, name }) => ({
      ...shared,
      path,
      ...place(),
      severity: 'warning' as const,
      code: 'unused-key',
      key: name,
    })),
  ]
}
