import type { Span } from '@dragoman/core'
import type { FileStructure } from '../file-structure.ts'
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
  structure: FileStructure,
  places: readonly TextLocation[],
): readonly OwnedWord[] {
  const regions = regionsOf(text, structure, places)
  const file: ScannedFile = { text, places, gaps: openGaps(text, places), regions, structure }
  const words: OwnedWord[] = []
  for (const { start, end, key } of stretchesOf(file)) {
    for (const word of wordsAt(text, start, end))
      words.push({ ...word, ...(key === undefined ? ownerAt(file, word.start) : { owner: key }) })
  }
  return words
}

function regionsOf(
  text: string,
  { kind }: FileStructure,
  places: readonly TextLocation[],
): readonly Region[] {
  switch (kind) {
    case 'xml':
      return regionsOfXml(text, places)
    case 'json':
      return regionsOfJson(text, places)
    case 'toml':
      return regionsOfToml(text, places)
    case 'lines':
      return []
  }
}

type ScannedFile = {
  readonly text: string
  readonly places: readonly TextLocation[]
  readonly gaps: Gaps
  readonly regions: readonly Region[]
  readonly structure: FileStructure
}

type Stretch = Span & { readonly key?: string }

/** Returns everything that is not a text: the parts between the texts, and in XML the tags within them. */
function* stretchesOf({ text, places, structure }: ScannedFile): Generator<Stretch> {
  const { kind, boilerplate } = structure
  const skipped = matchesOf(boilerplate ?? [], text)
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

/** Returns the matches of several patterns in order, without those that start within another one. */
function matchesOf(patterns: readonly RegExp[], text: string): readonly Span[] {
  const found = patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
    .sort((a, b) => a.start - b.start)
  const separate: Span[] = []
  for (const span of found) if (span.start >= (separate.at(-1)?.end ?? 0)) separate.push(span)
  return separate
}

const MARKUP = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[^<>]+>/g

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
  { gaps, regions, structure: { kind, hasParagraphs } }: ScannedFile,
  at: number,
): Pick<OwnedWord, 'owner' | 'part'> {
  const region = regions[firstFrom(regions, at + 1) - 1]
  if (region !== undefined && at < region.end) return { owner: region.owner, part: region.start }
  const sameLine = kind === 'lines' || kind === 'toml' ? keyOnLine(gaps, at) : null
  if (sameLine !== null) return { owner: sameLine }
  return { owner: hasParagraphs === true || isInComment(gaps, at) ? keyBelow(gaps, at) : null }
}
