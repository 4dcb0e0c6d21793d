import { groupBy } from '@dragoman/core'
import type { XmlTable } from '../../source/xml-table.ts'
import {
  attributesOf,
  childElements,
  childNodes,
  elementAt,
  hasOnlyText,
  type XmlAttribute,
  type XmlElement,
} from '../../source/xml-tree.ts'

/**
 * An element with its namespace: `name` is `unit` for the core, `mtc:match` for a module, `{uri}name` for
 * everything else.
 */
export type SpecElement = {
  readonly name: string
  readonly table: XmlTable
  /** Its index in the table. */
  readonly at: number
  readonly parent: SpecElement | null
  readonly children: readonly SpecElement[]
  readonly attributes: readonly SpecAttribute[]
  readonly hasCharacters: boolean
}

/** `name` is prefixed like an element's, and bare without a namespace; `written` is the name in the file. */
export type SpecAttribute = { readonly name: string; readonly value: string; readonly written: string }

const CORE = 'urn:oasis:names:tc:xliff:document:2.0'
const XML = 'http://www.w3.org/XML/1998/namespace'

/** Namespaces of the modules (XLIFF 2.0, 5; 2.1 has a newer change tracking). */
const MODULES: ReadonlyMap<string, string> = new Map([
  ['urn:oasis:names:tc:xliff:matches:2.0', 'mtc'],
  ['urn:oasis:names:tc:xliff:glossary:2.0', 'gls'],
  ['urn:oasis:names:tc:xliff:fs:2.0', 'fs'],
  ['urn:oasis:names:tc:xliff:metadata:2.0', 'mda'],
  ['urn:oasis:names:tc:xliff:resourcedata:2.0', 'res'],
  ['urn:oasis:names:tc:xliff:changetracking:2.0', 'ctr'],
  ['urn:oasis:names:tc:xliff:changetracking:2.1', 'ctr'],
  ['urn:oasis:names:tc:xliff:sizerestriction:2.0', 'slr'],
  ['urn:oasis:names:tc:xliff:validation:2.0', 'val'],
  [XML, 'xml'],
])

/** Returns the tree with namespaces resolved (Namespaces in XML 1.0). */
export function specTree(text: string, root: XmlElement): SpecElement {
  return resolve(text, root, null, { prefixes: new Map([['xml', XML]]), names: new Map() })
}

export function nodeOf({ table, at }: SpecElement): XmlElement {
  return elementAt(table, at)
}

/** Returns the name of an element as written in the file. */
export function tagOf(element: SpecElement): string {
  return nodeOf(element).name
}

/** Whether an element belongs neither to the core nor to a module. */
export function isExtension(element: SpecElement): boolean {
  return element.name.startsWith('{')
}

export function isCore(element: SpecElement): boolean {
  return !element.name.includes(':') && !isExtension(element)
}

export function valueOfAttribute(element: SpecElement, name: string): string | null {
  return specAttribute(element, name)?.value ?? null
}

export function specAttribute({ attributes }: SpecElement, name: string): SpecAttribute | undefined {
  return attributes.find((attribute) => attribute.name === name)
}

export function hasAttribute(element: SpecElement, name: string): boolean {
  return specAttribute(element, name) !== undefined
}

export function childrenNamed(element: SpecElement, name: string): readonly SpecElement[] {
  const { children } = element
  return children.length < 20
    ? children.filter((child) => child.name === name)
    : (childrenByName(element).get(name) ?? [])
}

/** Returns the segments and ignorables of a unit. */
export function partsOf(unit: SpecElement): readonly SpecElement[] {
  return unit.children.filter(({ name }) => name === 'segment' || name === 'ignorable')
}

/** Whether texts have codes or annotations; most do not. */
export function hasCodes(parts: readonly SpecElement[]): boolean {
  return parts.some((part) => part.children.some((side) => side.children.length > 0))
}

/** Returns the nearest ancestor with a name. */
export function ancestorNamed(element: SpecElement, name: string): SpecElement | null {
  let at = element.parent
  while (at !== null && at.name !== name) at = at.parent
  return at
}

/**
 * Returns all elements within, including itself, in the order of the file, without the content of extensions
 * and skeletons.
 */
export function listCoreElements(element: SpecElement): readonly SpecElement[] {
  if (element.parent !== null) return collectElements(element, true, [])
  return everything(element)
}

/** Returns all elements within, including those of extensions. */
export function descendants(element: SpecElement): readonly SpecElement[] {
  return collectElements(element, false, [])
}

function collectElements(
  element: SpecElement,
  isKnownOnly: boolean,
  found: SpecElement[],
): readonly SpecElement[] {
  if (isKnownOnly && isExtension(element)) return found
  found.push(element)
  if (!isKnownOnly || element.name !== 'skeleton')
    for (const child of element.children) collectElements(child, isKnownOnly, found)
  return found
}

