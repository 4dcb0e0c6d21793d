import type { Branch, ChoicePart, Part } from './part.ts'

/** A text that is one plural: its forms by selector, and what stands around it in every form. */
export type PluralText = {
  readonly by: 'plural' | 'ordinal' | 'pipe'
  /** The argument that counts; empty for pipes. */
  readonly name: string
  readonly before: string
  readonly after: string
  /** In the order of the text. */
  readonly forms: readonly { readonly selector: string; readonly text: string }[]
  /** The whole text with one form changed, and nothing else. An unknown selector gives the text as it is. */
  readonly withForm: (selector: string, text: string) => string
}

/** Reads the one plural of a message; null where there is none, several, or another choice beside it. */
export function pluralText(text: string, parts: readonly Part[]): PluralText | null {
  const choices = parts.filter((part): part is ChoicePart => part.kind === 'choice')
  const [choice] = choices
  if (choice === undefined || choices.length > 1 || choice.by === 'select') return null
  return {
    by: choice.by,
    name: choice.name,
    before: text.slice(0, choice.span.start),
    after: text.slice(choice.span.end),
    forms: choice.branches.map((branch) => ({ selector: branch.selector, text: branch.text })),
    withForm: (selector, form) => replaced(text, choice.branches, selector, form),
  }
}

function replaced(text: string, branches: readonly Branch[], selector: string, form: string): string {
  const branch = branches.find((candidate) => candidate.selector === selector)
  return branch === undefined ? text : text.slice(0, branch.span.start) + form + text.slice(branch.span.end)
}
