import { textOf } from '../texts.ts'
import type { Finding } from './check-texts.ts'

/**
 * Describes an issue in the sentence of the screens. Codes without a sentence are shown as they are. Values
 * that `params` lacks are shown as `…`.
 */
export function issueText({ code, params }: Pick<Finding, 'code' | 'params'>): string {
  return textOf([`terminal:issue.${code}`, `issues:${code}`], params) ?? code.replaceAll('-', ' ')
}

/** Like `issueText`, with the key that the issue is about. */
export function findingText(finding: Pick<Finding, 'key' | 'code' | 'params'>): string {
  return finding.key === '' ? issueText(finding) : `${finding.key}: ${issueText(finding)}`
}
