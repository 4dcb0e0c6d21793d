import { groupBy } from '@dragoman/core'
import { type DetectedFile, type Detection, type Doubt, matchFile, type SkippedFile } from '@dragoman/formats'
import { skippedOf } from '../detection-lines.ts'
import { readDetected } from '../read-detected.ts'
import { type BaseFiles, openBase } from './base-files.ts'
import type { CheckedFiles, Finding } from './check-texts.ts'
import type { CheckedCode } from './code-findings.ts'
import { type Comparison, compareWithBase, newFindings } from './compare-with-base.ts'
import { type EditorProject, editorLink } from './editor-link.ts'
import { checkFiles, findProjects, type LocaleFiles } from './locale-files.ts'

/** A finding with the URL that opens its string in the editor, if known. */
export type LinkedFinding = Finding & { readonly link: string | null }

/** One project of a folder. */
export type CheckedProject = {
  readonly pattern: string
  readonly format: string
  readonly sourceLanguage: string
  readonly files: number
  /** Without those of the code, which can use several projects. */
  readonly errors: number
  readonly warnings: number
  /** Number of untranslated source keys by language; with a base commit, only of new ones since then. */
  readonly untranslated: ReadonlyMap<string, number>
  /** What detection was not certain of. */
  readonly doubts: readonly Doubt[]
}

export type CheckResult = {
  readonly folder: string
  readonly projects: readonly CheckedProject[]
  /** In all projects. */
  readonly files: number
  /** With a base commit: only new findings since then. */
  readonly findings: readonly LinkedFinding[]
  readonly errors: number
  readonly warnings: number
  readonly untranslated: ReadonlyMap<string, number>
  /** How the keys changed since the base commit; null without one. */
  readonly comparison: Comparison | null
  /** Files that look like those of a project and are in none, sorted by path. */
  readonly skipped: readonly SkippedFile[]
  /** Patterns of what was found but is not in `dragoman.json`, and is not checked. */
  readonly unlisted: readonly string[]
}

/** Returns the projects on a server in which detected projects are translated, in their order; null if there is none. */
export type EditorsOf = (detections: readonly Detection[]) => readonly (EditorProject | null)[]

export type CheckOptions = {
  /** A commit, branch or tag; only new findings since then are reported. */
  readonly base?: string | null
  /** The code that uses the texts, to find missing and unused keys. */
  readonly code?: CheckedCode | null
  /** Findings get links to the project in which their texts are translated. */
  readonly editors?: EditorsOf
}

/**
 * Reads the locale files of all projects of a folder and runs all checks on them. Throws `unusable-folder`,
 * `unusable-project-file` and `no-locale-files`, and CommandError if there is no code or nothing to compare with.
 */
export async function checkFolder(
  text: string,
  { base = null, code = null, editors = () => [] }: CheckOptions = {},
): Promise<CheckResult> {
  const { folder, projects, unlisted } = await findProjects(text)
  const commit = base === null ? null : { ref: base, ...(await openBase(folder, base)) }
  const checks: ProjectCheck[] = []
  for (const project of projects) checks.push(await checkProject(project, { folder, commit }))
  const ofCode = code === null ? null : await checkCode(checks, { code, folder, base })
  const places = editors(projects.map(({ detection }) => detection))
  const findings = [
    ...checks.flatMap(({ findings, project }, index) => {
      const { sourceLanguage } = project.detection
      return findings.map((finding) => linked(finding, { place: places[index], sourceLanguage }))
    }),
    ...(ofCode?.findings ?? []).map((finding) => {
      const index = projects.findIndex(({ detection }) => hasFile(detection, finding.path))
      return linked(finding, { place: places[Math.max(index, 0)], sourceLanguage: finding.language })
    }),
  ]
  const errors = countErrors(findings)
  const comparisons = checks.flatMap(({ comparison }) => comparison ?? [])
  return {
    folder,
    projects: checks.map(presentProject),
    files: new Set(projects.flatMap(({ detection }) => detection.files.map((file) => file.path))).size,
    findings,
    errors,
    warnings: findings.length - errors,
    untranslated: sumCounts(checks.map(({ untranslated }) => untranslated)),
    comparison: comparisons.length === 0 ? null : joinComparisons(comparisons, ofCode?.known ?? 0),
    skipped: skippedOf(projects.map(({ detection }) => detection)),
    unlisted: unlisted.map(({ pattern }) => pattern),
  }
}

