import { baseLanguage } from '@dragoman/core'
import type { Document, Format } from '../format.ts'
import type { Candidate } from './candidates.ts'
import type { FolderContent } from './folder-content.ts'
import { guessTextLanguage, languageOfScript } from './guess-text-language.ts'

/**
 * Returns the language of the files without one in their path, such as Android's `values`, if it is not English: if
 * their script is another, or English has a file with other texts and frequent words show another language. Otherwise
 * null.
 */
export async function guessBareLanguage(
  { layout, files, readings }: Candidate,
  format: Format,
  content: FolderContent,
): Promise<string | null> {
  if (format.languages !== 'one' || layout === 'languages-in-file') return null
  const bare = files.filter(({ language }) => language === null).slice(0, MOST_FILES)
  const documents = await Promise.all(bare.map(async ({ path }) => format.read(await content.bytes(path))))
  const text = documents.map(textOf).join('\n')
  const script = languageOfScript(text)
  if (script !== null) return script
  for (const [i, own] of documents.entries()) {
    const english = readings.find(
      ({ language, namespace = bare[i]?.namespace }) =>
        language !== null && baseLanguage(language) === 'en' && namespace === bare[i]?.namespace,
    )
    if (english === undefined) continue
    if (!areOtherTexts(own, format.read(await content.bytes(english.path)))) continue
    const language = guessTextLanguage(text)
    if (language !== null) return language === 'en' ? null : language
  }
  return null
}

const MOST_FILES = 3
/** More characters of a file say nothing new. */
const MOST_TEXT = 20_000

function textOf({ entries }: Document): string {
  const texts = [...entries.values()].map(({ text }) => text)
  return texts.join('\n').slice(0, MOST_TEXT)
}

/** Returns whether most texts with the same name differ, and the English file has at least half as many texts. */
function areOtherTexts({ entries: own }: Document, { entries: english }: Document): boolean {
  const shared = [...english].filter(([name]) => own.has(name))
  const differing = shared.filter(([name, { text }]) => own.get(name)?.text !== text)
  return shared.length * 2 >= own.size && differing.length * 2 > shared.length
}
