import { FORM_NAMES } from '../message/forms.ts'
import type { Part, PlaceholderPart } from '../message/part.ts'
import { placeholdersOf } from '../message/placeholders-of.ts'
import { alwaysShown } from './always-shown.ts'
import { argumentId, hasPositions, type Numbering } from './argument-id.ts'
import type { CheckedText } from './check.ts'
import { damagedPlaceholder } from './damaged-placeholder.ts'
import { type Difference, type Found, findMissing, NO_DIFFERENCE, rememberLast } from './differences.ts'
import { percentFirst } from './percent-first.ts'

/** Returns placeholders that the text should have and lacks, and those that no form of the source has. */
export const placeholderDifference = rememberLast((checked: CheckedText): Difference => {
  const { text, source, syntax } = checked
  if (source === null || !(syntax.hasPlaceholders(source) || syntax.hasPlaceholders(text)))
    return NO_DIFFERENCE
  const sourceParts = checked.parsedSource().parts
  const parts = checked.parsed().parts
  const isPlain = !(hasChoice(sourceParts) || hasChoice(parts))
  const numbering = numberingOf(checked)
  // True for nearly every text: no choices, named placeholders, none missing.
  if (isPlain && numbering === 'names' && haveSameNames(placeholdersOf(sourceParts), placeholdersOf(parts)))
    return NO_DIFFERENCE
  const all = {
    wanted: [...choosers(sourceParts), ...foundOf(placeholdersOf(sourceParts), numbering)],
    present: [...choosers(parts), ...foundOf(placeholdersOf(parts), numbering)],
  }
  const wanted = isPlain ? all.wanted : shownOf(sourceParts, checked.sourceLanguage, numbering)
  const present = isPlain ? all.present : shownOf(parts, checked.language, numbering)
  const canBeWord = (found: Found) =>
    checked.isSingleNumber &&
    (wanted.length === 1 || isCount(checked, found)) &&
    damagedPlaceholder(text, found.text, parts) === null
  const missing = findMissing(wanted, present).filter((found) => !canBeWord(found))
  let extra = findMissing(all.present, all.wanted).filter((found) => !isQuoted(found, sourceParts))
  // A program that selects between bars passes the number that it selects by.
  if (
    extra.length > 0 &&
    source.includes('|') &&
    parts.some((part) => part.kind === 'choice' && part.by === 'pipe')
  )
    extra = extra.filter((found) => !isNamedCount(checked, found))
  if (extra.length > 0 && checked.plural !== 'none') {
    extra = findMissing(extra, allOfSource(checked, numbering)).filter((found) => !isCount(checked, found))
  }
  extra = extra.filter((found) => percentFirst(checked, found) === null)
  if (missing.length === 0) extra = extra.filter((found) => !isBehindLetter(checked, found))
  return missing.length === 0 && extra.length === 0 ? NO_DIFFERENCE : { missing, extra }
})

function haveSameNames(a: readonly PlaceholderPart[], b: readonly PlaceholderPart[]): boolean {
  return hasNamesOf(a, b) && hasNamesOf(b, a)
}

function hasNamesOf(a: readonly PlaceholderPart[], b: readonly PlaceholderPart[]): boolean {
  for (const { name } of a) if (!b.some((part) => part.name === name)) return false
  return true
}

type FoundPlaceholder = Found & { readonly part: PlaceholderPart }

function hasChoice(parts: readonly Part[]): boolean {
  return parts.some((part) => part.kind === 'choice')
}

function numberingOf({ syntax, parsed, parsedSource }: CheckedText): Numbering {
  if (syntax.arguments === 'named') return 'names'
  return hasPositions(placeholdersOf(parsedSource().parts)) || hasPositions(placeholdersOf(parsed().parts))
    ? 'places'
    : 'kinds'
}

/**
 * Returns whether the source quotes the placeholder: in `'{name}'` the author might have meant quotation
 * marks, and the translator used different ones.
 */
function isQuoted({ text }: Found, sourceParts: readonly Part[]): boolean {
  return sourceParts.some((part) => part.kind === 'escape' && part.value.includes(text))
}

/**
 * Returns whether a name of Laravel is the next word of the text: Chinese and Japanese write no space behind a colon
 * (`格式:jpg`).
 */
function isBehindLetter({ syntax, text }: CheckedText, found: Found): boolean {
  return (
    syntax.id === 'laravel' &&
    found.text.startsWith(':') &&
    LETTER_AT_END.test(text.slice(Math.max(0, found.start - 2), found.start))
  )
}

const LETTER_AT_END = /\p{L}$/u

/**
 * Returns the placeholders that every reader of the message sees. The argument of a choice by words counts:
 * without the choice, its information would be lost.
 */
function shownOf(parts: readonly Part[], language: string, numbering: Numbering): readonly Found[] {
  return [
    ...foundOf(alwaysShown(parts, language), numbering),
    ...choosers(parts).filter(({ isWord }) => isWord),
  ]
}

/** Returns the arguments that choices depend on. */
function choosers(parts: readonly Part[]): (Found & { readonly isWord: boolean })[] {
  return parts.flatMap((part) => {
    if (part.kind !== 'choice') return []
    const { name, by, span, isByReference } = part
    const start = part.text.indexOf(name) + span.start
    const own =
      name === '' || isByReference
        ? []
        : [{ id: name, text: name, start, end: start + name.length, isWord: by === 'select' }]
    return [...own, ...part.branches.flatMap((branch) => choosers(branch.parts))]
  })
}

function isCount({ syntax }: CheckedText, found: Found): boolean {
  // Only `foundOf` sets a part.
  return 'part' in found && syntax.isCount((found as FoundPlaceholder).part)
}

function isNamedCount(checked: CheckedText, found: Found): boolean {
  return isCount(checked, found) && (found as FoundPlaceholder).part.type !== 'number'
}

/** Returns the placeholders of all source forms, since a plural can use any of them. */
function allOfSource({ sourceForms, syntax }: CheckedText, numbering: Numbering): readonly Found[] {
  return FORM_NAMES.flatMap((form) =>
    foundOf(placeholdersOf(syntax.parse(sourceForms[form] ?? '').parts), numbering),
  )
}

function foundOf(placeholders: readonly PlaceholderPart[], numbering: Numbering): FoundPlaceholder[] {
  const counts = new Map<string, number>()
  return placeholders.filter(isShared).map((part) => {
    const { text, span } = part
    return { id: argumentId(part, numbering, counts), text, start: span.start, end: span.end, part }
  })
}

/** Returns whether languages share the placeholder: each defines Apple's `%#@name@` variables for itself. */
function isShared({ name }: PlaceholderPart): boolean {
  return !name.startsWith('#@')
}