function linked(
  finding: Finding,
  {
    place,
    sourceLanguage,
  }: { readonly place: EditorProject | null | undefined; readonly sourceLanguage: string },
): LinkedFinding {
  return { ...finding, link: place ? editorLink(finding, { place, sourceLanguage }) : null }
}

function hasFile({ files }: Detection, path: string): boolean {
  return files.some((file) => file.path === path)
}

/** Both states of one project, and what the current one shows. */
type ProjectCheck = {
  readonly project: LocaleFiles
  readonly now: CheckedFiles
  /** As of the base commit; null without one. */
  readonly before: CheckedFiles | null
  readonly findings: readonly Finding[]
  readonly untranslated: ReadonlyMap<string, number>
  readonly comparison: Comparison | null
}

type BaseCommit = BaseFiles & { readonly ref: string }

async function checkProject(
  project: LocaleFiles,
  { folder, commit }: { readonly folder: string; readonly commit: BaseCommit | null },
): Promise<ProjectCheck> {
  const { detection, facts } = project
  const now = await checkFiles(detection.files, facts, (path) => readDetected(folder, path))
  const before = commit === null ? null : await checkBase(project, commit)
  const compared =
    before === null || commit === null
      ? null
      : compareWithBase({
          now,
          before,
          ref: commit.ref,
          commit: commit.commit,
          sourceLanguage: detection.sourceLanguage,
        })
  const untranslated = compared?.untranslated ?? now.untranslated
  return {
    project,
    now,
    before,
    findings: compared?.findings ?? now.findings,
    untranslated: new Map([...untranslated].map(([language, ids]) => [language, ids.length])),
    comparison: compared?.comparison ?? null,
  }
}

/** Checks the same files as of a commit, matched by their current pattern. */
async function checkBase({ detection, facts }: LocaleFiles, base: BaseFiles): Promise<CheckedFiles> {
  const now = groupBy(detection.files, (file) => file.path)
  const files = base.paths.flatMap((path): readonly DetectedFile[] => {
    const match = matchFile(detection.pattern, path)
    if (match === null) return []
    // Language and namespace that are not in the path are taken from the current file.
    const { language, languageAsWritten, namespace } = match
    return now.get(path) ?? (language === null ? [] : [{ path, language, languageAsWritten, namespace }])
  })
  const contents = await base.read([...new Set(files.map(({ path }) => path))])
  const there = files.filter(({ path }) => contents.has(path))
  return checkFiles(there, facts, async (path) => contents.get(path) ?? new Uint8Array())
}

type CodeRequest = {
  readonly code: CheckedCode
  /** Null: the current code only. */
  readonly base: string | null
  readonly folder: string
}

/** Compares the code with the texts of all projects; `known` counts findings that existed at the base commit. */
async function checkCode(
  checks: readonly ProjectCheck[],
  { code, base, folder }: CodeRequest,
): Promise<{ readonly findings: readonly Finding[]; readonly known: number }> {
  // The code parsers are large, so they are only loaded if there is code to read.
  const { codeFindings, scanBase, scanNow } = await import('./code-findings.ts')
  const at = (state: 'now' | 'before') =>
    checks.flatMap(({ project, [state]: checked }) =>
      checked === null ? [] : [{ texts: checked.texts, sourceLanguage: project.detection.sourceLanguage }],
    )
  const now = codeFindings({ scan: await scanNow(code), projects: at('now'), folder })
  if (base === null) return { findings: now, known: 0 }
  const before = codeFindings({ scan: await scanBase(code, base), projects: at('before'), folder })
  const findings = newFindings(now, before)
  return { findings, known: now.length - findings.length }
}

function presentProject({ project, findings, untranslated }: ProjectCheck): CheckedProject {
  const { pattern, format, sourceLanguage, files, doubts } = project.detection
  const errors = countErrors(findings)
  return {
    pattern,
    format,
    sourceLanguage,
    untranslated,
    doubts,
    files: new Set(files.map(({ path }) => path)).size,
    errors,
    warnings: findings.length - errors,
  }
}

function countErrors(findings: readonly Finding[]): number {
  return findings.filter((finding) => finding.severity === 'error').length
}

function sumCounts(all: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const counts of all)
    for (const [language, count] of counts) sums.set(language, (sums.get(language) ?? 0) + count)
  return sums
}

function joinComparisons(all: readonly Comparison[], knownInCode: number): Comparison | null {
  const [first] = all
  if (first === undefined) return null
  return {
    ...first,
    keys: all.flatMap(({ keys }) => keys),
    known: all.reduce((sum, { known }) => sum + known, knownInCode),
    outdated: sumCounts(all.map(({ outdated }) => outdated)),
  }
}
