import type { FileLanguages, Recognition } from '../format.ts'
import { parseXml } from '../source/parse-xml.ts'
import { decodeXml } from '../source/xml-bytes.ts'
import type { Dialect } from './dialect.ts'
import { openXliff } from './read-xliff.ts'

/** Whether a file is XLIFF of this generation: its root element is conclusive, its name is only a hint. */
export function recogniseXliff(path: string, head: string, dialect: Dialect): Recognition {
  const root = /<(?:[\w.-]+:)?xliff(?=[\s>])[^>]*/.exec(head.replace(/<!--[\s\S]*?-->/g, ''))?.[0]
  if (root !== undefined) {
    const version = /\sversion\s*=\s*["']([^"']*)["']/.exec(root)?.[1] ?? '1'
    if (version.startsWith('2') === (dialect.id === 'xliff-2')) return { certainty: 3, reason: 'xliff-root' }
    return { certainty: 0, reason: 'other-version' }
  }
  if (/\.xlf2$/i.test(path))
    return dialect.id === 'xliff-2'
      ? { certainty: 1, reason: 'extension' }
      : { certainty: 0, reason: 'other-version' }
  if (/\.(?:xlf|xliff)$/i.test(path)) return { certainty: 1, reason: 'extension' }
  return { certainty: 0, reason: 'other-extension' }
}

/** Returns the languages that the document names for its sources and its translations. */
export function languagesInXliff(bytes: Uint8Array, dialect: Dialect): FileLanguages {
  const { text, issue } = decodeXml(bytes)
  const session = issue === null ? openXliff(parseXml(text), dialect).session : null
  const files = session?.layout.files ?? []
  const source =
    files.map((file) => file.sourceLanguage).find((language) => language !== null && language !== '') ?? null
  const targets = new Set(
    files.map((file) => file.targetLanguage).filter((language) => language !== null && language !== ''),
  )
  return { source, targets: [...targets].filter((language) => language !== null) }
}
