import { eolOf } from '../source/line-ends.ts'
import type { Branch, Draft } from '../tree/draft.ts'
import { endOfLine } from './yaml-token.ts'

/** How a YAML file is formatted, for parts that have to be rewritten. */
export type YamlLayout = {
  readonly eol: string
  /** One level of indentation. */
  readonly step: string
  /** Whether dashes are below the first letter of their key. */
  readonly hasFlushLists: boolean
  readonly quote: '"' | "'"
  /** Whether every text is in quotes. */
  readonly alwaysQuotes: boolean
}

export const DEFAULT_LAYOUT: YamlLayout = {
  eol: '\n',
  step: '  ',
  hasFlushLists: false,
  quote: '"',
  alwaysQuotes: false,
}

/** How a file is written, as far as it can be determined. */
export type YamlSigns = {
  readonly plain: number
  readonly double: number
  readonly single: number
  readonly step: string
  readonly flush: boolean | null
  /** Whether there are brackets whose lines do not show that they are between brackets. */
  readonly hasLongFlow: boolean
}

/** Returns the layout of a whole file; anything it has no example of is taken from `model`. */
export function layoutOf(text: string, signs: YamlSigns, model: YamlLayout): YamlLayout {
  const hasTexts = signs.plain + signs.double + signs.single > 0
  const hasQuotes = signs.double + signs.single > 0
  return {
    eol: eolOf(text) ?? model.eol,
    step: signs.step === '' ? model.step : signs.step,
    hasFlushLists: signs.flush ?? model.hasFlushLists,
    quote: hasQuotes ? (signs.single > signs.double ? "'" : '"') : model.quote,
    alwaysQuotes: hasTexts ? signs.plain === 0 && hasQuotes : model.alwaysQuotes,
  }
}

/** Returns whether a file starts with `---`, below comments and blank lines only. */
export function hasDocumentStart(text: string): boolean {
  for (let at = 0; at < text.length; ) {
    const end = endOfLine(text, at)
    const line = text.slice(at, end).trimEnd()
    if (line !== '' && !line.startsWith('#')) return line === '---'
    at = end
  }
  return false
}

export function findSigns(draft: Draft): YamlSigns {
  const signs: Signs = { plain: 0, double: 0, single: 0, step: '', flush: null, hasLongFlow: false }
  collectSigns(draft.root, signs)
  return signs
}

type Signs = { -readonly [K in keyof YamlSigns]: YamlSigns[K] }

function collectSigns(branch: Branch, signs: Signs): void {
  if (branch.layout === 'commas' && !signs.hasLongFlow) signs.hasLongFlow = isLong(branch)
  for (const { value } of branch.items) {
    if (value.kind === 'leaf') {
      if (value.text === null) continue
      const first = value.raw.charCodeAt(0)
      if (first === DOUBLE) signs.double++
      else if (first === SINGLE) signs.single++
      else if (first !== BAR && first !== ANGLE) signs.plain++
      continue
    }
    if (value.layout === 'block' && branch.layout === 'block' && branch.kind === 'map') {
      const more = value.indent.length - branch.indent.length
      if (value.kind === 'list') signs.flush ??= more === 0
      else if (signs.step === '' && more > 0) signs.step = ' '.repeat(more)
    }
    collectSigns(value, signs)
  }
}

const DOUBLE = 34
const SINGLE = 39
const ANGLE = 62
const BAR = 124

function isLong({ open, close, items }: Branch): boolean {
  return (
    (open + close).includes('\n') ||
    items.some(({ lead, indent, sep, tail }) => (lead + indent + sep + tail).includes('\n'))
  )
}
