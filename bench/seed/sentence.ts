import type { SeedKey } from './keys.ts'
import { pick, pickCommonFirst, type Random } from './random.ts'
import type { WordBook } from './words.ts'

/** How a translation deviates from its source, so that checks find something. */
export type Damage = 'none' | 'placeholder-lost' | 'placeholder-other' | 'double-space'

/** Returns a random sentence that contains the key's placeholders, tags and nesting at random positions. */
export function sentence(random: Random, book: WordBook, key: SeedKey, damage: Damage): string {
  const words: string[] = []
  const length = Math.max(1, Math.round(key.words * (0.8 + random() * 0.5)))
  for (let index = 0; index < length; index++) {
    words.push(random() < 0.85 ? pickCommonFirst(random, book.common) : pick(random, book.rare))
  }
  words[0] = capitalized(words[0] ?? '')
  for (const tag of key.tags) {
    const at = Math.floor(random() * words.length)
    words[at] = `<${tag}>${words[at]}</${tag}>`
  }
  const placeholders = damage === 'placeholder-lost' ? key.placeholders.slice(1) : key.placeholders
  for (const placeholder of placeholders)
    words.splice(Math.floor(random() * (words.length + 1)), 0, placeholder)
  if (damage === 'placeholder-other') words.push('{{other}}')
  if (key.nesting !== null) words.push(key.nesting)
  const text = words.join(damage === 'double-space' ? '  ' : book.space)
  return key.words > 5 ? `${text}${book.fullStop}` : text
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}
