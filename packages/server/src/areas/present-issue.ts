import type { Issue } from '@dragoman/core'

/** An issue as the contract shows it, without the place in a text that the reader does not have. */
export function presentIssue({ code, severity, params }: Issue): {
  code: string
  severity: 'error' | 'warning'
  params?: Record<string, string | number>
} {
  return { code, severity, ...(params ? { params: { ...params } } : {}) }
}