/** Returns a function that computes a value once per element, so that repeated calls stay linear. */
export function perElement<T>(compute: (element: SpecElement) => T): (element: SpecElement) => T {
  const known = new WeakMap<SpecElement, { readonly value: T }>()
  return (element) => {
    const found = known.get(element) ?? { value: compute(element) }
    known.set(element, found)
    return found.value
  }
}

/** Each check goes through the whole document, so its list is created once. */
const everything = perElement((root) => collectElements(root, true, []))

/** Returns elements by id, the first of each. */
export function byId(elements: Iterable<SpecElement>): ReadonlyMap<string, SpecElement> {
  const ids = new Map<string, SpecElement>()
  for (const element of elements) {
    for (const name of ['id', 'xml:id']) {
      const id = valueOfAttribute(element, name)
      if (id !== null && !ids.has(id)) ids.set(id, element)
    }
  }
  return ids
}

const childrenByName = perElement((element) => groupBy(element.children, ({ name }) => name))

const idsOfKind = new Map(
  ['unit', 'group'].map((kind) => [
    kind,
    perElement((file) => byId([...listCoreElements(file)].filter(({ name }) => name === kind))),
  ]),
)

/** Returns the units or groups of a file by id. */
export function inFile(file: SpecElement, kind: 'unit' | 'group'): ReadonlyMap<string, SpecElement> {
  return idsOfKind.get(kind)?.(file) ?? new Map()
}

const NO_ATTRIBUTES: readonly SpecAttribute[] = []
const NO_CHILDREN: readonly SpecElement[] = []

/** The namespaces of prefixes, and the names resolved with them. */
type Scope = { readonly prefixes: ReadonlyMap<string, string>; readonly names: Map<string, string> }

function resolve(text: string, node: XmlElement, parent: SpecElement | null, outer: Scope): SpecElement {
  const written = attributesOf(node)
  const scope = written.some(({ name }) => isDeclaration(name)) ? innerScope(written, outer) : outer
  const inner = childElements(node)
  const element: { -readonly [K in keyof SpecElement]: SpecElement[K] } = {
    name: resolvedName(node.name, scope),
    table: node.table,
    at: node.at,
    parent,
    children: NO_CHILDREN,
    attributes: written.length === 0 ? NO_ATTRIBUTES : resolveAttributes(written, scope),
    hasCharacters: hasCharacters(text, node, inner.length > 0),
  }
  if (inner.length > 0) element.children = inner.map((child) => resolve(text, child, element, scope))
  return element
}

function hasCharacters(text: string, node: XmlElement, hasElements: boolean): boolean {
  if (hasOnlyText(node)) return !isBlank(text, node.openEnd, node.closeStart)
  if (!hasElements && node.openEnd === node.closeStart) return false
  return childNodes(node).some(
    (child) => child.kind === 'cdata' || (child.kind === 'text' && !isBlank(text, child.start, child.end)),
  )
}

function isDeclaration(name: string): boolean {
  return name === 'xmlns' || name.startsWith('xmlns:')
}

function innerScope(attributes: readonly XmlAttribute[], outer: Scope): Scope {
  const declared = attributes.filter(({ name }) => isDeclaration(name))
  return {
    prefixes: new Map([
      ...outer.prefixes,
      ...declared.map(({ name, value }) => [name.slice(6), value] as const),
    ]),
    names: new Map(),
  }
}

function resolveAttributes(written: readonly XmlAttribute[], scope: Scope): readonly SpecAttribute[] {
  const attributes: SpecAttribute[] = []
  for (const { name: own, value } of written) {
    if (isDeclaration(own)) continue
    const name = own.includes(':') ? resolvedName(own, scope) : own
    // Two prefixes can have the same namespace: the last one is used.
    const same = attributes.findIndex((other) => other.name === name)
    if (same < 0) attributes.push({ name, value, written: own })
    else attributes[same] = { name, value, written: own }
  }
  // An array that grew one by one has space for sixteen more.
  return attributes.slice()
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (text.charCodeAt(at) > 32) return false
  return true
}

function resolvedName(name: string, scope: Scope): string {
  const known = scope.names.get(name)
  if (known !== undefined) return known
  const resolved = resolveName(name, scope.prefixes)
  scope.names.set(name, resolved)
  return resolved
}

function resolveName(name: string, prefixes: ReadonlyMap<string, string>): string {
  const colon = name.indexOf(':')
  const local = name.slice(colon + 1)
  const namespace = prefixes.get(name.slice(0, Math.max(colon, 0))) ?? ''
  if (namespace === CORE) return local
  const module = MODULES.get(namespace)
  return module === undefined ? `{${namespace}}${local}` : `${module}:${local}`
}
