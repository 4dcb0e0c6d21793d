import type { Edit, Span } from '../text/span.ts'

export type Severity = 'error' | 'warning'

/**
 * Something wrong in a text: a syntax error, an issue found by a check, a problem of a file. `code` is
 * stable; the client has a sentence for it. `fix`, if present, replaces a range of the same text.
 */
export type Issue = {
  readonly code: string
  readonly severity: Severity
  readonly span: Span
  readonly params?: Readonly<Record<string, string | number>>
  readonly fix?: Edit
}
