import { EVERY_MEMBER, type JsonNode, type JsonTree, parseJson, type Selection } from '../source/json.ts'

/**
 * Returns the tree of a string catalog with the localizations of the requested languages only, because a
 * catalog with thirty languages mostly contains other texts. Skipped parts are literals in the tree.
 */
export function scanCatalog(text: string, wants: (language: string) => boolean): JsonTree {
  const languages: Selection = (language) => (wants(language) ? EVERY_MEMBER : null)
  const entry: Selection = (key) => (key === 'localizations' ? languages : EVERY_MEMBER)
  const keys: Selection = () => entry
  return parseJson(text, (key) => (key === 'strings' ? keys : EVERY_MEMBER))
}

/** Returns the tree of a catalog down to its keys. */
export function scanKeys(text: string): JsonNode | null {
  const keys: Selection = () => null
  return parseJson(text, (key) => (key === 'strings' ? keys : EVERY_MEMBER)).root
}
