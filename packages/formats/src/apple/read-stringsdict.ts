import { append, categoryNamed, isPlainKeyName } from '@dragoman/core'
import { type Document, type Entry, type EntryUnit, unitEntryName } from '../format.ts'
import { type IssueList, openIssueList } from '../source/issue-list.ts'
import { newEntry } from '../source/new-entry.ts'
import { commentAbove } from '../source/xml-comment.ts'
import { readXml, wrongRoot } from '../source/xml-document.ts'
import { firstElement, tagSpan, type XmlElement, type XmlTree } from '../source/xml-tree.ts'
import { readXmlValue } from '../source/xml-value.ts'
import { isCounting, type PlistPair, plistPairs } from './plist-pairs.ts'

export const APPLE_STRINGSDICT = 'apple-stringsdict'
export const FORMAT_KEY = 'NSStringLocalizedFormatKey'
export const RULE_KEY = 'NSStringFormatSpecTypeKey'
export const VALUE_TYPE_KEY = 'NSStringFormatValueTypeKey'
export const PLURAL_RULE = 'NSStringPluralRuleType'

/** Reads a strings dictionary: the format of every key and the plural forms of its variables. */
export function readStringsdict(bytes: Uint8Array): Document {
  return readXml(APPLE_STRINGSDICT, bytes, undefined, collectStringsdict)
}

/** The pairs around a text: of the key, of the variable (null for the format), and its own. */
export type StringsdictText = {
  readonly key: PlistPair
  readonly variable: PlistPair | null
  readonly pair: PlistPair
}

export type StringsdictTexts = {
  readonly entries: ReadonlyMap<string, Entry>
  /** Texts with the name of an earlier one. */
  readonly doubles: ReadonlyMap<string, readonly StringsdictText[]>
  readonly issues: Document['issues']
}

type Reading = {
  readonly file: string
  readonly entries: Map<string, Entry>
  readonly doubles: Map<string, StringsdictText[]>
  readonly issues: IssueList
}

export function collectStringsdict(tree: XmlTree): StringsdictTexts {
  const reading: Reading = {
    file: tree.table.text,
    entries: new Map(),
    doubles: new Map(),
    issues: openIssueList(tree.issues),
  }
  const { entries, doubles } = reading
  const { root } = tree
  const dict = outermostDict(tree)
  if (root !== null && dict === null)
    return { entries, doubles, issues: [...tree.issues, wrongRoot(root, 'stringsdict')] }
  if (dict !== null) {
    for (const key of usablePairs(reading, dict))
      if (key.value.name === 'dict') collectKey(reading, key, commentAbove(key.key))
  }
  return { entries, doubles, issues: reading.issues.all() }
}

/** Returns the dictionary with the keys; null if there is none. */
export function outermostDict({ root }: XmlTree): XmlElement | null {
  const first = root?.name === 'plist' ? firstElement(root) : null
  return first?.name === 'dict' ? first : null
}

/**
 * Returns the unit name of a variable: only the key if both have the same name, as is usual for keys with one
 * variable.
 */
export function unitNameOf(key: string, variable: string): string {
  return key === variable ? key : `${key}.${variable}`
}

function usablePairs({ file, issues }: Reading, dict: XmlElement): readonly PlistPair[] {
  const { pairs, stray } = plistPairs(file, dict)
  for (const element of stray) {
    const wanted = element.name === 'key' ? '<string>' : '<key>'
    issues.warn('expected-text', tagSpan(element), { wanted })
  }
  const counts = isCounting(pairs)
  return pairs.filter((pair) => {
    const isUsable = counts(pair) && isPlainKeyName(pair.name)
    if (isUsable) return true
    const span = { start: pair.key.start, end: pair.key.end }
    if (!counts(pair)) issues.warn('duplicate-key', span, { key: pair.name })
    else issues.warn('unusable-key', span, {})
    return false
  })
}

function collectKey(reading: Reading, key: PlistPair, comment: string | null): void {
  for (const pair of usablePairs(reading, key.value)) {
    const { value } = pair
    if (pair.name === FORMAT_KEY)
      addText(
        reading,
        { key, variable: null, pair },
        { path: [key.name], name: key.name, unit: null, comment },
      )
    else if (value.name === 'dict') collectVariable(reading, key, pair, comment)
  }
}

function collectVariable(
  reading: Reading,
  key: PlistPair,
  variable: PlistPair,
  comment: string | null,
): void {
  const pairs = usablePairs(reading, variable.value)
  const rule = pairs.find((pair) => pair.name === RULE_KEY)
  if (rule !== undefined && readXmlValue(reading.file, rule.value)?.trim() !== PLURAL_RULE) return
  const name = unitNameOf(key.name, variable.name)
  const path = key.name === variable.name ? [key.name] : [key.name, variable.name]
  for (const pair of pairs) {
    const form = categoryNamed(pair.name)
    if (form === null) continue
    const unit: EntryUnit = { name, plural: 'cardinal', form, path }
    addText(
      reading,
      { key, variable, pair },
      { path: [...path, form], name: unitEntryName(unit), unit, comment },
    )
  }
}

function addText(
  reading: Reading,
  place: StringsdictText,
  known: Pick<Entry, 'path' | 'name'> & { readonly unit: EntryUnit | null; readonly comment: string | null },
): void {
  const { value } = place.pair
  const span = { start: value.start, end: value.end }
  const text = value.name === 'string' ? readXmlValue(reading.file, value) : null
  if (text === null) reading.issues.warn('not-a-text', span, {})
  else if (!isPlainKeyName(known.unit?.name ?? known.name)) reading.issues.warn('unusable-key', span, {})
  else if (reading.entries.has(known.name)) {
    reading.issues.warn('name-collision', span, { name: known.unit?.name ?? known.name })
    append(reading.doubles, known.name, place)
  } else {
    reading.entries.set(known.name, newEntry(known.path, known.name, text, span, known))
  }
}
