/** A piece of prose: text, or a placeholder such as `{{days}}`. */
export type ProsePiece = { readonly kind: 'text' | 'placeholder'; readonly text: string }

/** Placeholders in the texts that comments are about: `{{days}}`, `{name}`, `%s`, `%1$s`, `%{name}`. */
const PLACEHOLDER = /\{\{[^{}\n]{1,60}\}\}|%?\{[\w.-]{1,60}\}|%(?:\d{1,2}\$)?[sd@](?![\w])/g

/** Splits prose into text and placeholders, in order and without empty pieces. */
export function splitPlaceholders(prose: string): readonly ProsePiece[] {
  const pieces: ProsePiece[] = []
  let at = 0
  for (const { index, 0: found } of prose.matchAll(PLACEHOLDER)) {
    if (index > at) pieces.push({ kind: 'text', text: prose.slice(at, index) })
    pieces.push({ kind: 'placeholder', text: found })
    at = index + found.length
  }
  if (at < prose.length) pieces.push({ kind: 'text', text: prose.slice(at) })
  return pieces
}
