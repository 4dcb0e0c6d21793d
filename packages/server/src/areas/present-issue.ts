import type { Issue } from '@dragoman/core'

/** Presents an issue without its location in a text that the reader does not have. */
export function presentIssue({ code, severity, params }: Issue): {
  code: string
  severity: 'error' | 'warning'
  params?: Record<string, string | number>
} {
  return { code, severity, ...(params ? { params: { ...params } } : {}) }
}
