import { type DetectedFile, matchFile } from '@dragoman/formats'
import { openBase } from './base-files.ts'
import type { CheckedFiles, Finding } from './check-texts.ts'
import type { CheckedCode } from './code-findings.ts'
import { type Comparison, compareWithBase } from './compare-with-base.ts'
import { type EditorProject, editorLink } from './editor-link.ts'
import { checkFiles, findLocaleFiles, type LocaleFiles, readDetected } from './locale-files.ts'

/** A finding with the URL that opens its string in the editor, if known. */
export type LinkedFinding = Finding & { readonly link: string | null }

export type CheckResult = {
  readonly folder: string
  readonly pattern: string
  readonly sourceLanguage: string
  readonly files: number
  /** With a base commit: only new findings since then. */
  readonly findings: readonly LinkedFinding[]
  readonly errors: number
  readonly warnings: number
  /** Number of untranslated source keys by language; with a base commit, only of new ones since then. */
  readonly untranslated: ReadonlyMap<string, number>
  /** How the keys changed since the base commit; null without one. */
  readonly comparison: Comparison | null
}

export type CheckOptions = {
  /** A commit, branch or tag; only new findings since then are reported. */
  readonly base?: string | null
  /** The code that uses the texts, to find missing and unused keys. */
  readonly code?: CheckedCode | null
  /** The project in which the texts are translated; each finding gets a link to it. */
  readonly editor?: EditorProject | null
}

/**
 * Reads the locale files of a folder and runs all checks on them. Throws `unusable-folder` and
 * `no-locale-files`, and CommandError if there is no code or nothing to compare with.
 */
export async function checkFolder(
  text: string,
  { base = null, code = null, editor = null }: CheckOptions = {},
): Promise<CheckResult> {
  const { folder, detection, facts } = await findLocaleFiles(text)
  const { pattern, sourceLanguage } = detection
  const read = await checkFiles(detection.files, facts, (path) => readDetected(folder, path))
  const now = await withCode(read, { code, base: null, sourceLanguage, folder })
  const atBase = base === null ? null : await checkBase(folder, base, { detection, facts })
  const before = atBase && {
    ...atBase,
    checked: await withCode(atBase.checked, { code, base, sourceLanguage, folder }),
  }
  const comparison =
    before === null
      ? null
      : compareWithBase({ now, before: before.checked, sourceLanguage, ...before.commit })
  const findings = (comparison?.findings ?? now.findings).map((finding) => ({
    ...finding,
    link: editor && editorLink(finding, { place: editor, sourceLanguage }),
  }))
  const untranslated = comparison?.untranslated ?? now.untranslated
  const errors = findings.filter((finding) => finding.severity === 'error').length
  return {
    folder,
    pattern,
    sourceLanguage,
    files: new Set(detection.files.map((file) => file.path)).size,
    findings,
    errors,
    warnings: findings.length - errors,
    untranslated: new Map([...untranslated].map(([language, ids]) => [language, ids.length])),
    comparison: comparison === null ? null : comparison.comparison,
  }
}

type CodeRequest = {
  readonly code: CheckedCode | null
  /** Null: the current code. */
  readonly base: string | null
  readonly sourceLanguage: string
  readonly folder: string
}

/** Adds the findings of the code scan. */
async function withCode(
  checked: CheckedFiles,
  { code, base, sourceLanguage, folder }: CodeRequest,
): Promise<CheckedFiles> {
  if (code === null) return checked
  // The code parsers are large, so they are only loaded if there is code to read.
  const { codeFindings, scanBase, scanNow } = await import('./code-findings.ts')
  const scan = await (base === null ? scanNow(code) : scanBase(code, base))
  const found = codeFindings({ scan, checked, sourceLanguage, folder })
  return { ...checked, findings: [...checked.findings, ...found] }
}

type BaseRequest = Pick<LocaleFiles, 'detection' | 'facts'>

/** Checks the same files as of a commit, matched by their current pattern. */
async function checkBase(folder: string, ref: string, { detection, facts }: BaseRequest) {
  const base = await openBase(folder, ref)
  const now = new Map<string, DetectedFile[]>()
  for (const file of detection.files) now.set(file.path, [...(now.get(file.path) ?? []), file])
  const files = base.paths.flatMap((path): readonly DetectedFile[] => {
    const match = matchFile(detection.pattern, path)
    if (match === null) return []
    // Language and namespace that are not in the path are taken from the current file.
    const { language, languageAsWritten, namespace } = match
    return now.get(path) ?? (language === null ? [] : [{ path, language, languageAsWritten, namespace }])
  })
  const contents = await base.read([...new Set(files.map(({ path }) => path))])
  const there = files.filter(({ path }) => contents.has(path))
  const checked = await checkFiles(there, facts, async (path) => contents.get(path) ?? new Uint8Array())
  return { checked, commit: { ref, commit: base.commit } }
}
