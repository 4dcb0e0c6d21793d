import { fold } from '@dragoman/core'

const BETWEEN_WORDS = /[\s/()-]+/

/**
 * Returns commands with a word that starts with each of the typed words, in any order; those that start with
 * the whole text come first.
 */
export function matchCommands<T extends { readonly name: string; readonly words: string }>(
  commands: readonly T[],
  text: string,
): readonly T[] {
  const wanted = fold(text.trim())
  if (wanted === '') return commands
  const pieces = wanted.split(BETWEEN_WORDS).filter((piece) => piece !== '')
  const found = commands.filter((command) => {
    const words = fold(`${command.name} ${command.words}`).split(BETWEEN_WORDS)
    return pieces.every((piece) => words.some((word) => word.startsWith(piece)))
  })
  const isExact = (command: T) => (fold(command.name).startsWith(wanted) ? 0 : 1)
  return found.toSorted((a, b) => isExact(a) - isExact(b))
}
