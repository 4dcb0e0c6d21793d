import type { Issue } from '@dragoman/core'
import type { FileIssueCode } from '../../issue-codes.ts'
import { findAttribute, tagSpan } from '../../source/xml-tree.ts'
import { nodeOf, type SpecElement, specAttribute } from './spec-tree.ts'

/** Issues of a document in the order they are found, up to `most`. */
export type Report = { readonly issues: Issue[]; readonly most: number }

type Params = Readonly<Record<string, string | number>>

/** Adds an issue at an element's start tag or at the value of one of its attributes, if it has that. */
export function fail(
  report: Report,
  code: FileIssueCode,
  element: SpecElement,
  attribute: string | null,
  params: Params,
): void {
  if (report.issues.length >= report.most) return
  const node = nodeOf(element)
  const written = attribute === null ? undefined : specAttribute(element, attribute)?.written
  const at = written === undefined ? null : findAttribute(node, written)
  const span = at === null ? tagSpan(node) : { start: at.start, end: at.end }
  report.issues.push({ code, severity: 'warning', span, params })
}

/** Reports an attribute with an invalid value. */
export function failValue(report: Report, element: SpecElement, attribute: string): void {
  fail(report, 'xliff-bad-value', element, attribute, {
    attribute,
    found: specAttribute(element, attribute)?.value ?? '',
  })
}

/** Reports two attributes, or an attribute and a content, that exclude or require each other. */
export function failTogether(report: Report, element: SpecElement, attribute: string, other: string): void {
  fail(report, 'xliff-attributes-conflict', element, attribute, { attribute, other })
}

export function failReference(report: Report, element: SpecElement, attribute: string): void {
  fail(report, 'xliff-unresolved-reference', element, attribute, {
    reference: specAttribute(element, attribute)?.value ?? '',
  })
}

export function failDuplicate(report: Report, element: SpecElement, attribute: string): void {
  fail(report, 'xliff-duplicate-id', element, attribute, {
    id: specAttribute(element, attribute)?.value ?? '',
  })
}
