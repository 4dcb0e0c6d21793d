import type { Issue } from '@dragoman/core'
import type { CST } from 'yaml'
import type { Branch, Draft } from '../tree/draft.ts'
import { aliasIssue, countAliases, openAliasCount } from './alias-issue.ts'
import { cutYaml } from './cut-yaml.ts'
import { addItems, draftYaml } from './draft-yaml.ts'
import { parseYaml, textIssue, type YamlPart } from './parse-yaml.ts'
import type { YamlSource } from './yaml-leaf.ts'

/** A YAML text taken apart. `draft` is null where its first document is no map; `second`: where another document begins. */
export type YamlFile = {
  readonly draft: Draft | null
  readonly issues: readonly Issue[]
  readonly start: number
  readonly second: number | null
}

/**
 * Reads the text part by part: the library's syntax tree takes some fifty times the room of the text, and of a part it is gone
 * before the next. Where a part does not read well, or does not go on with the file as it looked, the whole text is one part.
 */
export function readDraft(source: YamlSource): YamlFile {
  const { text } = source
  const issue = textIssue(text)
  if (issue !== null) return { draft: emptied(text), issues: [issue], start: 0, second: null }
  return readParts(source, cutYaml(text)) ?? readWhole(source)
}

function emptied(text: string): Draft | null {
  return draftYaml({ text, hasSymbols: false }, undefined)
}

function readWhole(source: YamlSource): YamlFile {
  const { text } = source
  const { documents, issues } = parseYaml({ text, start: 0, end: text.length, depth: 0, values: 0 })
  const found: Issue[] = [...issues]
  for (const document of documents) {
    const aliases = openAliasCount()
    countAliases(aliases, document)
    const bomb = aliasIssue(aliases)
    if (bomb === null) continue
    found.push(bomb)
    break
  }
  return {
    draft: draftYaml(source, documents[0]),
    issues: found,
    start: documents[0]?.value?.offset ?? 0,
    second: documents[1]?.offset ?? null,
  }
}

/** Null: the parts are not what the cuts made them look like. */
function readParts(source: YamlSource, cuts: readonly number[]): YamlFile | null {
  const { text } = source
  const aliases = openAliasCount()
  let file: Draft | null = null
  let values = 0
  for (const [i, end] of [...cuts, text.length].entries()) {
    const start = cuts[i - 1] ?? 0
    const open: OpenMap | null = file === null ? null : openMap(file.root, text, start)
    if (file !== null && open === null) return null
    const part: YamlPart = { text, start, end, depth: open?.depth ?? 0, values }
    const { documents, issues, values: read } = parseYaml(part)
    const [document] = documents
    if (document === undefined || documents.length > 1 || issues.length > 0) return null
    if (file === null) file = draftYaml(source, document)
    else if (open !== null && !goOn(source, file, open.branch, document)) return null
    if (file?.root.layout !== 'block') return null
    countAliases(aliases, document)
    values = read
  }
  const bomb = aliasIssue(aliases)
  return { draft: file, issues: bomb === null ? [] : [bomb], start: 0, second: null }
}

type OpenMap = { readonly branch: Branch; readonly depth: number }

/** The map in which an item may follow whose line begins at `line`: of the last items of the file, the one with its indentation. */
function openMap(root: Branch, text: string, line: number): OpenMap | null {
  let branch = root
  for (let depth = 0; ; depth++) {
    const { indent, kind } = branch
    if (kind === 'map' && text.startsWith(indent, line) && text.charCodeAt(line + indent.length) !== SPACE) return { branch, depth }
    const last = branch.items[branch.items.length - 1]?.value
    if (last === undefined || last.kind === 'leaf' || last.layout !== 'block') return null
    branch = last
  }
}

const SPACE = 32

/** Puts the next items into the map that they belong to. */
function goOn(source: YamlSource, file: Draft, branch: Branch, { start, value }: CST.Document): boolean {
  if (value?.type !== 'block-map' || start.some(({ type }) => type !== 'space' && type !== 'comment' && type !== 'newline')) return false
  const { text } = source
  file.after = text.slice(addItems(source, branch, value, text.length - file.after.length))
  return true
}
