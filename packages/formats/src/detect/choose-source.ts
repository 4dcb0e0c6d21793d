import { baseLanguage } from '@dragoman/core'
import type { Format } from '../format.ts'
import type { CandidateFile } from './candidates.ts'
import type { Layout } from './detection.ts'
import type { FolderContent } from './folder-content.ts'
import {
  englishOf,
  isTranslatedToEnglishes,
  languageOfMostText,
  type TextSize,
} from './guess-source-language.ts'

export type SourceRequest = {
  /** As chosen by a person, or as the files or their ecosystem say. */
  readonly stated: string | null
  readonly content: FolderContent
  readonly heads: ReadonlyMap<string, string>
  readonly format: Format
  readonly layout: Layout
  readonly base: string
  /** The language of the files without one in their path, as their texts show it; null: nothing speaks against English. */
  readonly bare: string | null
  /** Whether each file, or a template, has the source texts. */
  readonly holdsSources: boolean
}

/**
 * The source language of some files, which can have no file. `other`: nothing but numbers speaks against this one;
 * null if it is certain. `keysAreSources`: the keys are the source texts, and a file of the language has hardly any.
 */
export type ChosenSource = {
  readonly language: string
  readonly other: string | null
  readonly keysAreSources: boolean
}

/** Chooses the source language. A translation is only chosen if nothing shows that the source has no file. */
export async function chooseSource(
  files: readonly CandidateFile[],
  request: SourceRequest,
): Promise<ChosenSource> {
  const { stated, bare, holdsSources } = request
  const tags = new Set(files.map((file) => file.language))
  const certain = (language: string, keysAreSources = false): ChosenSource => {
    return { language, other: null, keysAreSources }
  }
  if (stated !== null) {
    if (tags.has(stated)) return certain(stated)
    if (tags.has(baseLanguage(stated))) return certain(baseLanguage(stated))
    if (holdsSources) return certain(stated)
    // `en` is stated, but the existing English is that of a country.
    const base = baseLanguage(stated)
    const regional = files.filter(({ language }) => language?.startsWith(`${base}-`))
    if (base === 'en') return certain(englishOf(await sizesOf(regional, request)) ?? stated)
    return certain(regional[0]?.language ?? stated)
  }
  if (tags.has(null))
    return bare === null ? certain('en') : { language: bare, other: 'en', keysAreSources: false }
  if (holdsSources) return certain(tags.has('en-US') && !tags.has('en') ? 'en-US' : 'en')
  const sizes = await sizesOf(files, request)
  const english = englishOf(sizes)
  if (english !== null) {
    const isException = await areExceptions(english, files, { ...request, most: languageOfMostText(sizes) })
    if (isException) return certain('en', true)
    if (tags.size >= MANY_LANGUAGES && isTranslatedToEnglishes(english, sizes))
      return { language: 'en', other: english, keysAreSources: false }
    return certain(english)
  }
  const elsewhere = await sourceElsewhere(files, request)
  if (elsewhere !== null) return certain('en', elsewhere === 'keys')
  const most = languageOfMostText(sizes) ?? 'en'
  // Programs in many languages are in English, too: in their code.
  const [language, other] = tags.size >= MANY_LANGUAGES ? ['en', most] : [most, 'en']
  return { language, other, keysAreSources: false }
}

const MANY_LANGUAGES = 6

/**
 * Returns whether the English files have only the texts that differ from their keys, as other spellings do: the keys
 * are English texts, and English has fewer than half as many texts as the language with most text.
 */
async function areExceptions(
  english: string,
  files: readonly CandidateFile[],
  { content, format, most }: Pick<SourceRequest, 'content' | 'format'> & { readonly most: string | null },
): Promise<boolean> {
  if (most === null || most.startsWith('en') || format.namesAreSources) return false
  const entriesOf = async (wanted: string, { namespace }: CandidateFile) => {
    const file = files.find((one) => one.language === wanted && one.namespace === namespace)
    if (file === undefined) return []
    return [
      ...format.read(await content.bytes(file.path), { language: wanted, side: 'target' }).entries.values(),
    ]
  }
  const [own] = files.filter(({ language }) => language === english)
  if (own === undefined) return false
  const texts = await entriesOf(english, own)
  // Only a few projects have such keys, and their other files are read.
  if (texts.length > 0 && !areEnglishTexts(texts.map(({ name }) => name))) return false
  const translated = (await entriesOf(most, own)).filter(({ text }) => text !== '')
  return (
    areEnglishTexts(translated.map(({ name }) => name)) &&
    texts.filter(({ text }) => text !== '').length * 2 < translated.length
  )
}

/**
 * Returns where the English texts are, if they are in no locale file: in the keys, or in the layouts of `Base.lproj`,
 * of which the `.strings` of the same name are translations.
 */
async function sourceElsewhere(
  files: readonly CandidateFile[],
  { content, format, layout, base }: SourceRequest,
): Promise<'keys' | 'layout' | null> {
  const [first] = files
  if (first === undefined) return null
  if (layout === 'apple-lproj') {
    const folder = `${base === '' ? '' : `${base}/`}Base.lproj`
    for (const extension of ['xib', 'storyboard'])
      if ((await content.size(`${folder}/${first.namespace}.${extension}`)) > 0) return 'layout'
  }
  const { entries } = format.read(await content.bytes(first.path), {
    language: first.language ?? 'en',
    side: 'target',
  })
  return areEnglishTexts([...entries.keys()]) ? 'keys' : null
}

/**
 * Returns whether the names of entries are English texts: most have several words, and hardly any a letter that
 * English does not have.
 */
export function areEnglishTexts(names: readonly string[]): boolean {
  const texts = names.filter(hasTwoWords)
  const foreign = names.filter((name) => /[^\P{L}A-Za-z]/u.test(name))
  return texts.length * 2 > names.length && foreign.length * 10 <= names.length
}

/** Returns whether two words with letters follow each other. NUL separates a context from its text. */
function hasTwoWords(name: string): boolean {
  const words = name.split(/\s+/).map((word) => word.split('\0'))
  return words.some((word, i) => hasLetter(words[i - 1]?.at(-1)) && hasLetter(word[0]))
}

function hasLetter(text: string | undefined): boolean {
  return text !== undefined && /\p{L}/u.test(text)
}

/** Estimates the characters of files by the part of each that is known. */
async function sizesOf(
  files: readonly CandidateFile[],
  { content, heads }: Pick<SourceRequest, 'content' | 'heads'>,
): Promise<readonly TextSize[]> {
  const named = files.flatMap(({ path, language }) => (language === null ? [] : [{ path, language }]))
  const sizes = await Promise.all(named.map(({ path }) => content.size(path)))
  return named.map(({ path, language }, i) => {
    const head = heads.get(path) ?? ''
    const bytes = new TextEncoder().encode(head).length
    return { language, characters: (sizes[i] ?? 0) * (bytes === 0 ? 1 : head.length / bytes) }
  })
}
