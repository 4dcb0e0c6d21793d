import type { Edit, Span } from '../text/span.ts'

export type Severity = 'error' | 'warning'

/**
 * An issue of a text or a file: a syntax error, or a result of a check. `code` is stable; the client has a
 * sentence for it. `fix`, if present, replaces a range of the same text.
 */
export type Issue = {
  readonly code: string
  readonly severity: Severity
  readonly span: Span
  readonly params?: Readonly<Record<string, string | number>>
  readonly fix?: Edit
}
