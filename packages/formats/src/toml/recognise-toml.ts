import type { Recognition } from '../format.ts'

/** Recognizes TOML files that look like translations: many are settings of a tool. */
export function recogniseToml(path: string, head: string): Recognition {
  if (!/\.toml$/i.test(path)) return { certainty: 0, reason: 'other-extension' }
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  if (TOOL_FILES.test(name) || TOOL_TABLES.test(head)) return { certainty: 0, reason: 'other-tool-file' }
  if (/^[ \t]*(?:one|few|many|other)\s*=\s*["']/m.test(head)) return { certainty: 2, reason: 'plural-tables' }
  if (/^[ \t]*en(?:[-_]\w+)?\s*=\s*["']/m.test(head)) return { certainty: 2, reason: 'language-keys' }
  if (/(?:^|\/)(?:i18n|locales?|lang|translations?)\//i.test(path))
    return { certainty: 2, reason: 'translation-folder' }
  return { certainty: 1, reason: 'plain-toml' }
}

const TOOL_FILES =
  /^(?:cargo|pyproject|config|hugo|netlify|rust-toolchain|rustfmt|clippy|poetry|pipfile|taplo|wrangler|fly|book|gopkg)\.toml$|^\./
const TOOL_TABLES = /^\[(?:package|workspace|dependencies|build-system|tool\.[\w.-]+|profile\.[\w.-]+)\]/m
