import { type CodeUse, compareWithCode, nestedKeys } from '@dragoman/core'
import type { TextInFile } from '../check/check-texts.ts'
import { checkFiles, findLocaleFiles, readDetected } from '../check/locale-files.ts'
import type { CodeScan } from './scan-code.ts'

export type KeyInFile = Pick<TextInFile, 'namespace' | 'path' | 'place' | 'language'> & {
  readonly name: string
}

/** The uses in the code compared with the locale files. */
export type LocaleComparison = {
  readonly folder: string
  readonly pattern: string
  readonly keys: number
  readonly unused: readonly KeyInFile[]
  readonly missing: readonly CodeUse[]
  /** All keys, and their prefixes up to each dot. */
  readonly names: ReadonlySet<string>
  readonly beginnings: ReadonlySet<string>
}

/** Compares a scan with the locale files of a folder. Throws the same errors as `findLocaleFiles`. */
export async function compareWithLocales(scan: CodeScan, text: string): Promise<LocaleComparison> {
  const { folder, detection, facts } = await findLocaleFiles(text)
  const files = detection.files.filter(({ language }) => language === detection.sourceLanguage)
  const { texts } = await checkFiles(files, facts, (path) => readDetected(folder, path))
  const { sourceLanguage, pattern } = detection
  const compared = compareWithTexts(scan, { texts, sourceLanguage })
  const names = new Set(texts.flatMap(({ key, namespace }) => [key, `${namespace}:${key}`]))
  const beginnings = new Set([...names].flatMap((name) => beginningsOf(name)))
  return { folder, pattern, names, beginnings, ...compared }
}

/** Compares a scan with texts that are already loaded; the keys are those of the source language. */
export function compareWithTexts(
  { uses, mentions, settings }: CodeScan,
  { texts, sourceLanguage }: { readonly texts: readonly TextInFile[]; readonly sourceLanguage: string },
): Pick<LocaleComparison, 'keys' | 'unused' | 'missing'> {
  const keys = texts.flatMap(({ key: name, ...text }) =>
    text.language === sourceLanguage ? [{ ...text, name }] : [],
  )
  const nested = new Set(
    texts.flatMap(({ forms }) => Object.values(forms).flatMap((form) => nestedKeys(form ?? ''))),
  )
  const { unused, missing } = compareWithCode({ keys, uses: [...uses, ...mentions], settings, nested })
  return { keys: keys.length, unused, missing }
}

function beginningsOf(name: string): readonly string[] {
  const starts: string[] = []
  for (let at = name.indexOf('.'); at >= 0; at = name.indexOf('.', at + 1)) starts.push(name.slice(0, at + 1))
  return starts
}
