import { oneLine } from '../one-line.ts'
import { programVersion } from '../version.ts'
import type { CheckResult, LinkedFinding } from './check-folder.ts'
import type { Comparison } from './compare-with-base.ts'
import { findingText } from './issue-text.ts'
import { sarifLog } from './sarif-log.ts'
import { withFingerprints } from './with-fingerprints.ts'

/** Formats the result of a check. `place` converts a path to the form that readers of the report expect. */
export type CheckReport = (result: CheckResult, place: (path: string) => string) => string

/** Reports by their `--format` name. */
export const CHECK_REPORTS: ReadonlyMap<string, CheckReport> = new Map<string, CheckReport>([
  ['text', textReport],
  ['json', jsonReport],
  ['github', githubReport],
  ['gitlab', gitlabReport],
  ['sarif', (result, place) => sarifLog(result, { place, version: programVersion() })],
])

/** Report for people at a terminal: one line per finding, then the totals. */
function textReport(result: CheckResult): string {
  const { comparison } = result
  const lines = result.findings.map((finding) => {
    const { path, line, column, severity, link } = finding
    const row = oneLine(`${path}:${line}:${column}  ${severity.padEnd(7)}  ${findingText(finding)}`)
    return link === null ? row : `${row}\n  ${link}`
  })
  if (lines.length > 0) lines.push('')
  lines.push(
    `${countNoun(result.files, 'file')} (${oneLine(result.pattern)}): ${countNoun(result.errors, 'error')}, ${countNoun(result.warnings, 'warning')}.`,
  )
  if (comparison !== null) lines.push(...comparisonLines(comparison))
  const missing = countsOf(result.untranslated)
  const what = comparison === null ? 'Not translated' : 'New keys that are not translated'
  if (missing !== '') lines.push(`${what}: ${missing}.`)
  return lines.join('\n')
}

function comparisonLines({ ref, commit, keys, known, outdated }: Comparison): string[] {
  const count = (kind: string) => keys.filter((key) => key.kind === kind).length
  const summary = `Compared with ${ref} (${commit.slice(0, 8)}): ${countNoun(count('new'), 'new key')}, ${count('changed')} changed, ${count('removed')} removed.`
  const stale = countsOf(outdated)
  return [
    summary,
    ...(known > 0 ? [`${countNoun(known, 'existing finding')} not repeated.`] : []),
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
function jsonReport({ untranslated, comparison, ...result }: CheckResult): string {
  const rows = (counts: ReadonlyMap<string, number>) =>
    [...counts].map(([language, keys]) => ({ language, keys }))
  return JSON.stringify(
    {
      ...result,
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

function countNoun(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
