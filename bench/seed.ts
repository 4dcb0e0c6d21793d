// Writes deterministic i18next projects of three sizes. Usage: npx tsx bench/seed.ts
// S|M|L FOLDER
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { NAMESPACES, namespaceKeys, type SeedKey } from './seed/keys.ts'
import { type Random, randomOf } from './seed/random.ts'
import { type Damage, sentence } from './seed/sentence.ts'
import { type WordBook, wordBooks } from './seed/words.ts'

export const SIZES = {
  S: { keys: 1_000, languages: 5 },
  M: { keys: 10_000, languages: 10 },
  L: { keys: 100_000, languages: 10 },
} as const
export type Size = keyof typeof SIZES

export type SeedFacts = {
  readonly keys: number
  readonly languages: readonly string[]
  readonly files: number
  /** Translations that have text, plural forms counted once. */
  readonly translated: number
  readonly bytes: number
}

/**
 * Writes `locales/{lng}/{ns}.json` below `folder`, file by file. The same size and seed give the same bytes.
 */
export function writeSeed(folder: string, size: Size, seed = 1): SeedFacts {
  const books = wordBooks().slice(0, SIZES[size].languages)
  for (const book of books) mkdirSync(path.join(folder, 'locales', book.tag), { recursive: true })
  let translated = 0
  let bytes = 0
  NAMESPACES.forEach((name, namespace) => {
    const keys = namespaceKeys(seed, namespace, SIZES[size].keys / NAMESPACES.length)
    books.forEach((book, language) => {
      const file = languageFile({ keys, book, seed, namespace, language })
      writeFileSync(path.join(folder, 'locales', book.tag, `${name}.json`), file.text)
      translated += file.translated
      bytes += Buffer.byteLength(file.text)
    })
  })
  return {
    keys: SIZES[size].keys,
    languages: books.map((book) => book.tag),
    files: NAMESPACES.length * books.length,
    translated,
    bytes,
  }
}

type FileParts = {
  readonly keys: readonly SeedKey[]
  readonly book: WordBook
  readonly seed: number
  readonly namespace: number
  readonly language: number
}

function languageFile({ keys, book, seed, namespace, language }: FileParts): {
  text: string
  translated: number
} {
  const root: Tree = {}
  const categories = {
    cardinal: new Intl.PluralRules(book.tag).resolvedOptions().pluralCategories,
    ordinal: new Intl.PluralRules(book.tag, { type: 'ordinal' }).resolvedOptions().pluralCategories,
  }
  let translated = 0
  for (const [index, key] of keys.entries()) {
    const random = randomOf(seed, 2, namespace, language, index)
    const isSource = language === 0
    if (!isSource && random() < UNTRANSLATED) continue
    translated += 1
    const damage = isSource ? 'none' : chooseDamage(random)
    const infix = key.plural === 'ordinal' ? '_ordinal_' : '_'
    const suffixes = key.plural === 'none' ? [''] : categories[key.plural].map((category) => infix + category)
    for (const suffix of suffixes) put(root, key.path, suffix, sentence(random, book, key, damage))
  }
  return { text: `${JSON.stringify(root, null, 2)}\n`, translated }
}

/** Share of strings that target languages lack. */
const UNTRANSLATED = 0.15

function chooseDamage(random: Random): Damage {
  const kind = random()
  if (kind < 0.003) return 'placeholder-lost'
  if (kind < 0.004) return 'placeholder-other'
  return kind < 0.005 ? 'double-space' : 'none'
}

type Tree = { [name: string]: string | Tree }

function put(root: Tree, names: readonly string[], suffix: string, text: string): void {
  let node = root
  for (const name of names.slice(0, -1)) {
    const inner = node[name]
    if (typeof inner === 'object') node = inner
    else {
      const made: Tree = {}
      node[name] = made
      node = made
    }
  }
  node[`${names.at(-1)}${suffix}`] = text
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [size, folder] = process.argv.slice(2)
  if ((size !== 'S' && size !== 'M' && size !== 'L') || folder === undefined) {
    console.error('Usage: npx tsx bench/seed.ts S|M|L FOLDER')
    process.exit(2)
  }
  const started = performance.now()
  const facts = writeSeed(folder, size)
  const megabytes = (facts.bytes / 1e6).toFixed(1)
  console.log(
    `${facts.keys} keys × ${facts.languages.length} languages, ${facts.translated} translations in ${facts.files} files, ${megabytes} MB, ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
}
