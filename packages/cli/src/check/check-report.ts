import { count } from '../count.ts'
import { doubtLines, SKIPPED_SHOWN, skippedLines } from '../detection-lines.ts'
import { oneLine } from '../one-line.ts'
import { programVersion } from '../version.ts'
import type { CheckedProject, CheckResult, LinkedFinding } from './check-folder.ts'
import type { Comparison } from './compare-with-base.ts'
import { findingText } from './issue-text.ts'
import { sarifLog } from './sarif-log.ts'
import { withFingerprints } from './with-fingerprints.ts'

/** Formats the result of a check. `place` converts a path to the form that readers of the report expect. */
export type CheckReport = (
  result: CheckResult,
  place: (path: string) => string,
  options?: ReportOptions,
) => string

export type ReportOptions = {
  /** Lists all skipped files. */
  readonly isWhole?: boolean
}

/** Reports by their `--format` name. */
export const CHECK_REPORTS: ReadonlyMap<string, CheckReport> = new Map<string, CheckReport>([
  ['text', textReport],
  ['json', jsonReport],
  ['github', githubReport],
  ['gitlab', gitlabReport],
  ['sarif', (result, place) => sarifLog(result, { place, version: programVersion() })],
])

/** Report for people at a terminal: one line per finding, then a line per project, then what was not checked. */
function textReport(
  result: CheckResult,
  _place: (path: string) => string,
  { isWhole = false }: ReportOptions = {},
): string {
  const { comparison } = result
  const lines = result.findings.map((finding) => {
    const { path, line, column, severity, link } = finding
    const row = oneLine(`${path}:${line}:${column}  ${severity.padEnd(7)}  ${findingText(finding)}`)
    return link === null ? row : `${row}\n  ${link}`
  })
  if (lines.length > 0) lines.push('')
  const what = comparison === null ? 'Not translated' : 'New keys that are not translated'
  const [only, ...more] = result.projects
  // The findings of the code belong to no project.
  if (only !== undefined && more.length === 0) {
    lines.push(projectLine({ ...only, errors: result.errors, warnings: result.warnings }))
  } else {
    for (const project of result.projects) {
      const missing = countsOf(project.untranslated)
      lines.push(`${projectLine(project)}${missing === '' ? '' : ` ${what}: ${missing}.`}`)
    }
    lines.push(
      `${count(result.projects.length, 'project')}: ${count(result.errors, 'error')}, ${count(result.warnings, 'warning')}.`,
    )
  }
  if (comparison !== null) lines.push(...comparisonLines(comparison))
  const missing = more.length === 0 ? countsOf(result.untranslated) : ''
  if (missing !== '') lines.push(`${what}: ${missing}.`)
  lines.push(...doubtLines(result.projects))
  lines.push(...skippedLines(result.skipped, isWhole ? Number.POSITIVE_INFINITY : SKIPPED_SHOWN))
  if (result.unlisted.length > 0)
    lines.push(`Not in dragoman.json, and not checked: ${result.unlisted.map(oneLine).join(', ')}.`)
  return lines.join('\n')
}

function projectLine({
  files,
  pattern,
  errors,
  warnings,
}: Pick<CheckedProject, 'files' | 'pattern' | 'errors' | 'warnings'>): string {
  return `${count(files, 'file')} (${oneLine(pattern)}): ${count(errors, 'error')}, ${count(warnings, 'warning')}.`
}

function comparisonLines({ ref, commit, keys, known, outdated }: Comparison): string[] {
  const countOf = (kind: string) => keys.filter((key) => key.kind === kind).length
  const summary = `Compared with ${ref} (${commit.slice(0, 8)}): ${count(countOf('new'), 'new key')}, ${countOf('changed')} changed, ${countOf('removed')} removed.`
  const stale = countsOf(outdated)
  return [
    summary,
    ...(known > 0 ? [`${count(known, 'existing finding')} not repeated.`] : []),
    ...(stale === '' ? [] : [`Translations of changed keys to review: ${stale}.`]),
  ]
}

function countsOf(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .filter(([, count]) => count > 0)
    .map(([language, count]) => `${language} ${count}`)
    .join(', ')
}

/** Report for programs. */
function jsonReport({ untranslated, comparison, projects, ...result }: CheckResult): string {
  const rows = (counts: ReadonlyMap<string, number>) =>
    [...counts].map(([language, keys]) => ({ language, keys }))
  return JSON.stringify(
    {
      ...result,
      projects: projects.map((project) => ({ ...project, untranslated: rows(project.untranslated) })),
      untranslated: rows(untranslated),
      ...(comparison === null ? {} : { base: { ...comparison, outdated: rows(comparison.outdated) } }),
    },
    null,
    2,
  )
}

/** Annotations as GitHub workflow commands; empty if there are no findings. */
export function githubReport({ findings }: CheckResult, place: (path: string) => string): string {
  return findings.map((finding) => annotation(finding, place)).join('\n')
}

function annotation(finding: LinkedFinding, place: (path: string) => string): string {
  const { path, line, column, severity, code, link } = finding
  const text = link === null ? findingText(finding) : `${findingText(finding)}\n${link}`
  return `::${severity} file=${escapeProperty(place(path))},line=${line},col=${column},title=${escapeProperty(code)}::${escapeData(text)}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

/** GitLab's Code Quality report, which uses the format of Code Climate issues. */
function gitlabReport({ findings }: CheckResult, place: (path: string) => string): string {
  const issues = withFingerprints(findings, place).map(({ fingerprint, ...finding }) => ({
    description: findingText(finding),
    check_name: finding.code,
    fingerprint,
    severity: finding.severity === 'error' ? 'major' : 'minor',
    location: { path: place(finding.path), lines: { begin: finding.line } },
    ...(finding.link !== null && { content: { body: `[Open in the editor](${finding.link})` } }),
  }))
  return JSON.stringify(issues, null, 2)
}
