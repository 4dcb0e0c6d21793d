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
 * A text that is one plural, taken apart into what people write. It outlives a text that cannot be read for a
 * moment because somebody is typing.
 */
export type PluralFrame = { readonly plural: PluralText; readonly slots: readonly PluralSlot[] }

export type FrameFacts = {
  readonly syntax: MessageSyntax
  readonly language: string
  readonly source: string
}

/**
 * Takes a text apart; where there is none yet, its source, with nothing in the boxes. Null where that is no
 * plural, or one too intricate for boxes.
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

/** The frame with one box changed. */
export function withSlot({ plural, slots }: PluralFrame, id: string, text: string): PluralFrame {
  return { plural, slots: slots.map((slot) => (slot.id === id ? { ...slot, text } : slot)) }
}

/**
 * The whole text, and where each box stands in it. Nothing in any box is no text. What has no box is as it
 * was.
 */
export function printFrame({ plural, slots }: PluralFrame): {
  readonly text: string
  readonly spans: ReadonlyMap<string, Span>
} {
  if (slots.every(({ text }) => text === '')) return { text: '', spans: new Map() }
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
  return { text, spans }
}

function printedForms({ by }: PluralText, slots: readonly PluralSlot[]): readonly PluralSlot[] {
  const forms = slots.filter(({ selector }) => selector !== '')
  const isPrinted = ({ isFixed, text }: PluralSlot) => isFixed || text !== ''
  // Between pipes the place tells what a form stands for: an empty one keeps its own
  return by === 'pipe' ? forms.slice(0, forms.findLastIndex(isPrinted) + 1) : forms.filter(isPrinted)
}

/** The box an issue of the whole text is in; null for one that reaches further. */
export function slotOfIssue(
  { span }: Pick<FormIssue, 'span'>,
  spans: ReadonlyMap<string, Span>,
): string | null {
  for (const [id, { start, end }] of spans) if (span.start >= start && span.end <= end) return id
  return null
}

/** The issues of one box, with their places in it. */
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

/** The text of one form as it is read where it stands: `#` is the number only within its plural. */
export function leavesOfForm({ plural }: PluralFrame, text: string, syntax: MessageSyntax): readonly Leaf[] {
  if (plural.fallback === null) return leavesOf(syntax.parse(text).parts)
  const whole = plural.withForms([{ selector: plural.fallback, text }])
  const [at = { start: 0, end: 0 }] = whole.spans
  return leavesOf(syntax.parse(whole.text).parts)
    .filter(({ span }) => span.start >= at.start && span.end <= at.end)
    .map((leaf) => ({ ...leaf, span: { start: leaf.span.start - at.start, end: leaf.span.end - at.start } }))
}

/**
 * What stands around the forms, for reading: signs too, which have no box. None where there are only blanks.
 */
export function shownAround({ plural }: PluralFrame, side: Side): readonly string[] {
  const shown = plural[side].trim()
  return shown === '' ? [] : [shown]
}

type Side = 'before' | 'after'

/**
 * Words around the forms are translated too; signs and blanks are kept as the text, or its source, has them.
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

/** The blanks between the words and the forms are no matter of the words. */
function cutBlanks(side: Side, around: string): { readonly own: string; readonly blanks: string } {
  const own = side === 'before' ? around.trimEnd() : around.trimStart()
  return {
    own,
    blanks: side === 'before' ? around.slice(own.length) : around.slice(0, around.length - own.length),
  }
}
