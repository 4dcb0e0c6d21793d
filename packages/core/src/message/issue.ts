import type { Edit, Span } from '../text/span.ts'

export type Severity = 'error' | 'warning'

/**
 * Something wrong in a human-written text: a syntax error, a failing check, a problem of a file. `code` is
 * stable; the sentence for it is made by the client. `fix`, where there is one, replaces a range of the same
 * text.
 */
export type Issue = {
  readonly code: string
  readonly severity: Severity
  readonly span: Span
  readonly params?: Readonly<Record<string, string | number>>
  readonly fix?: Edit
}
