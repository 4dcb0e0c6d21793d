import { type Check, NOTHING } from './check.ts'

/**
 * Syntax errors of the message: a `{{` or `$t(` that is not closed. Not reported if the source has as many,
 * unless the program rejects the whole file for one of them.
 */
export const syntax: Check = {
  codes: [
    'placeholder-unclosed',
    'placeholder-invalid',
    'nesting-unclosed',
    'nesting-options',
    'link-invalid',
    'form-empty',
    'apostrophe-quotes',
    'icu-syntax',
    'brace-unmatched',
    'fluent-syntax',
    'tag-invalid',
  ],
  run(checked) {
    if (!checked.syntax.hasMarkup(checked.text)) return NOTHING
    const { issues } = checked.parsed()
    if (issues.length === 0) return NOTHING
    if (checked.syntax.rejectsFile === true) return issues
    return checked.source !== null && checked.parsedSource().issues.length >= issues.length ? NOTHING : issues
  },
}
