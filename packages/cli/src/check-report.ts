import type { CheckResult, Finding } from './check-folder.ts'
import { issueText } from './issue-text.ts'

/** For people at a terminal: one line per finding, then what it comes to. */
export function textReport(result: CheckResult): string {
  const lines = result.findings.map(
    ({ path, line, column, severity, key, ...finding }) =>
      `${path}:${line}:${column}  ${severity.padEnd(7)}  ${key === '' ? '' : `${key}: `}${issueText(finding)}`,
  )
  const missing = [...result.untranslated]
    .filter(([, count]) => count > 0)
    .map(([language, count]) => `${language} ${count}`)
  if (lines.length > 0) lines.push('')
  lines.push(
    `${result.files} files (${result.pattern}): ${countNoun(result.errors, 'error')}, ${countNoun(result.warnings, 'warning')}.`,
  )
  if (missing.length > 0) lines.push(`Not translated: ${missing.join(', ')}.`)
  return lines.join('\n')
}

/** For programs. */
export function jsonReport({ untranslated, ...result }: CheckResult): string {
  return JSON.stringify(
    { ...result, untranslated: [...untranslated].map(([language, keys]) => ({ language, keys })) },
    null,
    2,
  )
}

/** Annotations of GitHub's workflow commands. */
export function githubReport({ findings }: CheckResult): string {
  return findings.map(annotation).join('\n')
}

function annotation({ path, line, column, severity, code, key, params }: Finding): string {
  const message = `${key === '' ? '' : `${key}: `}${issueText({ code, params })}`
  return `::${severity} file=${escapeProperty(path)},line=${line},col=${column},title=${escapeProperty(code)}::${escapeData(message)}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

function countNoun(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
