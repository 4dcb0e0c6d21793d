import type { Span } from '../text/span.ts'
import type { Branch, ChoicePart } from './part.ts'

/**
 * The syntax around the forms of a plural, split so that forms can be inserted again. Printed with its own
 * forms it equals the text.
 */
export type PluralTemplate = {
  readonly head: string
  /** `lead` precedes the form, including the spaces before it; `close` follows it. */
  readonly cells: readonly { readonly selector: string; readonly lead: string; readonly close: string }[]
  readonly tail: string
  /** Returns the syntax before a new form; `place` is the index of the form that it is inserted before. */
  readonly leadOf: (selector: string, place: number) => string
  /** The syntax after a new form. */
  readonly close: string
}

export type PrintedForms = {
  readonly text: string
  /** Where each form is in `text`, in the requested order. */
  readonly spans: readonly Span[]
}

type Form = { readonly selector: string; readonly text: string }

/** Splits the text around the forms of its choice; null if the selectors are not where they should be. */
export function readPluralTemplate(text: string, choice: ChoicePart): PluralTemplate | null {
  const [first] = choice.branches
  if (first === undefined) return null
  if (choice.by === 'pipe') return readPipeTemplate(text, choice)
  return text[first.span.start - 1] === '{' ? readIcuTemplate(text, choice) : readFluentTemplate(text, choice)
}

/** Returns the text with exactly these forms in this order. */
export function printForms(template: PluralTemplate, forms: readonly Form[]): PrintedForms {
  const spans: Span[] = []
  let text = template.head
  for (const [index, form] of forms.entries()) {
    const same = template.cells[index]
    // Several forms can have the same selector; then their position distinguishes them.
    const cell =
      same?.selector === form.selector
        ? same
        : template.cells.find(({ selector }) => selector === form.selector)
    text += cell?.lead ?? template.leadOf(form.selector, placeBefore(template, forms.slice(index + 1)))
    spans.push({ start: text.length, end: text.length + form.text.length })
    text += form.text + (cell?.close ?? template.close)
  }
  return { text: text + template.tail, spans }
}

function placeBefore({ cells }: PluralTemplate, later: readonly Form[]): number {
  const place = cells.findIndex(({ selector }) => later.some((form) => form.selector === selector))
  return place === -1 ? cells.length - 1 : place
}

/** Splits ICU syntax; a new form such as `few {` starts like the adjacent one. */
function readIcuTemplate(text: string, choice: ChoicePart): PluralTemplate | null {
  const cut = cutAt(text, choice, {
    close: '}',
    opening: ({ selector }, piece) => {
      const name = piece.slice(0, -1).trimEnd()
      return name.endsWith(selector) ? name.slice(0, name.length - selector.length).trimEnd().length : -1
    },
  })
  if (cut === null) return null
  const leadOf = (selector: string, place: number) => {
    const like = cut.cells[place]
    if (like === undefined) return ` ${selector} {`
    const [before = '', after = ''] = like.lead.split(like.selector)
    return `${before === '' ? ' ' : before}${selector}${after}`
  }
  return { ...cut, leadOf, close: '}' }
}

/** Splits Fluent syntax; a new form such as `[few] ` gets its own line. */
function readFluentTemplate(text: string, choice: ChoicePart): PluralTemplate | null {
  const cut = cutAt(text, choice, {
    close: '',
    opening: (_, piece) => {
      const bracket = piece.lastIndexOf('[')
      return bracket === -1
        ? -1
        : piece.slice(0, piece[bracket - 1] === '*' ? bracket - 1 : bracket).trimEnd().length
    },
  })
  if (cut === null) return null
  const leadOf = (selector: string, place: number) => {
    const usual = cut.cells.find(({ lead }) => lead.trimStart().startsWith('['))
    if (usual !== undefined) return `${usual.lead.slice(0, usual.lead.indexOf('['))}[${selector}] `
    // The asterisk of the default is one column before the brackets of the others.
    const lead = cut.cells[place]?.lead ?? '\n'
    return `${lead.slice(0, lead.length - lead.trimStart().length)} [${selector}] `
  }
  return { ...cut, leadOf, close: '' }
}

type Cut = Pick<PluralTemplate, 'head' | 'cells' | 'tail'>

/**
 * Splits the text. `opening` returns where in the piece before a form its own beginning starts, including
 * spaces; -1 if unknown.
 */
function cutAt(
  text: string,
  { branches }: ChoicePart,
  rules: { readonly close: string; readonly opening: (branch: Branch, piece: string) => number },
): Cut | null {
  const cells: { selector: string; lead: string; close: string }[] = []
  let head = ''
  let at = 0
  for (const branch of branches) {
    const piece = text.slice(at, branch.span.start)
    const start = rules.opening(branch, piece)
    if (start === -1 || (cells.length > 0 && start !== 0)) return null
    if (cells.length === 0) head = piece.slice(0, start)
    cells.push({ selector: branch.selector, lead: piece.slice(start), close: rules.close })
    at = branch.span.end + rules.close.length
  }
  return { head, cells, tail: text.slice(at) }
}

/** Keeps the spaces around a form and its interval; a bar belongs to the form after it. */
function readPipeTemplate(text: string, { branches }: ChoicePart): PluralTemplate | null {
  const cells: { selector: string; lead: string; close: string }[] = []
  let at = 0
  for (const [index, branch] of branches.entries()) {
    const next = branches[index + 1]
    const bar = next === undefined ? text.length : text.indexOf('|', branch.span.end)
    if (bar === -1 || (next !== undefined && bar >= next.span.start)) return null
    cells.push({
      selector: branch.selector,
      lead: text.slice(at, branch.span.start),
      close: text.slice(branch.span.end, bar),
    })
    at = bar
  }
  const [first, second] = cells
  return { head: '', cells, tail: '', leadOf: () => `${first?.close ?? ''}${second?.lead ?? '|'}`, close: '' }
}
