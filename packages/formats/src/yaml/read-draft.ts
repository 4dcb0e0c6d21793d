import type { Issue } from '@dragoman/core'
import type { CST } from 'yaml'
import { FILE_LIMITS } from '../limits/limits.ts'
import { errorAt } from '../source/warnings.ts'
import type { Branch, Draft } from '../tree/draft.ts'
import { aliasIssue, countAliases, openAliasCount } from './alias-issue.ts'
import { cutYaml } from './cut-yaml.ts'
import { addItems, draftYaml } from './draft-yaml.ts'
import { parseYaml, textIssue, type YamlWork } from './parse-yaml.ts'
import { addSimpleLines, draftSimpleLines, readSimpleLines, type SimpleLine } from './read-simple-lines.ts'
import type { YamlSource } from './yaml-leaf.ts'

/**
 * A parsed YAML text. `draft` is null if its first document is not a map; `second`: the start of another
 * document.
 */
export type YamlFile = {
  readonly draft: Draft | null
  readonly issues: readonly Issue[]
  readonly start: number
  readonly second: number | null
}

/**
 * Reads the text part by part: the library's syntax tree takes about fifty times the memory of the text, and
 * that of a part is released before the next. If a part is invalid, or does not continue the file as
 * expected, the whole text is one part; a text too long for that is read in longer parts.
 */
export function readDraft(source: YamlSource): YamlFile {
  const { text } = source
  const issue = textIssue(text)
  if (issue !== null) return { draft: emptyYaml(text), issues: [issue], start: 0, second: null }
  const work: YamlWork = { values: 0, tokens: 0 }
  const first = readParts(source, cutYaml(text, PART), work)
  if (first.isWhole) return first.file
  if (text.length <= LONGEST) return readWhole(source)
  const second = readParts(source, cutYaml(text, LONG_PART), work)
  return second.isWhole ? second.file : refuseDraft(text, second)
}

/** Long enough that the overhead for each part is negligible, short enough that its tree is short-lived. */
const PART = 1024
const LONG_PART = 16 * 1024
/** Characters of a text that can be one part: the library can create an error for every second character. */
const LONGEST = 64 * 1024

/** Returns the result for a text that could not be read in parts, up to the part that stopped it. */
function refuseDraft(text: string, { at, issues, draft }: Stop): YamlFile {
  const found = issues.length > 0 ? issues : [errorAt('too-complex', at)]
  return { draft: draft ?? emptyYaml(text), issues: found, start: 0, second: null }
}

function emptyYaml(text: string): Draft | null {
  return draftYaml({ text, hasSymbols: false }, undefined)
}

function readWhole(source: YamlSource): YamlFile {
  const { text } = source
  const { documents, issues } = parseYaml({
    text,
    start: 0,
    end: text.length,
    depth: 0,
    work: { values: 0, tokens: 0 },
  })
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

/**
 * The end of reading in parts, and the issues there; no issues: the parts are not those that the cuts
 * suggested.
 */
type Stop = {
  readonly isWhole: false
  readonly at: number
  readonly issues: readonly Issue[]
  readonly draft: Draft | null
}

function readParts(
  source: YamlSource,
  cuts: readonly number[],
  work: YamlWork,
): Stop | { readonly isWhole: true; readonly file: YamlFile } {
  const { text } = source
  const aliases = openAliasCount()
  let file: Draft | null = null
  for (const [i, end] of [...cuts, text.length].entries()) {
    const start = cuts[i - 1] ?? 0
    const stop = (issues: readonly Issue[]): Stop => ({ isWhole: false, at: start, issues, draft: file })
    const open: OpenMap | null = file === null ? null : openMap(file.root, text, start)
    if (file !== null && open === null) return stop([])
    const depth = open?.depth ?? 0
    const lines = depth < FILE_LIMITS.nesting / 2 ? readSimpleLines(source, start, end) : null
    if (lines !== null) {
      work.values += lines.length * 2
      if (work.values > FILE_LIMITS.values * 2) return stop([errorAt('too-many-values', start)])
      if (file === null) file = draftSimpleLines(source, lines)
      else if (open !== null && !continueSimpleMap(source, file, open.branch, lines)) return stop([])
      continue
    }
    const isLong = end - start > LONGEST
    const { documents, issues } = parseYaml({ text, start, end: isLong ? start + LONGEST : end, depth, work })
    if (isLong) return stop([issues.find(({ code }) => code === 'too-deep') ?? errorAt('too-complex', start)])
    const [document] = documents
    if (document === undefined || documents.length > 1 || issues.length > 0) return stop(issues)
    if (file === null) file = draftYaml(source, document)
    else if (open !== null && !continueMap(source, file, open.branch, document)) return stop([])
    if (file?.root.layout !== 'block') return stop([])
    countAliases(aliases, document)
  }
  const bomb = aliasIssue(aliases)
  return { isWhole: true, file: { draft: file, issues: bomb === null ? [] : [bomb], start: 0, second: null } }
}

function continueSimpleMap(
  source: YamlSource,
  file: Draft,
  branch: Branch,
  lines: readonly SimpleLine[],
): boolean {
  if (lines[0]?.column !== branch.indent.length) return false
  const { text } = source
  file.after = text.slice(addSimpleLines(source, branch, lines, text.length - file.after.length))
  return true
}

type OpenMap = { readonly branch: Branch; readonly depth: number }

/**
 * Returns the map that an item on the line at `line` can belong to: of the last items of the file, the one
 * with its indentation.
 */
function openMap(root: Branch, text: string, line: number): OpenMap | null {
  let branch = root
  for (let depth = 0; ; depth++) {
    const { indent, kind } = branch
    if (kind === 'map' && text.startsWith(indent, line) && text.charCodeAt(line + indent.length) !== SPACE)
      return { branch, depth }
    const last = branch.items[branch.items.length - 1]?.value
    if (last === undefined || last.kind === 'leaf' || last.layout !== 'block') return null
    branch = last
  }
}

const SPACE = 32

/** Adds the next items to their map. */
function continueMap(
  source: YamlSource,
  file: Draft,
  branch: Branch,
  { start, value }: CST.Document,
): boolean {
  if (
    value?.type !== 'block-map' ||
    start.some(({ type }) => type !== 'space' && type !== 'comment' && type !== 'newline')
  )
    return false
  const { text } = source
  file.after = text.slice(addItems(source, branch, value, text.length - file.after.length))
  return true
}
