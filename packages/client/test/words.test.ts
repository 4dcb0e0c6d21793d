import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { interfaceLanguage } from '../src/i18n/interface-language.ts'

/**
 * docs/words.md is the vocabulary of the interface; these tests check the texts of every language against it.
 */
const page = readFileSync(join(import.meta.dirname, '../../../docs/words.md'), 'utf8')
const locales = join(import.meta.dirname, '../public/locales')
const languages = interfaceLanguage.supportedLngs

type Row = Readonly<Record<string, string>>

/** Returns the rows of the table under a heading, with cells by column name. */
function tableUnder(heading: string): readonly Row[] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const [head = [], , ...rows] = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
  return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])))
}

/** Arabic prefixes that are written together with the following word: “and”, “with”, “for”, the article. */
const ARABIC_PREFIX = '(?:[وفبكل]?(?:ال|لل)?)'

/**
 * Matches any of the words between slashes; `*` matches any ending, `-` any beginning. `\\b` only
 * knows Latin letters, so the boundaries are letters and marks of any script.
 */
function wordPattern(cell: string): RegExp {
  const words = cell.split(' / ').map((word) => {
    const isSuffix = word.startsWith('-')
    const parts = (isSuffix ? word.slice(1) : word).replaceAll('*', '[\\p{L}\\p{M}]*').split(' ')
    const inner = parts
      .map((part) => (/\p{Script=Arabic}/u.test(part) ? ARABIC_PREFIX + part : part))
      .join('\\s+')
    return `${isSuffix ? '' : '(?<![\\p{L}\\p{M}])'}${inner}(?![\\p{L}\\p{M}])`
  })
  return new RegExp(words.join('|'), 'iu')
}

/** Non-language parts: placeholders, search tokens (`is:failing`), paths and file extensions. */
const NOT_WORDS =
  /\{\{[^}]*\}\}|(?<!\p{L})(?:state|is|ns|key|tag|has|by|changed):[^\s“”]*|[\w.*-]*\/[\w./*-]+|\.[a-z]+(?!\p{L})/gu

/** Returns all texts of a language by `namespace:key`, without non-language parts. */
function textsOf(language: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const file of readdirSync(join(locales, language))) {
    const collect = (value: unknown, name: string): void => {
      if (typeof value === 'string') texts.set(name, value.replaceAll(NOT_WORDS, '…'))
      else
        for (const [key, inner] of Object.entries(value as object))
          collect(inner, name.endsWith(':') ? name + key : `${name}.${key}`)
    }
    collect(JSON.parse(readFileSync(join(locales, language, file), 'utf8')), `${file.replace('.json', '')}:`)
  }
  return texts
}

const terms = tableUnder('Terms')
const avoided = tableUnder('Words we do not use')
const english = textsOf('en')
const PLURAL_SUFFIX = /_(?:zero|one|two|few|many|other)$/
/**
 * The Arabic singular, dual and “no …” forms express the noun by grammar alone; only the other forms must
 * contain the word.
 */
const ASKED_FORMS = /_(?:few|many|other)$/

/** What is called private or public: a page, a repository, a network, one half of a key. */
const PUBLIC_OR_PRIVATE =
  /\b(?:public pages?|public (?:half|key|repository)|private (?:half|key|networks?))\b/i
/**
 * The words that once meant both who sees a project and who loads its translations. In Arabic they also mean
 * “of its own” and “general”.
 */
const ABOUT_ACCESS: Readonly<Partial<Record<string, RegExp>>> = {
  en: wordPattern('private* / public'),
  de: wordPattern('privat* / öffentlich*'),
  pl: wordPattern('prywatn* / publiczn*'),
}

test('the vocabulary has its tables', () => {
  expect(terms.length).toBeGreaterThan(15)
  expect(avoided.length).toBeGreaterThan(30)
  expect(
    terms.flatMap((row) =>
      languages.filter((language) => !row[language]).map((language) => `${row.term}: ${language}`),
    ),
  ).toEqual([])
})

describe.each(languages)('%s', (language) => {
  const texts = textsOf(language)

  test('uses no word that the vocabulary excludes', () => {
    const found = avoided
      .filter((row) => row.language === language)
      .flatMap((row) => {
        const pattern = wordPattern(row.word ?? '')
        return [...texts]
          .filter(([, text]) => pattern.test(text))
          .map(([name, text]) => `${name} has “${row.word}”: ${text}`)
      })
    expect(found).toEqual([])
  })

  test('says public and private of pages, repositories, networks and keys only', () => {
    const wrong = [...texts]
      .filter(([, text]) => ABOUT_ACCESS[language]?.test(text))
      .filter(([name]) => {
        const source = english.get(name) ?? english.get(name.replace(PLURAL_SUFFIX, '_other')) ?? ''
        return !PUBLIC_OR_PRIVATE.test(source)
      })
      .map(([name, text]) => `${name}: ${text}`)
    expect(wrong).toEqual([])
  })

  test('uses the word of the vocabulary for every term', () => {
    const wrong: string[] = []
    for (const row of terms) {
      const inEnglish = wordPattern(row.en ?? '')
      const here = wordPattern(row[language] ?? '')
      let uses = 0
      for (const [name, text] of texts) {
        const source = english.get(name) ?? english.get(name.replace(PLURAL_SUFFIX, '_other')) ?? ''
        if (!inEnglish.test(source)) continue
        uses += 1
        if (PLURAL_SUFFIX.test(name) && !ASKED_FORMS.test(name)) continue
        if (!here.test(text)) wrong.push(`${name} says “${row.term}” without “${row[language]}”: ${text}`)
      }
      if (uses === 0) wrong.push(`no text uses “${row.term}”`)
    }
    expect(wrong).toEqual([])
  })
})
