import type { Recognition } from '../format.ts'

/**
 * Recognizes a file: settings of programs have the same form, so texts are recognized by the name of the file
 * (`messages_de.properties`) or its folder.
 */
export function recogniseProperties(path: string, head: string): Recognition {
  if (!/\.properties$/i.test(path)) return { certainty: 0, reason: 'other-extension' }
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (TOOL_FILES.test(name)) return { certainty: 1, reason: 'settings-file' }
  if (/_[a-z]{2,3}(?:_[A-Z][A-Za-z]{1,3})*\.properties$/.test(name))
    return { certainty: 3, reason: 'language-in-name' }
  if (
    /(?:messages?|strings?|labels?|bundle|i18n|l10n|lang)/i.test(path) ||
    /[^\0-\x7f]|\\u[0-9a-fA-F]{4}/.test(head)
  )
    return { certainty: 2, reason: 'properties-texts' }
  return { certainty: 1, reason: 'properties-file' }
}

const TOOL_FILES =
  /^(?:gradle(?:-wrapper)?|local|application(?:-.+)?|log4j2?|build|project|sonar-project|gradle-.+|maven-wrapper|pom|version|keystore|test|logging)\.properties$/i
