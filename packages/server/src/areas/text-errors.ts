import { type FileLimits, type Forms, limitsOf, runChecks, syntaxById, syntaxOfKey } from '@dragoman/core'
import type { KeyRow, ProjectRow } from '@dragoman/store'
import { presentIssue } from './present-issue.ts'

type CheckedProject = Pick<ProjectRow, 'syntax' | 'sourceLanguage'>

type CheckedText = {
  readonly key: Pick<KeyRow, 'namespace' | 'plural' | 'maxLength' | 'syntax'>
  readonly language: string
  readonly sourceForms: Forms
  readonly forms: Forms
  /** What the project's files can store. */
  readonly limits: readonly FileLimits[]
}

type TextIssue = ReturnType<typeof presentIssue> & { readonly form: string }

/**
 * Returns the errors that checks find in a text, which should not be saved or approved unseen. Warnings are
 * left out.
 */
export function textErrors(project: CheckedProject, text: CheckedText): TextIssue[] {
  return textIssues(project, text).filter(({ severity }) => severity === 'error')
}

/** Returns the errors and warnings that checks find in a text. */
export function textIssues(project: CheckedProject, text: CheckedText): TextIssue[] {
  const { key, language, sourceForms, forms, limits } = text
  const { sourceLanguage } = project
  return runChecks({
    syntax: syntaxOfKey(syntaxById(project.syntax), key),
    sourceLanguage,
    language,
    plural: key.plural,
    sourceForms,
    forms,
    maxLength: key.maxLength,
    limits: limitsOf(limits, { namespace: key.namespace, language, sourceLanguage }),
  }).map((issue) => ({ ...presentIssue(issue), form: issue.form }))
}
