import { parseInline } from '@dragoman/core'
import { isEncodable } from '../bytes/charset.ts'
import type { EntryState } from '../format.ts'
import { isKeptInline } from '../source/inline-text.ts'
import {
  type AttributeStyle,
  type DocumentStyles,
  encodePieces,
  isXmlText,
  printAttribute,
  valueStyle,
} from '../source/value-style.ts'
import { attributeOf, attributesOf, childElements, parentOf, type XmlElement } from '../source/xml-tree.ts'
import { indentAt } from './element-edit.ts'
import type { XliffSession } from './read-xliff.ts'
import { STATE_NAMES_1, STATE_NAMES_2 } from './work-state.ts'

/** The content of a new unit. */
export type NewUnit = {
  readonly key: string
  readonly source: string
  readonly target: string
  readonly state: EntryState | null
  readonly comment: string
  readonly maxLength: number | null
}

/** Returns the text as the file writes it, or null if it cannot. */
export function encodeText(
  session: XliffSession,
  text: string,
  raw: string,
  styles: DocumentStyles,
): string | null {
  const pieces = isXmlText(text) ? parseInline(text, session.syntax) : null
  if (pieces === null) return null
  const encoded = encodePieces(pieces, valueStyle(raw, styles))
  if (pieces.every((piece) => piece.kind === 'characters') && !text.includes('<')) return encoded
  return isKeptInline(encoded, text, session.syntax) && isEncodable(encoded, styles.charset) ? encoded : null
}

/** The indentation of units and their content; a unit on one line has no line ends in it. */
export type UnitLayout = {
  readonly indent: string
  readonly step: string
  readonly eol: string
  readonly quote: '"' | "'"
  /** Of the unit's tag, after its names. */
  readonly attributes: ReadonlyMap<string, string>
  /** Whether a unit without the attribute keeps its white space: an element around it has it. */
  readonly isSpaceKept: boolean
}

/** Returns the layout of an existing unit, or one that matches the position of a new one. */
export function layoutLike(
  text: string,
  model: XmlElement | null,
  container: XmlElement,
  eol: string,
): UnitLayout {
  const quote = attributesOf(model ?? container)[0]?.quote ?? '"'
  const isSpaceKept = spaceOf((model && parentOf(model)) ?? container) === 'preserve'
  if (model === null) {
    const outer = indentAt(text, container.start)
    const step = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
    return {
      indent: outer === null ? '' : outer + step,
      step,
      eol,
      quote,
      isSpaceKept,
      attributes: new Map(),
    }
  }
  const indent = indentAt(text, model.start)
  const [child] = childElements(model)
  const inner = child === undefined ? null : indentAt(text, child.start)
  const attributes = new Map(
    ['datatype', 'xml:space'].flatMap((name) => {
      const value = attributeOf(model, name)
      return value === null ? [] : [[name, value] as const]
    }),
  )
  const isOneLine = child !== undefined && inner === null
  if (indent === null || isOneLine) return { indent: '', step: '', eol: '', quote, isSpaceKept, attributes }
  return {
    indent,
    step: inner !== null && inner.length > indent.length ? inner.slice(indent.length) : '  ',
    eol,
    quote,
    isSpaceKept,
    attributes,
  }
}

/** Returns what an element and those around it say about white space in their texts. */
function spaceOf(element: XmlElement): string {
  let at: XmlElement | null = element
  while (at !== null && attributeOf(at, 'xml:space') === null) at = parentOf(at)
  return at === null ? 'default' : (attributeOf(at, 'xml:space') ?? 'default')
}

/** White space that programs collapse, unless the file says that it counts. */
const COUNTING_SPACE = /^ | $| {2}|[\t\r\n]/

/** Returns the attributes of a unit's tag, after its names. */
function unitAttributes({ source, target }: NewUnit, layout: UnitLayout, style: AttributeStyle): string {
  const { attributes, isSpaceKept } = layout
  const space = attributes.get('xml:space') ?? (isSpaceKept ? 'preserve' : 'default')
  const isNeeded = space !== 'preserve' && [source, target].some((text) => COUNTING_SPACE.test(text))
  const all = isNeeded ? new Map([...attributes, ['xml:space', 'preserve']]) : attributes
  return [...all].map(([name, value]) => printAttribute(name, value, style)).join('')
}

/** Returns a unit in this generation of XLIFF, or null if a text cannot be written. */
export function printUnit(
  session: XliffSession,
  unit: NewUnit,
  layout: UnitLayout,
  styles: DocumentStyles,
  id: string,
): string | null {
  const { dialect, syntax } = session
  const source = encodeText(session, unit.source, '', styles)
  const target = encodeText(session, unit.target, '', styles)
  const note = isXmlText(unit.comment)
    ? encodePieces([{ kind: 'characters', text: unit.comment }], valueStyle('', styles))
    : ''
  if (source === null || target === null) return null
  const element = (
    name: string,
    attributes: string,
    content: readonly string[] | string,
    depth: number,
  ): string => {
    const inner = `${layout.eol}${layout.indent}${layout.step.repeat(depth + 1)}`
    const last = `${layout.eol}${layout.indent}${layout.step.repeat(depth)}`
    const body =
      typeof content === 'string' ? content : `${content.map((part) => inner + part).join('')}${last}`
    return `<${syntax.prefix}${name}${attributes}>${body}</${syntax.prefix}${name}>`
  }
  const style: AttributeStyle = { quote: layout.quote, charset: styles.charset }
  const name = id === unit.key ? '' : printAttribute(dialect.unitName, unit.key, style)
  const tag = `${printAttribute('id', id, style)}${name}${unitAttributes(unit, layout, style)}`
  if (dialect.id === 'xliff-1') {
    const state = unit.state === null ? '' : printAttribute('state', STATE_NAMES_1[unit.state], style)
    const parts = [element('source', '', source, 1)]
    if (target !== '') parts.push(element('target', state, target, 1))
    if (note !== '') parts.push(element('note', '', note, 1))
    const limit =
      unit.maxLength === null
        ? ''
        : `${printAttribute('maxwidth', String(unit.maxLength), style)}${printAttribute('size-unit', 'char', style)}`
    return element('trans-unit', `${tag}${limit}`, parts, 0)
  }
  const state =
    unit.state === null || target === '' ? '' : printAttribute('state', STATE_NAMES_2[unit.state], style)
  const texts = [element('source', '', source, 2)]
  if (target !== '') texts.push(element('target', '', target, 2))
  const notes = note === '' ? [] : [element('notes', '', [element('note', '', note, 2)], 1)]
  return element('unit', tag, [...notes, element('segment', state, texts, 1)], 0)
}

/** Returns an id for a unit whose key is its name: a short token derived from the key alone (FNV-1a). */
export function idFor(key: string, taken: ReadonlySet<string>): string {
  let hash = 0x811c9dc5
  for (let round = 0; ; round++) {
    for (const character of round === 0 ? key : `${round}`)
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
    const id = `u${hash.toString(36).padStart(7, '0')}`
    if (!taken.has(id)) return id
  }
}

/**
 * Whether a text is an NMTOKEN (XML 1.0, 2.3). The joiners are separate because they would join adjacent
 * characters.
 */
export function isToken(text: string): boolean {
  return /^(?:[-.\w:\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd]|\u200c|\u200d)+$/.test(
    text,
  )
}
