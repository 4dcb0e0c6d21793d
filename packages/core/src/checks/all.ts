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
import { pipeFormUnused } from './pipe-form-unused.ts'
import { placeholderExtra } from './placeholder-extra.ts'
import { placeholderMissing } from './placeholder-missing.ts'
import { placeholderOrder } from './placeholder-order.ts'
import { placeholderType } from './placeholder-type.ts'
import { PLURAL_FORM_CODES } from './plural-forms-complete.ts'
import { syntax } from './syntax.ts'
import { tagExtra } from './tag-extra.ts'
import { tagMissing } from './tag-missing.ts'
import { tagUnbalanced } from './tag-unbalanced.ts'
import { unchanged } from './unchanged.ts'
import { url } from './url.ts'

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
  pipeFormUnused,
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
export const PSEUDO_CHECKS: readonly Check[] = ALL_CHECKS.filter((check) => check.isAboutWording !== true)

/** All codes of issues in translations. */
export const CHECK_CODES: readonly string[] = [
  ...new Set([...PLURAL_FORM_CODES, ...ALL_CHECKS.flatMap(({ codes }) => codes)]),
]
