import type { Span } from '@dragoman/core'
import { type Gaps, isInComment, keyBelow, keyOnLine, openGaps } from './gaps.ts'
import {
  firstFrom,
  type Region,
  regionsOfJson,
  regionsOfToml,
  regionsOfXml,
  type TextLocation,
} from './regions.ts'
import { type OwnedWord, wordsAt } from './words.ts'

/**
 * Returns everything that a file contains in addition to its texts, word by word, each with its key. `places`
 * are those of all its texts, sorted.
 */
export function readDetailWords(
  text: string,
  format: string,
  places: readonly TextLocation[],
): readonly OwnedWord[] {
  const kind = XML_FORMATS.test(format) ? 'xml' : JSON_FORMATS.test(format) ? 'json' : 'lines'
  const regions = regionsOf(text, format, kind, places)
  const file: ScannedFile = {
    text,
    places,
    gaps: openGaps(text, places),
    regions,
    kind,
    boilerplate: boilerplateOf(format, kind),
    isParagraphs: format === 'gettext-po',
  }
  const words: OwnedWord[] = []
  for (const { start, end, key } of stretchesOf(file)) {
    for (const word of wordsAt(text, start, end))
      words.push({ ...word, ...(key === undefined ? ownerAt(file, word.start) : { owner: key }) })
  }
  return words
}

function regionsOf(
  text: string,
  format: string,
  kind: Kind,
  places: readonly TextLocation[],
): readonly Region[] {
  if (kind === 'xml') return regionsOfXml(text, places)
  if (kind === 'json') return regionsOfJson(text, places)
  return format === 'toml' ? regionsOfToml(text, places) : []
}

const XML_FORMATS = /^(?:android-xml|compose-xml|apple-stringsdict|qt-ts|resx|xliff-[12]|tmx|tbx)$/
/** JSON without comments; in comments, brackets can be part of words. */
const JSON_FORMATS = /json$|^arb$|xcstrings$/

type Kind = 'xml' | 'json' | 'lines'

type ScannedFile = {
  readonly text: string
  readonly places: readonly TextLocation[]
  readonly gaps: Gaps
  readonly regions: readonly Region[]
  readonly kind: Kind
  readonly boilerplate: RegExp | null
  /** Whether all lines up to the next blank one belong to one text, as in PO. */
  readonly isParagraphs: boolean
}

type Stretch = Span & { readonly key?: string }

/** Returns everything that is not a text: the parts between the texts, and in XML the tags within them. */
function* stretchesOf({ text, places, kind, boilerplate }: ScannedFile): Generator<Stretch> {
  const found = boilerplate === null ? [] : [...text.matchAll(boilerplate)]
  const skipped = found.map((match) => ({ start: match.index, end: match.index + match[0].length }))
  let at = 0
  for (const place of places) {
    yield* without(skipped, { start: at, end: Math.max(at, place.start) })
    if (kind === 'xml') {
      for (const tag of text.slice(place.start, place.end).matchAll(MARKUP)) {
        if (tag[0].startsWith('<![')) continue
        const start = place.start + tag.index
        yield { start, end: start + tag[0].length, key: place.key }
      }
    }
    at = Math.max(at, place.end)
  }
  yield* without(skipped, { start: at, end: text.length })
}

const MARKUP = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[^>]+>/g

/**
 * Matches content that files of a kind always have, and content that is reported elsewhere; neither adds
 * information about the texts.
 */
function boilerplateOf(format: string, kind: Kind): RegExp | null {
  if (kind === 'xml') return XML_BOILERPLATE
  if (format === 'gettext-po')
    return /^"(?:MIME-Version|Content-Type|Content-Transfer-Encoding|Language|Plural-Forms):.*(?:\r?\n".*(?<!\\n")$)*/gm
  return format === 'php-array' ? /\b(?:return|array|TODO|DIRTY|IGNORE)\b/g : null
}

const XML_BOILERPLATE =
  /<\?xml\s[\s\S]*?\?>|<!DOCTYPE[^>]*>|\s(?:xmlns(?::[\w.-]+)?|[\w.-]+:schemaLocation)\s*=\s*(?:"[^"]*"|'[^']*')|<xsd:schema[\s\S]*?<\/xsd:schema>|<resheader[\s\S]*?<\/resheader>/g

function* without(skipped: readonly Span[], { start, end }: Span): Generator<Stretch> {
  let at = start
  for (let i = Math.max(firstFrom(skipped, start) - 1, 0); i < skipped.length; i++) {
    const skip = skipped[i]
    if (skip === undefined || skip.start >= end) break
    if (skip.end <= at) continue
    if (skip.start > at) yield { start: at, end: skip.start }
    at = Math.max(at, skip.end)
  }
  if (at < end) yield { start: at, end }
}

/**
 * Returns the key that a word belongs to: in an element or object of one key, that key; on the line of a
 * text, its key; in a comment, the next one.
 */
function ownerAt(
  { gaps, regions, kind, isParagraphs }: ScannedFile,
  at: number,
): Pick<OwnedWord, 'owner' | 'part'> {
  const region = regions[firstFrom(regions, at + 1) - 1]
  if (region !== undefined && at < region.end) return { owner: region.owner, part: region.start }
  const sameLine = kind === 'lines' ? keyOnLine(gaps, at) : null
  if (sameLine !== null) return { owner: sameLine }
  return { owner: isParagraphs || isInComment(gaps, at) ? keyBelow(gaps, at) : null }
}
