import type { Issue } from '@dragoman/core'
import { FILE_LIMITS } from '../../limits/limits.ts'
import { sortIssues } from '../../source/warnings.ts'
import type { XmlElement } from '../../source/xml-tree.ts'
import { checkCodeOrder } from './check-code-order.ts'
import { checkCodes } from './check-codes.ts'
import { checkIds } from './check-ids.ts'
import { checkLanguages } from './check-languages.ts'
import { checkModules } from './check-modules.ts'
import { checkReferences } from './check-references.ts'
import { checkSchema } from './check-schema.ts'
import { fail, type Report } from './report.ts'
import { specTree } from './spec-tree.ts'

/**
 * Returns violations of XLIFF 2.0 (OASIS standard, 5 August 2014; 2.1 changed no rule that is checked), in
 * the order of the file, up to `most`. These are warnings: everything in a file is kept, and its texts can be
 * edited as long as the edits break no other rule.
 */
export function validateXliff2(
  text: string,
  root: XmlElement,
  most: number = FILE_LIMITS.warnings,
): readonly Issue[] {
  const report: Report = { issues: [], most }
  const tree = specTree(text, root)
  if (tree.name !== 'xliff') {
    fail(report, 'expected-text', tree, null, { wanted: 'xmlns="urn:oasis:names:tc:xliff:document:2.0"' })
    return report.issues
  }
  for (const check of [
    checkSchema,
    checkIds,
    checkLanguages,
    checkCodes,
    checkCodeOrder,
    checkReferences,
    checkModules,
  ])
    check(report, tree)
  return sortIssues(report.issues)
}
