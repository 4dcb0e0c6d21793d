import { type FormName, type Forms, hasText } from '../message/forms.ts'
import { entryNames } from '../message/i18next/plural-keys.ts'
import { fillForms } from './carry-forms.ts'
import type { EntryPath, Unit } from './unit.ts'

/** A fallback language, and the forms of its keys. */
export type Fallback = {
  readonly language: string
  readonly formsOf: (unit: Unit) => Forms | undefined
}

export type BundleInput = {
  /** The keys of one namespace in order, with the forms of the requested language. */
  readonly units: Iterable<Unit>
  readonly language: string
  /** Nearest first; omit to leave out untranslated keys (i18next has fallbacks of its own). */
  readonly fallbacks?: readonly Fallback[]
}

/**
 * Returns the JSON text that an i18next app loads: nested or flat according to each key's path, in the order
 * of the keys, on one line. It does not use objects with arbitrary names, so that `__proto__` and `10` keep
 * their meaning and position. Untranslated items of arrays become `null`.
 */
export function buildBundle({ units, language, fallbacks = [] }: BundleInput): string {
  const root: Node = { text: null, children: new Map(), isList: false }
  const untranslatedItems: EntryPath[] = []
  for (const unit of units) {
    const forms = formsToServe(unit, language, fallbacks)
    if (!hasText(forms) && unit.path.some(isIndex)) untranslatedItems.push(unit.path)
    for (const form in forms) {
      const text = forms[form as FormName] // `Forms` has no other names
      if (text === undefined || text === '') continue
      place(root, unit.plural === 'none' ? unit.path : entryNames(unit, form as FormName).path, text)
    }
  }
  const pieces: string[] = []
  writeObject(root, { pieces, untranslated: untranslatedIn(root, untranslatedItems) })
  return pieces.join('')
}

/** Shared by all leaves, so that a hundred thousand leaves do not need as many maps. Never written to. */
const NO_CHILDREN = new Map<string, Node>()

type Node = { text: string | null; children: Map<string, Node>; isList: boolean }

/** The untranslated items of arrays that have translated ones: how many, and the highest index. */
type Untranslated = ReadonlyMap<Node, { count: number; last: number }>

type Writing = { readonly pieces: string[]; readonly untranslated: Untranslated }

function isIndex(part: string | number): part is number {
  return typeof part === 'number'
}

function untranslatedIn(root: Node, paths: readonly EntryPath[]): Untranslated {
  const found = new Map<Node, { count: number; last: number }>()
  for (const path of paths) {
    let node: Node | undefined = root
    for (const part of path) {
      if (node === undefined) break
      if (isIndex(part) && node.isList) {
        const known = found.get(node) ?? { count: 0, last: -1 }
        found.set(node, { count: known.count + 1, last: Math.max(known.last, part) })
      }
      node = node.children.get(String(part))
    }
  }
  return found
}

/** Returns a key's forms in a language, else those of the nearest fallback language that has any. */
export function formsToServe(unit: Unit, language: string, fallbacks: readonly Fallback[]): Forms {
  if (hasText(unit.forms)) return unit.forms
  for (const fallback of fallbacks) {
    const forms = fallback.formsOf(unit)
    if (forms === undefined || !hasText(forms)) continue
    // The app requests the forms of its own language, even if the words are in a fallback language.
    const { plural } = unit
    return fillForms(forms, { from: { plural, language: fallback.language }, to: { plural, language } })
  }
  return unit.forms
}

function place(root: Node, path: EntryPath, text: string): void {
  let node = root
  for (const part of path) {
    const name = String(part)
    const isItem = isIndex(part)
    if (node.children.size === 0) {
      if (node.children === NO_CHILDREN) node.children = new Map()
      node.isList = isItem && node !== root
    } else if (!isItem) node.isList = false
    let child = node.children.get(name)
    if (child === undefined) {
      child = { text: null, children: NO_CHILDREN, isList: false }
      node.children.set(name, child)
    }
    node = child
  }
  node.text = text
}

/**
 * Writes an object. If a name is both a text and a parent, it keeps the text, and its children become
 * `name.child`, which i18next also looks for.
 */
function writeObject(node: Node, writing: Writing): void {
  const { pieces } = writing
  pieces.push('{')
  let isFirst = true
  const writeMembers = (parent: Node, prefix: string) => {
    for (const [name, child] of parent.children) {
      const key = prefix + name
      if (child.text !== null || child.children.size > 0) {
        pieces.push(isFirst ? '' : ',', JSON.stringify(key), ':')
        isFirst = false
      }
      if (child.text === null) writeNode(child, writing)
      else {
        pieces.push(JSON.stringify(child.text))
        writeMembers(child, `${key}.`)
      }
    }
  }
  writeMembers(node, '')
  pieces.push('}')
}

function writeNode(node: Node, writing: Writing): void {
  if (node.isList && canBeList(node, writing)) writeList(node, writing)
  else writeObject(node, writing)
}

function writeList(node: Node, writing: Writing): void {
  const { pieces, untranslated } = writing
  pieces.push('[')
  // i18next takes an item that is null from the fallback language, but none that is behind the end.
  const behind = untranslated.get(node)?.last ?? -1
  let last = behind > longestList(node, writing) ? -1 : behind
  for (const name of node.children.keys()) last = Math.max(last, Number(name))
  for (let index = 0; index <= last; index++) {
    const child = node.children.get(String(index))
    if (index > 0) pieces.push(',')
    if (child === undefined) pieces.push('null')
    else if (child.text !== null) pieces.push(JSON.stringify(child.text))
    else writeNode(child, writing)
  }
  pieces.push(']')
}

/**
 * Returns whether a node can be an array: no index is both a text and a parent, and a single entry at index
 * one million does not create a million nulls.
 */
function canBeList(node: Node, writing: Writing): boolean {
  const longest = longestList(node, writing)
  for (const [name, child] of node.children) {
    if (Number(name) > longest || (child.text !== null && child.children.size > 0)) return false
  }
  return true
}

function longestList(node: Node, { untranslated }: Writing): number {
  return (node.children.size + (untranslated.get(node)?.count ?? 0)) * 10 + 1000
}
