import type { Branch, ChoicePart, Part } from './part.ts'
import { type PluralTemplate, type PrintedForms, printForms, readPluralTemplate } from './plural-template.ts'

/** A text that is one plural: its forms by selector, and the text around it that all forms share. */
export type PluralText = {
  readonly by: 'plural' | 'ordinal' | 'pipe'
  /** The argument that counts; empty for pipes. */
  readonly name: string
  readonly before: string
  readonly after: string
  /** In the order of the text. */
  readonly forms: readonly { readonly selector: string; readonly text: string }[]
  /** True: a form contains another choice. */
  readonly isNested: boolean
  /**
   * The form that cannot be omitted: `other` of ICU, the one with an asterisk in Fluent. Null for pipes,
   * which need all of their forms.
   */
  readonly fallback: string | null
  /**
   * True: `withForms` accepts forms that the text does not have. For pipes only if the language determines
   * their number.
   */
  readonly canAdd: boolean
  /** Returns the whole text with only one form changed. An unknown selector returns the text unchanged. */
  readonly withForm: (selector: string, text: string) => string
  /**
   * Returns the whole text with exactly these forms, in this order: existing ones keep the syntax around
   * them, others are written like the adjacent ones.
   */
  readonly withForms: (forms: readonly { readonly selector: string; readonly text: string }[]) => PrintedForms
}

/** Returns the plural of a message; null if there is none, more than one, or another choice as well. */
export function pluralText(text: string, parts: readonly Part[]): PluralText | null {
  const choices = parts.filter((part): part is ChoicePart => part.kind === 'choice')
  const [choice] = choices
  if (choice === undefined || choices.length > 1 || choice.by === 'select' || choice.by === 'range')
    return null
  const template = readPluralTemplate(text, choice)
  if (template === null) return null
  return {
    by: choice.by,
    name: choice.name,
    before: text.slice(0, choice.span.start),
    after: text.slice(choice.span.end),
    forms: choice.branches.map((branch) => ({ selector: branch.selector, text: branch.text })),
    isNested: choice.branches.some((branch) => branch.parts.some((part) => part.kind === 'choice')),
    fallback: fallbackOf(template, choice),
    canAdd: choice.by !== 'pipe',
    withForm: (selector, form) => replaceBranch(text, choice.branches, selector, form),
    withForms: (forms) => printForms(template, forms),
  }
}

function fallbackOf(template: PluralTemplate, { by }: ChoicePart): string | null {
  if (by === 'pipe') return null
  return template.cells.find(({ lead }) => lead.trimStart().startsWith('*['))?.selector ?? 'other'
}

function replaceBranch(text: string, branches: readonly Branch[], selector: string, form: string): string {
  const branch = branches.find((candidate) => candidate.selector === selector)
  return branch === undefined ? text : text.slice(0, branch.span.start) + form + text.slice(branch.span.end)
}
