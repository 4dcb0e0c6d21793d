import { baseLanguage, isPseudoLanguage, parseTag } from '@dragoman/core'
import { oneLine } from '../one-line.ts'
import { pseudoFiles } from '../pseudo/pseudo-files.ts'
import { readRepository } from '../sync/local-files.ts'
import { writeDrafted } from '../sync/write-files.ts'
import { type Terminal, UsageError } from '../terminal.ts'
import { readArgumentsOf } from './descriptions.ts'

/**
 * `dragoman pseudo [FOLDER]`: writes the files of a pseudo language from those of the source language, to
 * show texts in the app that are untranslated, truncated or concatenated.
 */
export async function pseudo(args: readonly string[], { print }: Terminal): Promise<number> {
  const { words, options } = readArgumentsOf('pseudo', args)
  const lengthPercent = percentOf(options.get('--length') ?? '40')
  const asked = tagOf(options.get('--language'))
  const rightToLeft = options.has('--rtl')
  const text = { lengthPercent, brackets: options.has('--brackets'), rightToLeft }
  const { root, sets } = await readRepository(words[0] ?? '.')
  for (const set of [...sets.values()].flat()) {
    const language = asked ?? (rightToLeft ? 'ar-XB' : `${baseLanguage(set.sourceLanguage)}-XA`)
    if (language === set.sourceLanguage)
      throw new UsageError(
        `--language is "${language}", the source language. It must be another, such as en-XA.`,
      )
    // Human translations must not be replaced by pseudo texts.
    if (
      !isPseudoLanguage(language) &&
      set.files.some(({ parts }) => parts.some((part) => part.language === language))
    )
      throw new UsageError(
        `--language is "${language}", which already has translations. It must be an artificial language, such as ${baseLanguage(set.sourceLanguage)}-XA.`,
      )
    const drafted = pseudoFiles(set, language, text)
    if (!options.has('--dry-run')) await writeDrafted(root, drafted)
    for (const { path, changes, held } of drafted) {
      print(`${oneLine(path)}: ${changes.length} texts${options.has('--dry-run') ? ' to write' : ''}`)
      for (const { name, code } of held)
        print(`  ${oneLine(name)} cannot be stored there: ${code.replaceAll('-', ' ')}`)
    }
    if (drafted.length > 0) continue
    const isEmpty = !set.files.some(({ parts }) =>
      parts.some((part) => part.language === set.sourceLanguage && part.document.entries.size > 0),
    )
    print(
      isEmpty
        ? `No file of ${set.sourceLanguage}, the source language, has texts.`
        : `The files of ${language} are up to date.`,
    )
  }
  return 0
}

function percentOf(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text)
  throw new UsageError(`--length is "${text}". It must be a percentage from 0 to 999.`)
}

function tagOf(text: string | undefined): string | null {
  if (text === undefined) return null
  const parsed = parseTag(text)
  if (parsed.ok) return parsed.tag
  throw new UsageError(`--language is "${text}". It must be a language code such as en-XA.`)
}
