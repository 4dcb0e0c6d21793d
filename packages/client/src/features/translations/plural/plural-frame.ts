import {
  type FormIssue,
  type Leaf,
  leavesOf,
  type MessageSyntax,
  type PluralText,
  type Span,
} from '@dragoman/core'
import { formSlots, type PluralSlot } from './plural-slots.ts'

/**
 * A text that is one plural, split into the parts that people write. It is kept while someone types a text
 * that temporarily cannot be parsed.
 */
export type PluralFrame = { readonly plural: PluralText; readonly slots: readonly PluralSlot[] }

export type FrameFacts = {
  readonly syntax: MessageSyntax
  readonly language: string
  readonly source: string
}

/**
 * Splits a text; if it is empty, its source with empty fields. Null if it is not a plural, or one too complex
 * for fields.
 */
export function readFrame(text: string, { syntax, language, source }: FrameFacts): PluralFrame | null {
  const isNew = text === ''
  const plural = syntax.pluralOf?.(isNew ? source : text) ?? null
  if (plural === null || plural.isNested) return null
  const forms = formSlots(plural, { syntax, language, source, isNew })
  if (new Set(forms.map(({ id }) => id)).size < forms.length) return null
  return {
    plural,
    slots: [
      ...aroundSlot('before', plural.before, isNew),
      ...forms,
      ...aroundSlot('after', plural.after, isNew),
    ],
  }
}

/** Returns the frame with one field changed. */
export function withSlot({ plural, slots }: PluralFrame, id: string, text: string): PluralFrame {
  return { plural, slots: slots.map((slot) => (slot.id === id ? { ...slot, text } : slot)) }
}

/**
 * Returns the whole text, the position of each field in it, and the text around the forms. If all fields are empty, the text is empty.
 * Parts without a field are unchanged.
 */
export function printFrame({ plural, slots }: PluralFrame): {
  readonly text: string
  readonly spans: ReadonlyMap<string, Span>
  readonly around: string
} {
  if (slots.every(({ text }) => text === '')) return { text: '', spans: new Map(), around: '' }
  const forms = printedForms(plural, slots)
  const printed = plural.withForms(forms)
  const middle = printed.text.slice(plural.before.length, printed.text.length - plural.after.length)
  const before = aroundText(slots, 'before', plural.before)
  const after = aroundText(slots, 'after', plural.after)
  const text = `${before.text}${middle}${after.text}`
  const spans = new Map<string, Span>()
  const shift = before.text.length - plural.before.length
  for (const [index, { id }] of forms.entries()) {
    const span = printed.spans[index]
    if (span !== undefined) spans.set(id, { start: span.start + shift, end: span.end + shift })
  }
  if (before.own !== '') spans.set('before', { start: 0, end: before.own.length })
  if (after.own !== '') spans.set('after', { start: text.length - after.own.length, end: text.length })
  return { text, spans, around: before.text + after.text }
}

function printedForms({ by }: PluralText, slots: readonly PluralSlot[]): readonly PluralSlot[] {
  const forms = slots.filter(({ selector }) => selector !== '')
  const isPrinted = ({ isFixed, text }: PluralSlot) => isFixed || text !== ''
  // Between pipes the position determines the form, so an empty one keeps its position
  return by === 'pipe' ? forms.slice(0, forms.findLastIndex(isPrinted) + 1) : forms.filter(isPrinted)
}

/** Returns the field that contains an issue of the whole text; null for one that extends further. */
export function slotOfIssue(
  { span }: Pick<FormIssue, 'span'>,
  spans: ReadonlyMap<string, Span>,
): string | null {
  for (const [id, { start, end }] of spans) if (span.start >= start && span.end <= end) return id
  return null
}

/** Returns the issues of one field, with positions relative to it. */
export function issuesInSlot(
  issues: readonly FormIssue[],
  id: string,
  spans: ReadonlyMap<string, Span>,
): readonly FormIssue[] {
  const at = spans.get(id)
  if (at === undefined) return []
  return issues
    .filter((issue) => slotOfIssue(issue, spans) === id)
    .map((issue) => ({
      ...issue,
      span: { start: issue.span.start - at.start, end: issue.span.end - at.start },
    }))
}

/** Parses the text of one form in its context: `#` is the number only within a plural. */
export function leavesOfForm({ plural }: PluralFrame, text: string, syntax: MessageSyntax): readonly Leaf[] {
  if (plural.fallback === null) return leavesOf(syntax.parse(text).parts)
  const whole = plural.withForms([{ selector: plural.fallback, text }])
  const [at = { start: 0, end: 0 }] = whole.spans
  return leavesOf(syntax.parse(whole.text).parts)
    .filter(({ span }) => span.start >= at.start && span.end <= at.end)
    .map((leaf) => ({ ...leaf, span: { start: leaf.span.start - at.start, end: leaf.span.end - at.start } }))
}

/**
 * Returns the text around the forms for display, including punctuation, which has no field. Empty if it is
 * only white space.
 */
export function shownAround({ plural }: PluralFrame, side: Side): readonly string[] {
  const shown = plural[side].trim()
  return shown === '' ? [] : [shown]
}

type Side = 'before' | 'after'

/**
 * Words around the forms are translated too; punctuation and white space are kept as in the text, or its
 * source.
 */
function aroundSlot(side: Side, around: string, isNew: boolean): readonly PluralSlot[] {
  if (!/\p{L}/u.test(around)) return []
  const { own } = cutBlanks(side, around)
  return [
    {
      id: side,
      name: { kind: side },
      selector: '',
      numbers: '',
      use: 'optional',
      isFixed: false,
      text: isNew ? '' : own,
    },
  ]
}

function aroundText(
  slots: readonly PluralSlot[],
  side: Side,
  around: string,
): { readonly text: string; readonly own: string } {
  const slot = slots.find(({ id }) => id === side)
  if (slot === undefined) return { text: around, own: '' }
  if (slot.text === '') return { text: '', own: '' }
  const { blanks } = cutBlanks(side, around)
  return { text: side === 'before' ? slot.text + blanks : blanks + slot.text, own: slot.text }
}

/** White space between the words and the forms is not part of the words. */
function cutBlanks(side: Side, around: string): { readonly own: string; readonly blanks: string } {
  const own = side === 'before' ? around.trimEnd() : around.trimStart()
  return {
    own,
    blanks: side === 'before' ? around.slice(own.length) : around.slice(0, around.length - own.length),
  }
}
