import type { FormIssue, FormName } from '@dragoman/core'

/** Identical issues of one or several forms, shown once; `issues` and `forms` are not empty. */
export type IssueGroup = {
  readonly id: string
  readonly first: FormIssue
  readonly issues: readonly FormIssue[]
  readonly forms: readonly FormName[]
}

/**
 * Groups issues by their text, errors first. Missing plural forms are omitted, because their empty fields are
 * marked.
 */
export function issueGroups(issues: readonly FormIssue[]): IssueGroup[] {
  const groups = new Map<string, { id: string; first: FormIssue; issues: FormIssue[] }>()
  for (const issue of issues) {
    if (issue.code === 'plural-form-missing') continue
    const id = `${issue.code} ${JSON.stringify(issue.params ?? {})}`
    const group = groups.get(id)
    if (group === undefined) groups.set(id, { id, first: issue, issues: [issue] })
    else group.issues.push(issue)
  }
  return [...groups.values()]
    .map((group) => ({ ...group, forms: [...new Set(group.issues.map(({ form }) => form))] }))
    .toSorted((a, b) => rank(a.first) - rank(b.first))
}

function rank(issue: FormIssue): number {
  return issue.severity === 'error' ? 0 : 1
}
