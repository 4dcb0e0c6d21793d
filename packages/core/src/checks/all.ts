import { barExtra } from './bar-extra.ts'
import { brackets } from './brackets.ts'
import type { Check } from './check.ts'
import { choiceBranches } from './choice-branches.ts'
import { doubleSpace } from './double-space.ts'
import { edgeSpace } from './edge-space.ts'
import { empty } from './empty.ts'
import { endPunctuation } from './end-punctuation.ts'
import { fileLimits } from './file-limits.ts'
import { hiddenMarkup } from './hidden-markup.ts'
import { invisibleCharacter } from './invisible-character.ts'
import { lineBreaks } from './line-breaks.ts'
import { maxLength } from './max-length.ts'
import { nestingMissing } from './nesting-missing.ts'
import { numbers } from './numbers.ts'
import { percentUndoubled } from './percent-undoubled.ts'
import { placeholderExtra } from './placeholder-extra.ts'
import { placeholderMissing } from './placeholder-missing.ts'
import { placeholderOrder } from './placeholder-order.ts'
import { placeholderType } from './placeholder-type.ts'
import { syntax } from './syntax.ts'
import { tagExtra } from './tag-extra.ts'
import { tagMissing } from './tag-missing.ts'
import { tagUnbalanced } from './tag-unbalanced.ts'
import { unchanged } from './unchanged.ts'
import { url } from './url.ts'

const ABOUT_WORDING: ReadonlySet<Check> = new Set([
  edgeSpace,
  doubleSpace,
  endPunctuation,
  numbers,
  brackets,
  url,
  lineBreaks,
  unchanged,
  invisibleCharacter,
])

/**
 * All checks of a text, most severe first. Plural forms are checked per key, in `plural-forms-complete.ts`.
 */
export const ALL_CHECKS: readonly Check[] = [
  syntax,
  fileLimits,
  hiddenMarkup,
  placeholderMissing,
  placeholderExtra,
  placeholderOrder,
  placeholderType,
  percentUndoubled,
  choiceBranches,
  barExtra,
  tagMissing,
  tagExtra,
  tagUnbalanced,
  nestingMissing,
  empty,
  edgeSpace,
  doubleSpace,
  endPunctuation,
  numbers,
  brackets,
  url,
  lineBreaks,
  unchanged,
  maxLength,
  invisibleCharacter,
]

/**
 * The checks of texts in a pseudo language. They leave out what concerns its wording: `[Šååṽéé !!]` has other brackets,
 * ends and spaces on purpose.
 */
export const PSEUDO_CHECKS: readonly Check[] = ALL_CHECKS.filter((check) => !ABOUT_WORDING.has(check))

/** All codes of issues in translations: each needs a sentence in the client. */
export const CHECK_CODES = [
  'file-line-break',
  'file-line',
  'file-quotes',
  'file-character',
  'file-charset',
  'file-length',
  'file-braces',
  'file-markup',
  'hidden-markup',
  'placeholder-unclosed',
  'placeholder-invalid',
  'nesting-unclosed',
  'nesting-options',
  'link-invalid',
  'form-empty',
  'bar-extra',
  'placeholder-missing',
  'placeholder-extra',
  'placeholder-order',
  'placeholder-type',
  'percent-undoubled',
  'apostrophe-quotes',
  'icu-syntax',
  'brace-unmatched',
  'fluent-syntax',
  'choice-other-missing',
  'choice-form-missing',
  'choice-key-missing',
  'choice-key-extra',
  'tag-missing',
  'tag-extra',
  'tag-unbalanced',
  'tag-invalid',
  'nesting-missing',
  'plural-form-missing',
  'plural-form-unused',
  'empty',
  'edge-space',
  'double-space',
  'end-punctuation',
  'numbers',
  'brackets',
  'url',
  'line-breaks',
  'unchanged',
  'max-length',
  'invisible-character',
] as const
