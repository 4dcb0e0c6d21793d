import { type CodeUse, compareWithCode, nestedKeys } from '@dragoman/core'
import type { TextInFile } from '../check/check-texts.ts'
import { checkFiles, findProjects } from '../check/locale-files.ts'
import { readDetected } from '../read-detected.ts'
import type { CodeScan } from './scan-code.ts'

export type KeyInFile = Pick<TextInFile, 'namespace' | 'path' | 'place' | 'language'> & {
  readonly name: string
}

/** The uses in the code compared with the locale files. */
export type LocaleComparison = {
  readonly folder: string
  /** Of the projects that the code uses. */
  readonly patterns: readonly string[]
  readonly keys: number
  readonly unused: readonly KeyInFile[]
  readonly missing: readonly CodeUse[]
  /** All keys, and their prefixes up to each dot. */
  readonly names: ReadonlySet<string>
  readonly beginnings: ReadonlySet<string>
}

/** The texts of one project. */
export type ProjectTexts = { readonly texts: readonly TextInFile[]; readonly sourceLanguage: string }

/**
 * Compares a scan with the locale files of a folder. A project of which the code uses no key belongs to other code,
 * unless there is no other. Throws the same errors as `findProjects`.
 */
export async function compareWithLocales(scan: CodeScan, text: string): Promise<LocaleComparison> {
  const { folder, projects } = await findProjects(text)
  const all: (ProjectTexts & { readonly pattern: string })[] = []
  for (const { detection, facts } of projects) {
    const { sourceLanguage, pattern } = detection
    const files = detection.files.filter(({ language }) => language === sourceLanguage)
    const { texts } = await checkFiles(files, facts, (path) => readDetected(folder, path))
    all.push({ texts, sourceLanguage, pattern })
  }
  const chosen = usedProjects(scan, all)
  const compared = compareWithTexts(scan, chosen)
  const names = new Set(
    chosen.flatMap(({ texts }) => texts.flatMap(({ key, namespace }) => [key, `${namespace}:${key}`])),
  )
  const beginnings = new Set([...names].flatMap((name) => beginningsOf(name)))
  return { folder, patterns: chosen.map(({ pattern }) => pattern), names, beginnings, ...compared }
}

/** Returns the projects of which the code uses at least one key; the first one if there are none. */
export function usedProjects<P extends ProjectTexts>(scan: CodeScan, projects: readonly P[]): readonly P[] {
  if (projects.length < 2) return projects
  const used = projects.filter((project) => {
    const { keys, unused } = compareWithTexts(scan, [project])
    return unused.length < keys
  })
  return used.length > 0 ? used : projects.slice(0, 1)
}

/** Compares a scan with texts that are already loaded; the keys are those of the source languages. */
export function compareWithTexts(
  { uses, mentions, settings }: CodeScan,
  projects: readonly ProjectTexts[],
): Pick<LocaleComparison, 'keys' | 'unused' | 'missing'> {
  const keys = projects.flatMap(({ texts, sourceLanguage }) =>
    texts.flatMap(({ key: name, ...text }) => (text.language === sourceLanguage ? [{ ...text, name }] : [])),
  )
  const nested = new Set(
    projects.flatMap(({ texts }) =>
      texts.flatMap(({ forms }) => Object.values(forms).flatMap((form) => nestedKeys(form ?? ''))),
    ),
  )
  const { unused, missing } = compareWithCode({ keys, uses: [...uses, ...mentions], settings, nested })
  return { keys: keys.length, unused, missing }
}

function beginningsOf(name: string): readonly string[] {
  const starts: string[] = []
  for (let at = name.indexOf('.'); at >= 0; at = name.indexOf('.', at + 1)) starts.push(name.slice(0, at + 1))
  return starts
}
