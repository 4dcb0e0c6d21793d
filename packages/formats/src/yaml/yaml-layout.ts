import type { Branch, Draft } from '../tree/draft.ts'

/** How a YAML file is laid out, for what has to be written anew. */
export type YamlLayout = {
  readonly eol: string
  /** One level of indentation. */
  readonly step: string
  /** Dashes stand below the first letter of the key they belong to. */
  readonly hasFlushLists: boolean
  readonly quote: '"' | "'"
  /** Every text is in quotes. */
  readonly alwaysQuotes: boolean
}

export const DEFAULT_LAYOUT: YamlLayout = { eol: '\n', step: '  ', hasFlushLists: false, quote: '"', alwaysQuotes: false }

/** The layout of a whole file; what it does not show is taken from `model`. */
export function layoutOf(text: string, draft: Draft, model: YamlLayout): YamlLayout {
  const signs: Signs = { plain: 0, double: 0, single: 0, step: '', flush: null }
  look(draft.root, signs)
  const hasTexts = signs.plain + signs.double + signs.single > 0
  const hasQuotes = signs.double + signs.single > 0
  const lineEnd = /\r?\n/.exec(text)
  return {
    eol: lineEnd === null ? model.eol : lineEnd[0],
    step: signs.step === '' ? model.step : signs.step,
    hasFlushLists: signs.flush ?? model.hasFlushLists,
    quote: hasQuotes ? (signs.single > signs.double ? "'" : '"') : model.quote,
    alwaysQuotes: hasTexts ? signs.plain === 0 && hasQuotes : model.alwaysQuotes,
  }
}

type Signs = { plain: number; double: number; single: number; step: string; flush: boolean | null }

function look(branch: Branch, signs: Signs): void {
  for (const { value } of branch.items) {
    if (value.kind === 'leaf') {
      if (value.text === null) continue
      const first = value.raw.charAt(0)
      if (first === '"') signs.double++
      else if (first === "'") signs.single++
      else if (first !== '|' && first !== '>') signs.plain++
      continue
    }
    if (value.layout === 'block' && branch.layout === 'block' && branch.kind === 'map') {
      const more = value.indent.length - branch.indent.length
      if (value.kind === 'list') signs.flush ??= more === 0
      else if (signs.step === '' && more > 0) signs.step = ' '.repeat(more)
    }
    look(value, signs)
  }
}
