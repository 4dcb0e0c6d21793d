import { EditError } from '../edit-error.ts'
import type { Document } from '../format.ts'
import { parseXml } from '../source/parse-xml.ts'
import { type DraftElement, draftXml } from '../source/xml-draft.ts'
import { type XmlHabit, xmlHabitOf } from '../source/xml-habit.ts'
import { indentOf, innerIndent, type XmlLayout, xmlLayoutOf } from '../source/xml-layout.ts'
import type { XmlElement } from '../source/xml-tree.ts'
import type { DraftPair, PlistPair } from './plist-pairs.ts'
import { lastPairs, plistPairs } from './plist-pairs.ts'
import { collectStringsdict, type StringsdictText } from './read-stringsdict.ts'

/** A file while it is being edited: its pieces, and where each name stands in them. */
export type StringsdictSheet = {
  readonly top: DraftElement
  readonly dict: DraftElement
  readonly slots: Map<string, StringsdictSlot>
  readonly keys: Map<string, KeyPlace>
  readonly layout: XmlLayout
  readonly habit: XmlHabit
  /** What new variables count, `d` or `ld`. */
  readonly valueType: string
  /** Entries whose key was renamed with another entry's edit: the old name and the new one. */
  readonly renamed: Map<string, string>
}

export type KeyPlace = { pair: DraftPair; readonly variables: Map<string, DraftPair> }

export type StringsdictSlot = {
  readonly key: string
  /** Null for the format. */
  readonly variable: string | null
  readonly form: string | null
  readonly pair: DraftPair
  /** The dictionary the pair is in. */
  readonly dict: DraftElement
  text: string
  /** Texts that have the same name behind it. */
  readonly doubles: readonly Omit<StringsdictSlot, 'text' | 'doubles'>[]
}

export function openStringsdict({ text, encoding }: Document, model: Document | null): StringsdictSheet {
  const tree = parseXml(text)
  const { top, elements } = draftXml(text, tree)
  const { dict: source, texts, doubles } = collectStringsdict(text, tree)
  const dict = source === null ? undefined : elements.get(source)
  if (source === null || dict === undefined) throw new EditError('not-whole', '')
  const draftOf = (element: XmlElement): DraftElement => {
    const draft = elements.get(element)
    if (draft === undefined) throw new EditError('not-whole', '')
    return draft
  }
  const pairOf = ({ key, value }: PlistPair): DraftPair => ({ key: draftOf(key), value: draftOf(value) })
  const keys = new Map<string, KeyPlace>()
  for (const [name, pair] of lastPairs(plistPairs(text, source).pairs)) {
    const inner = pair.value.name === 'dict' ? plistPairs(text, pair.value).pairs : []
    const variables = inner
      .filter(({ value }) => value.name === 'dict')
      .map((variable): [string, DraftPair] => [variable.name, pairOf(variable)])
    keys.set(name, { pair: pairOf(pair), variables: new Map(variables) })
  }
  const slots = new Map<string, StringsdictSlot>()
  const placeOf = ({ key, variable, pair }: Omit<StringsdictText, 'entry'>) => ({
    key: key.name,
    variable: variable?.name ?? null,
    form: variable === null ? null : pair.name,
    pair: pairOf(pair),
    dict: draftOf((variable ?? key).value),
  })
  for (const [name, text] of texts) {
    slots.set(name, { ...placeOf(text), text: text.entry.text, doubles: (doubles.get(name) ?? []).map(placeOf) })
  }
  const raws = [...texts.values()].map(({ pair }) => text.slice(pair.value.openEnd, pair.value.closeStart))
  const layout = layoutOf(text, dict, model)
  const habit = xmlHabitOf(raws, { references: new Map(), eol: layout.eol, charset: encoding.charset })
  const valueType = valueTypeOf(text) ?? valueTypeOf(model?.text ?? '') ?? 'd'
  return { top, dict, slots, keys, layout, habit, valueType, renamed: new Map() }
}

/** The step from the outermost dictionary to its keys: that dictionary itself may stand at the margin. */
function layoutOf(text: string, dict: DraftElement, model: Document | null): XmlLayout {
  const fallback: XmlLayout = { eol: '\n', indent: stepOfModel(model) }
  const { eol } = xmlLayoutOf(text, dict, fallback)
  if (!dict.children.some((child) => child.kind === 'element')) return { eol, indent: fallback.indent }
  const inner = innerIndent(dict, fallback)
  const outer = dict.parent === null ? '' : (indentOf(dict, dict.parent) ?? '')
  return { eol, indent: inner.startsWith(outer) && inner.length > outer.length ? inner.slice(outer.length) : fallback.indent }
}

function stepOfModel(model: Document | null): string {
  const match = /<dict>\s*?[\r\n]([ \t]*)<key>[^<]*<\/key>\s*?[\r\n][ \t]*<dict>\s*?[\r\n]([ \t]*)<key>/.exec(model?.text ?? '')
  const [, outer = '', inner = ''] = match ?? []
  return inner.startsWith(outer) && inner.length > outer.length ? inner.slice(outer.length) : '  '
}

function valueTypeOf(text: string): string | null {
  return /<key>NSStringFormatValueTypeKey<\/key>\s*<string>([%\w]*)<\/string>/.exec(text)?.[1] ?? null
}
