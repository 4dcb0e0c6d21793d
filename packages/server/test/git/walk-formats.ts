/** Text in front of a file that makes it invalid JSON, as an unresolved merge leaves it. */
const BROKEN = '<<<<<<< HEAD\n'

export type Tree = { [name: string]: string | Tree }

/** How a developer formats files: what precedes a text, and the line ends. */
export type Style = { readonly indent: string; readonly eol: string }

/** Files of a walk, as its developers write and read them: none of Dragoman's code takes part. */
export type WalkFormat = {
  readonly id: string
  readonly ending: string
  /** Whether dots in a key's name are groups in the file. */
  readonly isGrouped: boolean
  readonly styles: readonly string[]
  readonly eols: readonly string[]
  readonly read: (text: string) => Tree
  readonly styleOf: (text: string) => Style
  readonly render: (tree: Tree, style: Style) => string
  /** Null if every file can be read. */
  readonly broken: string | null
}

const eolOf = (text: string) => (text.includes('\r\n') ? '\r\n' : '\n')

export const JSON_FILES: WalkFormat = {
  id: 'i18next-json',
  ending: '.json',
  isGrouped: true,
  styles: ['  ', '    ', '\t'],
  eols: ['\n', '\r\n'],
  read: (text) => JSON.parse(text) as Tree, // only texts and groups of them
  styleOf: (text) => ({ indent: /\n([ \t]+)/.exec(text)?.[1] ?? '', eol: eolOf(text) }),
  render: (tree, { indent, eol }) => `${JSON.stringify(tree, null, indent).replaceAll('\n', eol)}${eol}`,
  broken: BROKEN,
}

/** One line for each text; the style of a developer is what separates name and text. */
export const PROPERTIES_FILES: WalkFormat = {
  id: 'java-properties',
  ending: '.properties',
  isGrouped: false,
  styles: ['=', ' = ', ': '],
  eols: ['\n', '\r\n'],
  read: (text) =>
    Object.fromEntries(
      text
        .split(/\r?\n/)
        .filter((line) => line !== '')
        .map((line) => {
          const [, name = '', value = ''] = /^([^ =:]+) ?[=:] ?(.*)$/.exec(line) ?? []
          return [name, value]
        }),
    ),
  styleOf: (text) => ({ indent: /^[^ =:]+( ?[=:] ?)/.exec(text)?.[1] ?? '=', eol: eolOf(text) }),
  render: (tree, { indent, eol }) =>
    Object.entries(tree)
      .map(([name, value]) => `${name}${indent}${value}${eol}`)
      .join(''),
  broken: null,
}

/** Returns the names on the path to a text in a tree, outermost first. */
export function stepsOf({ isGrouped }: WalkFormat, name: string): readonly string[] {
  return isGrouped ? name.split('.') : [name]
}

export function isBroken({ broken }: WalkFormat, text: string): boolean {
  return broken !== null && text.startsWith(broken)
}

/** Returns the texts of a file by the names of their keys; null if it cannot be read. */
export function textsOf(format: WalkFormat, text: string): ReadonlyMap<string, string> | null {
  if (isBroken(format, text)) return null
  const texts = new Map<string, string>()
  const walk = (tree: Tree, before: string) => {
    for (const [name, value] of Object.entries(tree))
      if (typeof value === 'string') texts.set(before + name, value)
      else walk(value, `${before}${name}.`)
  }
  walk(format.read(text), '')
  return texts
}
