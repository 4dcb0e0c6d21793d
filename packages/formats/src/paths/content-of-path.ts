import { baseLanguage, tagFromPath } from '@dragoman/core'
import { languageInName } from './language-name.ts'
import { DEFAULT_NAMESPACE } from './path-pattern.ts'

export type PathContent = { readonly language: string | null; readonly namespace: string }

/** What is known apart from the path. */
export type PathHints = {
  /** Of the project that the file belongs to. */
  readonly languages?: ReadonlySet<string>
  readonly namespaces?: ReadonlySet<string>
  /** Those in a file with several languages, whose name then needs none. */
  readonly inFile?: ReadonlySet<string>
}

/**
 * Returns the language and namespace that a path contains: `locales/de/shop.json`, `de.json`, `shop.de.json`,
 * `messages_de.properties`, `values-pt-rBR/strings.xml`, `de.lproj/Localizable.strings`. If it can be read in several
 * ways, languages and namespaces of the project decide: `de/my/orders.json` is not Burmese in a project without it.
 */
export function contentOfPath(path: string, hints: PathHints = {}): PathContent {
  const { languages, namespaces, inFile } = hints
  const ways = waysToRead(path, hints).filter(
    ({ language }) => language === null || inFile === undefined || inFile.has(language),
  )
  const isKnown = ({ language, namespace }: PathContent) =>
    Number(namespaces?.has(namespace) === true) +
    2 * Number(inFile === undefined && language !== null && languages?.has(language) === true)
  let best = ways[0] ?? { language: null, namespace: '' }
  for (const way of ways) if (isKnown(way) > isKnown(best)) best = way
  return best
}

/** Returns all ways to read a path, the most likely one first. */
function waysToRead(path: string, { languages, namespaces }: PathHints): readonly PathContent[] {
  const folders = path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
  const name = folders.pop() ?? ''
  const stem = name.replace(/(?:\.i18n)?\.[^.]*$/, '')
  const ofFolders = folders.map(languageOfFolder)
  const below = (at: number, file: string) => [...folders.slice(at + 1), file].join('/')
  const inFolders = ofFolders
    .flatMap((language, at) => (language === null ? [] : [{ language, namespace: below(at, stem) }]))
    .reverse()
  const folderOf = (language: string) => ofFolders.lastIndexOf(language)
  const isRepeated = ({ language }: Ending) => folderOf(language) >= 0
  const inName = (one: Ending) => {
    const { language, namespace } = one
    return { language, namespace: isRepeated(one) ? below(folderOf(language), namespace) : namespace }
  }
  const alone = ORDINARY_NAMES.has(stem.replace('_', '-').toLowerCase()) ? null : languageInName(stem)
  const asWhole = alone === null ? [] : [{ language: alone, namespace: DEFAULT_NAMESPACE }]
  const ending = endingOf(stem, /^(.+)\.([^.]+)$/)
  // The longest language is intended (`messages_pt_BR`), unless the folder says otherwise: `de/shop_de_de`.
  const tail = TAILS.flatMap((expression) => endingOf(stem, expression))
  // Java writes `messages_in` in Indonesian; elsewhere, it is the end of `log_in`.
  const isWord = tail.some(
    ({ written, language }) => isLastWord(written) && languages?.has(language) !== true,
  )
  // `app.de-DE` is German of Germany, not a file `app.de` in German.
  const isRegion = (one: Ending) => ending.some(({ language }) => baseLanguage(language) === one.language)
  const byTail = isWord && !name.endsWith('.properties') ? [] : tail.filter((one) => !isRegion(one))
  // A file in the folder of a language is not named after another one.
  const isInOther = (ofFolders.at(-1) ?? null) !== null
  const isClear = ({ language }: { readonly language: string }) => !isInOther || folderOf(language) >= 0
  const whole = folders.flatMap((_, at) => {
    const namespace = below(at - 1, stem)
    return namespaces?.has(namespace) === true ? [{ language: null, namespace }] : []
  })
  return [
    ...asWhole.filter(isClear),
    ...ending.map(inName),
    ...byTail.filter(isRepeated).map(inName),
    ...inFolders,
    ...byTail.slice(0, 1).map(inName),
    ...whole,
    { language: null, namespace: stem },
    ...asWhole.filter((one) => !isClear(one)),
  ]
}

const TAILS: readonly RegExp[] = [
  /^(.+)[_-]([A-Za-z]{2,3}(?:[_-][A-Za-z0-9]{2,8}){3})$/,
  /^(.+)[_-]([A-Za-z]{2,3}(?:[_-][A-Za-z0-9]{2,8}){2})$/,
  /^(.+)[_-]([A-Za-z]{2,3}[_-][A-Za-z0-9]{2,8})$/,
  /^(.+)[_-]([A-Za-z]{2,3})$/,
]

/** Names that would be languages of small countries. */
const ORDINARY_NAMES: ReadonlySet<string> = new Set(['as-is', 'it-is', 'my-id', 'no-id', 'to-be', 'to-do'])

type Ending = { readonly language: string; readonly namespace: string; readonly written: string }

function endingOf(stem: string, expression: RegExp): readonly Ending[] {
  const [, namespace = '', written = ''] = expression.exec(stem) ?? []
  const language = written === '' ? null : languageInName(written)
  return language === null ? [] : [{ language, namespace, written }]
}

function isLastWord(written: string): boolean {
  return /^(?:in|to)$/i.test(written)
}

function languageOfFolder(folder: string): string | null {
  const inner = /^values-(.+)$/.exec(folder)?.[1] ?? /^(.+)\.lproj$/.exec(folder)?.[1] ?? folder
  return tagFromPath(inner)
}
