import type { Finding } from './check-texts.ts'

/** Describes an issue in a sentence for the terminal. Codes without a sentence are shown as they are. */
export function issueText({ code, params }: Pick<Finding, 'code' | 'params'>): string {
  const text = TEXTS.get(code)
  if (text === undefined) return code.replaceAll('-', ' ')
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(new Map(Object.entries(params)).get(name) ?? name),
  )
}

/** Like `issueText`, with the key that the issue is about. */
export function findingText(finding: Pick<Finding, 'key' | 'code' | 'params'>): string {
  return finding.key === '' ? issueText(finding) : `${finding.key}: ${issueText(finding)}`
}

const TEXTS: ReadonlyMap<string, string> = new Map([
  ['placeholder-missing', 'the placeholder {placeholder} of the source is missing'],
  ['placeholder-extra', 'the placeholder {placeholder} is not in the source'],
  ['placeholder-unclosed', 'a placeholder is never closed'],
  ['placeholder-invalid', 'what is inside these braces is not a placeholder'],
  ['percent-undoubled', 'a % must be doubled, as in the source'],
  ['apostrophe-quotes', 'an apostrophe starts a quotation and is not shown: write two of them'],
  ['nesting-missing', '{nesting} of the source is missing'],
  ['nesting-unclosed', 'a $t( is never closed'],
  ['nesting-options', 'the options of a $t( are not JSON'],
  ['link-invalid', "an @ starts no link to a key: write {'@'}"],
  ['form-empty', 'a form between bars is empty'],
  ['bar-extra', "a bar separates forms that the source does not have: write {'|'}"],
  ['tag-missing', 'the tag {tag} of the source is missing'],
  ['tag-extra', 'the tag {tag} is not in the source'],
  ['tag-invalid', "the app takes this for a tag and rejects the text: write '<'"],
  ['tag-unbalanced', 'the tag {tag} has no counterpart'],
  ['plural-form-missing', 'the plural form "{form}" that the language needs is missing'],
  ['plural-form-unused', 'the language does not use the plural form "{form}"'],
  ['edge-space', 'the space at the {edge} differs from the source'],
  ['double-space', 'two spaces in a row'],
  ['end-punctuation', 'the punctuation at the end differs from the source'],
  ['numbers', 'the number {number} differs from the source'],
  ['brackets', 'a bracket has no counterpart'],
  ['url', 'the address {url} differs from the source'],
  ['empty', 'the text has only spaces'],
  ['unchanged', 'the text is the same as the source'],
  ['max-length', 'the text has {length} characters, {limit} are allowed'],
  ['line-breaks', 'the text has {lines} lines, the source {expected}'],
  ['invisible-character', 'an invisible character, {character}'],
  ['duplicate-key', 'the key appears more than once; the last one counts'],
  ['name-collision', 'two entries have the same name'],
  ['unusable-key', 'the name of the entry cannot be used as a key'],
  ['lone-surrogate', 'a broken Unicode escape (half of a character)'],
  ['bad-tag', '{found} does not belong here'],
  ['missing-attribute', '{tag} has no {attribute}'],
  ['expected-text', '{wanted} is missing here'],
  ['unexpected-text', 'unexpected: {found}'],
  ['xliff-attribute-not-allowed', '{attribute} is not allowed on {tag}'],
  ['xliff-attributes-conflict', '{attribute} does not agree with {other}'],
  ['xliff-bad-value', '"{found}" is not a valid value of {attribute}'],
  ['xliff-code-missing', '{code} must not be missing from the translation'],
  ['xliff-code-order', '{code} is not in its required place'],
  ['xliff-duplicate-id', 'the id "{id}" appears twice'],
  ['xliff-language-differs', 'the language is "{found}", the document says "{expected}"'],
  ['xliff-unresolved-reference', '"{reference}" does not refer to anything in the file'],
  ['not-in-source', 'the source language does not have this key'],
  ['translation-removed', 'the translation was removed'],
  ['missing-key', 'the code uses this key, but the source language does not have it'],
  ['unused-key', 'no code uses this key'],
  ['empty-file', 'the file is empty'],
  ['not-an-object', 'the file does not contain an object'],
  ['too-large', 'the file is too large'],
  ['too-deep', 'objects are nested too deep'],
  ['bad-encoding', 'the bytes are not valid text'],
  ['json-trailing-comma', 'a comma after the last entry'],
  ['json-comment', 'a comment, which JSON does not have'],
  ['json-expected-comma', 'a comma is missing'],
  ['json-expected-colon', 'a colon is missing'],
  ['json-expected-key', 'a name in quotes is missing'],
  ['json-expected-value', 'a value is missing'],
  ['json-unclosed', 'an object or array is never closed'],
  ['json-unterminated-string', 'a text in quotes is never closed'],
  ['json-conflict-marker', 'a merge conflict is not resolved'],
])
