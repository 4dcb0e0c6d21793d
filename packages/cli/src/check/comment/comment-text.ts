import { count } from '../../count.ts'
import type { CheckResult, LinkedFinding } from '../check-folder.ts'
import { issueText } from '../issue-text.ts'

/** More rows would drown out the conversation; the annotations and the log contain all of them. */
const ROWS_MAX = 30
const TEXT_MAX = 300

/** Returns the marker by which the comment of a folder is recognized: an invisible HTML comment. */
export function commentMarker(folder: string): string {
  return `<!-- dragoman check ${encodeURIComponent(folder)} -->`
}

/** Returns the text of the comment. `place` returns a path relative to the root of the repository. */
export function commentText(
  result: CheckResult,
  { folder, place }: { readonly folder: string; readonly place: (path: string) => string },
): string {
  const { findings, errors, warnings, untranslated, comparison, projects } = result
  const patterns = projects.map(({ pattern }) => `\`${code(pattern)}\``).join(', ')
  const lines = [commentMarker(folder)]
  if (findings.length === 0) lines.push(`**Locale files:** no issues found. (${patterns})`)
  else {
    lines.push(
      `**Locale files:** ${count(errors, 'error')}, ${count(warnings, 'warning')}. (${patterns})`,
      '',
      '| | Where | Key | What |',
      '|---|---|---|---|',
      ...findings.slice(0, ROWS_MAX).map((finding) => rowOf(finding, place)),
    )
    if (findings.length > ROWS_MAX)
      lines.push('', `${findings.length - ROWS_MAX} more are in the log of the check.`)
  }
  const missing = [...untranslated].filter(([, count]) => count > 0)
  if (missing.length > 0) {
    const what = comparison === null ? 'Not translated' : 'New keys that are not translated'
    lines.push('', `${what}: ${missing.map(([language, count]) => `${language} ${count}`).join(', ')}.`)
  }
  return lines.join('\n')
}

function rowOf(finding: LinkedFinding, place: (path: string) => string): string {
  const { severity, path, line, key, link } = finding
  const name = key === '' ? '' : `\`${code(shortened(key))}\``
  const cells = [
    severity === 'error' ? '❌' : '⚠️',
    `\`${code(place(path))}:${line}\``,
    link === null || name === '' ? name : `[${name}](${link})`,
    plain(shortened(issueText(finding))),
  ]
  return `| ${cells.join(' | ')} |`
}

/** Escapes text for a code span in a table, so that it ends neither of them. */
function code(text: string): string {
  return text.replaceAll('`', 'ʼ').replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')
}

/** Escapes text of a file so that it cannot format the comment, mention people or refer to issues. */
function plain(text: string): string {
  return text
    .replaceAll(/[&<@#]/g, (sign) => `&#${sign.codePointAt(0)};`)
    .replaceAll(/[\\`*_{}[\]|~!]/g, '\\$&')
    .replaceAll(/\s+/g, ' ')
}

function shortened(text: string): string {
  return text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX)}…`
}
