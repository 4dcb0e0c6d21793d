import { baseLanguage } from '../locale/tag.ts'
import type { Issue } from '../message/issue.ts'
import { type Check, NOTHING } from './check.ts'

/**
 * Spaces or line ends at the start or end that differ from the source: texts that the app concatenates would
 * have missing or extra spaces.
 */
export const edgeSpace: Check = {
  codes: ['edge-space'],
  isAboutWording: true,
  run({ text, source, language }) {
    if (source === null || !(hasEdge(text) || hasEdge(source)) || text.trim() === '') return NOTHING
    const textEdges = edges(text)
    const sourceEdges = edges(source)
    // Languages written without spaces between words do not need the space that joins words elsewhere.
    const hasNoSpaces = NO_SPACES.has(baseLanguage(language))
    const issues: Issue[] = []
    if (
      textEdges.start !== sourceEdges.start &&
      !(hasNoSpaces && isDropped(sourceEdges.start, textEdges.start))
    ) {
      const span = { start: 0, end: textEdges.start.length }
      issues.push({
        code: 'edge-space',
        severity: 'warning',
        span,
        params: { edge: 'start' },
        fix: { span, text: sourceEdges.start },
      })
    }
    if (textEdges.end !== sourceEdges.end && !(hasNoSpaces && isDropped(sourceEdges.end, textEdges.end))) {
      const span = { start: text.length - textEdges.end.length, end: text.length }
      issues.push({
        code: 'edge-space',
        severity: 'warning',
        span,
        params: { edge: 'end' },
        fix: { span, text: sourceEdges.end },
      })
    }
    return issues.length === 0 ? NOTHING : issues
  },
}

/** Languages without spaces between words. */
export const NO_SPACES: ReadonlySet<string> = new Set(['ja', 'zh', 'yue', 'th', 'lo', 'km', 'my'])

/** Whether only spaces are left out: a line break is needed in every language. */
function isDropped(sourceEdge: string, textEdge: string): boolean {
  return textEdge === '' && !LINE_BREAK.test(sourceEdge)
}

const LINE_BREAK = /[\n\r]/

function hasEdge(text: string): boolean {
  return isSpace(text.charCodeAt(0)) || isSpace(text.charCodeAt(text.length - 1))
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x3000
}

function edges(text: string): { start: string; end: string } {
  return {
    start: text.slice(0, text.length - text.trimStart().length),
    end: text.slice(text.trimEnd().length),
  }
}
