import { FORM_NAMES, type PluralBases } from '@dragoman/core'
import { LINES } from '../file-structure.ts'
import type { Detail, Document, Format } from '../format.ts'
import { keyOfEntry } from '../units/key-of-entry.ts'
import type { FileUnit } from '../units/units-of.ts'
import type { Content, LanguageDocument } from './content.ts'
import { readDetailWords } from './detail-words.ts'
import type { TextLocation } from './regions.ts'
import { type OwnedWord, wordsOf } from './words.ts'

/** One file in all its languages. */
export type ReadFile = {
  readonly content: Content
  readonly format: Format
  readonly file: readonly LanguageDocument[]
  readonly bases: PluralBases
}

/**
 * Finds the content of a file in addition to its texts and the data of its entries. Compares the file with a
 * new one of the same entries (`rewrite`): anything missing in the new file would be lost, even if it is
 * unknown to us, so that no format can forget to report something.
 */
export function findDetails(read: ReadFile, rewrite: () => readonly Document[]): readonly Detail[] {
  const { content, format, file } = read
  const [first] = file
  if (first === undefined) return []
  if (format.detailsOf !== undefined) return format.detailsOf(first.document)
  const own = readWordsOutsideTexts(
    read,
    file.map(({ document }) => document),
  )
  const again = readWordsOutsideTexts(read, rewrite())
  const everywhere = new Set(again.map(({ word }) => word))
  const ofKeys = wordsByOwner(again)
  const ofFile = ofKeys.get(null) ?? NONE
  const { names, wordsByKey } = wordsOfUnits(content)
  const isNew = ({ word, owner }: OwnedWord): boolean =>
    owner === null
      ? !everywhere.has(word) && !names.has(word)
      : !(
          ofKeys.get(owner)?.has(word) === true ||
          ofFile.has(word) ||
          names.has(word) ||
          wordsByKey.get(owner)?.has(word) === true
        )
  return groupDetails(first.document.text, own.filter(isNew))
}

const NONE: ReadonlySet<string> = new Set()

function readWordsOutsideTexts(
  { format, bases }: ReadFile,
  documents: readonly Document[],
): readonly OwnedWord[] {
  const [first] = documents
  if (first === undefined) return []
  const places: TextLocation[] = documents.flatMap(({ entries }) =>
    [...entries.values()].map((entry) => ({ ...entry.span, key: keyOfEntry(format, entry, bases).name })),
  )
  places.sort((a, b) => a.start - b.start || b.end - a.end)
  return readDetailWords(first.text, format.structure ?? LINES, places)
}

function wordsByOwner(words: readonly OwnedWord[]): ReadonlyMap<string | null, ReadonlySet<string>> {
  const found = new Map<string | null, Set<string>>()
  for (const { owner, word } of words) {
    const known = found.get(owner)
    if (known === undefined) found.set(owner, new Set([word]))
    else known.add(word)
  }
  return found
}

type UnitWords = {
  /** Names, comments and details, which can be separate from their texts. */
  readonly names: ReadonlySet<string>
  /** The words about each key in any language. */
  readonly wordsByKey: ReadonlyMap<string, ReadonlySet<string>>
}

function wordsOfUnits({ languages }: Content): UnitWords {
  const names = new Set<string>(PLURAL_WORDS)
  const wordsByKey = new Map<string, Set<string>>()
  for (const units of languages.values()) {
    for (const unit of units) {
      for (const text of [unit.name, ...unit.path.map(String), unit.comment ?? '', unit.details ?? '']) {
        for (const word of wordsOf(text)) names.add(word)
      }
      const own = wordsByKey.get(unit.name) ?? new Set<string>()
      wordsByKey.set(unit.name, own)
      for (const text of textsOf(unit)) for (const word of wordsOf(text)) own.add(word)
    }
  }
  return { names, wordsByKey }
}

/** Words that name plural forms in files: a key with a single form can be written without them. */
const PLURAL_WORDS = [...FORM_NAMES, 'plural', 'ordinal']

function textsOf({ forms, source }: FileUnit): readonly string[] {
  return [...Object.values(forms), ...Object.values(source ?? {})]
}

/**
 * Groups neighbouring words with the same owner and line, and shows the line so that a person can search for
 * it.
 */
function groupDetails(text: string, words: readonly OwnedWord[]): readonly Detail[] {
  const details: Detail[] = []
  let last: OwnedWord | null = null
  for (const word of words) {
    const isSamePart = word.part !== undefined && word.part === last?.part
    if (
      last === null ||
      word.owner !== last.owner ||
      (!isSamePart && /[\r\n]/.test(text.slice(last.end, word.start)))
    ) {
      details.push({ owner: word.owner, text: lineAt(text, word.start) })
    }
    last = word
  }
  return details
}

/** Returns the line around a position; of a long line, the part that starts there, with its tag. */
function lineAt(text: string, at: number): string {
  const before = text.slice(Math.max(at - LONGEST, 0), at)
  const behind = /^[^\r\n]*/.exec(text.slice(at, at + LONGEST))?.[0] ?? ''
  const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1
  const isStart = lineStart > 0 || at <= LONGEST
  const whole = (before.slice(lineStart) + behind).trim()
  if (isStart && whole.length <= LONGEST) return whole
  const tag = before.lastIndexOf('<')
  return (before.slice(tag >= lineStart && before.length - tag < LONGEST / 2 ? tag : before.length) + behind)
    .slice(0, LONGEST)
    .trim()
}

const LONGEST = 80
