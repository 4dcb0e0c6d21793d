import { type FileLimits, type Forms, limitsOf, runChecks, syntaxById } from '@dragoman/core'
import type { KeyRow, ProjectRow } from '@dragoman/store'
import { presentIssue } from './present-issue.ts'

/** What checks find wrong in a text, so that it should not be saved or approved unseen. Warnings are left out. */
export function textErrors(
  project: Pick<ProjectRow, 'syntax' | 'sourceLanguage'>,
  text: {
    readonly key: Pick<KeyRow, 'namespace' | 'plural' | 'maxLength'>
    readonly language: string
    readonly sourceForms: Forms
    readonly forms: Forms
    /** What the files of the project can hold. */
    readonly limits: readonly FileLimits[]
  },
) {
  const { key, language, sourceForms, forms, limits } = text
  const { sourceLanguage } = project
  return runChecks({
    syntax: syntaxById(project.syntax),
    sourceLanguage,
    language,
    plural: key.plural,
    sourceForms,
    forms,
    maxLength: key.maxLength,
    limits: limitsOf(limits, { namespace: key.namespace, language, sourceLanguage }),
  })
    .filter(({ severity }) => severity === 'error')
    .map((issue) => ({ ...presentIssue(issue), form: issue.form }))
}
