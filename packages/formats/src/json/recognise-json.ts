import type { Recognition } from '../format.ts'

/** Whether the names or texts of a JSON file look like i18next's. Plain texts may be: it is the format that most JSON files are read as. */
export function recogniseI18next(path: string, head: string): Recognition {
  if (!/\.json$/i.test(path)) return { certainty: 0, reason: 'other-extension' }
  if (/_(?:one|other|plural)"\s*:/.test(head) || /\{\{-?\s*[\w.]+/.test(head) || /\$t\(/.test(head))
    return { certainty: 2, reason: 'i18next-syntax' }
  return { certainty: 1, reason: 'plain-json' }
}
